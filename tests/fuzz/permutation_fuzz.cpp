// libFuzzer target: whatever bytes a file of a permutation holds, its reader answers with errors, or with a network that
// can be built. scripts/fuzz runs it.
#include "testbench/workloads/traffic/permutation_file.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline;

constexpr const char* four_hosts = R"(schema_version: 1
topology: { size: [2, 2] }
traffic: { pattern: permutation, permutation_file: permutation.txt }
)";

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_with_file_beside(four_hosts, [&](features::ExperimentReading& reading) {
    features::read_permutation(reading, fuzz::source_of("permutation.txt", data, size));
  });
  return 0;
}
