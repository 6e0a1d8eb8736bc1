#include "testbench/tracing/scopes.hpp"

#include <algorithm>

#include "testbench/text/glob.hpp"

namespace slackline::tracing {

bool Selection::chooses(std::string_view scope, bool in_parent) const {
  return in_parent || globs_.empty() ||
         std::any_of(globs_.begin(), globs_.end(), [&](const std::string& glob) { return text::matches(glob, scope); });
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
