// One packet switch with storage of its own: for a module, a test, lockstep.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/packet_switch/packet_switch_registers.hpp"
#include "rtl_models/packet_switch/packet_switch_step.hpp"

namespace slackline::packet_switch {

/// The flits of all frames that are held.
class FrameMemory {
 public:
  static constexpr bool whole = false;

  explicit FrameMemory(const Params& p) : longest_(p.longest), size_(std::size_t{p.slots()} * p.longest) {}
  /// Once it is allocated.
  static std::size_t bytes(const Params& p) { return FrameMemory(p).size_ * sizeof(Flit); }
  /// Before the first flit: where frames move whole there never is one.
  void allocate() {
    if (flits_.empty()) flits_.resize(size_);
  }
  void store(SlotId slot, std::uint32_t n, Flit flit) { flits_[at(slot, n)] = flit; }
  Flit load(SlotId slot, std::uint32_t n) const { return flits_[at(slot, n)]; }

 private:
  std::size_t at(SlotId slot, std::uint32_t n) const { return std::size_t{slot - 1} * longest_ + n; }

  std::uint32_t longest_;
  std::size_t size_;
  std::vector<Flit> flits_;
};

/// Bytes of the arrays of an Instance, without its FrameMemory.
inline std::size_t storage_bytes(const Params& p, std::size_t destinations) {
  const std::size_t ports = p.ports, groups = groups_of(p.ports), pairs = p.counts_streams() ? ports * ports : 0;
  return destinations * sizeof(std::uint16_t) + ports * (sizeof(Input) + sizeof(Output) + sizeof(Counters)) +
         (p.slots() + std::size_t{1}) * sizeof(Slot) + (ports + groups * ports_of_group + groups) * sizeof(Cycle) +
         pairs * sizeof(std::uint16_t);
}

class Instance {
 public:
  /// `port_to`: by destination, the port that leads there, or no_port. Throws std::invalid_argument for another port.
  /// `stops_flits`: as Wiring's.
  explicit Instance(const Params& p, std::vector<std::uint16_t> port_to, const PortSet& stops_flits = {})
      : params(checked(p, "packet_switch")),
        port_to_(checked_table(std::move(port_to), p.ports)),
        stops_flits_(stops_flits),
        inputs_(p.ports),
        outputs_(p.ports),
        slots_(p.slots() + 1),
        counters_(p.ports),
        input_due_(p.ports),
        ends_(std::size_t{groups_of(p.ports)} * ports_of_group),
        group_ends_(groups_of(p.ports)),
        pairs_(p.counts_streams() ? std::size_t{p.ports} * p.ports : 0),
        memory_(p) {
    state.inputs = inputs_.data();
    state.outputs = outputs_.data();
    state.slots = slots_.data();
    state.counters = counters_.data();
    state.input_due = input_due_.data();
    state.ends = ends_.data();
    state.group_ends = group_ends_.data();
    state.pairs = pairs_.data();
    reset();
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// rst_n low at an edge. The memory keeps its flits.
  void reset() { packet_switch::reset(params, state); }
  /// `flit_in` has an entry for each port; `is_stopped`: outputs at which STOP or PAUSE is sampled; `dropped` gets each lost frame:
  /// (input, tag, cause).
  template <class Dropped>
  void step(const Flit* flit_in, const PortSet& is_stopped, Cycle now, Dropped&& dropped) {
    memory_.allocate();
    packet_switch::step(params, wiring(), state, flit_in, is_stopped, now, memory_, std::forward<Dropped>(dropped));
  }
  void step(const Flit* flit_in, const PortSet& is_stopped, Cycle now) {
    step(flit_in, is_stopped, now, [](unsigned, std::uint32_t, Drop) {});
  }
  Cycle next_event(const PortSet& is_stopped, Cycle now) const {
    return packet_switch::next_event(params, wiring(), state, is_stopped, now);
  }
  Cycle next_change(const PortSet& is_stopped, Cycle now) const {
    return packet_switch::next_change(params, wiring(), state, is_stopped, now);
  }
  Wiring wiring() const { return {port_to_.data(), static_cast<std::uint32_t>(port_to_.size()), stops_flits_}; }
  Flit flit_out(unsigned port) const { return state.outputs[port].flit; }
  bool pause_out(unsigned port) const { return state.inputs[port].is_paused; }
  template <class Visitor>
  void visit(Cycle now, Visitor& v) const {
    packet_switch::visit(params, state, now, v);
  }

  const Params params;
  State state;

 private:
  static std::vector<std::uint16_t> checked_table(std::vector<std::uint16_t> table, unsigned ports) {
    for (std::size_t d = 0; d < table.size(); ++d)
      if (table[d] >= ports && table[d] != no_port)
        throw std::invalid_argument("packet_switch: destination " + std::to_string(d) + " is at port " +
                                    std::to_string(table[d]) + ": expected 0 to " + std::to_string(ports - 1));
    return table;
  }

  std::vector<std::uint16_t> port_to_;
  PortSet stops_flits_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<Slot> slots_;
  std::vector<Counters> counters_;
  std::vector<Cycle> input_due_, ends_, group_ends_;
  std::vector<std::uint16_t> pairs_;
  FrameMemory memory_;
};

}  // namespace slackline::packet_switch
