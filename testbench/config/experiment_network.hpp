// What an experiment means: the network that it describes, and whether its values fit one another.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

/// The values that an experiment leaves to be derived.
struct Derived {
  std::uint64_t hosts = 0;
  std::uint32_t link_delay = 1;  ///< cycles
  std::uint32_t slack = 0;       ///< flits that may still arrive after STOP, on the link where they are most
  std::uint16_t stop_at = 1, go_at = 0;
};

/// Adds to a reading the faults of values that are legal by themselves and not together, or beyond the model.
/// What depends on a doubtful key is not judged.
void check_meaning(Reading& reading);

/// For an experiment without faults.
Derived derived(const Experiment& experiment);
network::Netlist network_of(const Experiment& experiment);

}  // namespace slackline::config
