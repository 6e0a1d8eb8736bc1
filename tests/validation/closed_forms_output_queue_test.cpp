// Output queueing: mean wait of single-flit packets from N Bernoulli sources, ((N-1)/N) p / (2(1-p)) slots (Karol and
// others 1987, eq. 5).
//
// The switch has its buffers at the inputs. When all N senders send to one host, no packet is behind one for another
// output, and one leaves in every cycle in which any waits: a single server that never idles with work, whose mean
// wait no order changes. N senders, and the receiver, which sends to the others and never to itself: N + 1 ports.
#include <catch2/catch.hpp>

#include "tests/validation/sampling.hpp"

using namespace slackline;

namespace {

constexpr std::uint8_t senders = 8;
constexpr std::uint32_t receiver = senders;
constexpr std::uint64_t zero_load = 3;  // two links and the switch, a cycle each

void check_wait(double load, const test::Sampling& sampling) {
  const double expected = (senders - 1.0) / senders * load / (2 * (1 - load));
  INFO("load " << load);
  test::require_contains(expected, 0.02 * expected, [&](std::uint64_t seed) {
    network::Netlist netlist = test::one_switch(senders + 1, endpoint::Pattern::hot_spot, load / senders, seed);
    netlist.endpoint_params.traffic.hot_spot = {{receiver}, 1};
    network::Fabric fabric(netlist);
    const statistics::Interval found = test::sample(fabric, sampling, [](const network::Fabric& f) {
      const endpoint::LatencySums& latency = f.endpoint_state(receiver).latency;
      return statistics::Batch{static_cast<double>(latency.total - latency.packets * zero_load),
                               static_cast<double>(latency.packets)};
    });
    REQUIRE(fabric.latencies().total.least() == zero_load);
    return found;
  });
}

}  // namespace

TEST_CASE("output queueing: the mean wait at loads of 0.2 and 0.5 is the closed form's") {
  check_wait(0.2, {1'000, 50'000, 40});
  check_wait(0.5, {1'000, 50'000, 40});
}

TEST_CASE("output queueing: the mean wait at a load of 0.8 is the closed form's") {
  check_wait(0.8, {10'000, 50'000, 40});
}

TEST_CASE("output queueing: the mean wait at a load of 0.9 is the closed form's") {
  check_wait(0.9, {20'000, 100'000, 60});
}
