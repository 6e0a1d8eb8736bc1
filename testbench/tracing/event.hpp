// event: the reason for which a dump was written, and where it can be seen: a save file opens there.
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
    /// Those of its values that are in this set of waves/sets.txt.
    std::string set = "traffic";
    /// A virtual channel of a link that is waited for there.
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
