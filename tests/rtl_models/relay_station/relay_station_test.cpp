#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/relay_station/relay_station_instance.hpp"

using namespace slackline;
using namespace slackline::relay_station;

namespace {

struct Bench {
  explicit Bench(const Params& params) : relay(params) {}
  /// One edge; returns the data on flit_out, 0 when there is no flit.
  std::uint32_t edge(std::uint32_t data, bool stop_in) {
    const Flit flit = data == 0 ? Flit() : Flit(FlitKind::body, VcId(0), data, data);
    relay.step({flit, stop_in}, Cycle(now++));
    return relay.state.flit_out.data();
  }

  Instance relay;
  std::uint64_t now = 0;
};

Params params(std::uint16_t flits, std::uint16_t stop_at, std::uint16_t go_at, std::uint8_t fc) {
  return {{flits}, {stop_at, go_at, fc}};
}

}  // namespace

TEST_CASE("a flit sampled at edge N is on flit_out in cycle N+1, not in N, and leaves it in N+2") {
  Bench b(params(4, 3, 1, 0));
  REQUIRE(b.edge(7, false) == 0);
  REQUIRE(b.edge(0, false) == 7);
  REQUIRE(b.edge(0, false) == 0);
}

TEST_CASE("flits pass at one a cycle in order, also a single-flit packet right after a tail") {
  Instance relay(params(4, 3, 1, 0));
  const Flit flits[] = {{FlitKind::head, VcId(0), 1, 1},   {FlitKind::tail, VcId(0), 2, 1},
                        {FlitKind::single, VcId(0), 3, 2}, {FlitKind::single, VcId(0), 3, 3},
                        {FlitKind::head, VcId(0), 4, 4},   Flit()};
  for (unsigned n = 0; n < 6; ++n) {
    relay.step({flits[n], false}, Cycle(n));
    if (n > 0) REQUIRE(relay.state.flit_out == flits[n - 1]);
    REQUIRE_FALSE(relay.stop_out());
  }
}

TEST_CASE("with STOP sampled at edge N the last flit leaves in cycle N + fc") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    Bench b(params(64, 53, 17, fc));
    for (std::uint32_t n = 1; n < 10; ++n) b.edge(n, false);
    for (unsigned after = 0; after <= fc; ++after) REQUIRE(b.edge(20 + after, true) != 0);
    for (unsigned i = 0; i < 5; ++i) REQUIRE(b.edge(40 + i, true) == 0);
  }
}

TEST_CASE("with GO sampled at edge N the first flit leaves in cycle N + fc + 1", "[quick]") {
  for (const std::uint8_t fc : {0, 1, 3}) {
    Bench b(params(64, 53, 17, fc));
    for (std::uint32_t n = 1; n < 10; ++n) b.edge(n, true);
    for (unsigned after = 0; after <= fc; ++after) REQUIRE(b.edge(0, false) == 0);
    REQUIRE(b.edge(0, false) != 0);
  }
}

TEST_CASE("a stopped relay stops its sender 1 + fc cycles after its occupancy reaches stop_at", "[quick]") {
  for (const std::uint8_t fc : {0, 3}) {
    Bench b(params(64, 3, 1, fc));
    for (unsigned i = 0; i <= fc; ++i) b.edge(0, true);  // `stopped` is set
    for (std::uint32_t n = 1; n <= 3; ++n) b.edge(n, true);
    REQUIRE(b.relay.state.buffer.count == 3);
    for (unsigned i = 0; i < fc; ++i) b.edge(0, true);
    REQUIRE_FALSE(b.relay.stop_out());
    b.edge(0, true);
    REQUIRE(b.relay.stop_out());
  }
}

TEST_CASE("one slot suffices for a sender that waits for it", "[quick]") {
  Bench b(params(1, 1, 0, 0));
  std::uint32_t sent = 1, received = 0;
  for (unsigned cycle = 0; cycle < 40; ++cycle) {
    const bool send = b.relay.state.buffer.count == 0;
    const std::uint32_t out = b.edge(send ? sent++ : 0, cycle % 7 == 3);
    if (out != 0) REQUIRE(out == ++received);
  }
  // A flit is written at one edge and leaves at the next, or one later if STOP gates that edge: this happens at 11, 18,
  // 25 and 32; at 39 the last one stays inside.
  REQUIRE(received == 17);
  REQUIRE(sent == 1 + 17 + 1);
  REQUIRE_FALSE(b.relay.state.buffer.overflow);
}

TEST_CASE("the smallest slack holds every flit that is in flight after STOP, one slot less loses one") {
  // Sender and relay one cycle apart in both directions, the relay's fc at its end, none at the sender's.
  const auto loses = [](std::uint16_t flits, std::uint8_t fc) {
    Bench b(params(flits, 3, 1, fc));
    bool stop = false;
    for (unsigned cycle = 0; cycle < 50; ++cycle) {
      const bool stopped = stop;  // the register at the sender's end
      stop = b.relay.stop_out();
      b.edge(stopped ? 0 : cycle + 1, true);
    }
    return b.relay.state.buffer.overflow;
  };
  for (const std::uint8_t fc : {0, 1, 3}) {
    const std::uint16_t slack = 2 + fc;
    REQUIRE_FALSE(loses(3 + slack, fc));
    REQUIRE(loses(3 + slack - 1, fc));
  }
}

TEST_CASE("every flit comes out once and in order under random idle cycles and backpressure") {
  RandomStream random(1, 0, RandomPurpose::test);
  for (const std::uint16_t flits : {4, 5, 64})
    for (const unsigned idle : {0u, 30u, 80u})
      for (const unsigned busy : {0u, 30u, 80u}) {
        Bench b(params(flits, static_cast<std::uint16_t>(flits - 2), 1, 0));
        std::uint32_t sent = 0, received = 0, stops = 0;
        for (unsigned cycle = 0; cycle < 2000; ++cycle) {
          stops += b.relay.stop_out();
          const bool send = !b.relay.stop_out() && random.below(100) >= idle;
          const std::uint32_t out = b.edge(send ? ++sent : 0, random.below(100) < busy);
          if (out != 0) REQUIRE(out == ++received);
        }
        for (unsigned cycle = 0; cycle < 70; ++cycle)
          if (const std::uint32_t out = b.edge(0, false); out != 0) REQUIRE(out == ++received);
        REQUIRE(received == sent);
        // If more flits arrive than may leave, the buffer fills. Flits leave at least as often as they arrive while
        // GO holds.
        if (busy > idle) REQUIRE(stops > 0);
        REQUIRE(received >= 0.8 * 2000 * (100 - idle) / 100 * (100 - busy) / 100);
      }
}

TEST_CASE("all illegal parameters of the buffer and the flow control are named at once") {
  REQUIRE(params(1, 1, 0, 0).violations().empty());
  REQUIRE(to_string(params(4, 5, 5, 64).violations()) ==
          "go_at = 5: expected 0 to 4\nfc_cycles = 64: expected 0 to 63\nstop_at = 5: expected 1 to flits (4)");
  REQUIRE_THROWS_AS(Instance(params(4, 5, 1, 0)), std::invalid_argument);
}
