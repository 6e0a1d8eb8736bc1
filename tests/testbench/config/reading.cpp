#include "tests/testbench/config/reading.hpp"

#include <memory>

#include "testbench/config/meaning.hpp"

namespace slackline::test {

config::Reading read(const std::string& text, const std::vector<config::Override>& overrides) {
  config::Reading reading =
      config::read_experiment(std::make_shared<const config::Source>("test.yaml", text), overrides);
  config::check_meaning(reading);
  return reading;
}

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const config::Fault& fault : read(text).faults) lines.push_back(config::to_string(fault));
  return lines;
}

}  // namespace slackline::test
