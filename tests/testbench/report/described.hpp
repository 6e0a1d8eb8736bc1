// An experiment as text, described.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "testbench/report/description.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/workload_list.hpp"

namespace slackline::test {

/// Of a file dir/test.yaml, which must have no errors.
inline report::Description described(const std::string& text) {
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("dir/test.yaml", text), {});
  features::judge_each(reading, features::check_meaning);
  for (const settings::InputError& error : reading.errors) UNSCOPED_INFO(to_string(error));
  REQUIRE(reading.errors.empty());
  return report::describe(reading);
}

}  // namespace slackline::test
