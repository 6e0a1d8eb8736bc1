#include <catch2/catch.hpp>

#include "rtl_models/router_arbiter/router_arbiter_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  explicit Bench(const router_arbiter::Params& params) : arbiter("arbiter", params), clock(arbiter) {
    arbiter.requests(requests);
    arbiter.grant(grant);
  }
  std::uint64_t edge(std::uint64_t asking) {
    requests = asking;
    clock.edge();
    return grant.read();
  }

  router_arbiter::Module arbiter;
  test::EdgeClock clock;
  sc_core::sc_signal<std::uint64_t> requests, grant;
};

}  // namespace

TEST_CASE("router_arbiter grants at the edge that samples the requests, and withdraws at the next", "[quick]") {
  Bench b({64, router_arbiter::Policy::round_robin});
  REQUIRE(b.edge(0) == 0);
  REQUIRE(b.edge(bit(63) | bit(5)) == bit(5));
  REQUIRE(b.edge(bit(63) | bit(5)) == bit(63));
  REQUIRE(b.edge(0) == 0);
  REQUIRE(b.edge(bit(63) | bit(5)) == bit(5));
}

TEST_CASE("reset of router_arbiter restores the initial priorities") {
  Bench b({3, router_arbiter::Policy::matrix});
  REQUIRE(b.edge(7) == 1);
  REQUIRE(b.edge(7) == 2);
  b.clock.rst_n = false;
  REQUIRE(b.edge(7) == 0);
  b.clock.rst_n = true;
  REQUIRE(b.edge(7) == 1);
}

TEST_CASE("a router_arbiter module with illegal parameters is refused, naming them") {
  REQUIRE_THROWS_WITH(router_arbiter::Module("arbiter", router_arbiter::Params{65, router_arbiter::Policy::matrix}),
                      Catch::Contains("ports = 65: expected up to 64 with pins"));
}
