// packet_watch: follows one packet through a run, cycle by cycle from its turn at its host on, and its waits down to
// their root.
//
//   created          its turn        injected                                    arrived, or the end
//   | queued ........| in host ......| links, crossbars, buffers, ...............|
//     known from its   looked at after every edge
//     record only
//
// A packet of a network interface is created when its firmware hands it to the send engine. Until then nothing is known
// of it, not even whether there will be one.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/monitors/explanation.hpp"
#include "testbench/monitors/wait_chain.hpp"
#include "testbench/monitors/watchdog.hpp"
#include "testbench/monitors/worms.hpp"

namespace slackline::monitors {

class PacketWatch {
 public:
  /// The `sequence`-th packet, from 0 on, that host `source` sends. The netlist as the engine has it, which must
  /// outlive this.
  PacketWatch(const network::ElaboratedNetlist& netlist, std::uint32_t source, std::uint32_t sequence);

  /// Runs the engine, network::Fabric or network::SignalNetwork, from its first cycle until the packet has arrived, to
  /// edge `end` at most, or until `go_on()`, asked in every step, returns false. False: it did.
  template <class Engine, class GoOn>
  bool run_until(Engine& engine, Cycle end, GoOn&& go_on) {
    worms_.look(engine);
    while (engine.now() < end && !done_) {
      if (!go_on()) return false;
      engine.run_until(std::min(next_look(), end));
      worms_.look(engine);
      note();
    }
    finish(end);
    return true;
  }

  /// Heads that wait for one another may still go on, as long as the rest of their worms draws together. Where the
  /// packet's history ends in such waits, the engine goes on after the end, looking every `interval` cycles, until they
  /// are known to be a deadlock, or over. False: `go_on()` returned it.
  template <class Engine, class GoOn>
  bool run_behind_the_end(Engine& engine, std::uint64_t interval, GoOn&& go_on) {
    constexpr unsigned most_looks = 16;  // worms that draw together longer than that are not known to be in a deadlock
    Watchdog watchdog(engine.netlist());
    watchdog.look(engine);
    for (unsigned looks = 0; looks < most_looks && ends_in_a_cycle(); ++looks) {
      if (!go_on()) return false;
      engine.run_until(engine.now() + interval);
      worms_.look(engine);
      if (conclude(watchdog.look(engine))) break;
    }
    return true;
  }

  /// The packet's history; nothing: it was not created.
  const std::optional<Explanation>& explanation() const { return explanation_; }
  /// Packets that the host has sent, or created and not sent yet, when the run ended; of a network interface, those
  /// that its firmware has handed to the send engine.
  std::uint64_t packets_of_source() const;
  std::uint64_t requests_at_source() const;

 private:
  /// A wait of the packet, and its number of cycles in a stretch.
  struct Chain {
    WaitChain chain;
    std::uint64_t cycles = 0;
  };

  Cycle next_look() const;
  void note();
  void find_tag();
  void note_in_host(Cycle cycle);
  void note_in_interface(Cycle cycle);
  void note_in_network(Cycle cycle);
  void add(Cycle cycle, const std::string& doing, const Activity& activity);
  void close_stretch();
  void drop_before(Cycle created);
  void add_queued(Explanation& told) const;
  void finish(Cycle end);
  bool ends_in_a_cycle() const;
  bool conclude(const std::vector<Stuck>& stuck);
  bool has_moved_on() const;
  bool is_among(const std::vector<Stuck>& stuck) const;
  void note_deadlock();
  void tell_unsent(Explanation& told) const;
  bool has_interface() const { return worms_.netlist().has_interface(source_); }
  const port::State& host() const { return worms_.host(source_); }

  Worms worms_;
  std::uint32_t source_, sequence_;
  std::uint32_t tag_ = no_packet;
  PacketRecord packet_;  // once there is a tag
  HeadPlace head_;
  std::vector<Stretch> stretches_;
  bool answers_ = false;                 // in the host: the packet whose turn it is, is a response
  std::optional<Stretch> open_;          // the stretch that goes on
  Activity activity_;                    // in it
  std::map<std::string, Chain> chains_;  // in it, or the last one, by their words
  std::optional<Explanation> explanation_;
  bool done_ = false;
};

}  // namespace slackline::monitors
