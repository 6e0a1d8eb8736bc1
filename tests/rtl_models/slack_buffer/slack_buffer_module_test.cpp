#include <catch2/catch.hpp>

#include "rtl_models/slack_buffer/slack_buffer_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

struct Bench {
  explicit Bench(std::uint16_t flits) : buffer("buffer", slack_buffer::Params{flits}), clock(buffer) {
    buffer.flit_in(flit_in);
    buffer.pop(pop);
    buffer.front(front);
    buffer.count(count);
    buffer.overflow(overflow);
  }
  void edge(std::uint64_t word, bool take) {
    flit_in = word;
    pop = take;
    clock.edge();
  }

  slack_buffer::Module buffer;
  test::EdgeClock clock;
  sc_core::sc_signal<std::uint64_t> flit_in, front;
  sc_core::sc_signal<bool> pop, overflow;
  sc_core::sc_signal<std::uint16_t> count;
};

}  // namespace

TEST_CASE("the pins of slack_buffer change at the edge that samples a flit or a pop, and not before", "[quick]") {
  Bench b(2);
  const std::uint64_t first = Flit(FlitKind::head, VcId(3), 10, 5).word(),
                      second = Flit(FlitKind::tail, VcId(3), 11, 5).word();
  b.edge(0, false);
  REQUIRE(b.count.read() == 0);
  b.edge(first, false);
  REQUIRE(b.count.read() == 1);
  REQUIRE(b.front.read() == first);
  b.edge(second, false);
  REQUIRE(b.count.read() == 2);
  REQUIRE(b.front.read() == first);
  b.edge(first, false);
  REQUIRE(b.overflow.read());
  b.edge(0, true);
  REQUIRE(b.front.read() == second);
  b.edge(0, true);
  REQUIRE(b.count.read() == 0);
  REQUIRE(b.front.read() == 0);
}

TEST_CASE("reset empties slack_buffer at the edge that samples it low") {
  Bench b(1);
  b.edge(Flit(FlitKind::single, VcId(0), 1, 1).word(), false);
  b.edge(Flit(FlitKind::single, VcId(0), 2, 2).word(), false);
  REQUIRE(b.count.read() == 1);
  REQUIRE(b.overflow.read());
  b.clock.rst_n = false;
  b.edge(Flit(FlitKind::single, VcId(0), 3, 3).word(), false);
  REQUIRE(b.count.read() == 0);
  REQUIRE_FALSE(b.overflow.read());
}

TEST_CASE("a slack_buffer module with illegal parameters is refused, naming them") {
  REQUIRE_THROWS_WITH(slack_buffer::Module("buffer", slack_buffer::Params{0}),
                      Catch::Contains("flits = 0: expected 1 to 32768"));
}
