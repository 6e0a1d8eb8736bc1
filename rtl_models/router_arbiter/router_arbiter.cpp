#include "rtl_models/router_arbiter/router_arbiter.hpp"

namespace slackline::router_arbiter {

Violations Params::violations() const {
  Violations found;
  check_range(found, "ports", ports, 1, 64);
  return found;
}

void reset(const Params& p, State& s) {
  s.next = 0;
  s.asking = 0;
  for (unsigned i = 0; i < p.storage_words(); ++i) s.words[i] = 0;
  if (p.policy != Policy::matrix) return;
  for (unsigned i = 0; i < p.ports; ++i) s.words[i] = first_ports(p.ports) & ~first_ports(i + 1);
}

}  // namespace slackline::router_arbiter
