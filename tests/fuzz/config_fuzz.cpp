// libFuzzer target: whatever bytes a configuration holds, the reader answers with errors, or with an experiment that can
// be written out, read again with the same meaning, and built. scripts/fuzz runs it.
#include "testbench/run/keys_in_use.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline::features;
using namespace slackline::fuzz;

namespace {

constexpr std::uint64_t most_hosts_built = 4096;  // a larger network is as good a test, and a slow one

ExperimentReading judged(const SourcePtr& file) {
  ExperimentReading reading = read_experiment(file);
  const bool small = hosts_of(reading.experiment) <= most_hosts_built;
  if (small || reading.experiment.link.own.empty()) check_meaning(reading);
  return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ExperimentReading reading = judged(source_of("fuzz.yaml", data, size));
  check_messages(reading);
  const Experiment& experiment = reading.experiment;
  if (!reading.errors.empty() || hosts_of(experiment) > most_hosts_built ||
      !experiment.traffic.permutation_file.empty())
    return 0;
  const std::string resolved = resolved_yaml(reading, ".");
  const ExperimentReading again = judged(std::make_shared<const Source>("resolved.yaml", resolved));
  if (!again.errors.empty())
    fail("a resolved experiment is refused", to_string(again.errors.front()) + "\n" + resolved);
  const KeysInUse is_in_use(experiment);
  for (const Key& key : key_table())  // parameters of a firmware that is not chosen have no meaning
    if (key.bearing == Bearing::result && is_in_use(key) &&
        to_string(value_of(key, again.experiment)) != to_string(value_of(key, experiment)))
      fail("a resolved experiment reads back differently", std::string(key.path) + "\n" + resolved);
  check_can_be_built(experiment);
  return 0;
}
