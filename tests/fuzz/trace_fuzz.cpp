// libFuzzer target: whatever bytes a trace holds, its reader answers with errors, or with a program that four hosts can
// run: as far as it gets in a few thousand cycles. scripts/fuzz runs it, for each of the two formats.
#include "rtl_models/network/fabric.hpp"
#include "testbench/workloads/replay/program/replay.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline;

constexpr const char* four_hosts = R"(schema_version: 1
clock: { period: 1 ns }
topology: { kind: single_switch, hosts_per_switch: 4 }
traffic: { trace: trace.txt, eager: 64 B }
)";

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const features::ExperimentReading reading =
      fuzz::check_with_file_beside(four_hosts, [&](features::ExperimentReading& read) {
        trace_file::read_trace(read, {fuzz::source_of("trace.txt", data, size)});
      });
  if (!reading.errors.empty()) return 0;
  network::Fabric fabric(network::elaborate(features::network_of(reading.experiment)));
  fabric.run_until(Cycle(5000));
  const auto& replay = dynamic_cast<const replay::Replay&>(*fabric.netlist().workloads[0].program);
  const replay::Answers answers = replay.answers(fabric.now(), !replay.finished() && replay.is_idle());
  for (const replay::RankAnswer& rank : answers.ranks)
    if (rank.messages_received > answers.messages) fuzz::fail("more messages received than sent", "");
  return 0;
}
