// libFuzzer target: whatever bytes a file of a schedule holds, its reader answers with errors, or with a schedule that can be
// checked, and written and read back. scripts/fuzz runs it.
#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline;

namespace {

constexpr const char* line_of_switches = R"(schema_version: 1
topology: { kind: mesh, size: [3], hosts_per_switch: 2 }
)";

network::Netlist netlist() {
  const features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("fuzz.yaml", line_of_switches));
  if (!reading.errors.empty())
    fuzz::fail("the fuzz target's own experiment is refused", to_string(reading.errors.front()));
  return features::network_of(reading.experiment);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const network::Netlist network = netlist();
  static const schedule::Paths paths(network);

  features::ExperimentReading reading;
  const auto read = schedule::read_csv(fuzz::source_of("schedule.csv", data, size), network, reading.errors);
  fuzz::check_messages(reading);
  if (read.has_value() != reading.errors.empty()) fuzz::fail("both a schedule and errors, or neither", "");
  if (!read) return 0;
  if (schedule::check_dependency(*read).missing > 30) fuzz::fail("more pairs than there are", "");
  if (schedule::check_conflicts(*read, paths, network.channels.size()).lost)
    fuzz::fail("a message arrives nowhere", "");

  const std::string text = to_csv(*read, network);
  settings::InputErrors errors;
  const auto again = schedule::read_csv(std::make_shared<const settings::Source>("again.csv", text), network, errors);
  if (!again || !(again->messages == read->messages)) fuzz::fail("what is written is not what was read", text);
  return 0;
}
