// Programs on one switch: the waits of their ranks, and the reports about them.
#include <catch2/catch.hpp>

#include "testbench/settings/input_error.hpp"
#include "testbench/workloads/replay/build.hpp"
#include "tests/support/link_windows.hpp"
#include "tests/testbench/workloads/replay/program/programs.hpp"

using namespace slackline;
using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

std::string each_rank(unsigned ranks, const std::string& calls) {
  std::string trace;
  for (unsigned r = 0; r < ranks; ++r) {
    const std::string rank = std::to_string(r) + ' ';
    trace += rank;
    for (const char c : calls) trace += c == '\n' ? "\n" + rank : std::string(1, c);
    trace += '\n';
  }
  return trace;
}

}  // namespace

TEST_CASE("isend and irecv return at once, wait and waitall wait") {
  const replay::Answers a = replayed(
      "0 init\n0 isend 1 7 800\n0 compute 500\n0 wait 0 1 7\n"
      "1 init\n1 irecv 0 7 800\n1 irecv 0 8 8\n1 compute 10\n1 waitall\n0 send 1 8 8\n");
  REQUIRE(a.finished);
  CHECK(tally(a, 0, replay::Call::isend).cycles == 0);
  CHECK(tally(a, 0, replay::Call::wait).cycles == 0);
  CHECK(tally(a, 1, replay::Call::waitall).cycles == a.ranks[1].times.end - 10);
  CHECK(a.ranks[1].times.end == 500 + 5);
  CHECK(a.messages == 2);
  CHECK(a.never_received == 0);
}

TEST_CASE("a test takes no time and leaves unfinished requests to the wait, which does not wait for finished ones") {
  const auto end = [](const std::string& computing_0, const std::string& calls_of_1) {
    const replay::Answers a =
        replayed("0 init\n0 compute " + computing_0 + "\n0 send 1 7 8\n1 init\n1 irecv 0 7 8\n" + calls_of_1);
    REQUIRE(a.finished);
    return a.ranks[1].times.end;
  };
  CHECK(end("100", "1 test 0 1 7\n1 compute 50\n1 wait 0 1 7\n1 test 0 1 7\n") == 105);
  CHECK(end("0", "1 compute 100\n1 test 0 1 7\n1 wait 0 1 7\n") == 100);
  // A request that a test has found done is over: the wait is for the next message.
  const replay::Answers again = replayed(
      "0 init\n0 send 1 7 8\n0 compute 200\n0 send 1 7 8\n"
      "1 init\n1 irecv 0 7 8\n1 compute 100\n1 test 0 1 7\n1 irecv 0 7 8\n1 wait 0 1 7\n");
  // A message of one word and a head leaves in 2 cycles, and arrives 5 cycles after the second call to send it.
  CHECK(again.ranks[1].times.end == 2 + 200 + 5);
}

TEST_CASE("receives from any source take the first message", "[quick]") {
  const replay::Answers a = replayed(
      "0 init\n0 recv -555 -444 8\n0 recv -333 3 8\n"
      "1 init\n1 compute 50\n1 send 0 3 8\n2 init\n2 send 0 9 8\n");
  REQUIRE(a.finished);
  CHECK(a.ranks[0].times.end == 55);
}

TEST_CASE("a rank sends to itself without the network, and exchanges in both directions at once", "[quick]") {
  const replay::Answers a = replayed(each_rank(1, "init\nirecv 0 1 8\nsend 0 1 8\nwait 0 0 1"));
  REQUIRE(a.finished);
  CHECK(a.cycles == 0);
  const replay::Answers b = replayed("0 init\n0 sendrecv 8 1 8 1\n1 init\n1 sendrecv 8 0 8 0\n");
  REQUIRE(b.finished);
  CHECK(b.cycles == 5);
}

TEST_CASE("every collective call ends, with every number of ranks and every algorithm", "[quick]") {
  for (unsigned ranks = 1; ranks <= 16; ++ranks) {
    std::string counts;
    for (unsigned r = 0; r < ranks; ++r) counts += " 5";
    std::string calls = "init\nbarrier\nbcast 100 0\nreduce 100 50 0\nallreduce 100 50\nalltoall 9 9\n";
    calls.append("alltoallv 9").append(counts).append(" 9").append(counts);
    calls.append("\ngather 7 7 0\nscatter 7 7 0\nallgather 7 7\ngatherv 5").append(counts).append(" 0\n");
    calls.append("scatterv").append(counts).append(" 5 0\nallgatherv 5").append(counts);
    calls.append("\nreducescatter").append(counts).append(" 11\nfinalize");
    INFO(ranks << " ranks");
    std::vector<std::vector<std::string>> all{
        {},
        {"traffic.eager=0", "traffic.collectives.barrier=recursive_doubling", "traffic.collectives.bcast=linear",
         "traffic.collectives.reduce=linear", "traffic.collectives.allreduce=ring",
         "traffic.collectives.alltoall=linear", "traffic.collectives.gather=linear",
         "traffic.collectives.allgather=recursive_doubling", "traffic.collectives.scatter=linear"},
        {"traffic.collectives.alltoall=shuffle", "traffic.collectives.piece=2 B"}};
    if ((ranks & (ranks - 1)) == 0) all.push_back({"traffic.collectives.permutation=xor"});
    if (ranks % 2 == 0)
      all.push_back({"traffic.collectives.permutation=edge_colour", "traffic.collectives.alltoall=shuffle"});
    for (const std::vector<std::string>& options : all) {
      const replay::Answers a = replayed(each_rank(ranks, calls), options);
      CHECK(a.finished);
      CHECK(a.never_received == 0);
      CHECK(a.ranks[0].times.computing == 50 + 50 + 11);
    }
  }
}

namespace {

/// Messages that each rank has handed over in an alltoall to which the last one comes late.
std::vector<std::uint64_t> begun(unsigned ranks, const std::vector<std::string>& options) {
  const std::string late = std::to_string(ranks - 1) + " compute 1000\n";
  network::Fabric fabric(
      elaborate(network_replaying(each_rank(ranks, "init") + late + each_rank(ranks, "alltoall 8 8"), options)));
  fabric.run_until(Cycle(900));
  std::vector<std::uint64_t> messages;
  for (const replay::RankAnswer& rank : replay_of(fabric).answers(fabric.now(), false).ranks)
    messages.push_back(rank.messages_sent);
  return messages;
}

}  // namespace

TEST_CASE("in a pairwise alltoall each rank waits in the step in which its partner is late, in others at the end",
          "[quick]") {
  using Messages = std::vector<std::uint64_t>;
  const std::string permutation = "traffic.collectives.permutation=", algorithm = "traffic.collectives.alltoall=";
  // By shift ranks 0 and 1 receive from rank 3 in steps 1 and 2, and rank 2 from rank 0 in step 2.
  CHECK(begun(4, {}) == Messages{1, 2, 2, 0});
  // Rank 2 meets rank 3 in step 1, and the others meet the two in step 2.
  CHECK(begun(4, {permutation + "xor"}) == Messages{2, 2, 1, 0});
  CHECK(begun(4, {permutation + "edge_colour"}) == Messages{2, 2, 1, 0});
  for (const char* const word : {"shift", "xor", "edge_colour"})
    for (const char* const at_once : {"linear", "shuffle"})
      CHECK(begun(4, {permutation + word, algorithm + at_once}) == Messages{3, 3, 3, 0});
}

TEST_CASE("a reordered alltoall goes by numbers that are dealt out to the switches of the ranks", "[quick]") {
  using Messages = std::vector<std::uint64_t>;
  const std::vector<std::string> three_switches{"topology.kind=star_of_stars", "topology.arity=3",
                                                "topology.hosts_per_switch=2"};
  CHECK(begun(6, three_switches) == Messages{1, 2, 2, 3, 3, 0});
  // The numbers of ranks 0 to 5 are 0, 3, 1, 4, 2 and 5.
  std::vector<std::string> reordered = three_switches;
  reordered.emplace_back("traffic.collectives.reorder=true");
  CHECK(begun(6, reordered) == Messages{1, 3, 2, 3, 2, 0});
}

TEST_CASE("ranks that wait for ever are named with the reason") {
  const replay::Answers a =
      replayed("0 init\n0 recv 1 6 8\n1 init\n1 send 0 5 100\n1 irecv 0 3 8\n1 wait 0 1 3\n2 init\n2 barrier\n",
               {"traffic.eager=10 B"});
  CHECK_FALSE(a.finished);
  REQUIRE(a.stuck.size() == 3);
  CHECK(a.stuck[0].waits_for == "recv (trace.txt:2) for a message of rank 1, tag 6, since cycle 0");
  CHECK(a.stuck[1].waits_for == "send (trace.txt:4) for rank 0 to take its message, tag 5, since cycle 0");
  CHECK_THAT(a.stuck[2].waits_for, Contains("barrier (trace.txt:8) for a message of rank 1"));
  CHECK(a.never_received == 2);  // that of rank 1, and the barrier's of rank 2
}

TEST_CASE("messages are reported by size", "[quick]") {
  const replay::Answers a = replayed("0 init\n0 send 1 0 100\n0 send 1 0 64\n1 init\n1 recv 0 0 100\n1 recv 0 0 64\n");
  const replay::SizeClass& size = a.sizes[replay::size_class_of(100)];
  CHECK(replay::size_class_of(0) == 0);
  CHECK(replay::size_class_of(1) == 1);
  CHECK(replay::size_class_of(64) == replay::size_class_of(127));
  CHECK(size.messages == 2);
  CHECK(size.bytes == 164);
  CHECK(size.packets == 3);
  CHECK(size.latency.least() == 3 + 9);  // handed over when the first one has left
  CHECK(size.latency.most() == 3 + 15);
}

TEST_CASE("a mapping gives the host of each rank") {
  const std::string trace = each_rank(3, "init\nbarrier");
  const auto hosts = [&](const std::vector<std::string>& options) {
    std::vector<std::uint32_t> all;
    for (const replay::RankAnswer& rank : replayed(trace, options).ranks) all.push_back(rank.host);
    return all;
  };
  CHECK(hosts({}) == std::vector<std::uint32_t>{0, 1, 2});
  const std::vector<std::string> mesh{"topology.kind=mesh", "topology.size=[2, 2]", "topology.hosts_per_switch=2",
                                      "traffic.mapping=round_robin"};
  CHECK(hosts(mesh) == std::vector<std::uint32_t>{0, 2, 4});
  const std::vector<std::uint32_t> random = hosts({"traffic.mapping=random"});
  CHECK(random != hosts({"traffic.mapping=random", "run.seed=2"}));
  CHECK(random == hosts({"traffic.mapping=random"}));
}

TEST_CASE("keys that do not fit a trace, and keys that need one, are refused") {
  const auto errors = [](const std::vector<std::string>& options, const std::string& trace = "0 init\n") {
    std::string text;
    for (const settings::InputError& error : replaying(trace, options).errors)
      text += settings::to_string(error) + '\n';
    return text;
  };
  CHECK(errors({}).empty());
  CHECK_THAT(errors({"traffic.load=0.5", "run.relative_error=0.1"}),
             Contains("traffic.load: has no effect with traffic.trace") && Contains("run.relative_error"));
  CHECK_THAT(errors({"traffic.packet.flits=1"}), Contains("at least 2 with traffic.trace"));
  CHECK_THAT(errors({"traffic.mapping=file"}), Contains("traffic.mapping_file: missing"));
  CHECK_THAT(
      errors({"traffic.collectives.piece=10 B"}),
      Contains("traffic.collectives.piece: has no effect with alltoall: pairwise; use it only with alltoall: shuffle"));
  CHECK_THAT(errors({"traffic.collectives.alltoall=shuffle", "traffic.collectives.piece=1 B"},
                    each_rank(3, "init\nalltoall 1000000 1000000")),
             Contains("traffic.collectives.piece: expected at least 2 B, found 1 B (more than 4000000 messages in one "
                      "alltoall of this trace)"));
  CHECK(errors({"traffic.collectives.alltoall=shuffle", "traffic.collectives.piece=2 B"},
               each_rank(3, "init\nalltoall 1000000 1000000"))
            .empty());
  const std::string alltoall = "init\nalltoall 9 9";
  CHECK_THAT(errors({"traffic.collectives.permutation=xor"}, each_rank(6, alltoall)),
             Contains("traffic.collectives.permutation: expected a power of two of ranks, or another permutation, "
                      "found xor (6 ranks)"));
  CHECK_THAT(
      errors({"traffic.collectives.permutation=edge_colour"}, each_rank(5, "init\nalltoallv 9 1 2 2 2 2 5 1 1 1 1 1")),
      Contains("expected an even number of ranks, or another permutation, found edge_colour (5 ranks)"));
  CHECK(errors({"traffic.collectives.permutation=xor"}, each_rank(8, alltoall)).empty());  // on 16 hosts
  CHECK(errors({"traffic.collectives.permutation=edge_colour"}, each_rank(1, alltoall)).empty());
  CHECK(errors({"traffic.collectives.permutation=xor"}, each_rank(6, "init\nbarrier")).empty());
  CHECK_THAT(errors({"traffic.collectives.reorder=true"}, each_rank(4, alltoall)),
             Contains("traffic.collectives.reorder: expected false, or ranks at several switches, found true (all "
                      "ranks at one switch)"));
  const auto on_mesh = [&](unsigned ranks, const std::string& mapping) {
    return errors({"topology.kind=mesh", "topology.size=[2, 2]", "topology.hosts_per_switch=2",
                   "traffic.mapping=" + mapping, "traffic.collectives.reorder=true"},
                  each_rank(ranks, alltoall));
  };
  CHECK(on_mesh(6, "linear").empty());
  CHECK_THAT(on_mesh(7, "linear"), Contains("expected false, or the same number of ranks at each switch, found true "
                                            "(ranks at 4 switches, not the same number at each)"));
  CHECK_THAT(on_mesh(8, "round_robin"),
             Contains("expected false, or ranks of a switch with successive numbers, found true "
                      "(ranks of a switch that do not follow one another)"));
  CHECK_THAT(on_mesh(8, "file"), Contains("traffic.mapping_file: missing") && !Contains("reorder"));
  CHECK_THAT(errors({}, each_rank(17, "init")),
             Contains("expected a trace of up to 16 ranks, one for each host of the topology, found ") &&
                 Contains(" (17 ranks)"));
  CHECK_THAT(errors({"traffic.trace="}, ""), Contains("traffic.trace"));
}

TEST_CASE("every link of a network that replays a program is busy, stalled or idle in each cycle") {
  const std::string trace = each_rank(8, "init\nalltoall 100 100\nallreduce 40 10\ncompute 20\nalltoall 30 30");
  for (const Hosts hosts : {Hosts::generators, Hosts::interfaces})
    for (const char* const topology : {"topology.kind=mesh", "topology.kind=torus"})
      for (const char* const cycles_per_flit : {"link.cycles_per_flit=1", "link.cycles_per_flit=3"}) {
        INFO(topology << ' ' << cycles_per_flit);
        require_links_add_up(network_replaying(trace,
                                               {topology, "topology.size=[2, 2]", "topology.hosts_per_switch=2",
                                                "switch.virtual_channels=2", "traffic.eager=200 B", cycles_per_flit},
                                               hosts));
      }
}

TEST_CASE("of a computation that goes on at the end of a run only the cycles before it count") {
  network::Fabric fabric(elaborate(network_replaying("0 init\n0 compute 1000\n0 send 1 7 8\n1 init\n1 recv 0 7 8\n")));
  fabric.run_until(Cycle(400));
  const replay::Answers a = replay_of(fabric).answers(fabric.now(), false);
  CHECK(a.ranks[0].times.end == 400);
  CHECK(a.ranks[0].times.computing == 400);
  CHECK(a.ranks[1].times.computing == 0);
  CHECK(tally(a, 1, replay::Call::recv).cycles == 400);
}
