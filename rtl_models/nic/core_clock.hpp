// core_clock: the clock of an RV32 processor, next to the base clock of its interface: `core` cycles of it in `base` cycles of that.
//
//   base edge E   <- those core edges C for which E = floor(C * base / core)
//
// A faster core has several edges at one edge of the interface, a slower one none at some.
#pragma once

#include <cstdint>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::nic {

struct CoreClock {
  std::uint32_t core = 1, base = 1;  ///< 1..1000

  bool is_base() const { return core == base; }
  /// The first core edge that is at edge `now` of the interface or after it.
  Cycle first(Cycle now) const { return is_base() ? now : Cycle((now.value * core + base - 1) / base); }
  /// The last one that is at edge `now` or before it.
  Cycle last(Cycle now) const { return is_base() ? now : Cycle(first(now + 1).value - 1); }
  /// There is a core edge at edge `now`.
  bool ticks(Cycle now) const { return is_base() || first(now) != first(now + 1); }
  /// The edge of the interface at which core edge `edge` is.
  Cycle edge_of(Cycle edge) const { return is_base() || edge == never ? edge : Cycle(edge.value * base / core); }

  Violations violations() const {
    Violations found;
    check_range(found, "core_clock.core", core, 1, 1000);
    check_range(found, "core_clock.base", base, 1, 1000);
    return found;
  }
};

}  // namespace slackline::nic
