#include "rtl_models/common/link_fault.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <iterator>
#include <vector>

using namespace slackline;

namespace {

Flit body(std::uint32_t data, std::uint8_t vc = 0) { return Flit(FlitKind::body, VcId(vc), data, 1); }

LinkFault fault_of(LinkFaultKind kind, std::uint64_t count = 1) {
  LinkFault fault;
  fault.kind = kind;
  fault.count = count;
  return fault;
}

/// The edges, of the first `edges`, at which a flit does not pass unchanged.
std::vector<std::uint64_t> hits(const LinkFault& fault, std::uint64_t edges) {
  LinkFaultState state;
  std::vector<std::uint64_t> hit;
  for (std::uint64_t now = 0; now < edges; ++now)
    if (pass_flit(fault, state, Cycle(now), body(7)) != body(7)) hit.push_back(now);
  REQUIRE(state.hits() == hit.size());
  return hit;
}

}  // namespace

TEST_CASE("a fault acts from its first edge on and no longer at the edge after its last") {
  for (const LinkFaultKind kind : {LinkFaultKind::drop, LinkFaultKind::corrupt, LinkFaultKind::dead}) {
    LinkFault fault = fault_of(kind, 0);
    fault.from = Cycle(5);
    fault.to = Cycle(8);
    REQUIRE(hits(fault, 20) == std::vector<std::uint64_t>{5, 6, 7});
    fault.to = Cycle(5);
    REQUIRE(hits(fault, 20).empty());
  }
  LinkFault stuck = fault_of(LinkFaultKind::stop_stuck);
  stuck.from = Cycle(5);
  stuck.to = Cycle(8);
  LinkFaultState state;
  for (std::uint64_t now = 0; now < 12; ++now)
    REQUIRE((pass_stop(stuck, state, Cycle(now), 0) != 0) == (now >= 5 && now < 8));
}

TEST_CASE("a fault hits as many flits as its count, and not one more; 0 is no limit", "[quick]") {
  REQUIRE(hits(fault_of(LinkFaultKind::drop, 1), 20) == std::vector<std::uint64_t>{0});
  REQUIRE(hits(fault_of(LinkFaultKind::corrupt, 3), 20) == std::vector<std::uint64_t>{0, 1, 2});
  REQUIRE(hits(fault_of(LinkFaultKind::drop, 0), 20).size() == 20);
}

TEST_CASE("a fault hits only the virtual channels it names", "[quick]") {
  LinkFault fault = fault_of(LinkFaultKind::drop, 0);
  fault.vcs = static_cast<VcMask>(vc_bit(1) | vc_bit(15));
  LinkFaultState state;
  for (std::uint8_t vc = 0; vc < 16; ++vc)
    REQUIRE(pass_flit(fault, state, Cycle(vc), body(1, vc)).valid() == (vc != 1 && vc != 15));
  REQUIRE(state.flits_lost == 2);
}

TEST_CASE("a corrupted flit differs in exactly one of its data bits, and in nothing else", "[quick]") {
  for (const std::uint8_t bits : {1, 8, 32}) {
    LinkFault fault = fault_of(LinkFaultKind::corrupt, 0);
    fault.data_bits = bits;
    LinkFaultState state;
    std::uint32_t seen = 0;
    for (std::uint64_t now = 0; now < 1000; ++now) {
      const Flit before(FlitKind::tail, VcId(3), 0x12345678, 99), after = pass_flit(fault, state, Cycle(now), before);
      const std::uint64_t changed = before.word() ^ after.word();
      REQUIRE(__builtin_popcountll(changed) == 1);
      REQUIRE(changed < std::uint64_t{1} << bits);
      seen |= static_cast<std::uint32_t>(changed);
    }
    REQUIRE(seen == (bits == 32 ? ~0u : (1u << bits) - 1));  // every bit is hit at some edge
    REQUIRE(state.flits_changed == 1000);
    REQUIRE(state.flits_lost == 0);
  }
}

TEST_CASE("a probability of p hits a share of p; 0 hits none, 1 all") {
  LinkFault fault = fault_of(LinkFaultKind::drop, 0);
  for (const double p : {0.0, 0.01, 0.25, 0.5, 1.0}) {
    fault.probability = p;
    const double share = static_cast<double>(hits(fault, 100'000).size()) / 100'000;
    REQUIRE(share == Approx(p).margin(4 * std::sqrt(p * (1 - p) / 100'000)));
  }
}

TEST_CASE("the hits depend on the seed and the edge, and on nothing else") {
  LinkFault fault = fault_of(LinkFaultKind::drop, 0);
  fault.probability = 0.3;
  const auto first = hits(fault, 1000);
  // Another flit at each edge, of which every third is missing, and a state with hits in it: the same edges are hit.
  LinkFaultState state;
  state.flits_lost = 12345;
  std::vector<std::uint64_t> again, expected;
  for (std::uint64_t now = 0; now < 1000; ++now) {
    if (now % 3 == 2) continue;
    const Flit flit(FlitKind::tail, VcId(0), static_cast<std::uint32_t>(now), 99);
    if (!pass_flit(fault, state, Cycle(now), flit).valid()) again.push_back(now);
  }
  std::copy_if(first.begin(), first.end(), std::back_inserter(expected),
               [](std::uint64_t now) { return now % 3 != 2; });
  REQUIRE(again == expected);
  fault.seed = 1;
  REQUIRE(hits(fault, 1000) != first);
}

TEST_CASE("lost credits are counted one by one, a virtual channel each, up to the count") {
  const LinkFault fault = fault_of(LinkFaultKind::credit_lost, 3);
  LinkFaultState state;
  REQUIRE(pass_stop(fault, state, Cycle(0), 0) == 0);
  REQUIRE(state.credits_lost == 0);  // none arrived
  REQUIRE(pass_stop(fault, state, Cycle(1), 0b101) == 0);
  REQUIRE(state.credits_lost == 2);
  REQUIRE(pass_stop(fault, state, Cycle(2), 0b110) == 0b100);
  REQUIRE(state.credits_lost == 3);
  REQUIRE(pass_stop(fault, state, Cycle(3), 0b111) == 0b111);
}

TEST_CASE("a STOP wire that is stuck shows its level on its virtual channels, the others come through") {
  LinkFault fault = fault_of(LinkFaultKind::stop_stuck);
  fault.vcs = 0b0110;
  LinkFaultState state;
  for (const VcMask word : {VcMask{0}, VcMask{0b0101}, VcMask{0b1111}}) {
    fault.level = true;
    REQUIRE(pass_stop(fault, state, Cycle(0), word) == (word | 0b0110));
    fault.level = false;
    REQUIRE(pass_stop(fault, state, Cycle(0), word) == (word & 0b1001));
  }
}

TEST_CASE("a dead link lets neither flits nor STOP nor credits through; a fault of flits lets STOP through") {
  LinkFaultState state;
  REQUIRE_FALSE(pass_flit(fault_of(LinkFaultKind::dead, 0), state, Cycle(0), body(1)).valid());
  REQUIRE(pass_stop(fault_of(LinkFaultKind::dead, 0), state, Cycle(0), 0xffff) == 0);
  for (const LinkFaultKind kind : {LinkFaultKind::drop, LinkFaultKind::corrupt})
    REQUIRE(pass_stop(fault_of(kind, 0), state, Cycle(0), 0xffff) == 0xffff);
  for (const LinkFaultKind kind : {LinkFaultKind::stop_stuck, LinkFaultKind::credit_lost})
    REQUIRE(pass_flit(fault_of(kind, 0), state, Cycle(0), body(1)) == body(1));
}

TEST_CASE("the faults of a component act at their own port, in the order in which they were added") {
  LinkFaults faults;
  REQUIRE_FALSE(faults.any());
  const LinkFault drop = fault_of(LinkFaultKind::drop, 1), corrupt = fault_of(LinkFaultKind::corrupt, 0);
  LinkFaultState dropped, corrupted;
  faults.add_to_flits(PortId(3), drop, dropped);
  faults.add_to_flits(PortId(3), corrupt, corrupted);
  faults.add_to_stops(PortId(63), drop, dropped);
  REQUIRE(faults.inputs() == bit(3));
  REQUIRE(faults.outputs() == bit(63));
  REQUIRE(faults.flit(2, Cycle(0), body(1)) == body(1));
  REQUIRE_FALSE(faults.flit(3, Cycle(0), body(1)).valid());
  REQUIRE(corrupted.hits() == 0);  // the second one saw nothing
  REQUIRE(faults.flit(3, Cycle(1), body(1)) != body(1));
  REQUIRE(corrupted.hits() == 1);
}
