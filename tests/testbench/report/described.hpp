// An experiment as text, described.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "testbench/config/meaning.hpp"
#include "testbench/report/description.hpp"

namespace slackline::test {

/// Of a file dir/test.yaml, which must have no faults.
inline report::Description described(const std::string& text) {
  config::Reading reading = config::read_experiment(std::make_shared<const config::Source>("dir/test.yaml", text), {});
  config::check_meaning(reading);
  for (const config::Fault& fault : reading.faults) UNSCOPED_INFO(to_string(fault));
  REQUIRE(reading.faults.empty());
  return report::describe(reading);
}

}  // namespace slackline::test
