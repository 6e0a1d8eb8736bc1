// Shows what a comparison of the engines has found, should the next assertion fail.
#pragma once

#include <catch2/catch.hpp>

#include "testbench/monitors/comparison.hpp"

namespace slackline::test {

inline void say(const monitors::Comparison& comparison) {
  for (const monitors::Difference& d : comparison.differences)
    UNSCOPED_INFO("cycle " << d.cycle.value << " " << d.what << ": signal " << d.signal << ", fabric " << d.fabric);
  for (const std::string& stale : comparison.stale) UNSCOPED_INFO(stale);
}

}  // namespace slackline::test
