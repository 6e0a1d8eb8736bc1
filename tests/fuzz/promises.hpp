// Checks of every fuzz target on a configuration that has been read, valid or not.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include "testbench/run/checks.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"

namespace slackline::fuzz {

[[noreturn]] inline void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

inline settings::SourcePtr source_of(const char* name, const std::uint8_t* data, std::size_t size) {
  return std::make_shared<const settings::Source>(name, std::string(reinterpret_cast<const char*>(data), size));
}

/// Errors are there to be printed.
inline void check_messages(const features::ExperimentReading& reading) {
  std::ostringstream messages;
  print(reading.errors, messages);
  if (reading.errors.empty() != messages.str().empty()) fail("errors without a message", messages.str());
}

inline void check_can_be_built(const features::Experiment& experiment) {
  const Violations violations = network::violations(features::network_of(experiment));
  if (!violations.empty()) fail("an accepted experiment cannot be built", violations.front().parameter);
}

/// Reads an experiment that must have no errors and a file that it names, and checks both. Returns the reading.
template <class ReadBeside>
features::ExperimentReading check_with_file_beside(const char* experiment, ReadBeside&& read_beside) {
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("fuzz.yaml", experiment));
  if (!reading.errors.empty()) fail("the fuzz target's own experiment is refused", to_string(reading.errors.front()));
  read_beside(reading);
  check_meaning(reading);
  check_messages(reading);
  if (reading.errors.empty()) check_can_be_built(reading.experiment);
  return reading;
}

}  // namespace slackline::fuzz
