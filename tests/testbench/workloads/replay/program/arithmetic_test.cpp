// The times of messages by the contract of the network (docs/timing.md): on links of d cycles and a switch that takes
// rd cycles for a header, the last of T flits in a row arrives after 2 d + rd + T cycles.
#include <catch2/catch.hpp>

#include "tests/testbench/workloads/replay/program/programs.hpp"

using namespace slackline;
using namespace slackline::test;

namespace {

constexpr std::uint64_t flit_bytes = 8, packet_bytes = 64;

/// Flits of a message: its data, and a head for every packet.
std::uint64_t flits_of(std::uint64_t bytes) {
  return (bytes + flit_bytes - 1) / flit_bytes + std::max<std::uint64_t>(1, (bytes + packet_bytes - 1) / packet_bytes);
}

std::string one_message(std::uint64_t bytes) {
  return "0 init\n0 send 1 0 " + std::to_string(bytes) + "\n1 init\n1 recv 0 0 " + std::to_string(bytes) + "\n";
}

}  // namespace

TEST_CASE("an eager message between two hosts takes the time of the contract, from 0 B to 1 MB", "[quick]") {
  for (const std::uint64_t bytes : {0, 1, 7, 8, 9, 63, 64, 65, 1000, 4096, 100'000, 1 << 20}) {
    INFO(bytes << " bytes");
    const std::vector<std::string> eager{"traffic.eager=1 MiB"};
    CHECK(replayed(one_message(bytes), eager).cycles == 3 + flits_of(bytes));
    const std::vector<std::string> slow{"traffic.eager=1 MiB", "link.delay=7", "switch.delay.header=5",
                                        "switch.delay.data=2"};
    CHECK(replayed(one_message(bytes), slow).cycles == 2 * 7 + 5 + flits_of(bytes));
  }
}

TEST_CASE("a message by rendezvous takes two control packets more") {
  for (const std::uint64_t bytes : {1, 64, 1000, 1 << 20}) {
    const replay::Answers answers = replayed(one_message(bytes), {"traffic.eager=0"});
    CHECK(answers.cycles == 4 + 4 + 3 + flits_of(bytes));
    CHECK(answers.rendezvous == 1);
    CHECK(answers.control_packets == 2);
  }
}

TEST_CASE("a message is eager up to traffic.eager", "[quick]") {
  CHECK(replayed(one_message(100), {"traffic.eager=100 B"}).rendezvous == 0);
  CHECK(replayed(one_message(101), {"traffic.eager=100 B"}).rendezvous == 1);
}

TEST_CASE("a rank that receives late gets the message at once; overheads are added") {
  const std::string late = "0 init\n0 send 1 0 8\n1 init\n1 compute 1000\n1 recv 0 0 8\n";
  CHECK(replayed(late).ranks[1].times.end == 1000);
  CHECK(replayed(late, {"traffic.receive_overhead=10"}).ranks[1].times.end == 1010);
  // Handed over 20 cycles later, and received after 2 d + rd + 2 flits.
  CHECK(replayed(one_message(8), {"traffic.send_overhead=20", "traffic.receive_overhead=10"}).ranks[1].times.end ==
        20 + 5 + 10);
}

TEST_CASE("a rank spends send_overhead for each message, and receive_overhead for each that it has waited for",
          "[quick]") {
  std::string trace = "0 init\n1 init\n";
  for (unsigned message = 0; message < 3; ++message) trace += "0 isend 1 0 8\n1 recv 0 0 8\n";
  const replay::Answers answers = replayed(trace, {"traffic.send_overhead=20", "traffic.receive_overhead=10"});
  CHECK(answers.ranks[0].times.end == 3 * 20);
  // Each message arrives 5 cycles after it is handed over, when the previous one has been received.
  CHECK(answers.ranks[1].times.end == 3 * 20 + 5 + 10);
}

TEST_CASE("computing takes operations over speed, rounded up to cycles") {
  const std::string compute = "0 init\n0 compute 1000\n0 compute 1.5\n1 init\n";
  CHECK(replayed(compute).ranks[0].times.end == 1002);
  CHECK(replayed(compute, {"traffic.speed=3 Gflop/s"}).ranks[0].times.end == 334 + 1);
  CHECK(replayed(compute, {"traffic.speed=500 Mflop/s", "clock.period=2.5 ns"}).ranks[0].times.end == 800 + 2);
}

TEST_CASE("an alltoall on one switch is bounded below by serialization, and within 5 % of it") {
  constexpr std::uint64_t ranks = 16, bytes = 16384;
  std::string trace;
  for (unsigned r = 0; r < ranks; ++r)
    for (const char* line : {" init\n", " alltoall 16384 16384\n"}) trace += std::to_string(r) + line;
  const std::uint64_t least = (ranks - 1) * flits_of(bytes);
  for (const char* algorithm : {"pairwise", "linear", "shuffle"})
    for (const char* permutation : {"shift", "xor", "edge_colour"}) {
      INFO(algorithm << ", " << permutation);
      const std::uint64_t cycles = replayed(trace, {std::string("traffic.collectives.alltoall=") + algorithm,
                                                    std::string("traffic.collectives.permutation=") + permutation})
                                       .cycles;
      CHECK(cycles >= least);
      CHECK(cycles <= least + least / 20);
    }
}
