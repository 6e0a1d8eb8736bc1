// Marks of a congested switch.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::Sent;
using test::SwitchBench;
using Kinds = std::vector<FlitKind>;

namespace {

/// Kinds of the flits of a packet of `flits` that leaves when `wait` of them are in the buffer.
Kinds kinds_after_wait(wormhole_switch::Params p, unsigned flits, unsigned wait, bool is_marked = false) {
  SwitchBench bench(p);
  bench.stop(bit(SwitchBench::right));
  bench.put_packet(1, SwitchBench::left, SwitchBench::to_right, flits, 1);
  if (is_marked) bench.put(1, SwitchBench::left, Flit(FlitKind::marked_head, VcId(0), SwitchBench::to_right, 1));
  bench.run_to(wait);  // flit n is sampled at edge 1 + n
  bench.stop(0);       // sampled at the next edge: the head leaves at the one after it, when one flit more has come
  return test::each(bench.log_of(SwitchBench::right, 60), &Sent::kind);
}

wormhole_switch::Params marking_at(std::uint16_t flits) {
  wormhole_switch::Params p = test::middle_switch();
  p.mark_at = flits;
  return p;
}

}  // namespace

TEST_CASE("a head that leaves a buffer filled to the mark gets it, one flit less and it does not", "[quick]") {
  const Kinds plain = kinds_after_wait(marking_at(0), 8, 5);
  REQUIRE(plain.size() == 8);
  REQUIRE(plain.front() == FlitKind::head);
  std::uint16_t held = 0;  // by the buffer when the head leaves
  for (std::uint16_t at = 1; at <= 8; ++at)
    if (kinds_after_wait(marking_at(at), 8, 5).front() == FlitKind::marked_head) held = at;
  CHECK(held == 6);
  for (std::uint16_t at = 1; at <= 8; ++at) {
    const Kinds kinds = kinds_after_wait(marking_at(at), 8, 5);
    CHECK(kinds.front() == (at <= held ? FlitKind::marked_head : FlitKind::head));
    CHECK(Kinds(kinds.begin() + 1, kinds.end()) == Kinds(plain.begin() + 1, plain.end()));
  }
}

TEST_CASE("a mark stays on the head in switches that are not congested, or give none", "[quick]") {
  for (const std::uint16_t at : {0, 30})
    CHECK(kinds_after_wait(marking_at(at), 4, 2, true).front() == FlitKind::marked_head);
}

TEST_CASE("a packet of one flit is marked as one", "[quick]") {
  CHECK(kinds_after_wait(marking_at(1), 1, 3) == Kinds{FlitKind::marked_single});
  CHECK(kinds_after_wait(marking_at(2), 1, 3) == Kinds{FlitKind::single});
}

TEST_CASE("where routes are stripped, the mark of a route flit goes to the flit that becomes the head", "[quick]") {
  for (const bool is_marked : {false, true})
    for (const std::uint16_t at : {0, 3, 9}) {
      wormhole_switch::Params p = marking_at(at);
      p.route.kind = route_unit::Kind::source_stripped;
      SwitchBench bench(p);
      bench.stop(bit(SwitchBench::right));
      bench.put_packet(1, SwitchBench::left, SwitchBench::right, 5, 1);
      if (is_marked) bench.put(1, SwitchBench::left, Flit(FlitKind::marked_head, VcId(0), SwitchBench::right, 1));
      bench.run_to(8);
      bench.stop(0);
      const bool expected = is_marked || at == 3;
      CHECK(test::each(bench.log_of(SwitchBench::right, 60), &Sent::kind) ==
            Kinds{expected ? FlitKind::marked_head : FlitKind::head, FlitKind::body, FlitKind::body, FlitKind::tail});
    }
}
