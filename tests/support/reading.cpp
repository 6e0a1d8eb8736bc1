#include "tests/support/reading.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "testbench/run/checks.hpp"

namespace slackline::test {

features::ExperimentReading read(const std::string& text, const std::vector<settings::Override>& overrides) {
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("test.yaml", text), overrides);
  features::judge_each(reading, features::check_meaning);
  return reading;
}

features::ExperimentReading accepted(const std::string& text) {
  features::ExperimentReading reading = read(text);
  for (const settings::InputError& error : reading.errors) UNSCOPED_INFO(settings::to_string(error));
  REQUIRE(reading.errors.empty());
  return reading;
}

std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const settings::InputError& error : read(text).errors) lines.push_back(settings::to_string(error));
  return lines;
}

std::string all_errors(const std::string& text) {
  std::string all;
  for (const std::string& error : errors_of(text)) all += error + "\n";
  return all;
}

std::vector<std::string> places(std::vector<std::string> errors) {
  for (std::string& error : errors) {
    const std::size_t key = error.find(": ") + 2;
    error.erase(std::min({error.find(": ", key), error.find("; ", key), error.size()}));
  }
  return errors;
}

}  // namespace slackline::test
