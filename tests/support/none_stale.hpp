// A check that all derived values follow from the registers.
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/common/registers.hpp"

namespace slackline::test {

inline void require_none_stale(const std::vector<StaleValue>& stale) {
  for (const StaleValue& value : stale)
    UNSCOPED_INFO(value.name << " is stale: stored " << value.stored << ", recomputed " << value.recomputed);
  REQUIRE(stale.empty());
}

}  // namespace slackline::test
