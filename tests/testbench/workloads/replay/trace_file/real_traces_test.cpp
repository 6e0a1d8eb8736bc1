// Traces of real programs, read in place and replayed on one switch: every message is delivered and matched.
#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl_models/network/fabric.hpp"
#include "testbench/features/topology/file.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/workloads/replay/program/replay.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"
#include "tests/support/skip.hpp"

using namespace slackline;

namespace {

/// Empty if there is no such file: the test is skipped.
std::string input(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(SLACKLINE_SOURCE_FOLDER) / "../shared/inputs" / name;
  if (std::filesystem::exists(path)) return path.string();
  test::skip("no ../shared/inputs/" + name);
  return "";
}

std::string single_switch(unsigned hosts) {
  return "{ kind: single_switch, hosts_per_switch: " + std::to_string(hosts) + " }";
}
std::string file(const std::string& name) { return "{ kind: file, file: \"" + name + "\" }"; }

/// `traffic`: more of its keys, and `others`: more lines of the experiment.
replay::Answers replayed(const std::string& trace, const std::string& topology, unsigned flit_bits,
                         const std::string& traffic = "", const std::string& others = "") {
  const std::string text = "schema_version: 1\nclock: { period: 1 ns }\ntopology: " + topology +
                           "\nlink: { flit_bits: " + std::to_string(flit_bits) + " }\ntraffic: { trace: \"" + trace +
                           "\", packet: { flits: 33 }" + traffic + " }\n" + others;
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("test.yaml", text));
  features::read_fabric_file(reading);
  trace_file::read_trace(reading);
  features::check_meaning(reading);
  for (const settings::InputError& error : reading.errors) UNSCOPED_INFO(settings::to_string(error));
  REQUIRE(reading.errors.empty());
  network::Fabric fabric(network::elaborate(features::network_of(reading.experiment)));
  const auto& replay = dynamic_cast<const replay::Replay&>(*fabric.netlist().workloads[0].program);
  for (Cycle end(1000); !replay.finished() && end < Cycle(1ull << 40); end = Cycle(end.value * 2))
    fabric.run_until(end);
  return replay.answers(fabric.now(), false);
}

std::uint64_t arrived(const replay::Answers& answers) {
  std::uint64_t messages = 0;
  for (const replay::SizeClass& size : answers.sizes) messages += size.messages;
  return messages;
}

/// Every rank has finished, and every message was delivered and matched.
void check_whole(const replay::Answers& answers, std::size_t ranks) {
  CHECK(answers.finished);
  CHECK(answers.ranks.size() == ranks);
  CHECK(answers.never_received == 0);
  CHECK(arrived(answers) == answers.messages);
}

}  // namespace

TEST_CASE("NAS IS, class S, of 16 ranks is replayed from a list of files on one switch", "[quick]") {
  const std::string trace = input("traces/nas-is-s16/is_S_16.trace");
  if (trace.empty()) return;
  const replay::Answers a = replayed(trace, single_switch(16), 64);
  check_whole(a, 16);
  // 11 iterations of alltoall and alltoallv to 15 others, 11 allreduces of 4 rounds and 2 reduces, 15 messages.
  CHECK(a.messages == 16 * 11 * (15 + 15 + 4) + 2 * 15 + 15);
}

TEST_CASE("NAS IS carries the same data by each alltoall and permutation, over wormhole and packet switches",
          "[quick]") {
  const std::string trace = input("traces/nas-is-s16/is_S_16.trace");
  if (trace.empty()) return;
  const replay::Answers first = replayed(trace, single_switch(16), 64);
  const std::string in_pieces = "shuffle, piece: 512 B";
  for (const char* const switches : {"", "switch: { kind: packet, packet: { pause_at: 40 } }\n"})
    for (const std::string& algorithm : {std::string("pairwise"), std::string("linear"), in_pieces})
      for (const char* const permutation : {"shift", "xor", "edge_colour"}) {
        INFO(switches << algorithm << ", " << permutation);
        const replay::Answers a =
            replayed(trace, single_switch(16), 64,
                     ", collectives: { alltoall: " + algorithm + ", permutation: " + permutation + " }", switches);
        check_whole(a, 16);
        // Each of the 11 alltoallv has messages of 836 B to 1236 B, in 2 or 3 pieces.
        if (algorithm == in_pieces)
          CHECK(a.messages > first.messages + 16 * 11 * 15);
        else
          CHECK(a.messages == first.messages);
        for (std::size_t r = 0; r < 16; ++r) {
          CHECK(a.ranks[r].bytes_received == first.ranks[r].bytes_received);
          CHECK(a.ranks[r].times.computing == first.ranks[r].times.computing);
        }
      }
}

TEST_CASE("a trace of 32 ranks is replayed from a folder of files on one switch", "[quick]") {
  const std::string trace = input("traces/ti-32ranks");
  if (!trace.empty()) check_whole(replayed(trace, single_switch(32), 4096), 32);
}

TEST_CASE("both programs finish on the fabric of a production cluster") {
  const std::string x5 = input("topologies/psmn-x5/X5.topofile"), nas = input("traces/nas-is-s16/is_S_16.trace"),
                    other = input("traces/ti-32ranks");
  if (x5.empty() || nas.empty() || other.empty()) return;
  check_whole(replayed(nas, file(x5), 64), 16);
  check_whole(replayed(other, file(x5), 4096), 32);
}
