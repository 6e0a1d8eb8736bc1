// Credits: the timing contract of flow_controller.hpp, at N-1 and N.
#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/flow_controller/flow_controller_instance.hpp"

using namespace slackline;
using namespace slackline::flow_controller;

namespace {

Params with_credits(std::uint16_t credits, std::uint8_t fc = 0) { return {1, 0, fc, Kind::credit, credits}; }

constexpr Inputs nothing{};
constexpr Inputs freed{0, false, true, false};
constexpr Inputs sent{0, false, false, true};
constexpr Inputs credit{0, true, false, false};

void spend_all(Instance& flow) {
  while (!flow.stopped()) flow.step(sent);
}

/// The edges, of the next 200, counted from 1, after which stop_out is high.
std::vector<unsigned> pulses(Instance& flow) {
  std::vector<unsigned> edges;
  for (unsigned edge = 1; edge <= 200; ++edge) {
    flow.step(nothing);
    if (flow.stop_out()) edges.push_back(edge);
  }
  return edges;
}

}  // namespace

TEST_CASE("a freed place is a pulse 1 + fc cycles later, high for exactly one cycle") {
  for (const std::uint8_t fc : {0, 1, 3, 63}) {
    INFO("fc " << unsigned{fc});
    Instance flow(with_credits(4, fc));
    flow.step(nothing);
    free_slots(flow.state, 1);  // at the edge before: in the cycle after it nothing is on the wire yet
    REQUIRE_FALSE(flow.stop_out());
    REQUIRE(pulses(flow) == std::vector<unsigned>{1u + fc});
  }
}

TEST_CASE("two places freed in a row are two pulses without a gap, with an edge between them two with a gap",
          "[quick]") {
  for (const std::uint8_t fc : {0, 2}) {
    Instance flow(with_credits(4, fc));
    flow.step(freed);
    const bool first = flow.stop_out();
    flow.step(freed);
    const bool second = flow.stop_out();
    std::vector<unsigned> found = pulses(flow);
    REQUIRE((fc == 0 ? first && second && found.empty() : !first && !second && found == std::vector<unsigned>{1, 2}));

    Instance gap(with_credits(4, 2));
    gap.step(freed);
    gap.step(nothing);
    gap.step(freed);
    REQUIRE(gap.stop_out());  // 1 + fc edges, the first of which freed the place
    REQUIRE(pulses(gap) == std::vector<unsigned>{2});
  }
}

TEST_CASE("a wire that is high for three cycles gives three credits: a pulse is not a level") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    Instance flow(with_credits(8, fc));
    spend_all(flow);
    for (unsigned n = 0; n < 3; ++n) flow.step(credit);
    for (unsigned n = 0; n < fc; ++n) flow.step(nothing);
    REQUIRE(flow.state.credits[0] == 3);
    for (unsigned n = 0; n < 100; ++n) flow.step(nothing);  // nor does one that stays low take any back
    REQUIRE(flow.state.credits[0] == 3);
    REQUIRE_FALSE(flow.stopped());
  }
}

TEST_CASE("a credit sampled at edge N frees a stopped sender in cycle N + fc, and not in cycle N + fc - 1") {
  for (const std::uint8_t fc : {0, 1, 3, 63}) {
    INFO("fc " << unsigned{fc});
    Instance flow(with_credits(1, fc));
    spend_all(flow);
    flow.step(credit);  // edge N
    for (unsigned n = 0; n < fc; ++n) {
      REQUIRE(flow.stopped());
      REQUIRE(flow.state.credits[0] == 0);
      flow.step(nothing);
    }
    REQUIRE_FALSE(flow.stopped());
    REQUIRE(flow.state.credits[0] == 1);
  }
}

TEST_CASE("as many flits may be sent as the buffer holds, and no more") {
  for (const std::uint16_t credits : {1, 2, 32768}) {
    Instance flow(with_credits(credits));
    for (unsigned n = 0; n + 1 < credits; ++n) flow.step(sent);
    REQUIRE_FALSE(flow.stopped());
    REQUIRE(flow.state.credits[0] == 1);
    flow.step(sent);
    REQUIRE(flow.stopped());
    REQUIRE(flow.state.credits[0] == 0);
    flow.step(sent);  // refused: it must not wrap around
    REQUIRE(flow.stopped());
    REQUIRE(flow.state.credits[0] == 0);
  }
}

TEST_CASE("a flit sent and a credit that comes at the same edge leave the count as it is") {
  Instance flow(with_credits(1));
  for (unsigned n = 0; n < 10; ++n) {
    flow.step({0, true, false, true});  // the last credit goes, one comes
    REQUIRE(flow.state.credits[0] == 1);
    REQUIRE_FALSE(flow.stopped());
  }
}

TEST_CASE("credits beyond the size of the buffer are not counted") {
  Instance flow(with_credits(3));
  flow.step(credit);
  REQUIRE(flow.state.credits[0] == 3);
  flow.step(sent);
  for (unsigned n = 0; n < 5; ++n) flow.step(credit);
  REQUIRE(flow.state.credits[0] == 3);
}

TEST_CASE("has_room(n) is true if n flits may be sent, and not for one more", "[quick]") {
  Instance flow(with_credits(5));
  flow.step(sent);
  REQUIRE(has_room(flow.state, 0, 4));
  REQUIRE_FALSE(has_room(flow.state, 0, 5));
  spend_all(flow);
  REQUIRE(has_room(flow.state, 0, 0));
  REQUIRE_FALSE(has_room(flow.state, 0, 1));
}

TEST_CASE("an unlimited lane is never stopped and counts nothing, unlike the lane next to it") {
  const Params p = with_credits(2);
  std::vector<std::uint64_t> storage(16);
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  State bank;
  bind(p, bank, 2, arena);
  bank.unlimited = bit(1);
  for (unsigned n = 0; n < 2; ++n) {
    spend(bank, 0);
    spend(bank, 1);
  }
  REQUIRE(bank.stopped == bit(0));
  for (unsigned n = 0; n < 100'000; ++n) spend(bank, 1);
  REQUIRE(has_room(bank, 1, 65535));
  REQUIRE_FALSE(has_room(bank, 0, 1));
  advance(p, bank, bit(0) | bit(1));
  REQUIRE(bank.stopped == 0);
  REQUIRE(bank.credits[0] == 1);
  REQUIRE(bank.credits[1] == 2);
}

TEST_CASE("in a bank with lanes of both kinds each follows its receiver, whatever the buffers at this end do",
          "[quick]") {
  Params p;  // levels at this end
  p.stop_at = 4;
  p.go_at = 2;
  p.counts_credits = true;
  std::vector<std::uint64_t> storage(16);
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  State bank;
  bind(p, bank, 2, arena);
  set_receiver(bank, 0, Kind::credit, 2);
  set_receiver(bank, 1, Kind::stop_go, 2);
  for (unsigned n = 0; n < 2; ++n) spend(bank, 0);
  REQUIRE(bank.stopped == bit(0));
  advance(p, bank, bit(0) | bit(1));  // a credit, and STOP
  REQUIRE(bank.stopped == bit(1));
  REQUIRE(bank.credits[0] == 1);
  REQUIRE(settled(p, bank, bit(1)));  // the credit has been counted; STOP goes on
  for (unsigned n = 0; n < 3; ++n) advance(p, bank, bit(0) | bit(1));
  REQUIRE(bank.credits[0] == 2);  // no more than the buffer holds
  REQUIRE_FALSE(settled(p, bank, 0));
  advance(p, bank, 0);
  REQUIRE(bank.stopped == 0);
  watch(p, bank, 0, 4);  // and what comes to this end is held back by a level
  advance(p, bank, 0);
  advance(p, bank, 0);
  REQUIRE(stop_out(p, bank) == bit(0));
}

TEST_CASE("the credits of the 64 lanes of a bank do not touch each other", "[quick]") {
  const Params p = with_credits(2, 1);
  std::vector<std::uint64_t> storage(64);
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  State bank;
  bind(p, bank, 64, arena);
  for (const unsigned lane : {0u, 63u, 63u}) spend(bank, lane);
  REQUIRE(bank.stopped == bit(63));
  free_slots(bank, bit(0) | bit(31));
  advance(p, bank, bit(63));
  advance(p, bank, 0);
  REQUIRE(flow_controller::stop_out(p, bank) == (bit(0) | bit(31)));
  REQUIRE(bank.stopped == 0);
  REQUIRE(bank.credits[0] == 1);
  REQUIRE(bank.credits[31] == 2);
  REQUIRE(bank.credits[63] == 1);
}

TEST_CASE("a bank with credits is settled exactly when no pulse is in flight", "[quick]") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    INFO("fc " << unsigned{fc});
    const Params p = with_credits(4, fc);
    Instance flow(p);
    REQUIRE(settled(p, flow.state, 0));

    free_slots(flow.state, 1);  // outgoing: fc + 1 edges to drive it, one to withdraw it
    unsigned edges = 0;
    for (; !settled(p, flow.state, 0); ++edges) {
      REQUIRE(edges < 10);
      advance(p, flow.state, 0);
    }
    REQUIRE(edges == 2u + fc);
    REQUIRE_FALSE(flow.stop_out());

    flow.step(sent);
    advance(p, flow.state, 1);  // incoming: fc more edges until it is counted
    for (edges = 0; !settled(p, flow.state, 0); ++edges) {
      REQUIRE(flow.state.credits[0] == 3);
      advance(p, flow.state, 0);
    }
    REQUIRE(edges == fc);
    REQUIRE(flow.state.credits[0] == 4);
  }
}

TEST_CASE("reset restores all credits and discards those in flight") {
  Instance flow(with_credits(3, 2));
  spend_all(flow);
  flow.step({0, true, true, false});
  flow.reset();
  REQUIRE(flow.state.credits[0] == 3);
  REQUIRE_FALSE(flow.stopped());
  flow.step(sent);
  REQUIRE(pulses(flow).empty());
  REQUIRE(flow.state.credits[0] == 2);
}

TEST_CASE("withdraw takes every pulse off the wire and out of the stages before it, at once") {
  for (const std::uint8_t fc : {0, 1, 3, 63}) {
    INFO("fc " << unsigned{fc});
    const Params p = with_credits(4, fc);
    for (unsigned under_way = 0; under_way <= fc; ++under_way) {  // edges after its first one
      Instance flow(p);
      flow.step(freed);
      for (unsigned n = 0; n < under_way; ++n) flow.step(nothing);
      REQUIRE(flow.stop_out() == (under_way == fc));
      withdraw(p, flow.state);
      REQUIRE_FALSE(flow.stop_out());  // it stays low, as the bank is not stepped any more
      REQUIRE(pulses(flow).empty());
    }
  }
}

TEST_CASE("0 and 32769 credits are refused; with credits the watermarks are not checked") {
  REQUIRE(with_credits(1).violations().empty());
  REQUIRE(with_credits(32768).violations().empty());
  REQUIRE(to_string(with_credits(0).violations()) == "credits = 0: expected 1 to 32768");
  REQUIRE(to_string(with_credits(32769).violations()) == "credits = 32769: expected 1 to 32768");
  REQUIRE(Params{0, 9, 0, Kind::credit, 1}.violations().empty());
}
