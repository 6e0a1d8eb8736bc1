#include "rtl_models/crossbar/crossbar.hpp"

namespace slackline::crossbar {

Violations Params::violations() const {
  Violations found;
  check_range(found, "ports", ports, 1, most_ports_of_switch);
  check_range(found, "virtual_channels", virtual_channels, 1, 16);
  return found;
}

void bind(const Params& p, State& s, Arena& arena) {
  s.connected = arena.take<PortMask>(p.masks());
  s.held = arena.take<PortMask>(p.masks());
  s.output_of = arena.take<Lane>(p.lanes());
  s.input_of = arena.take<Lane>(p.lanes());
}

}  // namespace slackline::crossbar
