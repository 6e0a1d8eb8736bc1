// Where a barrier unit is in a made-up network: what is wired into core and twin alike.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit.hpp"

namespace slackline::cosim {

/// The switch in the middle of the numbers. Hosts with low numbers are its own, one a port on the lower half of its
/// ports; the others are at the other switches, to which all ports lead, except that there is no way to the last switch.
class BarrierUnitPlace {
 public:
  /// `planned`: groups, from 0 on, that are in the table from the start, every other one with acknowledgements.
  BarrierUnitPlace(unsigned ports, std::uint16_t switches, std::uint16_t hosts, std::uint16_t planned);

  barrier_unit::Place place() const;

 private:
  barrier_unit::Address self_;
  std::vector<std::uint16_t> ports_to_switch_, port_of_host_;
  std::vector<std::uint16_t> switch_of_host_;
  std::vector<barrier_unit::Planned> planned_;
};

}  // namespace slackline::cosim
