// The short forms of the step compared with the general one: two switches with the same inputs, every register after
// every edge.
#include <catch2/catch.hpp>

#include <array>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_step.hpp"

using namespace slackline;
using wormhole_switch::Params;

namespace {

constexpr unsigned most_vcs = wormhole_switch::most_virtual_channels;

/// One switch and what it has driven at the last edge.
class Form {
 public:
  Form(const Params& p, PortMask slow) : params_(p), storage_(wormhole_switch::storage_bytes(p) / 8) {
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    wormhole_switch::bind(params_, state_, arena);
    place_.route.at = {1, 0, 0, 0};
    place_.wired = 7;
    for_each_bit(slow, [&](unsigned o) {
      wormhole_switch::set_cycles_per_flit(place_, state_, PortId(static_cast<std::uint8_t>(o)), 3);
    });
  }
  Form(const Form&) = delete;
  Form& operator=(const Form&) = delete;

  template <unsigned fixed_vcs, bool plain>
  void edge(const wormhole_switch::Inputs& in, const std::array<Flit, 3>& flits, Cycle now) {
    driven.fill(Flit());
    stop_changed.fill(0);
    awake = wormhole_switch::step<fixed_vcs, plain>(
        params_, place_, state_, now, in, [&](unsigned port) { return flits[port]; },
        [&](unsigned port, Flit flit) { driven[port] = flit; },
        [&](unsigned vc, unsigned, PortMask changed) { stop_changed[vc] = changed; });
  }
  std::vector<std::uint64_t> registers(Cycle now) const {
    RegisterSnapshot snapshot;
    visit_all(params_, state_, now, snapshot);
    return snapshot.values;
  }

  const wormhole_switch::ProtocolErrors& errors() const { return state_.errors; }

  std::array<Flit, 3> driven;
  std::array<PortMask, most_vcs> stop_changed;
  bool awake = false;

 private:
  const Params params_;
  wormhole_switch::State state_;
  wormhole_switch::Place place_;
  std::vector<std::uint64_t> storage_;
};

/// Three ports, every delay and policy.
Params random_switch(std::uint8_t vcs, RandomStream& random) {
  Params p;
  p.ports = 3;
  p.route.dimensions = 1;
  p.route.size = {3, 1, 1, 1};
  p.virtual_channels = vcs;
  p.route.vc_assignment = static_cast<route_unit::VcAssignment>(random.below(2));
  p.arbiter = router_arbiter::all_policies[random.below(std::size(router_arbiter::all_policies))].policy;
  p.crossbar = static_cast<std::uint16_t>(1 + random.below(3));
  p.data_delay = static_cast<std::uint16_t>(p.crossbar + random.below(2));
  p.arbitration = static_cast<std::uint16_t>(random.below(2));
  p.header_delay = static_cast<std::uint16_t>(p.data_delay + p.arbitration + random.below(3));
  p.buffer.flits = static_cast<std::uint16_t>(2 + random.below(8));
  p.flow.stop_at = static_cast<std::uint16_t>(1 + random.below(p.buffer.flits));
  p.flow.go_at = static_cast<std::uint16_t>(random.below(p.flow.stop_at));
  p.flow.fc_cycles = static_cast<std::uint8_t>(random.below(3));
  return p.completed();
}

/// Input flits: mostly well-formed worms, and sometimes a flit out of place, so that worms are cut and orphans are
/// discarded.
Flit random_flit(std::array<std::uint32_t, most_vcs>& left, unsigned vcs, RandomStream& random) {
  const std::uint32_t v = random.below(vcs);
  const VcId vc(static_cast<std::uint8_t>(v));
  const auto tag = static_cast<std::uint32_t>(random.bits() >> 40);
  if (left[v] == 0 || random.below(60) == 0) {
    left[v] = random.below(6);
    return Flit(left[v] == 0 ? FlitKind::single : FlitKind::head, vc, random.below(3), tag);
  }
  --left[v];
  return Flit(left[v] == 0 && random.below(20) != 0 ? FlitKind::tail : FlitKind::body, vc, random.below(1000), tag);
}

template <unsigned fixed_vcs>
void compare_forms(std::uint8_t vcs) {
  std::uint64_t driven = 0, changes = 0, cut = 0, orphans = 0, overflows = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    RandomStream random(seed, vcs, RandomPurpose::test);
    const Params p = random_switch(vcs, random);
    const PortMask slow = random.below(8);
    Form general(p, slow), shorter(p, slow);
    std::array<std::array<std::uint32_t, most_vcs>, 3> left{};
    std::array<PortMask, most_vcs> stops{};
    for (Cycle now; now < Cycle(400); now = now + 1) {
      INFO("seed " << seed << ", edge " << now.value);
      wormhole_switch::Inputs in;
      std::array<Flit, 3> flits;
      for (unsigned i = 0; i < 3; ++i)
        if (random.below(3) != 0) {
          flits[i] = random_flit(left[i], vcs, random);
          in.arrivals |= bit(i);
        }
      in.stop_changed = 0;
      for (unsigned v = 0; v < vcs; ++v)
        if (random.below(10) == 0) {
          stops[v] ^= bit(random.below(3));
          in.stop_changed |= vc_bit(v);
        }
      in.stop_in = stops.data();
      general.edge<0, false>(in, flits, now);
      shorter.edge<fixed_vcs, true>(in, flits, now);
      REQUIRE(general.registers(now + 1) == shorter.registers(now + 1));
      REQUIRE(general.driven == shorter.driven);
      REQUIRE(general.stop_changed == shorter.stop_changed);
      REQUIRE(general.awake == shorter.awake);
      for (const Flit flit : general.driven) driven += flit.valid();
      for (const PortMask changed : general.stop_changed) changes += changed != 0;
    }
    const wormhole_switch::ProtocolErrors& errors = general.errors();
    cut += errors.truncated;
    orphans += errors.orphans;
    overflows += errors.overflows;
  }
  // In each network a header comes within a worm, and a tail is missing, some ten times. Each event occurs in each.
  CHECK(driven > 60 * 400 / 10);
  CHECK(changes > 60);
  CHECK(cut > 60);
  CHECK(orphans > 60);
  CHECK(overflows > 60);
}

}  // namespace

TEST_CASE("the form of the step for one virtual channel equals the general one, in every register", "[quick]") {
  compare_forms<1>(1);
}

TEST_CASE("the forms of the step for two and for four virtual channels equal the general one") {
  compare_forms<2>(2);
  compare_forms<4>(4);
}

TEST_CASE("the form of the step for plain switches equals the general one") {
  compare_forms<0>(3);
  compare_forms<0>(16);
}
