// One output's preemption unit, edge by edge.
#include "rtl_models/barrier/preemption_unit/preemption_unit.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

using namespace slackline;
using namespace slackline::preemption_unit;

namespace {

/// An output, one message at a time, and its flits: an edge and a letter for each: w(ord), r(equest), e(nd).
class Output {
 public:
  explicit Output(const Params& params) : p(params) { in.hold = 5; }

  Params p;
  Port port;
  Counters counters;
  Inputs in;
  std::uint32_t random = 1;
  std::string sent;
  std::vector<VcMask> taken_at;  ///< per edge
  unsigned words = 0;            ///< flits that are offered

  void edge() {
    in.offer = words != 0;
    const Send send = step(p, port, counters, random, now, in);
    if (send == Send::word) --words;
    if (send != Send::nothing) sent += std::to_string(now.value) + " wre"[static_cast<unsigned>(send)] + ' ';
    taken_at.push_back(taken(port));
    now = now + 1;
  }
  void run(unsigned edges) {
    while (edges-- != 0) edge();
  }

 private:
  Cycle now;
};

Params params(Architecture architecture, std::uint8_t vcs = 2) {
  Params p;
  p.architecture = architecture;
  p.victim = Victim::lowest;
  p.virtual_channels = vcs;
  p.preempt = 6;
  return p;
}

}  // namespace

TEST_CASE("a free channel is taken for two flits, the lowest of several") {
  Output o(params(Architecture::any_channel, 4));
  o.in.free = 0b1100;
  o.in.held = 0b0011;
  o.words = 2;
  o.run(4);
  CHECK(o.sent == "0w 1w ");
  CHECK(o.taken_at == std::vector<VcMask>{0b0100, 0, 0, 0});
  CHECK(o.counters.passed == 1);
  CHECK(o.counters.preemptions == 0);
}

TEST_CASE("a cut takes its steps one by one, and ends after the hold") {
  Output o(params(Architecture::any_channel));
  o.in.held = 0b11;
  o.in.going = 0b11;
  o.words = 2;
  o.run(20);
  CHECK(o.sent == "2r 6w 7w 12e ");
  for (unsigned edge = 0; edge < 20; ++edge) CHECK(o.taken_at[edge] == (edge < 14 ? 1 : 0));
  CHECK(o.counters.preemptions == 1);
  CHECK(o.counters.cut_cycles == 14);
}

TEST_CASE("the channels that may be cut depend on the architecture", "[quick]") {
  for (const Architecture architecture :
       {Architecture::any_channel, Architecture::fixed_channel, Architecture::moving_channel}) {
    INFO(unsigned(architecture));
    Output o(params(architecture, 3));
    o.in.held = 0b111;
    o.in.going = 0b010;
    o.words = 2;
    o.edge();
    CHECK(o.taken_at[0] == (architecture == Architecture::any_channel     ? 0b001
                            : architecture == Architecture::fixed_channel ? 0b100
                                                                          : 0b010));
  }
  Output fixed(params(Architecture::fixed_channel, 3));
  fixed.in.free = 0b011;  // other channels are of no use to it
  fixed.words = 2;
  fixed.run(10);
  CHECK(fixed.sent.empty());
  Output moving(params(Architecture::moving_channel, 3));
  moving.in.held = 0b111;  // none of which moves
  moving.words = 2;
  moving.run(10);
  CHECK(moving.sent.empty());
  CHECK(moving.counters.preemptions == 0);
}

TEST_CASE("architecture III sends its request when flits of some channel may move again") {
  Output o(params(Architecture::moving_channel, 2));
  o.in.held = 0b11;
  o.in.going = 1;
  o.words = 2;
  o.edge();
  o.in.going = 0;
  o.run(9);
  CHECK(o.sent.empty());
  o.in.going = 0b10;  // not the channel that has been cut
  o.run(8);
  CHECK(o.taken_at.back() == 1);
  CHECK(o.sent == "10r 12w 13w ");
}

TEST_CASE("a busy link delays each flit, STOP only the first of a message") {
  Output o(params(Architecture::any_channel, 1));
  o.in.held = o.in.going = 1;
  o.words = 2;
  o.in.link_busy = true;
  o.run(5);
  o.in.link_busy = false;
  o.edge();
  CHECK(o.sent == "5r ");
  o.in.stopped = true;
  o.run(5);
  o.in.stopped = false;
  o.edge();
  CHECK(o.sent == "5r 11w ");
  o.in.stopped = true;
  o.edge();
  CHECK(o.sent == "5r 11w 12w ");
}

TEST_CASE("a cut with endless messages ends after 16 holds, and the worm may send once before the next cut") {
  Output o(params(Architecture::any_channel, 1));
  o.in.held = o.in.going = 1;
  o.words = 1000;
  o.run(86);
  CHECK(o.taken_at[81] == 1);
  CHECK_THAT(o.sent, Catch::Contains(" 78w 79w 80e "));
  CHECK(o.taken_at[82] == 0);  // restored
  CHECK(o.taken_at[83] == 1);  // and cut again
  CHECK(o.counters.preemptions == 2);
}

TEST_CASE("the longest hold counts among the groups whose messages have come since the cut") {
  Output o(params(Architecture::any_channel, 1));
  o.in.held = o.in.going = 1;
  o.words = 2;
  o.run(9);  // the message of hold 5 goes at 6 and 7
  o.words = 2;
  o.in.hold = 9;
  o.run(2);
  o.in.hold = 2;
  o.run(3);
  o.words = 2;
  o.run(20);
  CHECK(o.sent == "2r 6w 7w 9w 10w 14w 15w 24e ");
  CHECK(o.port.hold == 9);
  o.words = 2;  // another cut begins with the hold of its own message
  o.run(20);
  CHECK(o.sent == "2r 6w 7w 9w 10w 14w 15w 24e 36r 40w 41w 43e ");
}

TEST_CASE("a channel is restored 16 times the longest hold after the cut", "[quick]") {
  Output o(params(Architecture::any_channel, 1));
  o.in.held = o.in.going = 1;
  o.words = 1000;
  o.in.hold = 2;
  o.run(20);
  o.in.hold = 3;  // 48 edges instead of 32
  o.run(2);
  o.in.hold = 1;
  o.run(30);
  CHECK_THAT(o.sent, Catch::Contains(" 46w 47w 48e "));
}

TEST_CASE(
    "a channel is not restored before the message for which the worm was cut has gone, unless STOP holds it back") {
  // 16 holds are over before the first flit can go, because of the time for a cut or of a slow link.
  Params slow = params(Architecture::any_channel, 1);
  slow.preempt = 40;
  Output o(slow);
  o.in.held = o.in.going = 1;
  o.in.hold = 1;
  o.words = 2;
  o.run(60);
  CHECK(o.sent == "2r 40w 41w 42e ");
  o.words = 2;  // cut again at edge 60: that a message went in the first cut does not count
  o.run(60);
  CHECK(o.sent == "2r 40w 41w 42e 62r 100w 101w 102e ");
  Output busy(params(Architecture::any_channel, 1));
  busy.in = o.in;
  busy.words = 2;
  busy.run(3);
  busy.in.link_busy = true;
  busy.run(100);
  busy.in.link_busy = false;
  busy.run(10);
  CHECK(busy.sent == "2r 103w 104w 105e ");
  CHECK(busy.counters.preemptions == 1);
  Output stopped(params(Architecture::any_channel, 1));
  stopped.in = o.in;
  stopped.words = 2;
  stopped.in.stopped = true;
  stopped.run(40);
  CHECK(stopped.sent == "2r 16e 21r 35e ");
}

TEST_CASE("random victims cover all channels, the same in each run", "[quick]") {
  Params p = params(Architecture::any_channel, 4);
  p.victim = Victim::random;
  unsigned chosen[4] = {};
  std::uint32_t random = 1, again = 1;
  for (unsigned n = 0; n < 400; ++n) {
    const unsigned vc = choose(p, random, 0b1111);
    CHECK(vc == choose(p, again, 0b1111));
    ++chosen[vc];
  }
  // 100 each; a binomial standard deviation of sqrt(400 / 4 * 3 / 4) = 8.7, five of them.
  for (const unsigned n : chosen) CHECK(std::abs(static_cast<int>(n) - 100) < 44);
  CHECK(choose(p, random, 0b0100) == 2);
}

TEST_CASE("without preemption a message waits for a free channel, whatever worms do, and then takes it at once") {
  Output o(params(Architecture::waiting));
  o.in.held = o.in.going = 0b11;
  o.words = 2;
  o.run(300);
  CHECK(o.sent.empty());
  CHECK(o.taken_at == std::vector<VcMask>(300, 0));
  o.in.held = 0b01;
  o.in.free = 0b10;
  o.run(3);
  CHECK(o.sent == "300w 301w ");
  CHECK(o.taken_at[300] == 0b10);
  CHECK(o.taken_at[301] == 0);
  CHECK(o.counters.passed == 1);
  CHECK(o.counters.preemptions == 0);
}

TEST_CASE("without preemption a channel is not taken under STOP or on a busy link, so that waits do not chain") {
  Output o(params(Architecture::waiting, 1));
  o.in.free = 1;
  o.words = 2;
  o.in.stopped = true;
  o.run(5);
  o.in.stopped = false;
  o.in.link_busy = true;
  o.run(5);
  CHECK(o.taken_at == std::vector<VcMask>(10, 0));
  o.in.link_busy = false;
  o.run(2);
  CHECK(o.sent == "10w 11w ");
}

TEST_CASE("without preemption the edge after a message is left to a header that asks for the output", "[quick]") {
  Output o(params(Architecture::waiting, 1));
  o.in.free = 1;
  o.words = 6;
  o.run(2);
  o.in.header_asks = true;
  o.run(4);
  CHECK(o.sent == "0w 1w 3w 4w ");  // 2 is left to the header, and so is 5:
  CHECK(o.taken_at[2] == 0);
  CHECK(o.taken_at[5] == 0);
  o.in.free = 0;  // the header has taken the channel; after its worm the message goes before all other headers
  o.in.held = 1;
  o.run(10);
  o.in.free = 1;
  o.in.held = 0;
  o.run(2);
  CHECK(o.sent == "0w 1w 3w 4w 16w 17w ");
}

TEST_CASE("parameters have their limits") {
  CHECK(Params().violations().empty());
  Params p;
  p.virtual_channels = 0;
  p.preempt = 3;
  CHECK(p.violations().size() == 2);
  p.virtual_channels = 16;
  p.preempt = 65;
  CHECK(p.violations().size() == 2);
}
