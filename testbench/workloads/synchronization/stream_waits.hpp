// stream_waits: which packets of the stream get in each other's way, seen in the network: whose header has waited for an
// output of a switch. A source hears of that only when the buffers before the switch are full (STOP); a short wait they
// absorb. Looks so often that the worm which has waited is still there.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "testbench/monitors/worms.hpp"
#include "testbench/workloads/synchronization/answers.hpp"
#include "testbench/workloads/synchronization/packet_slots.hpp"

namespace slackline::synchronization {

class StreamWaits {
 public:
  /// For a network whose interfaces run the firmware fbs; it must outlive this.
  explicit StreamWaits(const network::ElaboratedNetlist& netlist);

  Cycle next_look() const { return next_; }

  /// At next_look(), and at the end of the run. `Engine` is one of the two engines, or observe::Engine.
  template <class Engine>
  void look(const Engine& engine) {
    worms_.look(engine);
    next_ = engine.now() + step_;
    std::size_t i = 0;
    for (std::uint32_t sw = 0; sw < netlist_.switches.size(); ++sw) {
      const wormhole_switch::State& state = engine.switch_state(sw);
      for (unsigned lane = 0; lane < netlist_.kind_of(sw).lanes(); ++lane, ++i) {
        const std::uint64_t waited = state.waits[lane].cycles - seen_[i];
        if (waited == 0) continue;
        seen_[i] += waited;
        note(sw, lane, waited);
      }
    }
  }

  const Waits& waits() const { return waits_; }

 private:
  void note(std::uint32_t sw, unsigned lane, std::uint64_t waited);

  const network::ElaboratedNetlist& netlist_;
  monitors::Worms worms_;
  std::uint64_t step_;
  Cycle next_;
  std::vector<std::uint64_t> seen_;                        ///< of each lane: cycles that headers have waited there
  std::vector<PacketSlots> slots_;                         ///< of each host
  std::vector<std::optional<std::uint32_t>> last_waited_;  ///< of each host: the number of its last packet that has
  Waits waits_;
};

}  // namespace slackline::synchronization
