#include "testbench/tracing/scopes.hpp"

#include <algorithm>

namespace slackline::tracing {

bool matches(std::string_view glob, std::string_view text) {
  // The place of the last *, and from where on it has been tried.
  std::size_t g = 0, t = 0, star = std::string_view::npos, tried = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      tried = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++tried;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

bool Selection::chooses(std::string_view scope, bool in_parent) const {
  return in_parent || globs_.empty() ||
         std::any_of(globs_.begin(), globs_.end(), [&](const std::string& glob) { return matches(glob, scope); });
}

std::string port_scope(const std::string& of_switch, unsigned port) {
  return of_switch + ".port" + std::to_string(port);
}

std::string nic_scope(const std::string& host) {
  const bool is_numbered =
      host.size() > 4 && host.rfind("host", 0) == 0 && host.find_first_not_of("0123456789", 4) == std::string::npos;
  return is_numbered ? "nic" + host.substr(4) : "nic_" + host;
}

std::string barrier_scope(const std::string& of_instance_or_port) { return of_instance_or_port + ".barrier"; }

std::string vc_scope(const std::string& of_port_or_host, unsigned vc) {
  return of_port_or_host + ".vc" + std::to_string(vc);
}

}  // namespace slackline::tracing
