// Small meshes for tests, with every delay settable and the least slack that holds.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

struct Settings {
  std::vector<std::uint16_t> size{2};
  std::uint8_t hosts_per_switch = 1;
  std::uint32_t link_delay = 1;
  std::uint16_t cycles_per_flit = 1;
  std::uint16_t header_delay = 1, data_delay = 1, arbitration = 0, crossbar = 1;
  std::uint8_t fc_cycles = 0;
  std::uint16_t stop_at = 8, go_at = 4;
  int extra_flits = 0;  ///< buffer size beyond stop_at + the smallest slack; negative: too small
  std::uint16_t packet_flits = 8;
  double packets_per_cycle = 0;
};

/// A mesh; all hosts silent partners of themselves until a test says otherwise.
network::Netlist mesh_network(const Settings& settings);

/// The largest of smallest_slack() over the channels that end at a switch.
unsigned largest_slack(const network::Netlist& netlist);

}  // namespace slackline::test
