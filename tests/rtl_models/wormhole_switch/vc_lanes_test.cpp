// Virtual channels as lanes: the owner of an output's virtual channel, and which worms block one another.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using route_unit::VcAssignment;
using test::Sent;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;
using Vcs = std::vector<unsigned>;

TEST_CASE("a VC that is stopped does not hold up another VC of the same input") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  bench.stop(bit(SwitchBench::right), 0);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 4, 1, 0);
  bench.put_packet(5, SwitchBench::left, SwitchBench::to_right, 4, 2, 1);
  bench.put_packet(9, SwitchBench::left, SwitchBench::to_host, 2, 3, 1);
  std::vector<Sent> right;
  Edges host;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge()) {
    if (const Flit flit = bench.out(SwitchBench::right); flit.valid())
      right.push_back({at, flit.tag(), flit.vc().value, flit.kind()});
    if (bench.out(SwitchBench::host).valid()) host.push_back(at);
  }
  REQUIRE(each(right, &Sent::edge) == Edges{6, 7, 8, 9});
  REQUIRE(each(right, &Sent::vc) == Vcs{1, 1, 1, 1});
  REQUIRE(host == Edges{10, 11});
}

TEST_CASE("a worm that waits for its body does not hold up another VC of its input, nor of its output") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));  // its body never comes
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 3, 2, 1);
  bench.put_packet(4, SwitchBench::host, SwitchBench::to_right, 3, 3, 1);
  REQUIRE(each(bench.log_of(SwitchBench::right, 20), &Sent::edge) == Edges{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("an output VC is held from head to tail: with `any` the next worm takes another VC at once", "[quick]") {
  SwitchBench bench(test::middle_switch_with_vcs(2, VcAssignment::any));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 6, 1, 0);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 6, 2, 0);  // the same VC on the way in
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(log.size() == 12);
  for (const Sent& sent : log) REQUIRE(sent.vc == sent.tag - 1);  // the first takes VC 0, the second VC 1
  REQUIRE(log[2].tag == 2);                                       // the second choice of the link
  REQUIRE(log[2].edge == 3);
}

TEST_CASE("with `any` and both VCs held, a third worm takes the one that is released first, in the next cycle") {
  for (const unsigned first : {SwitchBench::left, SwitchBench::host}) {
    SwitchBench bench(test::middle_switch_with_vcs(2, VcAssignment::any));
    bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));  // takes VC 0
    bench.put(1, SwitchBench::host, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 2));  // and VC 1
    bench.put_packet(5, SwitchBench::right, SwitchBench::to_right, 2, 3, 0);
    bench.put(20, first, Flit(FlitKind::tail, VcId(0), 1, 9));
    const auto log = bench.log_of(SwitchBench::right, 40);
    const unsigned released = first == SwitchBench::left ? 0 : 1;
    REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 21, 22, 23});
    REQUIRE(each(log, &Sent::vc) == Vcs{0, 1, released, released, released});
  }
}

TEST_CASE("with `keep` the second worm on a VC waits for the tail, and takes the VC in the cycle after it", "[quick]") {
  SwitchBench bench(test::middle_switch_with_vcs(2, VcAssignment::keep));
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 6, 1, 1);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 6, 2, 1);
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(each(log, &Sent::edge) == Edges{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  for (unsigned n = 0; n < 12; ++n) {
    REQUIRE(log[n].tag == (n < 6 ? 1 : 2));
    REQUIRE(log[n].vc == 1);
  }
}

TEST_CASE("a header takes the lowest free VC of its output") {
  SwitchBench bench(test::middle_switch_with_vcs(4, VcAssignment::any));
  const auto put = [&](std::uint64_t edge, FlitKind kind, std::uint8_t vc) {
    bench.put(edge, SwitchBench::left, Flit(kind, VcId(vc), SwitchBench::to_right, 1));
  };
  for (const std::uint8_t vc : {3, 2, 1}) put(3u - vc, FlitKind::head, vc);  // take 0, 1, 2
  put(10, FlitKind::tail, 2);                                                // frees 1
  bench.put_packet(20, SwitchBench::host, SwitchBench::to_right, 1, 2, 3);   // takes 1
  put(30, FlitKind::head, 2);                                                // takes 1
  bench.put_packet(40, SwitchBench::host, SwitchBench::to_right, 1, 3, 0);   // takes 3
  REQUIRE(each(bench.log_of(SwitchBench::right, 60), &Sent::vc) == Vcs{0, 1, 2, 1, 1, 1, 3});
}

TEST_CASE("with `any` a header avoids the VC that is stopped") {
  SwitchBench bench(test::middle_switch_with_vcs(2, VcAssignment::any));
  bench.stop(bit(SwitchBench::right), 0);
  bench.run_to(0);
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, 2, 1, 0);
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 2, 2, 0);
  const auto log = bench.log_of(SwitchBench::right, 20);
  REQUIRE(each(log, &Sent::edge) == Edges{2, 3, 4, 5});
  REQUIRE(each(log, &Sent::vc) == Vcs{1, 1, 1, 1});
}

TEST_CASE("16 worms hold 16 VCs of an output; the seventeenth waits for the first tail") {
  SwitchBench bench(test::middle_switch_with_vcs(16, VcAssignment::any));
  for (unsigned n = 0; n < 16; ++n)
    bench.put(n, SwitchBench::left, Flit(FlitKind::head, VcId(static_cast<std::uint8_t>(n)), SwitchBench::to_right, n));
  bench.put_packet(20, SwitchBench::host, SwitchBench::to_right, 2, 99, 7);
  bench.put(40, SwitchBench::left, Flit(FlitKind::tail, VcId(5), 1, 5));
  auto log = bench.log_of(SwitchBench::right, 40);
  REQUIRE(log.size() == 16);
  for (unsigned n = 0; n < 16; ++n) {
    REQUIRE(log[n].vc == n);
    REQUIRE(log[n].edge == n + 1);
  }
  log = bench.log_of(SwitchBench::right, 60);  // the tail leaves at 41
  REQUIRE(each(log, &Sent::edge) == Edges{41, 42, 43});
  REQUIRE(each(log, &Sent::tag) == std::vector<std::uint32_t>{5, 99, 99});
  REQUIRE(each(log, &Sent::vc) == Vcs{5, 5, 5});
}

TEST_CASE("a new header wins an output VC in every cycle, for single-flit packets without gaps", "[quick]") {
  for (const VcAssignment assignment : {VcAssignment::keep, VcAssignment::any})
    for (const std::uint8_t vcs : {1, 2, 3, 16}) {
      SwitchBench bench(test::middle_switch_with_vcs(vcs, assignment));
      for (unsigned n = 0; n < 20; ++n) bench.put_packet(n, SwitchBench::left, SwitchBench::to_right, 1, n, n % vcs);
      const auto log = bench.log_of(SwitchBench::right, 40);
      REQUIRE(log.size() == 20);
      for (unsigned n = 0; n < 20; ++n) {
        REQUIRE(log[n].edge == n + 1);
        REQUIRE(log[n].tag == n);
        REQUIRE(log[n].vc == (assignment == VcAssignment::keep ? n % vcs : 0));
      }
    }
}

TEST_CASE("after a tail arbitration is charged to its own output VC and input VC, and to no other", "[quick]") {
  wormhole_switch::Params p = test::middle_switch_with_vcs(2);
  p.arbitration = 3;
  p.header_delay = 4;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 6, 1, 0);   // 4 .. 9
  bench.put_packet(1, SwitchBench::host, SwitchBench::to_right, 1, 2, 0);   // waits: 9 + 1 + 3
  bench.put_packet(7, SwitchBench::right, SwitchBench::to_right, 1, 3, 1);  // another VC of the output: 7 + 4
  bench.put_packet(6, SwitchBench::left, SwitchBench::to_host, 1, 4, 1);    // another VC of the input: 6 + 4
  bench.put_packet(7, SwitchBench::left, SwitchBench::to_left, 1, 5, 0);    // the same VC of the input: 9 + 1 + 3
  std::map<std::uint32_t, std::uint64_t> last;
  for (std::uint64_t at = bench.edge(); at < 30; at = bench.edge())
    for (unsigned port = 0; port < 3; ++port)
      if (bench.out(port).valid()) last[bench.out(port).tag()] = at;
  REQUIRE(last == std::map<std::uint32_t, std::uint64_t>{{1, 9}, {2, 13}, {3, 11}, {4, 10}, {5, 13}});
}

TEST_CASE("a flit on a VC that does not exist is discarded and counted; the others of its port pass") {
  for (const unsigned vc : {2u, 15u}) {
    SwitchBench bench(test::middle_switch_with_vcs(2));
    bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 3, 1, vc);
    bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 2, 2, 1);
    REQUIRE(each(bench.log_of(SwitchBench::right, 20), &Sent::tag) == std::vector<std::uint32_t>{2, 2});
    REQUIRE(bench.state.errors.orphans == 3);
    REQUIRE(wormhole_switch::flits_discarded(bench.state) == 3);
    REQUIRE(wormhole_switch::flits_held(bench.params, bench.state) == 0);
  }
}

TEST_CASE("a worm that is cut is closed on its own output VC, the other VC's worm goes on") {
  SwitchBench bench(test::middle_switch_with_vcs(2));
  bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(1), SwitchBench::to_right, 1));
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 8, 2, 0);
  bench.put_packet(2, SwitchBench::left, SwitchBench::to_right, 2, 3, 1);  // a header inside the open worm
  std::vector<FlitKind> kinds;
  unsigned others = 0;
  for (const Sent& sent : bench.log_of(SwitchBench::right, 30))
    if (sent.vc == 1)
      kinds.push_back(sent.kind);
    else
      ++others;
  REQUIRE(kinds == std::vector<FlitKind>{FlitKind::head, FlitKind::abort, FlitKind::head, FlitKind::tail});
  REQUIRE(others == 8);
  REQUIRE(bench.state.errors.truncated == 1);
}
