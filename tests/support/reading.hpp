// Reads configurations that are written in the tests.
#pragma once

#include <string>
#include <vector>

#include "testbench/run/experiment.hpp"

namespace slackline::test {

inline const std::string version = "schema_version: 1\n";
/// A cycle of 6.25 ns.
inline const std::string clocked = "schema_version: 1\nclock: { period: 6.25 ns }\n";

/// As `slackline run` reads a file called test.yaml.
features::ExperimentReading read(const std::string& text, const std::vector<settings::Override>& overrides = {});

/// The same of a text without errors: fails the test when there are any.
features::ExperimentReading accepted(const std::string& text);

/// The errors of a text, one string each: "test.yaml:1:1: ...".
std::vector<std::string> errors_of(const std::string& text);

/// The same in one string, a line each.
std::string all_errors(const std::string& text);

/// Each error up to the key that it is about: "test.yaml:2:16: link.delay".
std::vector<std::string> places(std::vector<std::string> errors);

}  // namespace slackline::test
