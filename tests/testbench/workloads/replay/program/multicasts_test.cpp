// Programs whose collective calls are multicasts of network interfaces, on one switch.
#include <array>
#include <catch2/catch.hpp>

#include "testbench/run/network.hpp"
#include "testbench/settings/input_error.hpp"
#include "tests/testbench/workloads/replay/program/programs.hpp"

using namespace slackline;
using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

using Options = std::vector<std::string>;

/// `more`: after what makes a call by multicast possible.
Options with_firmware(const Options& more) {
  Options options{"nic.firmware=multicast"};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// To the end, with no message that a host did not expect.
replay::Answers run(const std::string& trace, const Options& more) {
  network::Fabric fabric(network::elaborate(network_replaying(trace, with_firmware(more), Hosts::interfaces)));
  const replay::Replay& replay = replay_of(fabric);
  for (Cycle end(1000); !replay.finished() && end < Cycle(1'000'000); end = Cycle(end.value * 2)) fabric.run_until(end);
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    CHECK_FALSE(fabric.interface_state(i).host.errors.any());
  return replay.answers(fabric.now(), false);
}

/// Ranks that compute for different times, get a long message from rank 2, and then a short one from it, which may
/// overtake; and call each other.
std::string six_ranks() {
  std::string trace;
  for (unsigned r = 0; r < 6; ++r) {
    const auto line = [&](const std::string& call) { trace += std::to_string(r) + ' ' + call + '\n'; };
    line("init");
    line("compute " + std::to_string(r == 2 ? 3000 : 40 * r));
    line("bcast 5000 2");
    if (r == 2)
      for (unsigned to : {0, 1, 3, 4, 5}) line("send " + std::to_string(to) + " 7 8");
    else
      line("recv 2 7 8");
    line("allreduce 40 10");
    line("bcast 0 " + std::to_string(5));
  }
  return trace;
}

std::string errors_of(const Options& options, Hosts hosts = Hosts::interfaces) {
  std::string text;
  for (const settings::InputError& error : replaying(six_ranks(), options, hosts).errors)
    text += settings::to_string(error);
  return text;
}

}  // namespace

TEST_CASE("a bcast by multicast brings one message to each rank, and none goes on before it has come",
          "[multicast][quick]") {
  const replay::Answers a = run(six_ranks(), {"traffic.collectives.bcast=multicast"});
  REQUIRE(a.finished);
  CHECK(a.multicasts == 2);
  CHECK(a.never_received == 0);
  REQUIRE(a.trees);
  CHECK(a.trees->algorithm == "wrap_around");
  CHECK(a.trees->trees == 2);  // of rank 2 and of rank 5
  const replay::Answers binomial = run(six_ranks(), {});
  REQUIRE(binomial.finished);
  CHECK_FALSE(binomial.trees);
  CHECK(binomial.multicasts == 0);
  CHECK(a.messages == binomial.messages);
  CHECK(a.ranks[2].bytes_sent == 5 * (5000 + 8) + 40);  // in an allreduce of 6 ranks it only gives its part to rank 3
  for (std::size_t r = 0; r < 6; ++r) {
    INFO("rank " << r);
    CHECK(a.ranks[r].messages_received == binomial.ranks[r].messages_received);
    CHECK(a.ranks[r].bytes_received == binomial.ranks[r].bytes_received);
    CHECK(a.ranks[r].times.computing == binomial.ranks[r].times.computing);
    CHECK(tally(a, r, replay::Call::bcast).calls == 2);
    // Nobody has the message before rank 2 has computed, and 625 words have passed to and from a network interface.
    if (r != 2) CHECK(40 * r + tally(a, r, replay::Call::bcast).cycles > 3000 + 2 * 625);
  }
}

TEST_CASE("each algorithm brings the messages of collective calls to all ranks", "[multicast]") {
  const replay::Answers binomial = run(six_ranks(), {});
  for (const char* algorithm :
       {"unicasts", "ring", "returning_ring", "bus", "up_down", "wrap_around", "ordered_path", "ordered_tree"})
    for (const char* order : {"shortest", "numbers"}) {
      INFO(algorithm << ", " << order);
      const replay::Answers a =
          run(six_ranks(), {"traffic.collectives.bcast=multicast", "traffic.collectives.allreduce=multicast",
                            std::string("traffic.collectives.multicast.algorithm=") + algorithm,
                            std::string("traffic.collectives.multicast.order=") + order, "traffic.mapping=random"});
      REQUIRE(a.finished);
      CHECK(a.multicasts == 3);
      CHECK(a.messages == 2 * 5 + 5 + 2 * 5);
      CHECK(a.trees->algorithm == algorithm);
      for (std::size_t r = 0; r < 6; ++r) {
        CHECK(a.ranks[r].times.computing == binomial.ranks[r].times.computing);
        CHECK(a.ranks[r].bytes_received >= (r == 2 ? 0u : 5000u + 8) + (r == 0 ? 0u : 40u));
      }
    }
}

TEST_CASE("the hosts of all ranks are a group, to which those of roots send", "[multicast][quick]") {
  const auto traffic_of = [](const std::string& order) {
    const network::Netlist netlist = network_replaying(
        six_ranks(),
        with_firmware({"traffic.collectives.bcast=multicast", "traffic.collectives.multicast.order=" + order}),
        Hosts::interfaces);
    return *dynamic_cast<const replay::Replay&>(*netlist.workloads.at(0).program).group_traffic();
  };
  const multicast::GroupTraffic shortest = traffic_of("shortest");
  REQUIRE(shortest.groups->size() == 1);
  CHECK(shortest.groups->front().members == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
  for (std::uint32_t host = 0; host < 16; ++host)
    CHECK(shortest.groups_of.at(host).size() == (host == 2 || host == 5 ? 1 : 0));
  CHECK(shortest.words == (5000 + 0) / 2 / 8 + 1);  // the mean of two messages, in words of 8 bytes
  CHECK(shortest.order.empty());
  const multicast::GroupTraffic numbers = traffic_of("numbers");
  REQUIRE(numbers.order.size() == 16);
  for (std::uint32_t host = 0; host < 16; ++host) CHECK(numbers.order[host] == host);
}

TEST_CASE("branching limits the copies that a host sends of a collective call", "[multicast]") {
  const Options by{"traffic.collectives.bcast=multicast", "nic.costs=lanai4"};
  const replay::Answers any = run(six_ranks(), by);
  const replay::Answers path = run(six_ranks(), {by[0], by[1], "traffic.collectives.multicast.branching=1"});
  CHECK(any.trees->branching > 1);
  CHECK(path.trees->branching == 1);
  CHECK(path.trees->depth == 5);
  CHECK(path.finished);
}

TEST_CASE("a rank that has sent a multicast goes on when its message has left, before the others have it",
          "[multicast]") {
  network::Fabric fabric(network::elaborate(network_replaying(
      "0 init\n0 bcast 800 0\n1 init\n1 bcast 800 0\n2 init\n2 bcast 800 0\n",
      with_firmware({"traffic.collectives.bcast=multicast", "traffic.collectives.multicast.algorithm=ring"}),
      Hosts::interfaces)));
  const replay::Replay& replay = replay_of(fabric);
  const auto run_until = [&](auto&& condition) {
    while (!condition() && fabric.now() < Cycle(5000)) fabric.run_until(fabric.now() + 1);
    return fabric.now().value - 1;
  };
  const auto host = [&](std::size_t i) { return fabric.interface_state(i).host; };
  run_until([&] { return host(0).packets_sent == 2; });
  CHECK_THAT(replay.answers(fabric.now(), true).stuck.at(0).waits_for,
             Contains("bcast (trace.txt:2) for the other ranks to take its message, since cycle 0"));
  const std::uint64_t told = run_until([&] { return host(0).told == 2; });
  const std::uint64_t first = run_until([&] { return host(1).packets_received == 1; });
  const std::uint64_t last = run_until([&] { return host(2).packets_received == 1; });
  run_until([&] { return replay.finished(); });
  const replay::Answers a = replay.answers(fabric.now(), false);
  REQUIRE(a.finished);
  CHECK(told < first);
  CHECK(first < last);  // the ring goes from 1 to 2
  CHECK(tally(a, 0, replay::Call::bcast).cycles == told + 1);
  CHECK(tally(a, 1, replay::Call::bcast).cycles == first + 1);
  CHECK(tally(a, 2, replay::Call::bcast).cycles == last + 1);
  CHECK(a.cycles == last + 1);
}

TEST_CASE("a multicast to one rank on one switch takes the cycles that the timing contract says", "[multicast]") {
  for (const std::uint64_t words : {1, 2, 7, 64, 300})
    for (const auto& [link, header, dma] : {std::array<std::uint64_t, 3>{1, 1, 0}, {3, 5, 0}, {2, 4, 10}}) {
      const std::string call = " bcast " + std::to_string(8 * words) + " 0\n";
      std::string trace;
      for (const char* rank : {"0", "1"}) trace.append(rank).append(" init\n").append(rank).append(call);
      const replay::Answers a =
          run(trace, {"traffic.collectives.bcast=multicast", "link.delay=" + std::to_string(link),
                      "switch.delay.header=" + std::to_string(header), "nic.dma.latency=" + std::to_string(dma)});
      INFO(words << " words, links of " << link << ", headers " << header << ", DMA " << dma);
      REQUIRE(a.finished);
      // docs/nic.md. Until its DMA begins: 2 + 1 + 1 + dma. The words come, and the last one's DMA_DONE is handled in 2.
      // Then a head and 8 words of header go before the words of the message, over two links and a switch. After the last
      // one: RX_DONE in 1, its handler 2, DMA 1 + dma and the words, its handler 2, the host 2, and the rank is there.
      const std::uint64_t to_memory = 2 + 1 + 1 + dma + words - 1, to_link = 2 + 1;
      const std::uint64_t last_word = 1 + 8 + words - 1, over_network = 2 * link + header;
      const std::uint64_t to_host = 1 + 2 + 1 + dma + words - 1, to_rank = 2 + 2 + 1;
      const std::uint64_t behind_header = words == 1 ? 1 : 0;  // the handler of RX_HEADER is not over
      CHECK(tally(a, 1, replay::Call::bcast).cycles ==
            to_memory + to_link + last_word + over_network + behind_header + to_host + to_rank);
    }
}

TEST_CASE("calls by multicast need firmware for it, and their keys such calls", "[multicast][quick]") {
  for (const char* call : {"bcast", "allreduce"}) {
    const std::string key = std::string("traffic.collectives.") + call;
    CHECK_THAT(errors_of({key + "=multicast"}),
               Contains(key + ": multicast without firmware for it; use it only with endpoint: nic and nic.firmware: "
                              "multicast"));
    CHECK_THAT(errors_of({key + "=multicast"}, Hosts::generators),
               Contains(key + ": multicast without firmware for it"));
    CHECK(errors_of({key + "=multicast", "nic.firmware=multicast"}).empty());
    CHECK(errors_of({key + "=multicast", "nic.firmware=multicast", "traffic.collectives.multicast.algorithm=bus"})
              .empty());
  }
  CHECK_THAT(errors_of({"nic.firmware=multicast", "traffic.collectives.multicast.algorithm=bus"}),
             Contains("traffic.collectives.multicast.algorithm: has no effect without a call by multicast"));
  CHECK_THAT(errors_of({"nic.firmware=multicast", "traffic.collectives.bcast=multicast",
                        "traffic.collectives.multicast.algorithm=ring", "traffic.collectives.multicast.branching=2"}),
             Contains("traffic.collectives.multicast.branching: has no effect with algorithm: ring; use it only with "
                      "algorithm: up_down, wrap_around or ordered_tree"));
  CHECK_THAT(errors_of({"traffic.collectives.bcast=pairwise"}), Contains("binomial") && Contains("multicast"));
}

TEST_CASE("a network of more hosts than multicasts can have is refused", "[multicast]") {
  const Options options{"nic.firmware=multicast", "traffic.collectives.bcast=multicast", "topology.kind=mesh",
                        "topology.hosts_per_switch=1"};
  Options at_most = options, above = options;
  at_most.emplace_back("topology.size=[64, 64]");
  above.emplace_back("topology.size=[64, 65]");
  CHECK_THAT(errors_of(at_most), !Contains("a network of"));
  CHECK_THAT(errors_of(above), Contains("traffic.collectives.bcast: expected another algorithm, or up to 4096 hosts, "
                                        "found multicast (a network of 4160 hosts)"));
}

TEST_CASE("a program of one rank, or without a call by multicast, has no group", "[multicast]") {
  const Options by{"traffic.collectives.bcast=multicast"};
  CHECK(run("0 init\n0 bcast 800 0\n", by).multicasts == 0);
  const replay::Answers a = run("0 init\n0 send 1 7 800\n1 init\n1 recv 0 7 800\n", by);
  CHECK(a.finished);
  CHECK_FALSE(a.trees);
}

TEST_CASE("a program whose network does not know the group of its multicasts is refused", "[multicast][quick]") {
  const features::ExperimentReading reading =
      replaying(six_ranks(), with_firmware({"traffic.collectives.bcast=multicast"}), Hosts::interfaces);
  CHECK_THROWS_WITH(network::elaborate(features::network_of(reading.experiment)), Contains("groups = none: expected "));
}
