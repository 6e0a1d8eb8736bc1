// Times in registers, and visitors.
#include "rtl_models/common/registers.hpp"

#include <catch2/catch.hpp>

using namespace slackline;

namespace {

/// A list of registers of each kind.
struct State {
  std::uint8_t count = 0;
  Flit flit;
  Timer<7> timer;
  Age<3> age;
  ShortAge short_age;
  Cycle edge;
  bool is_counting = false;  ///< derived: count is not 0
};

template <class S, class Visitor, IfState<S, State> = 0>
void visit(S& s, Cycle now, Visitor& v) {
  v.reg("count", s.count);
  v.open("slot", 2);
  v.reg("flit", s.flit);
  v.close();
  v.reg("timer", s.timer, now);
  v.reg("age", s.age, now);
  v.reg("short_age", s.short_age, now);
  visit_edge("edge_in", "edge_since", s.edge, now, v);
}

template <class S, class Visitor, IfState<S, State> = 0>
void derive(S& s, Visitor& v) {
  v.open("part", 1);
  v.derived("is_counting", s.is_counting, s.count != 0);
  v.close();
}

}  // namespace

TEST_CASE("a timer shows the cycles left, 0 from its edge on, and stays at its largest count") {
  const Timer<7> timer(Cycle(100));
  CHECK(timer.count(Cycle(92)) == 7);
  CHECK(timer.count(Cycle(93)) == 7);
  CHECK(timer.count(Cycle(94)) == 6);
  CHECK(timer.count(Cycle(99)) == 1);
  CHECK(timer.count(Cycle(100)) == 0);
  CHECK(timer.count(Cycle(101)) == 0);
  CHECK(timer.offset(Cycle(92)) == 8);
}

TEST_CASE("a timer that does not run has the largest offset, from every edge") {
  CHECK(Timer<7>(never).count(Cycle(5)) == 7);
  CHECK(Timer<>(never).offset(Cycle(5)) == never.value);
  CHECK(Timer<>::at_offset(never.value, Cycle(9)) == never);
}

TEST_CASE("an age shows the cycles since its edge, and stays at its largest count") {
  const Age<3> age(Cycle(100));
  CHECK(age.count(Cycle(99)) == 0);
  CHECK(age.count(Cycle(100)) == 0);
  CHECK(age.count(Cycle(103)) == 3);
  CHECK(age.count(Cycle(104)) == 3);
  CHECK(age.offset(Cycle(104)) == 4);
}

TEST_CASE("an age stored in 32 bits goes on where they wrap around") {
  const ShortAge age(Cycle(0xffff'ffff));
  CHECK(age.count(Cycle(0x1'0000'0004)) == 5);
}

TEST_CASE("a list names registers with their places, and shows offsets of times") {
  State s;
  s.count = 4;
  s.timer = Cycle(30);
  s.age = Cycle(8);
  s.edge = Cycle(17);
  RegisterList list;
  visit(s, Cycle(20), list);
  using Entry = std::pair<std::string, std::uint64_t>;
  CHECK(list.entries == std::vector<Entry>{{"count", 4},
                                           {"slot[2].flit", 0},
                                           {"timer", 10},
                                           {"age", 12},
                                           {"short_age", 20},
                                           {"edge_in", 0},
                                           {"edge_since", 3}});
}

TEST_CASE("loaded registers show at a later edge what the saved ones would, and derived values follow") {
  State saved;
  saved.count = 4;
  saved.flit = Flit(FlitKind::head, VcId(1), 0x1234, 7);
  saved.timer = Cycle(30);
  saved.age = Cycle(8);
  saved.short_age = Cycle(12);
  saved.edge = GENERATE(Cycle(17), Cycle(20), Cycle(28), never);
  RegisterSnapshot snapshot, later, loaded_later;
  visit(saved, Cycle(20), snapshot);
  State loaded;
  RegisterLoader loader(snapshot);
  visit(loaded, Cycle(20), loader);
  derive(loaded, loader);
  visit(saved, Cycle(25), later);
  visit(loaded, Cycle(25), loaded_later);
  CHECK(loaded_later.values == later.values);
  CHECK(loaded.flit == saved.flit);
  CHECK(loaded.is_counting);
}

TEST_CASE("a derived value that does not follow from the registers is stale, and named") {
  State s;
  s.count = 4;
  IsAnyStale any;
  StaleValues stale;
  derive(s, any);
  derive(s, stale);
  CHECK(any.found);
  REQUIRE(stale.found.size() == 1);
  CHECK(stale.found[0].name == "part[1].is_counting");
  CHECK(stale.found[0].stored == 0);
  CHECK(stale.found[0].recomputed == 1);
  s.is_counting = true;
  IsAnyStale none;
  derive(s, none);
  CHECK_FALSE(none.found);
}
