// event: what a dump was written for, and where that is to be seen: a save file opens there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "testbench/tracing/hold_ups.hpp"

namespace slackline::tracing {

struct Event {
  std::string what;
  Cycle cycle;
  struct Place {
    /// scope: the path of one that has values, or a switch, of which all lanes are shown.
    std::string title, scope;
    /// Those of its values whose names begin so; none: those that tell most.
    std::vector<std::string> values = {};
    /// What is waited for there: a virtual channel of a link.
    struct Wait {
      std::string title, link;
      unsigned vc;
    };
    std::vector<Wait> waits = {};
  };
  std::vector<Place> places;
  std::optional<LongestStall> stall = std::nullopt;  ///< a flit that is held up: it is shown with all around it
};

}  // namespace slackline::tracing
