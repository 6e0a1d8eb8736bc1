// libFuzzer target: whatever bytes a configuration holds, the reader answers with faults, or with an experiment that can
// be written out, read again with the same meaning, and built. scripts/fuzz runs it.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "testbench/config/experiment_network.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/reader.hpp"
#include "testbench/config/resolved.hpp"

using namespace slackline;
using namespace slackline::config;

namespace {

constexpr std::uint64_t most_hosts = 4096;  // a larger network is as good a test, and a slow one

[[noreturn]] void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

Reading judged(const std::string& name, const std::string& text) {
  Reading reading = read_experiment(std::make_shared<const Source>(name, text));
  const bool small = hosts_of(reading.experiment) <= most_hosts;
  if (small || reading.experiment.links.empty()) check_meaning(reading);
  return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Reading reading = judged("fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size));
  std::ostringstream messages;
  print(reading.faults, messages);
  if (reading.faults.empty() != messages.str().empty()) fail("faults without a message", messages.str());
  const Experiment& experiment = reading.experiment;
  if (!reading.faults.empty() || hosts_of(experiment) > most_hosts || !experiment.traffic.permutation_file.empty())
    return 0;
  const std::string resolved = resolved_yaml(reading, ".");
  const Reading again = judged("resolved.yaml", resolved);
  if (!again.faults.empty())
    fail("a resolved experiment is refused", to_string(again.faults.front()) + "\n" + resolved);
  for (const Key& key : key_table())
    if (key.bearing == Bearing::result &&
        to_string(value_of(key, again.experiment)) != to_string(value_of(key, experiment)))
      fail("a resolved experiment reads back differently", std::string(key.path) + "\n" + resolved);
  const Violations violations = network::violations(network_of(experiment));
  if (!violations.empty()) fail("an accepted experiment cannot be built", violations.front().parameter);
  return 0;
}
