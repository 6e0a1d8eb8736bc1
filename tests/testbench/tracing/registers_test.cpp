// The values of a dump against the registers, cycle by cycle, read by a reader of its own.
#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/soak/random_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/small_networks.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using features::TopologyKind;
using flow_controller::Kind;

namespace {

/// Compares the values in the dump with the registers.
class RegisterDumpCheck {
 public:
  RegisterDumpCheck(const test::VcdReader& vcd, const network::Fabric& fabric)
      : vcd_(vcd), fabric_(fabric), linked_(fabric.netlist().switches.size()) {
    for (const network::Channel& channel : fabric.netlist().channels)
      for (const network::PortRef* end : {&channel.from, &channel.to})
        if (end->kind == network::InstanceKind::any_switch) insert(linked_[end->instance], end->port.value);
  }

  void all() {
    const network::Netlist& netlist = fabric_.netlist();
    number("clock.cycle", fabric_.now().value - 1);
    for (std::size_t i = 0; i < netlist.switches.size(); ++i) a_switch(i);
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) host(i);
    for (std::size_t i = 0; i < netlist.channels.size(); ++i) channel(i);
  }

  std::size_t compared = 0, different = 0;
  std::string first;

 private:
  void a_switch(std::size_t i) {
    const network::Netlist& netlist = fabric_.netlist();
    const wormhole_switch::Params& p = netlist.switch_kinds[0];
    const wormhole_switch::State& s = fabric_.switch_state(i);
    for (unsigned port = 0; port < p.ports; ++port)
      for (unsigned v = 0; v < p.virtual_channels; ++v) {
        const std::string scope =
            netlist.switches[i].name + ".port" + std::to_string(port) + ".vc" + std::to_string(v) + ".";
        if (has(linked_[i], port))
          lane(scope, p, s, port, v);
        else
          REQUIRE_FALSE(vcd_.has(scope + "in_kind"));
      }
  }

  void lane(const std::string& scope, const wormhole_switch::Params& p, const wormhole_switch::State& s, unsigned port,
            unsigned v) {
    const unsigned index = crossbar::lane_index(port, v, p.virtual_channels);
    const slack_buffer::State& buffer = s.in[index].buffer;
    const Flit front = buffer.count == 0 ? Flit() : slack_buffer::front(buffer);
    number(scope + "in_kind", static_cast<unsigned>(front.kind()));
    packet(scope + "in_packet", front);
    number(scope + "in_occupancy", buffer.count);
    const crossbar::Params crossbar = p.crossbar_params();
    const crossbar::Lane at = crossbar::lane_of(port, v);
    const bool connected = is_connected(crossbar, s.crossbar, at), asks = s.in[index].route.valid;
    if (connected)
      number(scope + "in_route", s.crossbar.output_of[index].port);
    else if (asks)
      number(scope + "in_route", s.in[index].route.port);
    else
      letter(scope + "in_route", 'z');
    const bool held = is_held(crossbar, s.crossbar, at), placed = held && is_placed(crossbar, s.crossbar, at);
    if (placed)
      letter(scope + "out_owner", 'x');
    else if (held)
      number(scope + "out_owner", s.crossbar.input_of[index].port);
    else
      letter(scope + "out_owner", 'z');
    if (p.virtual_channels > 1) {
      connected ? number(scope + "in_route_vc", s.crossbar.output_of[index].vc) : letter(scope + "in_route_vc", 'z');
      held && !placed ? number(scope + "out_owner_vc", s.crossbar.input_of[index].vc)
                      : letter(scope + "out_owner_vc", placed ? 'x' : 'z');
    }
    number(scope + (p.has_credits() ? "in_credit" : "in_stop"),
           has(wormhole_switch::stop_out(p, s, v, port / ports_of_bank), port % ports_of_bank));
    if (p.has_credits())
      number(scope + "out_credits", credits_left(p, s, port, v));
    else
      number(scope + "out_stopped", is_stopped(p, s, port, v));
  }

  void host(std::size_t i) {
    const network::Netlist& netlist = fabric_.netlist();
    const port::State& s = fabric_.port_state(i);
    const std::string scope = netlist.endpoints[i].name + ".";
    s.sent == 0 ? letter(scope + "sending", 'z') : tag(scope + "sending", s.tag);
    number(scope + "pending", s.created < fabric_.now());
    number(scope + "received", s.packets_received);
    for (unsigned v = 0; v < netlist.switch_kinds[0].virtual_channels; ++v) {
      const std::string vc = scope + "vc" + std::to_string(v) + ".";
      if (netlist.switch_kinds[0].has_credits())
        number(vc + "credits", s.flow.credits[v]);
      else
        number(vc + "stopped", has(s.flow.stopped, v));
      s.sink[v].worm_open ? tag(vc + "receiving", s.sink[v].open_tag) : letter(vc + "receiving", 'z');
    }
  }

  void channel(std::size_t i) {
    const network::Netlist& netlist = fabric_.netlist();
    const std::string scope = channel_name(netlist, netlist.channels[i]) + ".";
    const Flit flit = fabric_.channel_flit(i);
    number(scope + "kind", static_cast<unsigned>(flit.kind()));
    packet(scope + "packet", flit);
    const PacketRecord* record =
        flit.valid() && flit.kind() != FlitKind::abort ? fabric_.packets().find(flit.tag()) : nullptr;
    for (const char* end : {"source", "destination"}) {
      const bool is_source = end[0] == 's';
      if (record == nullptr)
        letter(scope + end, flit.valid() ? 'x' : 'z');
      else
        number(scope + end, (is_source ? record->source : record->destination).value);
    }
    flit.valid() ? number(scope + "data", flit.data()) : letter(scope + "data", 'z');
    if (netlist.switch_kinds[0].virtual_channels > 1)
      flit.valid() ? number(scope + "vc", flit.vc().value) : letter(scope + "vc", 'z');
    if (const std::optional<bool> busy = is_busy(i)) number(scope + "busy", *busy);
  }

  /// Nothing: a link of several flits in several cycles, of whose sender flits are in the crossbar.
  std::optional<bool> is_busy(std::size_t i) const {
    const network::Netlist& netlist = fabric_.netlist();
    const network::Channel& channel = netlist.channels[i];
    const bool from_switch = channel.from.kind == network::InstanceKind::any_switch;
    if (channel.cycles_per_flit.is_whole()) {
      bool busy = false;
      for (unsigned stage = 0; stage < channel.cycles_per_flit.cycles; ++stage)
        busy = busy || fabric_.channel_flit(i, stage).valid();
      return busy;
    }
    if (from_switch && netlist.switch_kinds[0].crossbar > 1) return std::nullopt;
    const LinkPacer& pacer = from_switch
                                 ? fabric_.switch_state(channel.from.instance).link[channel.from.port.value].pacer
                                 : fabric_.port_state(channel.from.instance).link;
    return fabric_.now().value - 1 < pacer.free.value;
  }

  void packet(const std::string& path, Flit flit) {
    if (!flit.valid())
      letter(path, 'z');
    else if (flit.kind() == FlitKind::abort)
      letter(path, 'x');
    else
      tag(path, flit.tag());
  }
  void tag(const std::string& path, std::uint32_t tag) {
    const PacketRecord* record = fabric_.packets().find(tag);
    REQUIRE(record != nullptr);
    number(path, std::uint64_t{record->source.value} << 16 | (record->sequence & 0xffff));
  }
  void number(const std::string& path, std::uint64_t value) { compare(path, {value, 0}); }
  void letter(const std::string& path, char letter) { compare(path, {0, letter}); }
  void compare(const std::string& path, const test::VcdValue& expected) {
    ++compared;
    const test::VcdValue& read = vcd_.value(path);
    if (read == expected) return;
    if (different++ == 0)
      first = "cycle " + std::to_string(fabric_.now().value - 1) + " " + path + ": " + to_string(read) +
              ", the registers say " + to_string(expected);
  }

  const test::VcdReader& vcd_;
  const network::Fabric& fabric_;
  std::vector<PortSet> linked_;  // the ports of each switch that have a link
};

/// Writes the waves of one fabric, and compares them with the registers of another one.
std::size_t compare_with_registers(const network::Netlist& netlist, std::uint64_t from, std::uint64_t end,
                                   network::Check check = network::Check::all) {
  network::Fabric written(network::elaborate(netlist, check)), looked_at(network::elaborate(netlist, check));
  test::VcdReader vcd(test::dump_of(written, Cycle(end), test::whole_plan(from)).text);
  std::size_t compared = 0;
  for (std::uint64_t cycle = from; cycle < end; ++cycle) {
    looked_at.run_until(Cycle(cycle + 1));
    REQUIRE(vcd.next());
    REQUIRE(vcd.time() == 625 * cycle);
    RegisterDumpCheck values(vcd, looked_at);
    values.all();
    INFO(values.first);
    REQUIRE(values.different == 0);
    compared += values.compared;
  }
  REQUIRE(vcd.next());
  CHECK(vcd.time() == 625 * end);
  CHECK(vcd.changes() == 0);
  CHECK_FALSE(vcd.next());
  return compared;
}

}  // namespace

TEST_CASE("every value of a dump is that of its register in every cycle, on random networks") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 700; seed < 730; ++seed) {
    INFO("seed " << seed);
    compared += compare_with_registers(soak::random_faulty_network(seed), 0, 250);
  }
  CHECK(compared > 1'000'000);
}

TEST_CASE("every value of a dump, under its instance's name, is that of its register: all topologies") {
  for (const auto kind : {TopologyKind::single_switch, TopologyKind::ring, TopologyKind::mesh, TopologyKind::torus,
                          TopologyKind::hypercube, TopologyKind::fat_tree, TopologyKind::full_tree,
                          TopologyKind::star_of_stars, TopologyKind::dragonfly, TopologyKind::random}) {
    INFO("kind " << static_cast<unsigned>(kind));
    compare_with_registers(test::small_network(kind), 0, 200);
  }
}

TEST_CASE("every value of a dump is that of its register: flow controls, virtual channels, adaptive routing") {
  for (const auto& [flow, word, summary, go_at_rule] : flow_controller::all_kinds)
    for (const std::uint64_t virtual_channels : {1, 2, 4}) {
      INFO("flow control " << word << ", " << virtual_channels << " VCs");
      compare_with_registers(test::small_mesh(virtual_channels, flow), 0, 200);
    }
  compare_with_registers(test::small_mesh(3, Kind::credit, features::RoutingKind::adaptive), 0, 300);
  compare_with_registers(test::small_mesh(4, Kind::stop_go, features::RoutingKind::valiant), 0, 300);
}

TEST_CASE("every value of a dump is that of its register: switches of 130 ports") {
  for (const auto flow : {Kind::stop_go, Kind::credit}) compare_with_registers(test::large_switches(flow), 40, 100);
}

TEST_CASE("a dump that begins later has the same values", "[quick]") {
  compare_with_registers(soak::random_network(3), 97, 200);
  compare_with_registers(soak::random_network(4), 120, 121);
}

TEST_CASE("the values are right when buffers overflow, worms are cut and flits get lost") {
  compare_with_registers(test::mesh_that_overflows(), 0, 1500, network::Check::structure);
}
