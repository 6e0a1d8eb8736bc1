// Routes from the source at one switch: stripped and shifted.
#include <catch2/catch.hpp>

#include "rtl_models/common/crc8.hpp"
#include "tests/rtl_models/wormhole_switch/bench.hpp"

using namespace slackline;
using test::Sent;
using test::SwitchBench;
using Edges = std::vector<std::uint64_t>;
using Kinds = std::vector<FlitKind>;

namespace {

wormhole_switch::Params routed(route_unit::Kind kind, std::uint8_t vcs = 1) {
  wormhole_switch::Params p = test::middle_switch_with_vcs(vcs);
  p.route.kind = kind;
  return p;
}

Flit flit(FlitKind kind, std::uint32_t data, std::uint32_t tag = 1, std::uint8_t vc = 0) {
  return Flit(kind, VcId(vc), data, tag);
}

/// A packet of these bytes from edge `edge` on.
void put_bytes(SwitchBench& bench, std::uint64_t edge, unsigned port, const std::vector<std::uint8_t>& bytes,
               std::uint32_t tag = 1, std::uint8_t vc = 0) {
  for (std::size_t n = 0; n < bytes.size(); ++n)
    bench.put(edge + n, port,
              flit(n == 0                  ? FlitKind::head
                   : n + 1 == bytes.size() ? FlitKind::tail
                                           : FlitKind::body,
                   bytes[n], tag, vc));
}

}  // namespace

TEST_CASE("stripped: the flit after the route flit leaves as the head, one flit time later", "[quick]") {
  for (const std::uint16_t crossbar : {1, 3})
    for (const std::uint16_t read : {0, 2})
      for (const std::uint16_t arbitration : {0, 2})
        for (const std::uint16_t routing : {0, 5}) {
          wormhole_switch::Params p = routed(route_unit::Kind::source_stripped);
          p.crossbar = crossbar;
          p.data_delay = static_cast<std::uint16_t>(crossbar + read);
          p.arbitration = arbitration;
          p.header_delay = static_cast<std::uint16_t>(p.data_delay + arbitration + routing);
          SwitchBench bench(p);
          put_bytes(bench, 10, SwitchBench::left, {SwitchBench::right, 77, 78, 79});
          const auto log = bench.log_of(SwitchBench::right, 60);
          const std::uint64_t head = 10 + p.header_delay + 1u;
          REQUIRE(each(log, &Sent::edge) == Edges{head, head + 1, head + 2});
          REQUIRE(each(log, &Sent::kind) == Kinds{FlitKind::head, FlitKind::body, FlitKind::tail});
          REQUIRE(bench.state.stripped == 1);
          REQUIRE(bench.state.out[SwitchBench::right].flits == 3);
        }
}

TEST_CASE("stripped: a flit that comes long after its route flit leaves data_delay edges after its write") {
  wormhole_switch::Params p = routed(route_unit::Kind::source_stripped);
  p.data_delay = 2;
  p.header_delay = 6;
  SwitchBench bench(p);
  bench.put(0, SwitchBench::left, flit(FlitKind::head, SwitchBench::right));
  bench.put(20, SwitchBench::left, flit(FlitKind::body, 5));
  bench.put(30, SwitchBench::left, flit(FlitKind::tail, 6));
  const auto log = bench.log_of(SwitchBench::right, 60);
  REQUIRE(each(log, &Sent::edge) == Edges{22, 32});
  REQUIRE(each(log, &Sent::kind) == Kinds{FlitKind::head, FlitKind::tail});
}

TEST_CASE("stripped: the tail right after a route flit leaves as a single flit and frees the output") {
  SwitchBench bench(routed(route_unit::Kind::source_stripped));
  put_bytes(bench, 0, SwitchBench::left, {SwitchBench::right, 5});
  put_bytes(bench, 2, SwitchBench::left, {SwitchBench::right, 6});
  const auto log = bench.log_of(SwitchBench::right, 20);
  REQUIRE(each(log, &Sent::edge) == Edges{2, 4});
  REQUIRE(each(log, &Sent::kind) == Kinds{FlitKind::single, FlitKind::single});
}

TEST_CASE("stripped: a route flit without a next flit is counted, and the next packet passes", "[quick]") {
  SwitchBench bench(routed(route_unit::Kind::source_stripped));
  bench.put(0, SwitchBench::left, flit(FlitKind::single, SwitchBench::right));
  put_bytes(bench, 1, SwitchBench::left, {SwitchBench::right, 5}, 2);
  bench.put(3, SwitchBench::left, flit(FlitKind::head, SwitchBench::right, 3));  // the rest got lost
  put_bytes(bench, 4, SwitchBench::left, {SwitchBench::right, 6}, 4);
  const auto log = bench.log_of(SwitchBench::right, 30);
  REQUIRE(each(log, &Sent::tag) == std::vector<std::uint32_t>{2, 4});
  REQUIRE(bench.state.errors.empty == 2);
  REQUIRE(bench.state.errors.truncated == 0);
  REQUIRE(bench.state.stripped == 4);
  REQUIRE(wormhole_switch::flits_held(bench.params, bench.state) == 0);
}

TEST_CASE("stripped: an abort right after a route flit ends the worm; nothing of it is sent, and the output is free") {
  for (const bool crc : {false, true}) {
    wormhole_switch::Params p = routed(route_unit::Kind::source_stripped);
    p.trailing_crc = crc;
    SwitchBench bench(p);
    bench.put(10, SwitchBench::left, flit(FlitKind::head, SwitchBench::right));
    bench.put(11, SwitchBench::left, flit(FlitKind::abort, 0, 0));
    put_bytes(bench, 20, SwitchBench::host, {SwitchBench::right, 7, 8}, 2);
    const auto log = bench.log_of(SwitchBench::right, 60);
    REQUIRE(each(log, &Sent::kind) == Kinds{FlitKind::head, FlitKind::tail});  // of the next packet
    REQUIRE(bench.state.errors.empty == 1);
    REQUIRE(bench.state.errors.truncated == 0);
    REQUIRE(wormhole_switch::flits_discarded(bench.state) == 1);
    REQUIRE(bench.state.crossbar.connected[0] == 0);
  }
}

TEST_CASE("stripped: an abort later after its route flit is passed on unchanged") {
  wormhole_switch::Params p = routed(route_unit::Kind::source_stripped);
  p.trailing_crc = true;
  SwitchBench bench(p);
  bench.put(10, SwitchBench::left, flit(FlitKind::head, SwitchBench::right));
  bench.put(11, SwitchBench::left, flit(FlitKind::body, 5));
  bench.put(12, SwitchBench::left, flit(FlitKind::abort, 0, 0));
  const auto log = bench.log_of(SwitchBench::right, 60);
  REQUIRE(each(log, &Sent::kind) == Kinds{FlitKind::head, FlitKind::abort});
  REQUIRE(bench.state.errors.empty == 0);
}

TEST_CASE("stripped: a route flit waits for its output like any header, and takes no time of the link") {
  SwitchBench bench(routed(route_unit::Kind::source_stripped));
  bench.stop(bit(SwitchBench::right));
  bench.run_to(0);
  put_bytes(bench, 1, SwitchBench::left, {SwitchBench::right, 5, 6});
  bench.run_to(10);
  REQUIRE(bench.state.in[SwitchBench::left].buffer.count == 3);
  bench.stop(0);  // sampled at 11: the route flit goes at 12
  REQUIRE(each(bench.log_of(SwitchBench::right, 30), &Sent::edge) == Edges{13, 14});

  SwitchBench slow(routed(route_unit::Kind::source_stripped));
  slow.set_cycles_per_flit(SwitchBench::right, 4);
  put_bytes(slow, 0, SwitchBench::left, {SwitchBench::right, 5, 6});
  REQUIRE(each(slow.log_of(SwitchBench::right, 30), &Sent::edge) == Edges{2, 6});
}

TEST_CASE("stripped: a route flit costs no credit at the output, and returns one at the input") {
  wormhole_switch::Params p = routed(route_unit::Kind::source_stripped);
  p.buffer.flits = 2;
  p.flow = {1, 0, 0, flow_controller::Kind::credit};
  SwitchBench bench(p);
  put_bytes(bench, 0, SwitchBench::left, {SwitchBench::right, 5, 6});
  unsigned credits = 0, flits = 0;
  for (std::uint64_t at = bench.edge(); at < 20; at = bench.edge()) {
    credits += wormhole_switch::stop_out(bench.params, bench.state, 0) == bit(SwitchBench::left);
    flits += bench.out(SwitchBench::right).valid();
  }
  REQUIRE(flits == 2);
  REQUIRE(credits == 3);
  REQUIRE(bench.state.vc[0].flow.credits[SwitchBench::right] == 0);
}

TEST_CASE("stripped: a port without a link, or one that cannot exist, is counted as misrouted") {
  for (const std::uint32_t port : {3u, 63u, 64u, 255u, ~0u}) {
    SwitchBench bench(routed(route_unit::Kind::source_stripped));
    bench.put(0, SwitchBench::left, flit(FlitKind::head, port));
    bench.put(1, SwitchBench::left, flit(FlitKind::tail, 1));
    bench.run_to(10);
    REQUIRE(bench.state.errors.misrouted == 1);
    REQUIRE(bench.state.errors.orphans == 1);
    REQUIRE(bench.state.stripped == 0);
  }
}

TEST_CASE("stripped: the CRC is right after the switch, for any length, on VCs that take turns", "[quick]") {
  for (const unsigned flits : {3u, 4u, 5u, 20u}) {
    wormhole_switch::Params p = routed(route_unit::Kind::source_stripped, 2);
    p.trailing_crc = true;
    SwitchBench bench(p);
    for (unsigned vc = 0; vc < 2; ++vc) {
      std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(SwitchBench::right)};
      if (vc == 1) bytes[0] = SwitchBench::left;  // another route byte, another update
      while (bytes.size() + 1 < flits) bytes.push_back(static_cast<std::uint8_t>(37 * bytes.size() + 90 * vc + 1));
      std::uint8_t crc = 0;
      for (const std::uint8_t byte : bytes) crc = crc8_step(crc, byte);
      bytes.push_back(crc);
      put_bytes(bench, 2, vc == 0 ? SwitchBench::left : SwitchBench::host, bytes, 10 + vc,
                static_cast<std::uint8_t>(vc));
      put_bytes(bench, 2 + flits, vc == 0 ? SwitchBench::left : SwitchBench::host, bytes, 20 + vc,
                static_cast<std::uint8_t>(vc));
    }
    std::map<std::uint32_t, std::uint8_t> crc_of;
    std::map<std::uint32_t, unsigned> flits_of;
    for (std::uint64_t at = bench.edge(); at < 100; at = bench.edge())
      for (const unsigned port : {SwitchBench::right, SwitchBench::left})
        if (const Flit out = bench.out(port); out.valid()) {
          crc_of[out.tag()] = crc8_step(crc_of[out.tag()], static_cast<std::uint8_t>(out.data()));
          ++flits_of[out.tag()];
        }
    REQUIRE(crc_of.size() == 4);
    for (const auto& [tag, crc] : crc_of) {
      REQUIRE(flits_of[tag] == flits - 1);
      REQUIRE(crc == 0);  // of a string and its CRC
    }
  }
}

TEST_CASE("shifted: the header asks for the port in its low bits and leaves without them header_delay edges later") {
  wormhole_switch::Params p = routed(route_unit::Kind::source_shifted);
  p.header_delay = 3;
  SwitchBench bench(p);
  REQUIRE(bench.params.route.port_bits() == 2);
  put_bytes(bench, 0, SwitchBench::left, {SwitchBench::host | 1 << 2 | 3 << 4, 9, 9});
  bench.run_to(2);
  REQUIRE_FALSE(bench.out(SwitchBench::host).valid());
  bench.edge();
  REQUIRE(bench.out(SwitchBench::host).data() == (1 | 3 << 2));
  REQUIRE(bench.out(SwitchBench::host).kind() == FlitKind::head);
  bench.edge();
  REQUIRE(bench.out(SwitchBench::host).data() == 9);  // data flits pass as they are
  REQUIRE(bench.state.stripped == 0);
}

TEST_CASE("shifted: a single flit is also shifted; a port without a link is counted as misrouted", "[quick]") {
  SwitchBench bench(routed(route_unit::Kind::source_shifted));
  bench.put(0, SwitchBench::left, flit(FlitKind::single, SwitchBench::right | 0xabcu << 2));
  bench.put(1, SwitchBench::left, flit(FlitKind::single, 3));  // three ports: 0, 1, 2
  bench.run_to(1);
  REQUIRE(bench.out(SwitchBench::right).data() == 0xabc);
  bench.run_to(5);
  REQUIRE(bench.state.errors.misrouted == 1);
}
