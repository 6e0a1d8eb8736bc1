// Packet switches in a dump, against their registers in every cycle.
#include <catch2/catch.hpp>
#include <numeric>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/packet_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;

namespace {

class PacketDumpCheck {
 public:
  PacketDumpCheck(const network::Netlist& netlist, std::uint64_t end)
      : written_(network::elaborate(netlist)),
        fabric_(network::elaborate(netlist)),
        vcd_(test::dump_of(written_, Cycle(end)).text) {}

  void cycle(std::uint64_t n) {
    fabric_.run_until(Cycle(n + 1));
    REQUIRE(vcd_.next());
    INFO("cycle " << n);
    for (std::size_t i = 0; i < fabric_.netlist().switches.size(); ++i) {
      if (!fabric_.netlist().is_packet_switch(i)) continue;
      const packet_switch::Instance& core = fabric_.packet_switch(i);
      for (unsigned p = 0; p < core.params.ports; ++p)
        look_at_port(fabric_.netlist().switches[i].name + ".port" + std::to_string(p) + ".", core.state, p);
    }
  }

  std::uint64_t packets_in = 0, packets_out = 0, dropped = 0, pauses = 0;  ///< port cycles with them

 private:
  void look_at_port(const std::string& scope, const packet_switch::State& s, unsigned port) {
    if (!vcd_.has(scope + "in_packet")) return;  // no link
    CHECK_FALSE(vcd_.has(scope + "vc0.in_kind"));
    const packet_switch::Input& in = s.inputs[port];
    const packet_switch::Output& out = s.outputs[port];
    packet(scope + "in_packet", in.is_open, s.slots[in.slot].first);
    number(scope + "in_flits", in.is_open ? in.received : 0);
    number(scope + "in_waiting", in.waiting);
    number(scope + "in_held", in.frames);
    if (in.is_moving)
      number(scope + "in_route", in.moving_to);
    else
      same(scope + "in_route", {0, 'z'});
    number(scope + "in_pause", in.is_paused);
    const auto& drops = s.counters[port].dropped;
    const std::uint64_t all = std::accumulate(drops.begin(), drops.end(), std::uint64_t{0});
    number(scope + "in_dropped", all);
    packet(scope + "out_packet", out.is_sending, s.slots[out.queue.first].first);
    number(scope + "out_held", out.frames);
    packets_in += in.is_open;
    packets_out += out.is_sending;
    dropped += all;
    pauses += in.is_paused;
  }

  void packet(const std::string& path, bool there, Flit first) {
    if (!there) return same(path, {0, 'z'});
    const PacketRecord* record = fabric_.packets().find(first.tag());
    if (record == nullptr) return same(path, {0, 'x'});
    number(path, std::uint64_t{record->source.value} << 16 | (record->sequence & 0xffff));
  }
  void number(const std::string& path, std::uint64_t value) { same(path, {value, 0}); }
  void same(const std::string& path, const test::VcdValue& expected) {
    const test::VcdValue& read = vcd_.value(path);
    if (!(read == expected)) FAIL(path << ": " << to_string(read) << ", the registers say " << to_string(expected));
  }

  network::Fabric written_, fabric_;
  test::VcdReader vcd_;
};

}  // namespace

TEST_CASE("every value of a packet switch in a dump is that of its registers in every cycle") {
  std::uint64_t packets_in = 0, packets_out = 0, dropped = 0, pauses = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    INFO("seed " << seed);
    PacketDumpCheck check(soak::packet_network(seed), 600);
    for (std::uint64_t cycle = 0; cycle < 600; ++cycle) check.cycle(cycle);
    packets_in += check.packets_in;
    packets_out += check.packets_out;
    dropped += check.dropped;
    pauses += check.pauses;
  }
  CHECK(packets_in > 1000);
  CHECK(packets_out > 1000);
  CHECK(dropped > 1000);
  CHECK(pauses > 100);
}
