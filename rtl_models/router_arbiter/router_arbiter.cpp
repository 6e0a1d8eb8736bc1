#include "rtl_models/router_arbiter/router_arbiter.hpp"

namespace slackline::router_arbiter {

Violations Params::violations() const {
  Violations found;
  check_range(found, "ports", ports, 1, most_ports_of_switch);
  return found;
}

void reset(const Params& p, State& s) {
  s.next = 0;
  s.asking = 0;
  for (unsigned i = 0; i < p.storage_words(); ++i) s.words[i] = 0;
  if (p.policy != Policy::matrix) return;
  const unsigned banks = banks_of(p.ports);
  for (unsigned i = 0; i < p.ports; ++i) {
    const PortSet beats = first_ports_of_banks(p.ports) & ~first_ports_of_banks(i + 1);
    for (unsigned bank = 0; bank < banks; ++bank) s.words[i * banks + bank] = beats.bank[bank];
  }
}

}  // namespace slackline::router_arbiter
