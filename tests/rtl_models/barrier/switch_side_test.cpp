// Barriers in a switch, cycle by cycle: messages on free channels, worms that are cut and padded, STOP.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using barrier_unit::Address;
using barrier_unit::Message;
using preemption_unit::Architecture;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;

namespace {

constexpr unsigned hold = 8;

wormhole_switch::Params barrier_switch(std::uint8_t vcs = 1, Architecture architecture = Architecture::any_channel) {
  wormhole_switch::Params p = test::middle_switch_with_vcs(vcs, route_unit::VcAssignment::any);
  p.barrier.preemption.architecture = architecture;
  p.barrier.preemption.victim = preemption_unit::Victim::lowest;
  p.barrier.hold = hold;
  return p;
}

/// A message that only passes: from a switch to the one on the other side.
Message passing(unsigned group, unsigned to) {
  Message m;
  m.type = barrier_unit::Type::reduce;
  m.group = static_cast<std::uint8_t>(group);
  m.to = Address::of_switch(to);
  m.from = Address::of_switch(to == 2 ? 0 : 2);
  return m;
}

Flit half(FlitKind kind, std::uint32_t data) { return Flit(kind, VcId(0), data, 0); }
/// For the padding generator of a channel.
Flit order(FlitKind kind, unsigned vc) { return Flit(kind, VcId(static_cast<std::uint8_t>(vc)), 0, 0); }

class Bench : public SwitchBench {
 public:
  explicit Bench(const wormhole_switch::Params& p, const barrier_unit::Ways* choice = nullptr) : SwitchBench(p) {
    join_barriers(choice);
  }
  /// Its flits are sampled at `edge` and edge + 1.
  void put_message(std::uint64_t edge, unsigned port, const Message& m) {
    put(edge, port, half(FlitKind::barrier_first, m.flits()[0]));
    put(edge + 1, port, half(FlitKind::barrier_second, m.flits()[1]));
  }
};

/// The edges at which flits of one kind were sent.
Edges edges_of(const std::vector<test::Sent>& log, FlitKind kind) {
  Edges edges;
  for (const test::Sent& sent : log)
    if (sent.kind == kind) edges.push_back(sent.edge);
  return edges;
}

/// The words of barriers that were sent, and when.
using Words = std::vector<std::pair<std::uint64_t, FlitKind>>;
constexpr FlitKind first = FlitKind::barrier_first, second = FlitKind::barrier_second,
                   request = FlitKind::padding_request, end_of_padding = FlitKind::padding_end;
Words words_of(const std::vector<test::Sent>& log) {
  Words words;
  for (const test::Sent& sent : log)
    if (Flit(sent.kind, VcId(0), 0, 0).is_barrier()) words.emplace_back(sent.edge, sent.kind);
  return words;
}

/// Edges at which flits of worms were sent, padding or not.
Edges data_edges(const std::vector<test::Sent>& log) {
  Edges edges;
  for (const test::Sent& sent : log)
    if (!Flit(sent.kind, VcId(0), 0, 0).is_barrier() && sent.kind != FlitKind::padding) edges.push_back(sent.edge);
  return edges;
}

Edges range(std::uint64_t from, std::uint64_t to) {
  Edges edges;
  for (; from <= to; ++from) edges.push_back(from);
  return edges;
}

Edges operator+(Edges a, const Edges& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("a barrier message on a free channel is on its output 4 edges after it arrives") {
  Bench bench(barrier_switch());
  bench.put_message(10, SwitchBench::left, passing(1, 2));
  const auto log = bench.log_of(SwitchBench::right, 40);
  CHECK(words_of(log) == Words{{14, first}, {15, second}});
  CHECK_FALSE(bench.awake);
}

TEST_CASE("a header that comes with a barrier message waits until the channel is free again") {
  Bench bench(barrier_switch());
  bench.put_message(10, SwitchBench::left, passing(1, 2));
  bench.put_packet(13, SwitchBench::host, SwitchBench::to_right, 3, 7);
  const auto log = bench.log_of(SwitchBench::right, 40);
  CHECK(words_of(log) == Words{{14, first}, {15, second}});
  CHECK(data_edges(log) == range(16, 18));
}

TEST_CASE("a worm that holds the only channel is cut, and continues after the hold, whole and in order") {
  Bench bench(barrier_switch());
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 25, 7);
  bench.put_message(10, SwitchBench::host, passing(1, 2));
  const auto log = bench.log_of(SwitchBench::right, 80);
  // Offered in cycle 13: cut at 14, request at 16, message at 20 and 21, padding end `hold` later, worm 2 after that.
  CHECK(words_of(log) == Words{{16, request}, {20, first}, {21, second}, {21 + hold, end_of_padding}});
  CHECK(data_edges(log) == range(1, 13) + range(23 + hold, 23 + hold + 11));
  CHECK(bench.state.barrier->counters[SwitchBench::right].preemptions == 1);
  CHECK(bench.state.barrier->counters[SwitchBench::right].cut_cycles == 9 + hold);
  CHECK(bench.state.errors.any() == false);
  CHECK_FALSE(bench.awake);
}

TEST_CASE("a message that comes while the channel is held goes at once, and the hold restarts") {
  Bench bench(barrier_switch());
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 25, 7);
  bench.put_message(10, SwitchBench::host, passing(1, 2));
  bench.put_message(20, SwitchBench::host, passing(2, 2));
  const auto log = bench.log_of(SwitchBench::right, 80);
  CHECK(words_of(log) ==
        Words{{16, request}, {20, first}, {21, second}, {24, first}, {25, second}, {25 + hold, end_of_padding}});
}

TEST_CASE("padding follows a worm that is cut upstream, from the request to the end, and then its own flits") {
  Bench cut(barrier_switch());
  for (unsigned n = 0; n < 6; ++n)
    cut.put(n, SwitchBench::left, Flit(n == 0 ? FlitKind::head : FlitKind::body, VcId(0), n == 0 ? 2 : n, 7));
  cut.put(8, SwitchBench::left, order(FlitKind::padding_request, 0));
  cut.put(20, SwitchBench::left, order(FlitKind::padding_end, 0));
  for (unsigned n = 6; n < 10; ++n)
    cut.put(16 + n, SwitchBench::left, Flit(n == 9 ? FlitKind::tail : FlitKind::body, VcId(0), n, 7));
  const auto log = cut.log_of(SwitchBench::right, 60);
  CHECK(data_edges(log) == range(1, 6) + range(23, 26));
  // Written from edge 8 + 2 to 20 + 2 - 1, on the output one edge later.
  CHECK(edges_of(log, FlitKind::padding) == range(11, 22));
  for (const test::Sent& sent : log) CHECK(sent.tag == 7);
  CHECK(cut.state.barrier->padding[0].flits == 12);
  CHECK_FALSE(cut.awake);
}

TEST_CASE("a lane gets no padding before its header has come, after its tail, or if its buffer is full", "[quick]") {
  Bench bench(barrier_switch());
  bench.put(2, SwitchBench::left, order(FlitKind::padding_request, 0));
  bench.run_to(20);
  CHECK(bench.state.barrier->padding[0].flits == 0);
  bench.put(21, SwitchBench::left, order(FlitKind::padding_end, 0));
  bench.put_packet(30, SwitchBench::left, SwitchBench::to_right, 4, 7);
  bench.put(40, SwitchBench::left, order(FlitKind::padding_request, 0));
  bench.run_to(60);
  CHECK(bench.state.barrier->padding[0].flits == 0);
  bench.put(61, SwitchBench::left, order(FlitKind::padding_end, 0));
  // A stopped worm is followed by just enough padding to keep a flit leaving at each edge.
  bench.stop(bit(SwitchBench::right));
  for (unsigned n = 0; n < 3; ++n)
    bench.put(70 + n, SwitchBench::left, Flit(n == 0 ? FlitKind::head : FlitKind::body, VcId(0), n == 0 ? 2 : n, 8));
  bench.put(80, SwitchBench::left, order(FlitKind::padding_request, 0));
  bench.run_to(120);
  CHECK(bench.state.barrier->padding[0].flits == 0);
  CHECK(bench.state.in[SwitchBench::left].buffer.count == 3);
  bench.stop(0);  // sampled at edge 121: the worm's three flits leave at 122 to 124, then padding
  const auto log = bench.log_of(SwitchBench::right, 140);
  CHECK(data_edges(log) == range(122, 124));
  CHECK(edges_of(log, FlitKind::padding) == range(125, 140));
  CHECK(bench.state.barrier->padding[0].flits == 16 + 1u);  // one is in the buffer
  CHECK(bench.state.in[SwitchBench::left].buffer.count == 1);
}

TEST_CASE("a credit is returned for each flit that came over the link, including padding, not for padding made here") {
  wormhole_switch::Params p = barrier_switch();
  p.flow = {1, 0, 0, flow_controller::Kind::credit};
  Bench bench(p);
  for (unsigned n = 0; n < 6; ++n)
    bench.put(n, SwitchBench::left, Flit(n == 0 ? FlitKind::head : FlitKind::body, VcId(0), n == 0 ? 2 : n, 7));
  for (unsigned n = 6; n < 8; ++n) bench.put(n, SwitchBench::left, Flit(FlitKind::padding, VcId(0), 0, 7));
  bench.put(8, SwitchBench::left, order(FlitKind::padding_request, 0));
  bench.put(20, SwitchBench::left, order(FlitKind::padding_end, 0));
  for (unsigned n = 22; n < 26; ++n)
    bench.put(n, SwitchBench::left, Flit(n == 25 ? FlitKind::tail : FlitKind::body, VcId(0), n, 7));
  Edges credits, padding;
  for (std::uint64_t at = bench.edge(); at < 60; at = bench.edge()) {
    if (wormhole_switch::stop_out(bench.params, bench.state, 0) == bit(SwitchBench::left)) credits.push_back(at);
    if (bench.out(SwitchBench::right).kind() == FlitKind::padding) padding.push_back(at);
  }
  // A flit sampled at edge N leaves at N + 1, and its credit is on the wire in cycle N + 2; that of a flit made here at
  // edges 8 + 2 to 20 + 2 - 1 would be there in cycles 12 to 23.
  CHECK(padding == range(7, 8) + range(11, 22));
  CHECK(credits == range(2, 9) + range(24, 27));
  CHECK_FALSE(bench.awake);
}

TEST_CASE("a flit of the worm ends padding whose end got lost", "[quick]") {
  Bench bench(barrier_switch());
  for (unsigned n = 0; n < 3; ++n)
    bench.put(n, SwitchBench::left, Flit(n == 0 ? FlitKind::head : FlitKind::body, VcId(0), n == 0 ? 2 : n, 8));
  bench.put(5, SwitchBench::left, order(FlitKind::padding_request, 0));
  bench.put(20, SwitchBench::left, Flit(FlitKind::tail, VcId(0), 3, 8));
  const auto log = bench.log_of(SwitchBench::right, 60);
  CHECK(data_edges(log) == range(1, 3) + Edges{21});
  CHECK(edges_of(log, FlitKind::padding) == range(8, 20));
}

TEST_CASE("a free channel is taken among several; among busy ones architecture II takes the last", "[quick]") {
  Bench any(barrier_switch(2));
  any.put_packet(0, SwitchBench::left, SwitchBench::to_right, 20, 7);
  any.put_message(10, SwitchBench::host, passing(1, 2));
  CHECK(words_of(any.log_of(SwitchBench::right, 60)) == Words{{14, first}, {15, second}});

  for (const bool fixed : {false, true}) {
    Bench bench(barrier_switch(2, fixed ? Architecture::fixed_channel : Architecture::any_channel));
    for (unsigned n = 0; n < 20; ++n) {  // two worms that share the link
      bench.put(2 * n, SwitchBench::left, Flit(n == 0 ? FlitKind::head : FlitKind::body, VcId(0), n == 0 ? 2 : n, 7));
      bench.put(2 * n + 1, SwitchBench::left,
                Flit(n == 0 ? FlitKind::head : FlitKind::body, VcId(1), n == 0 ? 2 : n, 8));
    }
    bench.put_message(10, SwitchBench::host, passing(1, 2));
    bench.run_to(15);
    CHECK(bench.state.barrier->barred[0] == (fixed ? 0 : bit(SwitchBench::right)));
    CHECK(bench.state.barrier->barred[1] == (fixed ? bit(SwitchBench::right) : 0));
    // The other worm goes on in the cycles that the barrier leaves: each of its flits, which come at every second edge,
    // leaves at the next edge that is neither 16, 20, 21 nor 29.
    const auto log = bench.log_of(SwitchBench::right, 29);
    CHECK(words_of(log) == Words{{16, request}, {20, first}, {21, second}, {21 + hold, end_of_padding}});
    CHECK(data_edges(log) == (fixed ? Edges{17, 19, 22, 23, 25, 27} : Edges{17, 18, 22, 23, 24, 26, 28}));
    for (const test::Sent& sent : log) {
      if (sent.kind == FlitKind::body) CHECK(sent.vc == (fixed ? 0 : 1));
      // The orders to the padding generator name the channel of the worm that is cut.
      if (sent.kind == request || sent.kind == end_of_padding) CHECK(sent.vc == (fixed ? 1 : 0));
    }
  }
}

TEST_CASE("architecture III waits for a channel whose flits move") {
  Bench bench(barrier_switch(1, Architecture::moving_channel));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 40, 7);
  bench.run_to(5);
  bench.stop(bit(SwitchBench::right));
  bench.put_message(10, SwitchBench::host, passing(1, 2));
  bench.run_to(49);
  CHECK(bench.state.barrier->counters[SwitchBench::right].preemptions == 0);
  bench.stop(0);  // sampled at edge 50: known from 51 on
  CHECK(words_of(bench.log_of(SwitchBench::right, 90)) ==
        Words{{53, request}, {57, first}, {58, second}, {58 + hold, end_of_padding}});
}

TEST_CASE("STOP from the next barrier unit holds a message back, but not one that has begun") {
  Bench bench(barrier_switch());
  bench.put_message(10, SwitchBench::host, passing(1, 2));
  bench.put_message(12, SwitchBench::host, passing(2, 2));
  bench.run_to(12);
  bench.stop(bit(SwitchBench::right), 1);  // sampled at edge 13, known at 14
  bench.run_to(13);
  const auto log = bench.log_of(SwitchBench::right, 40);
  CHECK(words_of(log).empty());
  bench.stop(0, 1);  // sampled at 41
  CHECK(words_of(bench.log_of(SwitchBench::right, 60)) == Words{{42, first}, {43, second}, {44, first}, {45, second}});
}

TEST_CASE("the buffer of a barrier unit stops its sender when it is full") {
  wormhole_switch::Params p = barrier_switch();
  p.barrier.unit.buffer = 4;
  p.barrier.stop_at = 2;
  Bench bench(p);
  bench.stop(bit(SwitchBench::right), 1);
  const auto stops = [&] { return wormhole_switch::stop_out(bench.params, bench.state, 1); };
  // Two messages of the queue, one on its way there, then two in the buffer.
  for (unsigned n = 0; n < 5; ++n) bench.put_message(10 + 2 * n, SwitchBench::left, passing(n, 2));
  bench.run_to(13);
  CHECK(stops() == 0);
  bench.run_to(60);
  CHECK(stops() == bit(SwitchBench::left));
  bench.stop(0, 1);
  bench.run_to(80);
  CHECK(stops() == 0);
  CHECK(bench.state.barrier->unit.errors.any() == false);
}

TEST_CASE("flits that fit no message are counted and discarded") {
  Bench bench(barrier_switch());
  bench.put(1, SwitchBench::left, half(FlitKind::barrier_second, 1));
  bench.put(2, SwitchBench::left, order(FlitKind::padding_request, 5));
  bench.put(3, SwitchBench::left, order(FlitKind::padding_end, 5));
  bench.put(4, SwitchBench::left, order(FlitKind::padding_request, 15));
  bench.put(5, SwitchBench::left, half(FlitKind::barrier_first, 1));
  bench.put(6, SwitchBench::left, half(FlitKind::barrier_first, 1));
  bench.run_to(20);
  CHECK(bench.state.barrier->lost == 5);
  CHECK(bench.state.barrier->received == 6);
}

TEST_CASE("a channel that has been held for 16 times the hold is restored for one flit", "[quick]") {
  Bench bench(barrier_switch());
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 25, 7);
  for (unsigned n = 0; n < 60; ++n) bench.put_message(10 + 4 * n, SwitchBench::host, passing(n, 2));
  const auto log = bench.log_of(SwitchBench::right, 400);
  const auto words = words_of(log);
  const auto end = std::find_if(words.begin(), words.end(), [](auto word) { return word.second == end_of_padding; });
  REQUIRE(std::distance(end, words.end()) > 2);
  // Cut at edge 14. Two edges after the padding end one flit of the worm leaves, and at the next edge it is cut again.
  const std::uint64_t given_back = 14 + 16 * hold, again = given_back + 3;
  CHECK(*end == std::pair(given_back, end_of_padding));
  CHECK(*std::next(end) == std::pair(again + 2, request));
  CHECK(*std::next(end, 2) == std::pair(again + 6, first));
  // The last message arrives at edges 246 and 247 and leaves at 250 and 251. The worm goes on `hold` + 2 edges later.
  CHECK(words.back() == std::pair(std::uint64_t{251 + hold}, end_of_padding));
  CHECK(data_edges(log) == range(1, 13) + Edges{given_back + 2} + range(253 + hold, 253 + hold + 10));
}

TEST_CASE("without preemption a message waits for the tail of the worm, which nothing holds back") {
  Bench bench(barrier_switch(1, Architecture::waiting));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 25, 7);
  bench.put_message(10, SwitchBench::host, passing(1, 2));
  const auto log = bench.log_of(SwitchBench::right, 80);
  CHECK(data_edges(log) == range(1, 25));
  CHECK(words_of(log) == Words{{26, first}, {27, second}});
  CHECK(bench.state.barrier->counters[SwitchBench::right].preemptions == 0);
  CHECK_FALSE(bench.awake);
}

TEST_CASE("without preemption messages and worms that all want one channel take turns", "[quick]") {
  Bench bench(barrier_switch(1, Architecture::waiting));
  for (unsigned n = 0; n < 4; ++n) bench.put_packet(8 + 5 * n, SwitchBench::left, SwitchBench::to_right, 5, n);
  for (unsigned n = 0; n < 6; ++n) bench.put_message(10 + 2 * n, SwitchBench::host, passing(n, 2));
  const auto log = bench.log_of(SwitchBench::right, 80);
  // A worm, a message, a worm, ...; after the last worm the remaining messages.
  CHECK(data_edges(log) == range(9, 13) + range(16, 20) + range(23, 27) + range(30, 34));
  CHECK(words_of(log) == Words{{14, first},
                               {15, second},
                               {21, first},
                               {22, second},
                               {28, first},
                               {29, second},
                               {35, first},
                               {36, second},
                               {37, first},
                               {38, second},
                               {39, first},
                               {40, second}});
}

TEST_CASE("a message takes the legal way on which it cuts no worm, also one with a worm that is already cut") {
  constexpr PortMask left = bit(SwitchBench::left), right = bit(SwitchBench::right);
  const barrier_unit::Ways legal{Cycle(0), Cycle(0), {0, 0, 0, left, 0, left | right, 0, 0, 0}, {}};
  Bench bench(barrier_switch(), &legal);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 60, 7);
  bench.put_message(10, SwitchBench::host, passing(1, 2));
  CHECK(words_of(bench.log_of(SwitchBench::left, 20)) == Words{{14, first}, {15, second}});
  CHECK(bench.state.barrier->counters[SwitchBench::right].preemptions == 0);

  Bench held(barrier_switch(), &legal);
  held.put_packet(0, SwitchBench::left, SwitchBench::to_right, 60, 7);
  held.put_packet(0, SwitchBench::right, SwitchBench::to_left, 60, 8);
  held.put_message(10, SwitchBench::host, passing(1, 2));  // neither is free: the worm on the tree's way is cut
  held.put_message(20, SwitchBench::host, passing(2, 2));  // which is still cut
  CHECK(words_of(held.log_of(SwitchBench::right, 30)) ==
        Words{{16, request}, {20, first}, {21, second}, {24, first}, {25, second}});
  CHECK(held.state.barrier->counters[SwitchBench::left].preemptions == 0);
}
