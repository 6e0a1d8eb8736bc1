// libFuzzer target, one a format of fabrics, and one that finds out the format by itself: whatever bytes a file holds,
// its reader answers with errors, or with a network that can be built and whose names are all different. scripts/fuzz
// runs it.
#include <set>

#include "testbench/features/topology/file.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline;

namespace {

constexpr const char* from_file = R"(schema_version: 1
topology: { kind: file, file: fabric }
)";

void check_names(const topology::GivenNetwork& given) {
  std::set<std::string> names(given.switches.begin(), given.switches.end());
  for (const topology::GivenNetwork::Host& host : given.hosts) names.insert(host.name);
  if (names.size() != given.switches.size() + given.hosts.size()) fuzz::fail("a name twice", given.name);
  for (const std::string& name : names)
    if (name.empty() ||
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != std::string::npos)
      fuzz::fail("no name for a scope of waves", name);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto check = [&](auto... format) {
    fuzz::check_with_file_beside(from_file, [&](features::ExperimentReading& reading) {
      features::read_fabric(reading, fuzz::source_of("fabric", data, size), format...);
      if (reading.experiment.topology.given != nullptr) check_names(*reading.experiment.topology.given);
    });
  };
#ifdef SLACKLINE_FUZZED_FORMATS
  for (const fabric_file::Format format : {SLACKLINE_FUZZED_FORMATS}) check(format);
#else
  check();
#endif
  return 0;
}
