// Wrong messages and parameters of a barrier unit, and its reset.
#include <catch2/catch.hpp>

#include "rtl_models/common/registers.hpp"
#include "tests/rtl_models/barrier/barrier_unit/bench.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;
using namespace slackline::barrier_unit::test;

TEST_CASE("a message that fits no entry or route is discarded and counted") {
  Bench bench;
  const auto strays_behind = [&](unsigned port, const Message& m) {
    bench.arrive(port, m);
    for (unsigned n = 0; n < 5; ++n) bench.edge();
    return bench.unit.state.errors.strays;
  };
  CHECK(strays_behind(0, message(Type::reduce, here, host0)) == 1);      // no such group
  CHECK(strays_behind(0, message(Type::distribute, here, above)) == 2);  // no such group
  CHECK(strays_behind(0, message(static_cast<Type>(9), here, host0)) == 3);
  CHECK(strays_behind(0, message(Type::none, here, host0)) == 4);
  build_node(bench);
  CHECK(strays_behind(0, message(Type::reduce, here, host0, false)) == 5);  // the phase before
  CHECK(strays_behind(0, message(Type::reduce, here, host2, true)) == 6);   // no child
  CHECK(strays_behind(0, message(Type::reduce, here, host0, true)) == 6);
  CHECK(strays_behind(0, message(Type::reduce, here, host0, true)) == 7);  // twice
  CHECK(strays_behind(2, message(Type::distribute, here, above, false)) == 8);
  CHECK(bench.unit.state.errors.unroutable == 0);
  bench.arrive(0, message(Type::distribute, Address::of_switch(7), host0));
  bench.arrive(0, message(Type::build, Address::of_host(7), host0));
  for (unsigned n = 0; n < 5; ++n) bench.edge();
  CHECK(bench.unit.state.errors.unroutable == 2);
  CHECK(bench.unit.state.offers == 0);
}

TEST_CASE("a full input buffer loses the next message, and counts it") {
  Params params;
  params.buffer = 2;
  params.queue = 1;
  params.delay = 1;
  Bench bench(params);
  for (unsigned n = 0; n < 3; ++n) bench.arrive(0, message(Type::distribute, below, host0));  // one in the queue
  CHECK(bench.unit.state.in[0].count == 2);
  CHECK(bench.unit.state.errors.overflows == 0);
  bench.arrive(0, message(Type::distribute, below, host0));
  CHECK(bench.unit.state.in[0].count == 2);
  CHECK(bench.unit.state.errors.overflows == 1);
}

TEST_CASE("parameters of a barrier unit have bounds", "[quick]") {
  const auto violations = [](Params p) { return to_string(p.violations()); };
  CHECK(violations({}).empty());
  CHECK(violations({256, 256, 64, 64, 16}).empty());
  CHECK(violations({2, 1, 1, 1, 1}).empty());
  CHECK(violations({1, 0, 0, 0, 0}) ==
        "ports = 1: expected 2 to 256\nentries = 0: expected 1 to 256\nbuffer = 0: expected 1 to 64\n"
        "queue = 0: expected 1 to 64\ndelay = 0: expected 1 to 16");
  CHECK(violations({257, 257, 65, 65, 17}) ==
        "ports = 257: expected 2 to 256\nentries = 257: expected 1 to 256\nbuffer = 65: expected 1 to 64\n"
        "queue = 65: expected 1 to 64\ndelay = 17: expected 1 to 16");
  CHECK(violations({2, 1, 1, 1, 1, 64}).empty());
  CHECK(violations({2, 1, 1, 1, 1, 65}) == "reliability = 65: expected 0 to 64");
  CHECK_THROWS_AS(Instance({1, 1, 1, 1, 1}, {}), std::invalid_argument);
}

TEST_CASE("reset leaves nothing behind") {
  Bench bench;
  RegisterSnapshot fresh, used, reset;
  bench.unit.visit(fresh);
  build_node(bench);
  bench.arrive(0, message(Type::reduce, here, host0, true));
  bench.unit.visit(used);
  CHECK(used.values != fresh.values);
  bench.unit.reset();
  bench.unit.visit(reset);
  CHECK(reset.values == fresh.values);
}
