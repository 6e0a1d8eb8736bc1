// Timing of a packet switch, and what it drops for the frame's own sake.
#include <catch2/catch.hpp>

#include "tests/rtl_models/packet_switch/bench.hpp"

using namespace slackline;
using namespace slackline::packet_switch;
using Cycles = std::vector<std::uint64_t>;

TEST_CASE("a frame goes on when it is there whole, lookup and transfer later, in the cycle of the contract",
          "[quick]") {
  const Buffers buffers = GENERATE(Buffers::input, Buffers::output, Buffers::shared);
  for (const std::uint16_t lookup : {0, 3})
    for (const std::uint32_t transfer : {0u, 1u, 2u})
      for (const std::uint32_t flits : {1u, 4u}) {
        Params p;
        p.buffers = buffers;
        p.lookup = lookup;
        p.transfer = transfer;
        Bench b(p);
        b.send(0, 2, flits);
        b.edges(50);
        const std::uint64_t last = flits - 1, d = std::max(transfer * flits, 1u);
        REQUIRE(b.begun(2) == Cycles{last + lookup + d + 2});
        REQUIRE(b.sent[2].size() == flits);
        for (std::uint32_t n = 0; n < flits; ++n) {
          CHECK(b.sent[2][n].flit == flit_of(n, flits, 2, 1));
          CHECK(b.sent[2][n].cycle == last + lookup + d + 2 + n);
        }
      }
}

TEST_CASE("with direct a frame leaves as it is transferred, unless its link is faster") {
  for (const std::uint32_t transfer : {0u, 1u, 2u, 3u}) {
    Params p;
    p.transfer = transfer;
    p.direct = true;
    p.held = 0;
    p.gap = 0;
    p.cycles_per_flit = {1, 1, 2, 1};
    Bench b(p);
    b.send(0, 2, 5, 1);
    b.send(1, 2, 5, 2);
    b.edges(100);
    const bool at_once = transfer <= 2;
    const std::uint64_t first = at_once ? 4 + 2 : 4 + 2 + 5 * transfer, last = first + 4 * 2;
    // The second transfer begins at the edge after the last flit, or after the end of the first transfer if that is later.
    const std::uint64_t end = 5 + std::max(5 * transfer, 1u), begins = std::max(last, end) + 1;
    CHECK(b.begun(2) == Cycles{first, begins + (at_once ? 1 : 5 * transfer + 1)});
    REQUIRE(b.sent[2].size() == 10);
    for (unsigned n = 0; n < 5; ++n) CHECK(b.sent[2][n].flit == flit_of(n, 5, 2, 1));
  }
}

TEST_CASE("a frame that cuts through leaves as it comes in, in the cycle of the contract", "[quick]") {
  const Buffers buffers = GENERATE(Buffers::input, Buffers::output, Buffers::shared);
  for (const std::uint16_t lookup : {0, 3})
    for (const std::uint16_t shortest : {1, 2})
      for (const std::uint32_t cycles : {1u, 2u}) {
        Params p;
        p.buffers = buffers;
        p.lookup = lookup;
        p.shortest = shortest;
        p.cut_through = true;
        p.cycles_per_flit = {1, 1, cycles, 1};
        Bench b(p);
        b.send(0, 2, 8);
        b.edges(50);
        const std::uint64_t sampled = shortest - 1u, first = sampled + lookup + 2;
        REQUIRE(b.begun(2) == Cycles{first});
        REQUIRE(b.sent[2].size() == 8);
        for (std::uint32_t n = 0; n < 8; ++n) {
          CHECK(b.sent[2][n].flit == flit_of(n, 8, 2, 1));
          CHECK(b.sent[2][n].cycle == first + n * cycles);
        }
        CHECK(b.device.state.counters[0].frames_in == 1);
        CHECK(b.device.state.counters[2].frames_out == 1);
      }
}

TEST_CASE("a frame does not cut through to a faster link, nor with a transfer slower than the link") {
  Params p;
  p.cut_through = true;
  p.transfer = 1;
  p.cycles_per_flit = {2, 1, 2, 3};
  const std::uint64_t whole = 5 + 2;  // and the transfer
  const auto first_of = [&](std::uint32_t output) {
    Bench b(p);
    b.send(0, output, 6);
    b.edges(60);
    return b.begun(output).front();
  };
  CHECK(first_of(1) == whole + 6);
  CHECK(first_of(2) == 2);
  CHECK(first_of(3) == 2);
  p.transfer = 3;
  CHECK(first_of(2) == whole + 3 * 6);
  CHECK(first_of(3) == 2);
}

TEST_CASE(
    "a frame cuts through where its output has nothing else to send; after others it waits until it is there whole") {
  Params p;
  p.cut_through = true;
  p.gap = 0;
  Bench b(p);
  b.send(0, 2, 6, 1);
  b.send(1, 2, 6, 2);
  b.edges(60);
  // The second frame is there whole at edge 5, but the transfer of the first ends at edge 6 and its own begins at edge 7.
  CHECK(b.begun(2) == Cycles{2, 9});
  CHECK(b.tags(2) == std::vector<std::uint32_t>{1, 2});
  // A frame does not pass another one of its input.
  Bench queue(p);
  queue.stop(2);
  queue.send(0, 2, 3, 1);
  queue.send(0, 2, 3, 2);
  queue.send(0, 2, 3, 3);
  queue.send(0, 3, 9, 4);
  queue.edges(40);
  CHECK(queue.begun(3).empty());
  queue.stop(2, false);
  queue.edges(40);
  CHECK(queue.tags(2) == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(queue.tags(3) == std::vector<std::uint32_t>{4});
}

TEST_CASE("a frame does not cut through while another one is transferred to its output, or all transfers are taken") {
  const Buffers buffers = GENERATE(Buffers::input, Buffers::output, Buffers::shared);
  Params p;
  p.buffers = buffers;
  p.cut_through = true;
  p.gap = 0;
  p.shortest = 3;
  SECTION("to its output") {
    p.transfer = 1;
    Bench b(p);
    b.send(0, 2, 3, 1);  // there whole at edge 2, transferred from edge 3 to edge 6
    b.send(1, 2, 9, 2);  // may cut through from edge 3 on
    b.edges(60);
    CHECK(b.tags(2) == std::vector<std::uint32_t>{1, 2});
    CHECK(b.begun(2).front() == 7);
    CHECK(b.begun(2).back() >= 10);
  }
  SECTION("transfers") {
    p.transfers = 1;
    Bench b(p);
    b.send(0, 2, 9, 1);
    b.send(1, 3, 9, 2);
    b.edges(60);
    CHECK(b.begun(2) == Cycles{4});
    // There whole at edge 8, and transferred after the transfer of the first one, which ends at edge 9.
    CHECK(b.begun(3) == Cycles{12});
  }
}

TEST_CASE("of frames that may cut through to one output the input after the one taken in first last is first") {
  Params p;
  p.cut_through = true;
  p.gap = 0;
  for (const bool others_first : {false, true}) {
    Bench b(p);
    if (others_first)
      b.send(0, 3, 1, 9);  // taken in, so that the search begins with input 1
    else
      b.send(0, Flit());
    b.send(1, Flit());
    for (unsigned n = 0; n < 20; ++n)
      for (unsigned input = 0; input < 2; ++input) b.send(input, Flit());
    b.send(0, 2, 6, 1);
    b.send(1, 2, 6, 2);
    b.edges(80);
    CHECK(b.tags(2) == (others_first ? std::vector<std::uint32_t>{2, 1} : std::vector<std::uint32_t>{1, 2}));
  }
}

TEST_CASE("a flit that comes late delays the rest of a frame that cuts through, and no more") {
  for (const std::uint32_t cycles : {1u, 3u})
    for (const std::uint64_t late : {1u, 2u, 7u}) {
      Params p;
      p.cut_through = true;
      p.cycles_per_flit = {1, 1, cycles, 1};
      Bench b(p);
      b.send(0, flit_of(0, 4, 2, 1));
      b.edges(1 + late);  // the second flit is sampled at edge 1 + late
      for (unsigned n = 1; n < 4; ++n) b.send(0, flit_of(n, 4, 2, 1));
      b.edges(40);
      const std::uint64_t second = std::max<std::uint64_t>(2 + cycles, 2 + late);
      REQUIRE(b.sent[2].size() == 4);
      CHECK(b.sent[2][0].cycle == 2);
      for (unsigned n = 1; n < 4; ++n) CHECK(b.sent[2][n].cycle == second + (n - 1) * cycles);
    }
}

TEST_CASE("what comes in as it leaves, and would be dropped, ends with an abort flit, and the next frame passes") {
  Params p;
  p.cut_through = true;
  p.longest = 6;
  p.gap = 0;
  Bench b(p);
  SECTION("longer than allowed") {
    b.send(0, 2, 9);
    b.edges(30);
    CHECK(b.sent[2].size() == 6);
    CHECK(b.device.state.counters[0].orphans == 3);
  }
  SECTION("ended by its sender") {
    b.send(0, flit_of(0, 4, 2, 1));
    b.send(0, flit_of(1, 4, 2, 1));
    b.send(0, Flit(FlitKind::abort, VcId(0), 0, 1));
    b.edges(30);
    CHECK(b.sent[2].size() == 3);
  }
  SECTION("another one begins within it, which is dropped by itself") {
    b.send(0, flit_of(0, 4, 2, 1));
    b.send(0, flit_of(1, 4, 2, 1));
    b.send(0, 0, 3, 4);
    b.edges(30);
    CHECK(b.sent[2].size() == 3);
    CHECK(b.dropped(0, Drop::returned) == 1);
    CHECK(b.device.state.counters[0].aborts_made == 1);
  }
  REQUIRE(!b.sent[2].empty());
  CHECK(b.sent[2].back().flit == Flit(FlitKind::abort, VcId(0), 0, 1));
  CHECK(b.dropped(0, Drop::giant) + b.dropped(0, Drop::aborted) == 0);
  CHECK(b.device.state.inputs[0].frames == 0);
  CHECK(b.device.state.outputs[2].flits == 0);
  b.send(0, 2, 5, 7);
  b.edges(30);
  CHECK(b.tags(2) == std::vector<std::uint32_t>{1, 7});
}

TEST_CASE("a frame that cuts through takes the room of the longest one, until its last flit has come") {
  Params p;
  p.cut_through = true;
  p.buffers = Buffers::shared;
  p.longest = 10;
  p.flits = 14;
  // While the first frame comes in, of three flits, there are 4 of 14 left.
  for (const bool fits : {true, false}) {
    Bench b(p);
    b.stop(2);
    b.stop(3);
    b.send(0, flit_of(0, 3, 2, 1));
    b.send(1, 3, fits ? 4 : 5, 2);
    b.edges(10);
    CHECK(b.device.state.flits == 10 + (fits ? 4 : 0));
    CHECK(b.dropped(1, Drop::full) == (fits ? 0 : 1));
    b.send(0, flit_of(1, 3, 2, 1));
    b.send(0, flit_of(2, 3, 2, 1));
    b.edges(2);
    CHECK(b.device.state.outputs[2].flits == 3);
    b.stop(2, false);
    b.stop(3, false);
    b.edges(30);
    CHECK(b.device.state.flits == 0);
    CHECK(b.sent[2].size() == 3);
  }
}

TEST_CASE("an output sends a flit in as many cycles as its link takes, and begins the next frame after the gap") {
  for (const std::uint16_t gap : {0, 5}) {
    Params p;
    p.gap = gap;
    p.cycles_per_flit = {1, 1, 10, 1};
    Bench b(p);
    for (unsigned n = 0; n < 3; ++n) b.send(0, 2, 4, n);
    b.edges(400);
    const std::uint64_t first = 3 + 3, apart = 10u * (4 + gap);
    CHECK(b.begun(2) == Cycles{first, first + apart, first + 2 * apart});
    REQUIRE(b.sent[2].size() == 12);
    for (unsigned n = 0; n < 4; ++n) CHECK(b.sent[2][n].cycle == first + 10 * n);
  }
}

TEST_CASE("a stopped output begins no frame, and ends the one that it has begun") {
  Params p;
  p.gap = 0;
  for (const std::uint64_t from : {5u, 6u}) {
    Bench b(p);
    b.send(0, 2, 4, 1);
    b.send(0, 2, 4, 2);
    b.edges(from);
    b.stop(2);
    b.edges(30);
    b.stop(2, false);
    b.edges(30);
    // The first frame would begin in cycle 6.
    if (from == 6)
      CHECK(b.begun(2) == Cycles{36, 40});
    else
      CHECK(b.begun(2) == Cycles{35, 39});
  }
  Bench b(p);
  b.send(0, 2, 4, 1);
  b.send(0, 2, 4, 2);
  b.edges(7);
  b.stop(2);
  b.edges(13);
  b.stop(2, false);
  b.edges(30);
  CHECK(b.begun(2) == Cycles{6, 20});
  CHECK(b.sent[2][3].cycle == 9);
}

TEST_CASE("where the receiver stops flits the frame that is sent pauses, and its rest comes as much later") {
  Params p;
  p.gap = 0;
  for (const std::uint32_t cycles : {1u, 3u}) {
    p.cycles_per_flit = {cycles};
    for (const std::uint64_t pause : {1u, 5u}) {
      Bench b(p, a_port_each(p), bit(2));
      b.send(0, 2, 4, 1);
      b.send(0, 2, 4, 2);
      // The flits of the first frame are due in cycles 6, 6 + cycles, ...
      b.edges(6 + cycles);
      b.stop(2);
      b.edges(pause);
      b.stop(2, false);
      b.edges(60);
      Cycles sent;
      for (const Bench::Sent& s : b.sent[2]) sent.push_back(s.cycle);
      CHECK(sent.size() == 8);
      for (std::uint64_t n = 0; n < sent.size(); ++n) CHECK(sent[n] == 6 + n * cycles + (n == 0 ? 0 : pause));
    }
    // A pause between two flits delays none.
    if (cycles == 1) continue;
    Bench b(p, a_port_each(p), bit(2));
    b.send(0, 2, 2, 1);
    b.edges(5);
    b.stop(2);
    b.edges(cycles - 1);
    b.stop(2, false);
    b.edges(20);
    CHECK(b.sent[2].back().cycle == 4 + cycles);
  }
}

TEST_CASE("frames that cannot go on are dropped, each with its cause, and the next one passes") {
  Params p;
  p.shortest = 2;
  p.longest = 6;
  Bench b(p, {0, 1, 2, no_port});
  const auto only = [&](unsigned input, Drop cause) {
    b.edges(40);
    for (std::size_t i = 0; i < drop_causes; ++i)
      CHECK(b.dropped(input, static_cast<Drop>(i)) == (static_cast<Drop>(i) == cause ? 1 : 0));
    b.send(input, 2, 4, 7);
    b.edges(40);
    CHECK(b.tags(2) == std::vector<std::uint32_t>{7});
    CHECK(b.device.state.inputs[input].frames == 0);
  };
  SECTION("longer than allowed") {
    b.send(0, 2, 7);
    only(0, Drop::giant);
  }
  SECTION("much longer") {
    b.send(0, 2, 500);
    b.edges(500);
    only(0, Drop::giant);
  }
  SECTION("shorter than allowed") {
    b.send(0, 2, 1);
    only(0, Drop::runt);
  }
  SECTION("no port leads there") {
    b.send(0, 3, 4);
    only(0, Drop::unknown);
  }
  SECTION("not in the table") {
    b.send(0, 4, 4);
    only(0, Drop::unknown);
  }
  SECTION("where it came from") {
    b.send(1, 1, 4);
    only(1, Drop::returned);
  }
  SECTION("ended by its sender") {
    b.send(0, flit_of(0, 4, 2, 3));
    b.send(0, Flit(FlitKind::abort, VcId(0), 0, 3));
    only(0, Drop::aborted);
  }
  SECTION("another one begins within it") {
    b.send(0, flit_of(0, 4, 2, 3));
    b.send(0, flit_of(1, 4, 2, 3));
    b.send(0, 3, 2, 4);  // is dropped as well
    b.edges(40);
    CHECK(b.dropped(0, Drop::aborted) == 1);
    CHECK(b.dropped(0, Drop::unknown) == 1);
  }
  SECTION("of a frame whose first flit is missing all flits are") {
    b.send(0, flit_of(1, 3, 2, 3));
    b.send(0, flit_of(2, 3, 2, 3));
    b.edges(40);
    CHECK(b.device.state.counters[0].orphans == 2);
    CHECK(b.sent[2].empty());
  }
}

TEST_CASE("frames of the longest and of the shortest length pass, whole") {
  Params p;
  p.shortest = 2;
  p.longest = 6;
  Bench b(p);
  b.send(0, 2, 2, 1);
  b.send(0, 2, 6, 2);
  b.edges(60);
  CHECK(b.sent[2].size() == 8);
  CHECK(b.device.state.counters[0].frames_in == 2);
  CHECK(b.device.state.counters[2].frames_out == 2);
}

TEST_CASE("illegal parameters are reported all at once", "[quick]") {
  Params p;
  CHECK(p.violations().empty());
  p.ports = 1;
  p.frames = 0;
  p.longest = 0;
  p.threshold = Threshold::dynamic;
  p.pause_at = 4;
  p.resume_at = 4;
  p.cycles_per_flit = {1, 0};
  std::vector<std::string> named;
  for (const Violation& v : p.violations()) named.push_back(v.parameter);
  CHECK(named == std::vector<std::string>{"ports", "frames", "longest", "shortest", "threshold", "pause_at",
                                          "resume_at", "cycles_per_flit", "cycles_per_flit"});
  CHECK_THROWS_AS(Bench(p), std::invalid_argument);
  Params shared;
  shared.buffers = Buffers::shared;
  shared.threshold = Threshold::fixed;
  shared.most = 46;
  shared.flits = 379;
  REQUIRE(shared.violations().size() == 2);
  CHECK(shared.violations()[0].parameter == "flits");
  CHECK(shared.violations()[1].parameter == "most");
  shared.most = 45;
  shared.flits = 380;
  CHECK(shared.violations().empty());
  Params large;
  large.ports = 256;
  large.frames = 16384;
  REQUIRE(large.violations().size() == 1);
  CHECK(large.violations()[0].expected == "fewer packets, or shorter ones");
  Params limits;
  limits.frames = 4;
  limits.longest = 8;
  limits.shortest = 9;
  limits.pause_at = 5;
  limits.resume_at = 5;
  CHECK(to_string(limits.violations()) ==
        "shortest = 9: expected 1 to 8 (up to longest)\npause_at = 5: expected 1 to 4 (up to frames)\n"
        "resume_at = 5: expected 0 to 4 (below pause_at)");
  CHECK_THROWS_WITH(Bench(Params(), {0, 1, 9}), "packet_switch: destination 2 is at port 9: expected 0 to 3");
}