// Random inputs for packet_switch: frames of all lengths and destinations, some cut short or without a beginning, outputs that are
// stopped, resets.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "testbench/cosim/on_off.hpp"
#include "testbench/cosim/packet_switch/packet_switch_core.hpp"

namespace slackline::cosim {

struct PacketSwitchProfile {
  const char* name;
  OnOff load;               ///< of each link
  OnOff stop;               ///< of each output
  unsigned faulty_percent;  ///< frames that are cut short, begin within another one, or have no beginning
  unsigned hot_percent;     ///< frames to destination 0
  unsigned reset_every;     ///< cycles, on average; 0: never
};

const std::vector<PacketSwitchProfile>& packet_switch_profiles();

class PacketSwitchStimulus {
 public:
  PacketSwitchStimulus(const PacketSwitchProfile& profile, const PacketSwitchParams& params, std::uint64_t seed);
  PacketSwitchInputs next();

 private:
  /// A link: where its frame is.
  struct Link {
    OnOff load;
    unsigned next = 0, flits = 0;
  };
  Flit flit(Link& link);

  PacketSwitchProfile profile_;
  PacketSwitchParams params_;
  RandomStream random_;
  std::array<Link, most_ports_of_packet_switch> links_;
  std::array<OnOff, most_ports_of_packet_switch> stops_;
};

}  // namespace slackline::cosim
