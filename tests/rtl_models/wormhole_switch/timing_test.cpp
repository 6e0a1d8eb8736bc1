// The timing contract of wormhole_switch.hpp, at N-1 and N.
#include <catch2/catch.hpp>

#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;

TEST_CASE("a header leaves header_delay edges after its write, the data flits follow one a cycle") {
  for (std::uint16_t crossbar : {1, 2, 5})
    for (std::uint16_t read : {0, 1, 3})
      for (std::uint16_t arbitration : {0, 1, 4})
        for (std::uint16_t routing : {0, 1, 9}) {
          wormhole_switch::Params p = test::middle_switch();
          p.crossbar = crossbar;
          p.data_delay = static_cast<std::uint16_t>(crossbar + read);
          p.arbitration = arbitration;
          p.header_delay = static_cast<std::uint16_t>(p.data_delay + arbitration + routing);
          INFO("x " << crossbar << " read " << read << " arbitration " << arbitration << " routing " << routing);
          SwitchBench bench(p);
          bench.put_packet(10, SwitchBench::left, SwitchBench::to_right, 4, 1);
          const std::uint64_t head = 10 + p.header_delay;
          REQUIRE(bench.edges_of(SwitchBench::right, 1, 60) == Edges{head, head + 1, head + 2, head + 3});
        }
}

TEST_CASE("a data flit that comes late leaves data_delay edges after its write", "[quick]") {
  for (std::uint16_t data_delay : {1, 2, 4}) {
    wormhole_switch::Params p = test::middle_switch();
    p.data_delay = data_delay;
    p.header_delay = 6;
    SwitchBench bench(p);
    bench.put(0, SwitchBench::left, Flit(FlitKind::head, VcId(0), SwitchBench::to_right, 1));
    bench.put(20, SwitchBench::left, Flit(FlitKind::body, VcId(0), 1, 1));
    bench.put(23, SwitchBench::left, Flit(FlitKind::tail, VcId(0), 2, 1));
    REQUIRE(bench.edges_of(SwitchBench::right, 1, 50) == Edges{6, 20u + data_delay, 23u + data_delay});
  }
}

TEST_CASE("with header_delay 1 a single-flit packet right after a tail takes the output in the next cycle", "[quick]") {
  SwitchBench bench(test::middle_switch());
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 3, 1);
  bench.put_packet(3, SwitchBench::left, SwitchBench::to_right, 1, 2);
  bench.put_packet(4, SwitchBench::left, SwitchBench::to_right, 1, 3);
  Edges all;
  std::vector<std::uint32_t> tags;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge())
    if (bench.out(SwitchBench::right).valid()) {
      all.push_back(at);
      tags.push_back(bench.out(SwitchBench::right).tag());
    }
  REQUIRE(all == Edges{1, 2, 3, 4, 5});
  REQUIRE(tags == std::vector<std::uint32_t>{1, 1, 1, 2, 3});
}

TEST_CASE("a header that waits for an output is taken arbitration + 1 edges after the tail before it") {
  for (std::uint16_t crossbar : {1, 3})
    for (std::uint16_t arbitration : {0, 1, 4}) {
      INFO("arbitration " << arbitration << " crossbar " << crossbar);
      wormhole_switch::Params p = test::middle_switch();
      p.crossbar = crossbar;
      p.data_delay = static_cast<std::uint16_t>(crossbar + 1);
      p.arbitration = arbitration;
      p.header_delay = static_cast<std::uint16_t>(p.data_delay + arbitration + 2);
      SwitchBench bench(p);
      bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 12, 1);
      bench.put_packet(1, SwitchBench::host, SwitchBench::to_right, 2, 2);  // has waited long when packet 1 ends
      const std::uint64_t tail_out = p.header_delay + 11u;                  // taken crossbar - 1 edges before
      REQUIRE(bench.edges_of(SwitchBench::right, 2, 60) ==
              Edges{tail_out + 1 + arbitration, tail_out + 2 + arbitration});
    }
}

TEST_CASE("a header after a tail in its own buffer is taken arbitration + 1 edges after the tail") {
  wormhole_switch::Params p = test::middle_switch();
  p.arbitration = 3;
  p.header_delay = 6;
  SwitchBench bench(p);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 10, 1);
  bench.put_packet(10, SwitchBench::left, SwitchBench::to_host, 1, 2);  // to another output, which is free
  // Packet 1's tail leaves at 6 + 9 = 15; packet 2's own delay would allow 10 + 6 = 16.
  REQUIRE(bench.edges_of(SwitchBench::host, 2, 60) == Edges{19});
}

TEST_CASE("STOP is driven the cycle after occupancy reaches stop_at, GO the cycle after it falls to go_at") {
  wormhole_switch::Params p = test::middle_switch();
  p.flow = {3, 1, 0};
  SwitchBench bench(p);
  bench.stop(bit(SwitchBench::right));
  bench.run_to(0);  // `stopped` holds from edge 1 on
  bench.put_packet(5, SwitchBench::left, SwitchBench::to_right, 5, 1);
  bench.run_to(7);  // three flits written: at edges 5, 6, 7
  REQUIRE(bench.state.in[SwitchBench::left].buffer.count == 3);
  REQUIRE(wormhole_switch::stop_out(p, bench.state, 0) == 0);
  bench.edge();
  REQUIRE(wormhole_switch::stop_out(p, bench.state, 0) == bit(SwitchBench::left));
  REQUIRE(bench.stop_changed == bit(SwitchBench::left));
  bench.run_to(20);
  REQUIRE(bench.state.in[SwitchBench::left].buffer.count == 5);
  bench.stop(0);
  bench.edge();  // 21 samples GO; flits leave at 22, 23, 24, 25
  bench.run_to(25);
  REQUIRE(bench.state.in[SwitchBench::left].buffer.count == 1);
  REQUIRE(wormhole_switch::stop_out(p, bench.state, 0) == bit(SwitchBench::left));
  bench.edge();
  REQUIRE(wormhole_switch::stop_out(p, bench.state, 0) == 0);
}

TEST_CASE("STOP sampled at edge N lets the flit of edge N + fc pass and no later one", "[quick]") {
  for (std::uint8_t fc : {0, 1, 3}) {
    wormhole_switch::Params p = test::middle_switch();
    p.flow = {29, 4, fc};
    SwitchBench bench(p);
    bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 30, 1);
    bench.run_to(9);
    bench.stop(bit(SwitchBench::right));
    const Edges passed = bench.edges_of(SwitchBench::right, 1, 20);
    REQUIRE(passed.back() == 10u + fc);
    bench.stop(0);
    REQUIRE(bench.edges_of(SwitchBench::right, 1, 40).front() == 21u + fc + 1);
  }
}

TEST_CASE("an idle switch sleeps: it stays awake while a flit or a moving STOP is inside, and no longer") {
  wormhole_switch::Params p = test::middle_switch();
  p.crossbar = 3;
  p.data_delay = p.header_delay = 3;
  SwitchBench bench(p);
  bench.run_to(4);
  REQUIRE_FALSE(bench.awake);
  bench.put_packet(5, SwitchBench::left, SwitchBench::to_right, 1, 1);
  for (std::uint64_t at = bench.edge(); at < 8; at = bench.edge()) REQUIRE(bench.awake);
  REQUIRE(bench.out(SwitchBench::right).valid());  // edge 8
  REQUIRE_FALSE(bench.awake);
}

TEST_CASE("an output on a link of four flits in five cycles keeps this rate, headers of other worms included") {
  SwitchBench bench(test::middle_switch());
  bench.set_cycles_per_flit(SwitchBench::right, {5, 4});
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 3, 1);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 4, 2);
  Edges sent;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge())
    if (bench.out(SwitchBench::right).valid()) sent.push_back(at);
  REQUIRE(sent == Edges{1, 3, 4, 5, 6, 8, 9});  // from edge 1 on, link_pacer.hpp
}

TEST_CASE("an output on a link of one flit in n cycles takes one every n edges, headers of other worms included") {
  SwitchBench bench(test::middle_switch());
  bench.set_cycles_per_flit(SwitchBench::right, 3);
  bench.put_packet(0, SwitchBench::left, SwitchBench::to_right, 2, 1);
  bench.put_packet(0, SwitchBench::host, SwitchBench::to_right, 1, 2);
  bench.put_packet(0, SwitchBench::right, SwitchBench::to_left, 3, 3);  // another output is not delayed
  Edges slow, fast;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge()) {
    if (bench.out(SwitchBench::right).valid()) slow.push_back(at);
    if (bench.out(SwitchBench::left).valid()) fast.push_back(at);
  }
  REQUIRE(slow == Edges{1, 4, 7});
  REQUIRE(fast == Edges{1, 2, 3});
}
