#include "tests/support/reading.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "testbench/run/checks.hpp"

namespace slackline::test {

features::ExperimentReading read(const std::string& text, const std::vector<settings::Override>& overrides) {
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("test.yaml", text), overrides);
  features::check_meaning(reading);
  return reading;
}

features::ExperimentReading accepted(const std::string& text) {
  features::ExperimentReading reading = read(text);
  for (const settings::Fault& fault : reading.faults) UNSCOPED_INFO(settings::to_string(fault));
  REQUIRE(reading.faults.empty());
  return reading;
}

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const settings::Fault& fault : read(text).faults) lines.push_back(settings::to_string(fault));
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
