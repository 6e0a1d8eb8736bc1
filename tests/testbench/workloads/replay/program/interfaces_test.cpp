// Programs whose messages network interfaces carry, on one switch.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "testbench/settings/input_error.hpp"
#include "tests/support/skip.hpp"
#include "tests/testbench/workloads/replay/program/programs.hpp"

using namespace slackline;
using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

const std::string message_of_800_bytes = "0 init\n0 send 1 7 800\n0 compute 5\n1 init\n1 recv 0 7 800\n";

}  // namespace

TEST_CASE("a message goes to the interface whole, and ends sender's and receiver's calls by its completions") {
  network::Fabric fabric(network::elaborate(network_replaying(message_of_800_bytes, {}, Hosts::interfaces)));
  const replay::Replay& replay = replay_of(fabric);
  const auto run_until = [&](auto&& condition) {
    while (!condition() && fabric.now() < Cycle(5000)) fabric.run_until(fabric.now() + 1);
    return fabric.now().value - 1;
  };
  const auto host = [&](std::size_t i) { return fabric.interface_state(i).host; };
  REQUIRE(run_until([&] { return host(0).packets_sent == 1; }) == 0);
  CHECK(host(0).flits_sent == 100);
  const std::uint64_t told = run_until([&] { return host(0).told == 1; });
  const std::uint64_t done = run_until([&] { return host(1).packets_received == 1; });
  run_until([&] { return replay.finished(); });
  const replay::Answers a = replay.answers(fabric.now(), false);
  REQUIRE(a.finished);
  CHECK(told > 100);  // DMA takes in a word a cycle
  CHECK(done > told);
  CHECK(tally(a, 0, replay::Call::send).cycles == told + 1);
  CHECK(a.ranks[0].times.end == told + 1 + 5);
  CHECK(tally(a, 1, replay::Call::recv).cycles == done + 1);
  CHECK(a.cycles == done + 1);
  CHECK(fabric.interface_state(0).nic.send.packets == 13);  // of 8 words
}

TEST_CASE("a program does the same through interfaces as without, and what handlers cost makes it slower") {
  std::string trace;
  for (unsigned r = 0; r < 6; ++r) {
    const auto line = [&](const std::string& call) { trace += std::to_string(r) + ' ' + call + '\n'; };
    line("init");
    line("compute " + std::to_string(40 * r));
    line("irecv " + std::to_string((r + 5) % 6) + " 1 500");
    line("isend " + std::to_string((r + 1) % 6) + " 1 500");
    line("waitall");
    line("allreduce 40 10");
    line("sendrecv 64 " + std::to_string(r ^ 1u) + " 64 " + std::to_string(r ^ 1u));
    line("alltoall 700 700");
  }
  const std::vector<std::string> eager{"traffic.eager=600 B"};  // alltoall asks first
  const replay::Answers bare = replayed(trace, eager);
  const replay::Answers free = replayed(trace, eager, Hosts::interfaces);
  const replay::Answers costly = replayed(trace, {eager[0], "nic.costs=lanai4"}, Hosts::interfaces);
  REQUIRE(bare.finished);
  for (const replay::Answers* a : {&free, &costly}) {
    REQUIRE(a->finished);
    CHECK(a->messages == bare.messages);
    CHECK(a->rendezvous == bare.rendezvous);
    CHECK(a->control_packets == bare.control_packets);
    CHECK(a->never_received == 0);
    for (std::size_t r = 0; r < 6; ++r) {
      CHECK(a->ranks[r].bytes_received == bare.ranks[r].bytes_received);
      CHECK(a->ranks[r].times.computing == bare.ranks[r].times.computing);
    }
    for (std::size_t c = 0; c < bare.sizes.size(); ++c) CHECK(a->sizes[c].messages == bare.sizes[c].messages);
  }
  CHECK(bare.rendezvous == 6 * 5);  // those of alltoall, which are longer than traffic.eager
  CHECK(free.cycles > bare.cycles);
  CHECK(costly.cycles > 2 * free.cycles);
}

TEST_CASE("a program that somebody captured does the same through interfaces as without: IS of the NAS benchmarks",
          "[quick]") {
  const std::filesystem::path folder = "../shared/inputs/traces/nas-is-s16";
  if (!std::filesystem::exists(folder)) {
    skip("no folder " + folder.string());
    return;
  }
  std::string trace;
  for (unsigned rank = 1; rank <= 16; ++rank) {
    std::ifstream file(folder / ("rank-" + std::to_string(rank) + ".txt"));
    trace.append(std::istreambuf_iterator<char>(file), {});
  }
  const replay::Answers bare = replayed(trace), nics = replayed(trace, {"nic.costs=lanai4"}, Hosts::interfaces);
  REQUIRE(bare.finished);
  REQUIRE(nics.finished);
  CHECK(bare.messages == 16 * 11 * (15 + 15 + 4) + 2 * 15 + 15);  // the calls: trace_file/real_traces_test.cpp
  CHECK(nics.messages == bare.messages);
  CHECK(nics.cycles > bare.cycles);
  for (std::size_t r = 0; r < 16; ++r) {
    CHECK(nics.ranks[r].bytes_received == bare.ranks[r].bytes_received);
    CHECK(nics.ranks[r].times.computing == bare.ranks[r].times.computing);
  }
}

TEST_CASE("messages that fill the host queue wait for it, and none is lost") {
  std::string trace = "0 init\n1 init\n";
  for (unsigned i = 0; i < 40; ++i) trace += "0 isend 1 7 8\n1 irecv 0 7 8\n";
  trace += "0 waitall\n1 waitall\n";
  const replay::Answers a =
      replayed(trace, {"nic.host_queue=1", "nic.window=1", "nic.costs=lanai4"}, Hosts::interfaces);
  REQUIRE(a.finished);
  CHECK(a.messages == 40);
  CHECK(a.ranks[1].messages_received == 40);
}

TEST_CASE("what does not go together with a trace and network interfaces is refused", "[quick]") {
  const auto errors = [](const std::vector<std::string>& options) {
    std::string text;
    for (const settings::InputError& error : replaying(message_of_800_bytes, options, Hosts::interfaces).errors)
      text += settings::to_string(error);
    return text;
  };
  CHECK(errors({}).empty());
  CHECK_THAT(errors({"nic.firmware=echo"}),
             Contains("nic.firmware") && Contains("whose messages end at the host they are for"));
  CHECK_THAT(errors({"nic.firmware=request_response"}), Contains("nic.firmware"));
  CHECK_THAT(errors({"traffic.packet.flits=9"}),
             Contains("traffic.packet.flits") && Contains("use nic.packet_words: firmware cuts messages into packets"));
}
