// Tori under dimension-order routing with dateline classes, and what virtual channels do for a mesh (Dally, "Virtual-
// channel flow control", IEEE Trans. Parallel and Distributed Systems 3(2), 1992).
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/studies/validation/sampling.hpp"
#include "tests/validation/case_check.hpp"

using namespace slackline;
using features::TopologyKind;
using statistics::Interval;
using test::check_case;

TEST_CASE("torus, uniform: mean switch-to-switch hops are (k/2) k^2/(k^2 - 1), 4.0635 for k = 8") {
  for (const char* name : {"torus-4-2vc-hops", "torus-8-2vc-hops", "torus-8-4vc-hops"}) check_case(name);
  for (const validation::Case& c : validation::cases())
    if (c.name == "torus-8-2vc-hops") CHECK(c.expected == Approx(4.0635).margin(5e-5));
}

TEST_CASE("8x8 torus, uniform: below saturation the accepted load is the offered load") {
  for (const char* name : {"torus-8-2vc-accepted", "torus-8-4vc-accepted"}) check_case(name);
}

TEST_CASE("8x8 torus, uniform, past saturation: below the bisection bound 8/k, above the mesh of as many VCs") {
  for (const char* name : {"torus-8-2vc-bound", "torus-8-4vc-bound"}) check_case(name);
  const auto of = [](TopologyKind kind, std::uint64_t vcs) {
    return validation::saturated(validation::square(kind, 8, vcs, 1), 1, 1).value;
  };
  // With two VCs a packet has the one of its dateline class: the torus gains less than with four.
  const Interval torus2 = of(TopologyKind::torus, 2), torus4 = of(TopologyKind::torus, 4);
  CHECK(torus2.low() > of(TopologyKind::mesh, 2).high());
  CHECK(torus4.low() > of(TopologyKind::mesh, 4).high());
  CHECK(torus4.low() > torus2.high());
}

TEST_CASE("8x8 mesh, uniform: without contention virtual channels change nothing", "[quick]") {
  // Packets so rare that hardly two meet.
  const auto latency = [](std::uint64_t vcs) {
    network::Fabric fabric(
        network::elaborate(validation::at_seed(validation::square(TopologyKind::mesh, 8, vcs, 0.0005), 1)));
    fabric.run_until(Cycle(200'000));
    std::uint64_t packets = 0, network = 0;
    for (unsigned i = 0; i < 64; ++i) {
      packets += fabric.port_state(i).latency.packets;
      network += fabric.port_state(i).latency.network;
    }
    REQUIRE(packets > 500);
    return static_cast<double>(network) / static_cast<double>(packets);
  };
  const double one = latency(1);
  for (const std::uint64_t vcs : {2, 4, 16}) REQUIRE(latency(vcs) == Approx(one).epsilon(0.003));
}
