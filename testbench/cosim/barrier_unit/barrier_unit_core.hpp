// The core's side of lockstep for barrier_unit, and what core and twin have in common: input pins and the list of registers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit_instance.hpp"
#include "testbench/cosim/barrier_unit/barrier_unit_place.hpp"
#include "testbench/cosim/comparison.hpp"

namespace slackline::cosim {

struct BarrierUnitInputs {
  static constexpr unsigned most_ports = 8;  ///< of the models that are built

  bool rst_n = true;
  PortMask arrivals = 0;
  std::array<std::uint32_t, most_ports> words{};
  PortMask taken = 0;

  BarrierUnitInputs inverted() const {
    BarrierUnitInputs in{!rst_n, ~arrivals, words, ~taken};
    for (std::uint32_t& word : in.words) word = ~word;
    return in;
  }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("arrivals", arrivals);
    for (unsigned i = 0; i < most_ports; ++i) {
      v.open("port", i);
      v.reg("word_in", words[i]);
      v.close();
    }
    v.reg("taken", taken);
  }
};

class BarrierUnitCore {
 public:
  struct Params {
    barrier_unit::Params unit;
    std::uint16_t switches, hosts, planned;

    BarrierUnitPlace surroundings() const { return {unit.ports, switches, hosts, planned}; }
  };
  using Inputs = BarrierUnitInputs;

  explicit BarrierUnitCore(const Params& params)
      : surroundings_(params.surroundings()), core(params.unit, surroundings_.place()) {}

  /// "barrier_unit, 4 ports, 16 entries, 0 planned, buffer 4, queue 2, delay 2"
  static std::string describe(const Params& p) {
    return "barrier_unit, " + std::to_string(p.unit.ports) + " ports, " + std::to_string(p.unit.entries) +
           " entries, " + std::to_string(p.planned) + " planned, buffer " + std::to_string(p.unit.buffer) + ", queue " +
           std::to_string(p.unit.queue) + ", delay " + std::to_string(p.unit.latency());
  }
  /// The twin is without ways to choose from, and links that fail.
  static std::vector<Absent> absent() { return {{"cut_off", "no link fails"}, {"cut_off_ports", "the same"}}; }

  void step(const Inputs& in, Cycle) {
    if (in.rst_n)
      core.step({PortSet(in.arrivals), in.words.data(), PortSet(in.taken), {}, {}, Cycle()});
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("offers", core.state.offers.bank[0]);
    v.reg("freed", core.state.freed.bank[0]);
    for (unsigned o = 0; o < core.params.ports; ++o) {
      v.open("port", o);
      v.reg("word_out", has(core.state.offers, o) ? barrier_unit::word_out(core.params, core.state, o) : 0u);
      v.close();
    }
  }

  /// The twin's ports have 8 bits; its no_way is 255.
  static std::uint8_t port_of_twin(std::uint16_t port) { return static_cast<std::uint8_t>(port); }

  /// Besides the core's own, the ports that the twin keeps for addresses that are in use.
  template <class Visitor>
  void registers(Visitor& v) const {
    core.visit(v);
    for (unsigned n = 0; n < core.params.entries; ++n) {
      const barrier_unit::Entry& entry = core.state.entries[n];
      const barrier_unit::Address* children = barrier_unit::children_of(core.params, core.state, entry);
      v.open("entry", n);
      v.reg("parent_port", entry.valid ? port_of_twin(core.place.port_towards(entry.parent)) : 0);
      for (unsigned i = 0; i < core.params.ports; ++i) {
        v.open("port", i);
        v.reg("child_port", has(entry.children, i) ? port_of_twin(core.place.port_towards(children[i])) : 0);
        v.close();
      }
      v.close();
    }
  }

  std::vector<StaleValue> stale() const {
    StaleValues values;
    barrier_unit::derive(core.params, core.state, values);
    return values.found;
  }

 private:
  const BarrierUnitPlace surroundings_;

 public:
  barrier_unit::Instance core;
};

}  // namespace slackline::cosim
