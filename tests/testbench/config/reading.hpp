// Reads configurations that are written in the tests.
#pragma once

#include <string>
#include <vector>

#include "testbench/config/reader.hpp"

namespace slackline::test {

/// As `slackline run` reads a file called test.yaml.
config::Reading read(const std::string& text, const std::vector<config::Override>& overrides = {});

/// The same of a text without faults: fails the test when there are any.
config::Reading accepted(const std::string& text);

/// The faults of a text, one string each: "test.yaml:1:1: ...".
std::vector<std::string> faults_of(const std::string& text);

}  // namespace slackline::test
