#include "rtl_models/barrier/preemption_unit/preemption_unit_module.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "rtl_models/common/random_stream.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;
using namespace slackline::preemption_unit;

namespace {

struct Bench {
  explicit Bench(const Params& params) : module("preemption_unit", params, 7), clock(module) {
    module.offer(offer);
    module.stopped(stopped);
    module.link_busy(link_busy);
    module.free(free);
    module.held(held);
    module.going(going);
    module.header_asks(header_asks);
    module.hold(hold);
    module.send(send);
    module.vc(vc);
    module.taken(taken);
  }
  void edge(const Inputs& in) {
    offer = in.offer;
    stopped = in.stopped;
    link_busy = in.link_busy;
    free = in.free;
    held = in.held;
    going = in.going;
    header_asks = in.header_asks;
    hold = in.hold;
    clock.edge();
  }

  Module module;
  slackline::test::EdgeClock clock;
  sc_core::sc_signal<bool> offer, stopped, link_busy, header_asks;
  sc_core::sc_signal<std::uint16_t> hold;
  sc_core::sc_signal<VcMask> free, held, going, taken;
  sc_core::sc_signal<std::uint8_t> send, vc;
};

}  // namespace

TEST_CASE("the pins of preemption_unit show a cut edge by edge: request, message, padding end, restored", "[quick]") {
  Params p;
  p.virtual_channels = 2;
  p.victim = Victim::lowest;
  p.preempt = 6;
  Bench b(p);
  Inputs in;
  in.held = in.going = 0b10;
  in.hold = 5;
  std::string sent;
  for (unsigned edge = 0; edge < 20; ++edge) {
    in.offer = edge < 8;  // up to the second flit
    b.edge(in);
    if (b.send.read() != 0) sent += std::to_string(edge) + " wre"[b.send.read()] + ' ';
    CHECK(b.taken.read() == (edge < 14 ? 0b10 : 0));
    if (edge < 14) CHECK(b.vc.read() == 1);
  }
  CHECK(sent == "2r 6w 7w 12e ");
}

TEST_CASE("the preemption_unit module equals its core under random inputs and resets") {
  Params p;
  Bench b(p);
  Instance core(p, 7);
  RandomStream random(1, 0, RandomPurpose::test);
  unsigned resets = 0;
  std::array<unsigned, 4> sent{};  // by kind of flit
  for (unsigned edge = 0; edge < 10000; ++edge) {
    Inputs in;
    in.offer = random.below(3) == 0;
    in.stopped = random.below(5) == 0;
    in.link_busy = random.below(5) == 0;
    in.free = random.below(4) == 0 ? static_cast<VcMask>(random.below(16)) : VcMask{0};
    in.held = static_cast<VcMask>(0xf & ~in.free);
    in.going = static_cast<VcMask>(random.below(16));
    in.hold = static_cast<std::uint16_t>(1 + random.below(8));
    const bool reset = random.below(500) == 0;
    b.clock.rst_n = !reset;
    b.edge(in);
    reset ? core.reset() : core.step(in);
    resets += reset;
    ++sent.at(b.send.read());
    REQUIRE(b.send.read() == static_cast<unsigned>(core.sent));
    REQUIRE(b.vc.read() == core.port.vc);
    REQUIRE(b.taken.read() == taken(core.port));
    REQUIRE(b.module.core().random == core.random);
    REQUIRE(b.module.core().counters.cut_cycles == core.counters.cut_cycles);
  }
  CHECK(b.module.core().now.value == core.now.value);
  // Worms were cut, and each channel was restored except at resets and at the end. Two flits a message.
  const unsigned words = sent[unsigned(Send::word)], requests = sent[unsigned(Send::request)],
                 ends = sent[unsigned(Send::end)];
  CHECK(ends > resets);
  CHECK(requests >= ends);
  CHECK(requests <= ends + resets + 1);
  CHECK(words >= 2 * ends);
}
