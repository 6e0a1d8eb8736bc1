// libFuzzer target: whatever bytes a file of routes holds, its reader answers with errors, or with tables that lead from
// every host to every other. scripts/fuzz runs it.
#include "testbench/features/routing/route_file.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline;

// Any number of classes divides the virtual channels.
constexpr const char* ring_of_three = R"(schema_version: 1
topology: { kind: ring, size: [3] }
routing: { kind: table, table_file: routes.csv }
switch: { virtual_channels: 12 }
)";

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_with_file_beside(ring_of_three, [&](features::ExperimentReading& reading) {
    features::read_routes(reading, fuzz::source_of("routes.csv", data, size));
  });
  return 0;
}
