#include "testbench/workloads/exchange/program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <vector>

using namespace slackline;
using namespace slackline::exchange;
using features::ExchangeMethod;
using features::ExchangeReceive;
using features::PauseLength;

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

/// A packet that has left a host: edge, source, destination.
using Left = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;

/// A network without contention: a packet takes so many cycles on its host's link, and arrives so many after its tail has left.
struct Network {
  std::uint64_t link = 10, latency = 25;
  /// Hosts have interfaces, which take a packet at once while their link has no more than two to send.
  bool has_interfaces = false;
  /// Added for packets of a host.
  std::map<std::uint32_t, std::uint64_t> slow = {};
  std::set<std::uint32_t> lost = {};  ///< hosts whose packets get lost
  /// Is called after each edge.
  std::function<void(std::uint64_t edge)> look = nullptr;

  std::vector<Left> left = {};  ///< in the order of time

  std::uint64_t arrival_of(std::uint32_t host, std::uint64_t tail) const {
    const auto found = slow.find(host);
    return tail + latency + (found == slow.end() ? 0 : found->second);
  }

  Answers run(Program& program, std::uint64_t most = 200'000) {
    const std::uint32_t hosts = program.params().nodes;
    std::vector<port::ProgramState> state(hosts);
    std::vector<std::uint64_t> tail(hosts, never.value), open(hosts, 0);
    std::multimap<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> arrivals;
    for (std::uint32_t h = 0; h < hosts; ++h) program.begin(NodeId(h), state[h]);
    std::uint64_t now = 0;
    const auto sent = [&](std::uint32_t h, std::uint64_t at_tail) {
      if (lost.count(h) == 0) arrivals.insert({arrival_of(h, at_tail), {h, state[h].packet.destination.value}});
      program.sent(NodeId(h), Cycle(now), state[h]);
    };
    for (; now < most && !program.is_over(Cycle(now)); ++now) {
      for (auto [next, end] = arrivals.equal_range(now); next != end; ++next) {
        PacketRecord record;
        record.source = NodeId(next->second.first);
        program.delivered(NodeId(next->second.second), record, Cycle(now), state[next->second.second]);
      }
      for (std::uint32_t h = 0; h < hosts; ++h) {
        port::ProgramState& s = state[h];
        const bool is_ready = has_interfaces ? open[h] <= now + 2 * link : tail[h] == never.value;
        if (is_ready && s.due <= Cycle(now) && program.load(NodeId(h), Cycle(now), s)) {
          left.emplace_back(now, h, s.packet.destination.value);
          if (has_interfaces) {
            open[h] = std::max(open[h], now) + link;
            sent(h, open[h] - 1);
          } else {
            tail[h] = now + link - 1;
          }
        }
        if (tail[h] != now) continue;
        tail[h] = never.value;
        sent(h, now);
      }
      if (look) look(now);
    }
    ended = now;
    return program.answers(Cycle(now));
  }

  std::uint64_t ended = 0;
};

/// The same exchange by hosts that are looked at in every cycle, without pairs of steps that are worked out later.
class Polled {
 public:
  Polled(const ProgramParams& p, const Network& network)
      : p_(p),
        network_(network),
        orders_(p.settings.permutation, static_cast<std::uint32_t>(p.hosts.size()), reordering_of(p)),
        process_({}, p.settings.pause_every == 0 ? 0 : 1. / static_cast<double>(p.settings.pause_every), 1),
        hosts_(p.hosts.size()) {
    for (std::uint32_t h = 0; h < hosts_.size(); ++h) {
      hosts_[h].waiting.resize(hosts_.size());
      hosts_[h].pauses.stream = RandomStream(mix64(p.seed ^ mix64(0x65786368616e6765)), h, RandomPurpose::arrivals);
      hosts_[h].lengths = RandomStream(mix64(p.seed ^ mix64(0x65786368616e6765)), h, RandomPurpose::lengths);
      hosts_[h].next_pause = process_.first(hosts_[h].pauses).value;
    }
  }

  void run() {
    for (now_ = 0; now_ < 200'000 && !is_over(); ++now_) {
      for (auto [next, end] = arrivals_.equal_range(now_); next != end; ++next) {
        Host& host = hosts_[next->second.second];
        look(next->second.second);  // what it does now anyway is not because of the packet
        ++host.waiting[next->second.first];
        ++host.all_waiting;
        host.woken = now_;
      }
      for (std::uint32_t h = 0; h < hosts_.size(); ++h) cycle(h);
    }
  }

  std::vector<Left> left;
  std::uint64_t cycles = 0;

 private:
  struct Host {
    std::uint64_t sent = 0, left = 0, taken = 0, all_waiting = 0;
    std::int64_t ahead = 0;
    std::vector<unsigned> waiting;
    std::vector<std::uint64_t> queue;  // edges from which on packets may leave
    std::uint64_t busy = 0;            // cycles of work that are left
    bool is_sending = false, has_sent_last = false;
    std::uint64_t woken = never.value, not_before = 0, next_pause = never.value, paused_until = 0;
    generator::ArrivalState pauses;
    RandomStream lengths;
    std::uint64_t tail = never.value, open = 0;
  };

  static Reordering reordering_of(const ProgramParams& p) {
    if (!p.settings.reorders) return {};
    return {p.hosts_of_switch, static_cast<std::uint32_t>(p.hosts.size()) / p.hosts_of_switch};
  }
  std::uint64_t all() const { return p_.settings.packets * (hosts_.size() - 1); }
  bool is_pairwise() const { return p_.settings.method == ExchangeMethod::pairwise; }
  std::uint32_t step(std::uint64_t n) const {
    return 1 + static_cast<std::uint32_t>(is_pairwise() ? n / p_.settings.packets : n % (hosts_.size() - 1));
  }
  bool is_over() const {
    return std::all_of(hosts_.begin(), hosts_.end(),
                       [&](const Host& host) { return host.left == all() && host.taken == all() && host.busy == 0; });
  }
  bool can_send(const Host& host) const {
    if (host.sent == all() || host.queue.size() + host.is_sending >= p_.settings.queue) return false;
    if (is_pairwise()) return step(host.sent) <= step(host.taken);
    return !p_.settings.window || host.ahead < static_cast<std::int64_t>(*p_.settings.window) || host.taken == all();
  }
  bool can_take(std::uint32_t h) const {
    const Host& host = hosts_[h];
    if (host.taken == all() || (is_pairwise() && step(host.taken) > step(host.sent))) return false;
    return p_.settings.receive == ExchangeReceive::any ? host.all_waiting != 0
                                                       : host.waiting[orders_.source(h, step(host.taken))] != 0;
  }
  std::uint64_t length_of_pause(Host& host) const {
    const std::uint64_t mean = p_.settings.pause_cycles;
    if (p_.settings.pause_length == PauseLength::uniform)
      return 1 + host.lengths.below(static_cast<std::uint32_t>(2 * mean - 1));
    return p_.settings.pause_length == PauseLength::fixed
               ? mean
               : GeometricGap(1. / static_cast<double>(mean)).draw(host.lengths);
  }
  /// A pause begins, or goes on.
  bool is_paused(Host& host) const {
    if (now_ == host.next_pause) {
      host.paused_until = now_ + length_of_pause(host);
      host.next_pause = process_.next(host.pauses, Cycle(host.paused_until)).value;
    }
    return now_ < host.paused_until;
  }
  void finish(Host& host) const {
    if (host.busy != 0 || !host.is_sending) return;
    host.is_sending = false;
    host.queue.push_back(std::max(now_, host.not_before));
  }
  void act(std::uint32_t h) {
    Host& host = hosts_[h];
    finish(host);
    while (host.busy == 0 && (can_send(host) || can_take(h))) {
      if (can_take(h) && (host.has_sent_last || !can_send(host))) {
        if (p_.settings.receive == ExchangeReceive::expected) --host.waiting[orders_.source(h, step(host.taken))];
        --host.all_waiting;
        ++host.taken;
        if (host.ahead > 0 || !p_.settings.clamps) --host.ahead;
        host.busy = p_.settings.receive_cycles + p_.settings.user_cycles;
        host.has_sent_last = false;
        if (host.busy == 0) cycles = std::max(cycles, now_);
      } else {
        ++host.sent;
        ++host.ahead;
        host.busy = p_.settings.send_cycles;
        host.has_sent_last = host.is_sending = true;
        host.not_before = host.woken == never.value ? 0 : host.woken + 1;
        finish(host);
      }
    }
  }
  /// False: it is paused.
  bool look(std::uint32_t h) {
    finish(hosts_[h]);  // work that ends as a pause begins
    if (is_paused(hosts_[h])) return false;
    act(h);
    return true;
  }
  void cycle(std::uint32_t h) {
    Host& host = hosts_[h];
    const bool paused = !look(h);
    const bool is_idle = network_.has_interfaces ? host.open <= now_ + 2 * network_.link : host.tail == never.value;
    if (is_idle && !host.queue.empty() && host.queue.front() <= now_) {
      left.emplace_back(now_, h, orders_.destination(h, step(host.left)));
      if (network_.has_interfaces) {
        host.open = std::max(host.open, now_) + network_.link;
        leave(h, host.open - 1);
      } else {
        host.tail = now_ + network_.link - 1;
      }
    }
    if (host.tail == now_) {
      host.tail = never.value;
      leave(h, now_);
    }
    if (!paused) act(h);
    if (!paused && host.busy != 0 && --host.busy == 0 && !host.is_sending) cycles = std::max(cycles, now_ + 1);
  }
  void leave(std::uint32_t h, std::uint64_t tail) {
    Host& host = hosts_[h];
    arrivals_.insert({network_.arrival_of(h, tail), {h, orders_.destination(h, step(host.left))}});
    host.queue.erase(host.queue.begin());
    ++host.left;
  }

  const ProgramParams& p_;
  const Network& network_;
  Orders orders_;
  generator::ArrivalProcess process_;
  std::vector<Host> hosts_;
  std::multimap<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> arrivals_;
  std::uint64_t now_ = 0;
};

}  // namespace

TEST_CASE("hosts that are worked out at their calls do the same as hosts that poll in every cycle") {
  std::mt19937 random(7);
  const auto between = [&](unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random() % (most - least + 1));
  };
  std::uint64_t pauses = 0;
  for (unsigned n = 0; n < 400; ++n) {
    INFO("set-up " << n);
    const unsigned hosts = between(2, 8);
    ProgramParams p = params(hosts, between(1, 12));
    do p.settings.permutation = static_cast<Permutation>(between(0, 2));
    while (!fits(p.settings.permutation, hosts));
    p.settings.reorders = between(0, 1) == 0;
    do p.hosts_of_switch = between(1, hosts);
    while (hosts % p.hosts_of_switch != 0);
    p.seed = between(1, 1000);
    p.settings.queue = between(1, 3);
    p.settings.send_cycles = between(0, 8);
    p.settings.receive_cycles = between(0, 8);
    p.settings.user_cycles = between(0, 8);
    if (n % 4 == 1) p.settings.window = between(1, 6);
    p.settings.clamps = p.settings.window && between(0, 1) == 0;
    if (n % 4 == 2) p.settings.method = ExchangeMethod::pairwise;
    if (n % 4 == 3) p.settings.receive = ExchangeReceive::any;
    if (between(0, 2) == 0) {
      p.settings.pause_cycles = between(5, 600);
      p.settings.pause_every = between(50, 3000);
      p.settings.pause_length = static_cast<PauseLength>(n % 3);
    }
    Network network;
    network.link = 24;
    network.latency = 40;
    network.has_interfaces = between(0, 1) == 0;
    if (between(0, 1) == 0) network.slow[between(0, p.nodes - 1)] = between(1, 300);
    Program program(p);
    const Answers answers = network.run(program);
    Polled polled(p, network);
    polled.run();
    const auto [differs, other] =
        std::mismatch(network.left.begin(), network.left.end(), polled.left.begin(), polled.left.end());
    if (differs != network.left.end()) INFO("edge " << std::get<0>(*differs) << ", host " << std::get<1>(*differs));
    REQUIRE(differs == network.left.end());
    REQUIRE(other == polled.left.end());
    REQUIRE(answers.cycles == polled.cycles);
    pauses += answers.pauses;
  }
  CHECK(pauses > 500);
}

TEST_CASE("pauses have the lengths of their distribution, and begin as far apart as with any other", "[quick]") {
  constexpr std::uint64_t mean = 500;
  constexpr unsigned count = 20'000;
  std::vector<std::uint64_t> first_gaps;
  for (const PauseLength length : {PauseLength::fixed, PauseLength::uniform, PauseLength::geometric}) {
    ProgramParams p = params(2, 1);
    p.settings.pause_cycles = mean;
    p.settings.pause_every = 2000;
    p.settings.pause_length = length;
    const Program program(p);
    std::vector<std::uint64_t> gaps;
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    double sum = 0, squares = 0;
    Pause pause = program.first_pause(NodeId(1));
    for (unsigned n = 0; n < count; ++n) {
      const auto cycles = static_cast<double>(pause.cycles);
      sum += cycles;
      squares += cycles * cycles;
      least = std::min(least, pause.cycles);
      most = std::max(most, pause.cycles);
      const Cycle end = Program::end_of(pause);
      program.pass(pause);
      gaps.push_back(pause.begin - end);
    }
    if (first_gaps.empty()) first_gaps = gaps;
    CHECK(gaps == first_gaps);
    // Four standard errors of the mean of so many lengths: 0, mean / sqrt(3) and mean are their deviations.
    CHECK(sum / count == Approx(mean).margin(4 * mean / std::sqrt(count)));
    const double deviation = std::sqrt(squares / count - sum / count * (sum / count));
    if (length == PauseLength::fixed) CHECK((least == mean && most == mean));
    if (length == PauseLength::uniform) {
      CHECK((least >= 1 && most <= 2 * mean - 1));
      CHECK(deviation == Approx(mean / std::sqrt(3.)).epsilon(0.03));
    }
    if (length == PauseLength::geometric) {
      CHECK(least >= 1);
      CHECK(most > 5 * mean);
      CHECK(deviation == Approx(mean).epsilon(0.05));
    }
  }
}

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
    }
}

TEST_CASE("packets of a shuffle go to one host after the other, and those of a pairwise exchange all to one",
          "[quick]") {
  const auto destinations = [](ExchangeMethod method) {
    ProgramParams p = params(4, 2);
    p.settings.method = method;
    Program program(p);
    Network network;
    network.run(program);
    std::vector<std::uint32_t> of_host_1;
    for (const auto& [edge, source, destination] : network.left)
      if (source == 1) of_host_1.push_back(destination);
    return of_host_1;
  };
  CHECK(destinations(ExchangeMethod::shuffle) == std::vector<std::uint32_t>{2, 3, 0, 2, 3, 0});
  CHECK(destinations(ExchangeMethod::pairwise) == std::vector<std::uint32_t>{2, 2, 3, 3, 0, 0});
}

TEST_CASE("a host prepares a packet while one leaves, if its queue has room for two", "[quick]") {
  ProgramParams p = params(4, 6);
  p.settings.send_cycles = 3;
  p.settings.receive_cycles = 2;
  p.settings.user_cycles = 4;
  Network network;
  Program program(p);
  CHECK(network.run(program).cycles == 3 + 6 * 3 * network.link - 1 + network.latency + 2 + 4);
  p.settings.queue = 1;
  p.settings.receive_cycles = p.settings.user_cycles = 0;
  Program alone(p);
  // The next one is begun with the tail of the one before.
  CHECK(Network().run(alone).cycles == 6 * 3 * (network.link - 1 + 3) + network.latency);
  // A host that cannot keep up decides the time.
  p.settings.user_cycles = 50;
  Program busy(p);
  CHECK(Network().run(busy).cycles >= 6 * 3 * 50);
}

TEST_CASE("a pairwise exchange begins a step when all packets of the one before have been sent and taken", "[quick]") {
  ProgramParams p = params(8, 5);
  p.settings.method = ExchangeMethod::pairwise;
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
    if (window == 1) CHECK(answers.cycles == 5 * 7 * (network.link + network.latency) - 1);
    if (window == 100) CHECK(answers.closed_cycles == 0);
  }
}

TEST_CASE("what hosts do at each edge adds up to the answers", "[quick]") {
  ProgramParams p = params(8, 20);
  p.settings.window = 4;
  p.settings.send_cycles = 3;
  p.settings.receive_cycles = 2;
  p.settings.user_cycles = 9;
  p.settings.pause_cycles = 200;
  p.settings.pause_every = 900;
  Program program(p);
  Network network;
  std::uint64_t closed = 0, most_untaken = 0, first_end = never.value;
  std::int64_t most_ahead = 0;
  Counts last;
  network.look = [&](std::uint64_t edge) {
    const Counts counts = program.counts(Cycle(edge));
    CHECK(counts.taken >= last.taken);
    CHECK(counts.finished >= last.finished);
    closed += counts.closed;
    most_untaken = std::max(most_untaken, counts.untaken);
    most_ahead = std::max(most_ahead, counts.most_ahead);
    if (counts.finished != 0) first_end = std::min(first_end, edge);
    last = counts;
  };
  const Answers answers = network.run(program);
  REQUIRE(answers.cycles != 0);
  CHECK(closed > 0);
  CHECK(closed == answers.closed_cycles);
  CHECK(most_untaken > 0);
  CHECK(most_ahead == answers.most_ahead);
  CHECK(first_end == answers.first_end);
  CHECK(last.finished < 8);
  last = program.counts(Cycle(answers.cycles));
  CHECK(last.finished == 8);
  CHECK(last.taken == answers.taken);
}

TEST_CASE("a window follows from the buffer of an uplink, and ranks from the switches", "[quick]") {
  ProgramParams p = params(16, 1);
  p.hosts_of_switch = 8;
  p.settings.buffer = 45;
  p.settings.reorders = true;
  p.settings.permutation = Permutation::exclusive_or;
  Program program(p);
  CHECK(program.window() == 10);
  Network network;
  network.run(program);
  // Host 1 has rank 2 of 16, and sends to rank 3 first, which is host 9.
  const auto first =
      std::find_if(network.left.begin(), network.left.end(), [](const Left& l) { return std::get<1>(l) == 1; });
  CHECK(std::get<2>(*first) == 9);
}

TEST_CASE("a clamped window may close for ever, which is found, and not where a host has taken all", "[quick]") {
  const auto stuck = [](bool clamps) {
    ProgramParams p = params(16, 20);
    p.settings.window = 2;
    p.settings.clamps = clamps;
    p.settings.pause_cycles = 300;
    p.settings.pause_every = 2000;
    Program program(p);
    Network network;
    const Answers answers = network.run(program, 100'000);
    const Cycle now(network.ended);
    CHECK(program.is_over(now) == !clamps);
    CHECK(program.is_idle(now));
    CHECK((answers.cycles == 0) == clamps);
    return program.stuck(now);
  };
  CHECK(stuck(false).empty());
  const std::vector<Stuck> hosts = stuck(true);
  REQUIRE_FALSE(hosts.empty());
  CHECK(std::any_of(hosts.begin(), hosts.end(),
                    [](const Stuck& s) { return s.why.find("with its window closed") != std::string::npos; }));
}

TEST_CASE("a host whose source's packets get lost waits for ever, and packets under way are counted", "[quick]") {
  ProgramParams p = params(4, 3);
  Program program(p);
  Network network;
  network.lost = {2};
  network.run(program, 5000);
  CHECK(program.is_idle(Cycle(5000)));
  CHECK(program.under_way() == 9);
  const std::vector<Stuck> hosts = program.stuck(Cycle(5000));
  REQUIRE(hosts.size() == 3);
  CHECK(hosts[0].host == 0);
  CHECK(hosts[0].why == "waits for ever for a packet of host 2");
  CHECK(program.answers(Cycle(5000)).cycles == 0);
}

TEST_CASE("what a host does later than now is not in the answers", "[quick]") {
  ProgramParams p = params(2, 1);
  p.settings.user_cycles = 1000;
  Program program(p);
  Network network;
  network.run(program, 500);
  CHECK_FALSE(program.is_over(Cycle(500)));
  CHECK(program.answers(Cycle(500)).cycles == 0);
  CHECK(program.answers(Cycle(5000)).cycles == network.link - 1 + network.latency + 1000);
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

TEST_CASE("pauses are drawn with the seed, for each host and each exchange of a run apart", "[quick]") {
  const auto left = [](std::uint64_t seed, unsigned place) {
    ProgramParams p = params(8, 20);
    p.settings.pause_cycles = 100;
    p.settings.pause_every = 500;
    p.seed = seed;
    Program program(p);
    program.set_place(place);
    Network network;
    CHECK(network.run(program).pauses > 8);
    return network.left;
  };
  CHECK(left(1, 0) == left(1, 0));
  CHECK(left(1, 0) != left(2, 0));
  CHECK(left(1, 0) != left(1, 1));
}

TEST_CASE("hosts that take no part send nothing, and the others have ranks in the order of their numbers", "[quick]") {
  ProgramParams p = params(4, 2);
  p.hosts = {1, 3, 6, 7};
  p.nodes = 9;
  Program program(p);
  Network network;
  CHECK(network.run(program).taken == 2 * 3 * 4);
  for (const auto& [edge, source, destination] : network.left) {
    CHECK(std::count(p.hosts.begin(), p.hosts.end(), source) == 1);
    CHECK(std::count(p.hosts.begin(), p.hosts.end(), destination) == 1);
  }
}
