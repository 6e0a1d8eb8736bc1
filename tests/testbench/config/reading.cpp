#include "tests/testbench/config/reading.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "testbench/config/meaning.hpp"

namespace slackline::test {

config::Reading read(const std::string& text, const std::vector<config::Override>& overrides) {
  config::Reading reading =
      config::read_experiment(std::make_shared<const config::Source>("test.yaml", text), overrides);
  config::check_meaning(reading);
  return reading;
}

config::Reading accepted(const std::string& text) {
  config::Reading reading = read(text);
  for (const config::Fault& fault : reading.faults) UNSCOPED_INFO(config::to_string(fault));
  REQUIRE(reading.faults.empty());
  return reading;
}

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const config::Fault& fault : read(text).faults) lines.push_back(config::to_string(fault));
  return lines;
}

std::string all_faults(const std::string& text) {
  std::string all;
  for (const std::string& fault : faults_of(text)) all += fault + "\n";
  return all;
}

std::vector<std::string> places(std::vector<std::string> faults) {
  for (std::string& fault : faults) {
    const std::size_t key = fault.find(": ") + 2;
    fault.erase(std::min({fault.find(": ", key), fault.find("; ", key), fault.size()}));
  }
  return faults;
}

}  // namespace slackline::test
