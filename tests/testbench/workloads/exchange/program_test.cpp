#include "testbench/workloads/exchange/program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <vector>

using namespace slackline;
using namespace slackline::exchange;
using features::ExchangeAlgorithm;
using features::ExchangeReceive;
using features::ExchangeSettings;

namespace {

ProgramParams params(std::uint32_t hosts, std::uint64_t packets) {
  ProgramParams p;
  p.hosts.resize(hosts);
  std::iota(p.hosts.begin(), p.hosts.end(), 0);
  p.nodes = hosts;
  p.settings.packets = packets;
  p.hosts_of_switch = hosts / 2;
  return p;
}

/// A network without contention: a packet takes so many cycles on its host's link, and arrives so many after its tail has left.
struct Network {
  std::uint64_t link = 10, latency = 25;
  /// Added for packets of a host.
  std::map<std::uint32_t, std::uint64_t> slow;

  struct Arrival {
    std::uint32_t source, destination;
    std::uint32_t message;
  };
  /// By pair, the numbers of the packets in the order in which they came.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> came;

  Answers run(Program& program, std::uint64_t most = 1'000'000) {
    const std::uint32_t hosts = program.params().nodes;
    std::vector<port::ProgramState> state(hosts);
    std::vector<std::uint64_t> busy(hosts, 0);  // the tail of its packet leaves then
    std::vector<bool> is_busy(hosts, false);
    std::multimap<std::uint64_t, Arrival> arrivals;
    for (std::uint32_t h = 0; h < hosts; ++h) program.begin(NodeId(h), state[h]);
    for (std::uint64_t now = 0; now < most && !program.is_over(Cycle(now)); ++now) {
      for (auto [next, end] = arrivals.equal_range(now); next != end; ++next) {
        PacketRecord record;
        record.source = NodeId(next->second.source);
        record.message = next->second.message;
        came[{record.source.value, next->second.destination}].push_back(record.message);
        program.delivered(NodeId(next->second.destination), record, Cycle(now), state[next->second.destination]);
      }
      for (std::uint32_t h = 0; h < hosts; ++h) {
        port::ProgramState& s = state[h];
        if (!is_busy[h] && s.due <= Cycle(now) && program.load(NodeId(h), Cycle(now), s)) {
          is_busy[h] = true;
          busy[h] = now + link - 1;
        }
        if (!is_busy[h] || busy[h] != now) continue;
        is_busy[h] = false;
        arrivals.insert(
            {now + latency + (slow.count(h) != 0 ? slow[h] : 0), {h, s.packet.destination.value, s.packet.message}});
        program.sent(NodeId(h), Cycle(now), s);
      }
    }
    return program.answers();
  }
};

}  // namespace

TEST_CASE("a shuffled exchange on schedule takes the time of its packets on a link, and a latency", "[quick]") {
  for (const Permutation permutation : {Permutation::shift, Permutation::exclusive_or, Permutation::edge_colour})
    for (const std::uint64_t packets : {1u, 5u}) {
      ProgramParams p = params(8, packets);
      p.settings.permutation = permutation;
      Program program(p);
      Network network;
      const Answers answers = network.run(program);
      CHECK(answers.cycles == packets * 7 * network.link - 1 + network.latency);
      CHECK(answers.taken == packets * 7 * 8);
      CHECK(network.came.size() == 7 * 8);
      for (const auto& [pair, numbers] : network.came) CHECK(numbers.size() == packets);
    }
}

TEST_CASE("the times of a host come before each packet that it sends, and after the last one that it takes",
          "[quick]") {
  ProgramParams p = params(4, 6);
  p.settings.send_cycles = 3;
  p.settings.receive_cycles = 2;
  p.settings.user_cycles = 4;
  Program program(p);
  Network network;
  network.latency = 31;  // packets come while the port sends, when the host has nothing else to do
  const Answers answers = network.run(program);
  CHECK(answers.cycles == 6 * 3 * (network.link + 3) - 1 + network.latency + 2 + 4);
  // A host that cannot keep up decides the time.
  p.settings.user_cycles = 50;
  Program busy(p);
  CHECK(network.run(busy).cycles >= 6 * 3 * (50 + 2));
}

TEST_CASE("a pairwise exchange begins a step when all packets of the one before have been sent and taken", "[quick]") {
  ProgramParams p = params(8, 5);
  p.settings.algorithm = ExchangeAlgorithm::pairwise;
  Program program(p);
  Network network;
  const Answers answers = network.run(program);
  CHECK(answers.cycles == 7 * (5 * network.link + network.latency) - 1);
  CHECK(answers.taken == 5 * 7 * 8);
}

TEST_CASE("a window bounds the packets that a host has ahead, and a window of one has it wait for each", "[quick]") {
  for (const std::uint64_t window : {1u, 2u, 3u, 100u}) {
    ProgramParams p = params(8, 5);
    p.settings.window = window;
    Program program(p);
    Network network;
    const Answers answers = network.run(program);
    CHECK(answers.taken == 5 * 7 * 8);
    CHECK(answers.most_ahead <= static_cast<std::int64_t>(window));
    if (window == 1) {
      CHECK(answers.cycles == 5 * 7 * (network.link + network.latency) - 1);
      CHECK(answers.closed_cycles == 8 * (5 * 7 - 1) * network.latency);
    }
    if (window == 100) CHECK(answers.closed_cycles == 0);
  }
}

TEST_CASE("hosts that wait for the expected packet are held up by a late one, and those that take any are not",
          "[quick]") {
  const auto waiting = [](ExchangeReceive receive) {
    ProgramParams p = params(8, 5);
    p.settings.receive = receive;
    Program program(p);
    Network network;
    network.slow[3] = 500;
    const Answers answers = network.run(program);
    CHECK(answers.taken == 5 * 7 * 8);
    return answers.most_waiting;
  };
  CHECK(waiting(ExchangeReceive::expected) > 6);
  CHECK(waiting(ExchangeReceive::any) <= 2);
}

TEST_CASE("pauses of hosts are drawn with the seed, and delay the exchange", "[quick]") {
  const auto answers = [](std::uint64_t seed) {
    ProgramParams p = params(8, 20);
    p.settings.pause_cycles = 100;
    p.settings.pause_every = 500;
    p.seed = seed;
    Program program(p);
    return Network().run(program);
  };
  const Answers one = answers(1), again = answers(1), other = answers(2);
  CHECK(one.cycles == again.cycles);
  CHECK(one.cycles != other.cycles);
  CHECK(one.pauses > 8);
  CHECK(one.cycles > 20 * 7 * 10 + 100);
  CHECK(one.taken == 20 * 7 * 8);
}

TEST_CASE("hosts that take no part send nothing, and the others have ranks in the order of their numbers", "[quick]") {
  ProgramParams p = params(4, 2);
  p.hosts = {1, 3, 6, 7};
  p.nodes = 9;
  Program program(p);
  Network network;
  CHECK(network.run(program).taken == 2 * 3 * 4);
  for (const auto& [pair, numbers] : network.came) {
    CHECK(std::count(p.hosts.begin(), p.hosts.end(), pair.first) == 1);
    CHECK(std::count(p.hosts.begin(), p.hosts.end(), pair.second) == 1);
  }
}
