// message_watch: follows one message through the queues of network interfaces, cycle by cycle: where a worm of it is the
// first one, how far the copy is that it waits for, and when its members have it. Works with any firmware that exports
// queues; of worms that are not the first of a queue, such firmware shows nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/firmware/exports.hpp"
#include "rtl_models/network/netlist.hpp"
#include "testbench/monitors/explanation.hpp"

namespace slackline::monitors {

class MessageWatch {
 public:
  /// The message that host `source` has posted as its `number`-th, from 0 on. The netlist as the engine has it, which must
  /// outlive this.
  MessageWatch(const network::ElaboratedNetlist& netlist, std::uint32_t source, std::uint32_t number);

  /// The firmware of some interface exports queues.
  bool can_follow() const { return !queues_.empty(); }

  /// Runs the engine, network::Fabric or network::SignalNetwork, from its first cycle to edge `end`, or until the message is
  /// everywhere, or until `go_on()`, asked in every step, returns false. False: it did.
  template <class Engine, class GoOn>
  bool run_until(Engine& engine, Cycle end, GoOn&& go_on) {
    for (Queue& queue : queues_) queue.words = engine.interface_state(queue.host).nic.processor.shown;
    while (engine.now() < end && !is_over()) {
      if (!go_on()) return false;
      engine.run_until(engine.now() + 1);
      note(engine.hosts().messages, Cycle(engine.now().value - 1));
    }
    finish(end);
    return true;
  }

  /// Nothing: it was not posted.
  const std::optional<MessageExplanation>& explanation() const { return explanation_; }

 private:
  struct Queue {
    std::uint32_t host = 0;
    firmware::ExportedQueue places;
    const std::uint32_t* words = nullptr;
    std::optional<QueueStretch> open;        // that goes on
    std::uint32_t state = 0, waits_for = 0;  // in it
  };

  void note(const host::MessageTable& messages, Cycle cycle);
  void note_record(const host::MessageRecord& record, Cycle cycle);
  void note_queue(Queue& queue, Cycle cycle);
  void begin(Queue& queue, Cycle cycle);
  void close(Queue& queue);
  std::string queue_name(std::uint32_t host, std::uint32_t number) const;
  bool is_over() const;
  void finish(Cycle end);
  const std::string& name_of(std::uint32_t host) const { return netlist_.endpoints[host].name; }

  const network::ElaboratedNetlist& netlist_;
  std::uint32_t source_, number_;
  std::vector<Queue> queues_;
  std::vector<bool> has_;  // by place in its group
  std::optional<MessageExplanation> explanation_;
};

}  // namespace slackline::monitors
