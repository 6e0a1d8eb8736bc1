#include "testbench/cosim/barrier_unit/barrier_unit_place.hpp"

namespace slackline::cosim {

using barrier_unit::Address;
using barrier_unit::Place;

BarrierUnitPlace::BarrierUnitPlace(unsigned ports, std::uint16_t switches, std::uint16_t hosts)
    : self_(Address::of_switch(switches / 2u)) {
  for (unsigned sw = 0; sw < switches; ++sw) {
    const bool unreachable = sw == self_.number() || (switches > 2 && sw + 1 == switches);
    ports_to_switch_.push_back(unreachable ? Place::no_way : static_cast<std::uint8_t>((7 * sw + 1) % ports));
  }
  for (unsigned host = 0; host < hosts; ++host) {
    const bool own = host < (ports + 1) / 2;
    const unsigned elsewhere = (self_.number() + 1u + host % (switches - 1u)) % switches;
    switch_of_host_.push_back(static_cast<std::uint16_t>(own ? self_.number() : elsewhere));
    port_of_host_.push_back(static_cast<std::uint8_t>(own ? host : 0));
  }
}

Place BarrierUnitPlace::place() const {
  Place at;
  at.self = self_;
  at.ports_to_switch = ports_to_switch_.data();
  at.switch_of_host = switch_of_host_.data();
  at.port_of_host = port_of_host_.data();
  at.switches = static_cast<std::uint16_t>(ports_to_switch_.size());
  at.hosts = static_cast<std::uint16_t>(switch_of_host_.size());
  return at;
}

}  // namespace slackline::cosim
