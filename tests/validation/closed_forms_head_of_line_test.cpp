// Head-of-line blocking: a saturated N x N switch with one FIFO an input (Karol, Hluchyj, Morgan 1987).
#include <catch2/catch.hpp>

#include "tests/validation/head_of_line.hpp"
#include "tests/validation/sampling.hpp"

using namespace slackline;
using router_arbiter::Policy;

namespace {

void check_saturated(std::uint8_t hosts, Policy policy) {
  INFO(unsigned{hosts} << " ports");
  const PortMask inputs = ((PortMask{1} << hosts) - 1) << 2;  // behind the two ports of the switch's only dimension
  test::require_contains(test::head_of_line_throughput(hosts), 0.002, [&](std::uint64_t seed) {
    network::Netlist netlist = test::one_switch(hosts, endpoint::Pattern::uniform_all, 1.0, seed);
    netlist.switch_params.arbiter = policy;
    network::Fabric fabric(netlist);
    return test::sample(fabric, {5'000, 5'000, 60}, [&](const network::Fabric& f) {
      REQUIRE(f.switch_state(0).vc[0].occupied == inputs);  // one that is dry is not saturated
      return test::flits_per_cycle_and_host(f);
    });
  });
}

}  // namespace

TEST_CASE("the chain of the heads has the throughputs that Karol and others print", "[quick]") {
  CHECK(test::head_of_line_throughput(1) == Approx(1));
  CHECK(test::head_of_line_throughput(2) == Approx(0.75).margin(1e-9));
  CHECK(test::head_of_line_throughput(3) == Approx(0.6825).margin(5e-5));
  CHECK(test::head_of_line_throughput(4) == Approx(325.0 / 496).margin(1e-9));
  CHECK(test::head_of_line_throughput(5) == Approx(0.6399).margin(5e-5));
  CHECK(test::head_of_line_throughput(8) == Approx(0.6184).margin(5e-5));
}

TEST_CASE("head-of-line blocking: 2, 3, 4 and 5 ports saturate where the closed form says") {
  for (const std::uint8_t hosts : {2, 3, 4, 5}) check_saturated(hosts, Policy::round_robin);
}

TEST_CASE("head-of-line blocking: 16 ports saturate where the chain of the heads says") {
  check_saturated(16, Policy::round_robin);
}

TEST_CASE("head-of-line blocking does not depend on the arbiter") {
  for (const Policy policy : {Policy::matrix, Policy::fixed_priority, Policy::oldest_first}) check_saturated(4, policy);
}
