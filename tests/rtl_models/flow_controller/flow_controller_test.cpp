#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/flow_controller/flow_controller_instance.hpp"

using namespace slackline;
using namespace slackline::flow_controller;

namespace {

/// Edges with this count and STOP until `pin` has the value; 1: the very next edge.
template <class Pin>
unsigned edges_until(Instance& flow, const Inputs& in, Pin pin, bool level) {
  for (unsigned edges = 1; edges < 200; ++edges) {
    flow.step(in);
    if (pin(flow) == level) return edges;
  }
  return 0;
}

const auto stop_pin = [](const Instance& flow) { return flow.stop_out(); };
const auto stopped_pin = [](const Instance& flow) { return flow.stopped(); };

}  // namespace

TEST_CASE("the list of kinds is in the order of the enumerators, and go_at follows the rule of each", "[quick]") {
  for (unsigned i = 0; i < std::size(all_kinds); ++i) {
    const Kind kind = all_kinds[i].kind;
    CHECK(static_cast<unsigned>(kind) == i);
    CHECK_FALSE((returns_credits(kind) && has_watermarks(kind)));
    if (has_watermarks(kind)) CHECK(has_free_go_at(kind) == (go_at_for(kind, 9, 3) == 3 && go_at_for(kind, 9, 5) == 5));
  }
}

TEST_CASE("a message names the kinds that are meant", "[quick]") {
  CHECK(words_of(has_free_go_at).rfind("stop_go", 0) == 0);
  CHECK(words_of(has_watermarks).rfind("stop_go or busy_ready", 0) == 0);
}

TEST_CASE("STOP is driven 1 + fc cycles after occupancy reaches stop_at, and not at stop_at - 1") {
  for (const std::uint8_t fc : {0, 1, 3, 63}) {
    Instance flow(Params{5, 2, fc});
    REQUIRE(edges_until(flow, {4, false}, stop_pin, true) == 0);
    REQUIRE(edges_until(flow, {5, false}, stop_pin, true) == 1u + fc);
  }
}

TEST_CASE("GO is driven 1 + fc cycles after occupancy falls to go_at, and not at go_at + 1", "[quick]") {
  for (const std::uint8_t fc : {0, 1, 3, 63}) {
    Instance flow(Params{5, 2, fc});
    edges_until(flow, {5, false}, stop_pin, true);
    REQUIRE(edges_until(flow, {3, false}, stop_pin, false) == 0);
    REQUIRE(edges_until(flow, {2, false}, stop_pin, false) == 1u + fc);
  }
}

TEST_CASE("a STOP sampled at edge N stops the sender in cycle N + fc, and a GO frees it after the same delay") {
  for (const std::uint8_t fc : {0, 1, 3, 63}) {
    Instance flow(Params{5, 2, fc});
    REQUIRE(edges_until(flow, {0, true}, stopped_pin, true) == 1u + fc);  // edge N is the first of them
    REQUIRE(edges_until(flow, {0, false}, stopped_pin, false) == 1u + fc);
  }
}

TEST_CASE("between the watermarks STOP stays as it is") {
  Instance flow(Params{5, 2, 0});
  for (unsigned i = 0; i < 3; ++i) flow.step({4, false});
  REQUIRE_FALSE(flow.stop_out());
  flow.step({6, false});
  for (unsigned i = 0; i < 3; ++i) flow.step({3, false});
  REQUIRE(flow.stop_out());
}

TEST_CASE("the narrowest watermarks, stop_at 1 and go_at 0, follow the occupancy") {
  Instance flow(Params{1, 0, 0});
  flow.step({1, false});
  REQUIRE(flow.stop_out());
  flow.step({0, false});
  REQUIRE_FALSE(flow.stop_out());
}

TEST_CASE("a pulse of STOP of one cycle arrives as a pulse of one cycle") {
  Instance flow(Params{5, 2, 3});
  flow.step({0, true});
  for (unsigned i = 0; i < 2; ++i) {
    flow.step({0, false});
    REQUIRE_FALSE(flow.stopped());
  }
  flow.step({0, false});
  REQUIRE(flow.stopped());
  flow.step({0, false});
  REQUIRE_FALSE(flow.stopped());
}

TEST_CASE("the 64 lanes of a bank do not touch each other", "[quick]") {
  const Params p{5, 2, 1};
  std::vector<PortMask> pipe(p.storage_words());
  State bank{pipe.data()};
  for (unsigned lane : {0u, 31u, 63u}) watch(p, bank, lane, 5);
  const PortMask lanes = bit(0) | bit(31) | bit(63);
  advance(p, bank, bit(63));
  advance(p, bank, 0);
  REQUIRE(flow_controller::stop_out(p, bank) == lanes);
  REQUIRE(bank.stopped == bit(63));
  watch(p, bank, 31, 2);
  advance(p, bank, 0);
  advance(p, bank, 0);
  REQUIRE(flow_controller::stop_out(p, bank) == (bit(0) | bit(63)));
}

TEST_CASE("a bank is settled exactly when further edges change nothing") {
  const Params p{5, 2, 3};
  Instance flow(p);
  REQUIRE(settled(p, flow.state, 0));
  watch(p, flow.state, 0, 5);
  unsigned edges = 0;
  for (; !settled(p, flow.state, 0); ++edges) advance(p, flow.state, 0);
  REQUIRE(edges == 4);  // stop and three stages
  REQUIRE(flow.stop_out());
  for (edges = 0; !settled(p, flow.state, 1); ++edges) advance(p, flow.state, 1);
  REQUIRE(edges == 4);
}

TEST_CASE("reset clears STOP and everything in flight") {
  Instance flow(Params{1, 0, 2});
  flow.step({1, true});
  flow.step({1, true});
  flow.reset();
  for (unsigned i = 0; i < 5; ++i) {
    flow.step({0, false});
    REQUIRE_FALSE(flow.stop_out());
    REQUIRE_FALSE(flow.stopped());
  }
}

TEST_CASE("all illegal parameters are named at once", "[quick]") {
  REQUIRE(Params{1, 0, 0}.violations().empty());
  REQUIRE(Params{32768, 32767, 63}.violations().empty());
  REQUIRE(to_string(Params{5, 5, 64}.violations()) == "go_at = 5: expected 0 to 4\nfc_cycles = 64: expected 0 to 63");
  REQUIRE(to_string(Params{0, 0, 64}.violations()) ==
          "stop_at = 0: expected 1 to 32768\nfc_cycles = 64: expected 0 to 63");
  REQUIRE_THROWS_AS(Instance(Params{0, 0, 0}), std::invalid_argument);
}
