// The core's side of lockstep for preemption_unit, and what core and twin have in common: input pins and register map.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "rtl_models/preemption_unit/preemption_unit_instance.hpp"
#include "testbench/cosim/comparison.hpp"

namespace slackline::cosim {

struct PreemptionUnitInputs {
  bool rst_n = true;
  preemption_unit::Inputs port;

  PreemptionUnitInputs inverted() const {
    const auto inverse = [](VcMask mask) { return static_cast<VcMask>(~mask); };
    return {!rst_n,
            {!port.offer, !port.stopped, !port.link_busy, inverse(port.free), inverse(port.held), inverse(port.going),
             !port.header_asks, static_cast<std::uint16_t>(~port.hold & 0x1fff)}};
  }

  template <class Visitor>
  void visit(Visitor& v) const {
    v.reg("rst_n", rst_n);
    v.reg("offer", port.offer);
    v.reg("stopped", port.stopped);
    v.reg("link_busy", port.link_busy);
    v.reg("free", port.free);
    v.reg("held", port.held);
    v.reg("going", port.going);
    v.reg("header_asks", port.header_asks);
    v.reg("hold", port.hold);
  }
};

class PreemptionUnitCore {
 public:
  struct Params {
    preemption_unit::Params unit;
    std::uint32_t first_random;
  };
  using Inputs = PreemptionUnitInputs;

  explicit PreemptionUnitCore(const Params& params) : core(params.unit, params.first_random) {}

  /// "preemption_unit, architecture 1, 4 virtual channels, preempt 6"
  static std::string describe(const Params& p) {
    return "preemption_unit, architecture " + std::to_string(static_cast<unsigned>(p.unit.architecture)) + ", " +
           std::to_string(p.unit.virtual_channels) + " virtual channels, preempt " + std::to_string(p.unit.preempt);
  }
  /// Every register of the core is compared.
  static std::vector<Absent> absent() { return {}; }

  void step(const Inputs& in, Cycle) {
    if (in.rst_n)
      core.step(in.port);
    else
      core.reset();
  }

  template <class Visitor>
  void outputs(Visitor& v) const {
    v.reg("send", core.sent);
    v.reg("vc", core.port.vc);
    v.reg("taken", preemption_unit::taken(core.port));
  }

  /// The core's times, as what the twin's timers have counted or still have to count.
  template <class Visitor>
  void registers(Visitor& v) const {
    const preemption_unit::Port& s = core.port;
    const std::uint64_t since = is_cut() ? core.now - s.cut : 0;
    v.reg("phase", s.phase);
    v.reg("vc", s.vc);
    v.reg("second", s.second);
    v.reg("used", s.used);
    v.reg("wait", s.at > core.now ? s.at - core.now : 0);
    v.reg("since", std::min(since, most_since));
    v.reg("hold", s.hold);
    v.reg("headers_turn", s.headers_turn);
    v.reg("random", core.random);
    v.reg("preemptions", core.counters.preemptions);
    v.reg("cut_cycles", core.counters.cut_cycles + since);
    v.reg("passed", core.counters.passed);
  }

  bool is_cut() const {
    using preemption_unit::Phase;
    return core.port.phase >= Phase::request && core.port.phase <= Phase::restore;
  }

  preemption_unit::Instance core;

 private:
  /// Where the twin's counter of edges since the cut stays.
  static constexpr std::uint64_t most_since = 16u * preemption_unit::longest_hold;
};

}  // namespace slackline::cosim
