// Barriers in switches in a dump, against the registers and the flits on links, in every cycle.
#include <catch2/catch.hpp>

#include <map>

#include "testbench/tracing/words.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using preemption_unit::Architecture;
using preemption_unit::Phase;

namespace {

network::Netlist barriers(std::uint64_t seed) {
  test::BarrierSettings settings;
  settings.architecture = static_cast<Architecture>(1 + seed % 3);
  settings.switches = 6;
  settings.rounds = 8;
  settings.virtual_channels = static_cast<std::uint8_t>(1 + seed % 2);
  settings.flow_control = seed == 3 ? flow_controller::Kind::credit : flow_controller::Kind::stop_go;
  return test::barrier_network(settings, seed);
}

/// The number of changes of each value, by its name.
using Changes = std::map<std::string, std::uint64_t>;

class BarrierDumpCheck {
 public:
  BarrierDumpCheck(const network::Netlist& netlist, std::uint64_t end)
      : written_(network::elaborate(netlist)),
        fabric_(network::elaborate(netlist)),
        p_(fabric_.netlist().switch_kinds[0]),
        vcd_(test::dump_of(written_, Cycle(end)).text) {}

  void cycle(std::uint64_t n) {
    fabric_.run_until(Cycle(n + 1));
    REQUIRE(vcd_.next());
    INFO("cycle " << n);
    const network::Netlist& netlist = fabric_.netlist();
    for (std::size_t i = 0; i < netlist.switches.size(); ++i) {
      unit(netlist.switches[i].name + ".barrier.", fabric_.switch_state(i).barrier->unit);
      for (unsigned port = 0; port < p_.ports; ++port) a_port(netlist.switches[i].name, fabric_.switch_state(i), port);
    }
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
      number(netlist.endpoints[i].name + ".barrier.to_send", fabric_.port_state(i).barrier->out_count);
      number(netlist.endpoints[i].name + ".barrier.received", fabric_.port_state(i).barrier->in_count);
    }
    for (std::size_t i = 0; i < netlist.channels.size(); ++i)
      link(channel_name(netlist, netlist.channels[i]) + ".", fabric_.channel_flit(i));
  }

  Changes changes;

 private:
  void a_port(const std::string& sw, const wormhole_switch::State& s, unsigned port) {
    const std::string scope = sw + ".port" + std::to_string(port) + ".barrier.";
    if (!vcd_.has(scope + "phase")) return;
    const barrier::SwitchState& b = *s.barrier;
    const preemption_unit::Port& preemption = b.preemption[port];
    const Phase phase = preemption.phase;
    number(scope + "phase", static_cast<unsigned>(phase));
    const bool idle = phase == Phase::idle || phase == Phase::give;
    number_if(!idle, scope + "taken_vc", preemption.vc);
    number(scope + "cuts", !idle && phase != Phase::pass);
    std::uint64_t padding = 0;
    for (unsigned v = 0; v < p_.virtual_channels; ++v)
      if (has(b.padding[v].requested, port)) padding += 1u << v;
    number(scope + "padding", padding);
    number(scope + "in_messages", b.unit.in[port].count);
    number(scope + "out_messages", b.unit.out[port].count);
    const unsigned flow = p_.virtual_channels;
    number(scope + (p_.has_credits() ? "in_credit" : "in_stop"), has(wormhole_switch::stop_out(p_, s, flow), port));
    if (p_.has_credits())
      number(scope + "out_credits", s.vc[flow].flow.credits[port]);
    else
      number(scope + "out_stopped", has(s.vc[flow].flow.stopped, port));
  }

  void unit(const std::string& scope, const barrier_unit::State& s) {
    number(scope + "entries", s.used);
    number(scope + "owing", s.owing);
    number(scope + "completed", s.completed);
    number(scope + "refused", s.refused);
    const auto [first, second] = s.stages[0].message.flits();
    const bool there = s.stages[0].valid;
    number_if(there, scope + "message", first >> 28);
    number_if(there, scope + "group", first >> 16 & 0xff);
    number_if(there, scope + "to", first & 0xffff);
    number_if(there, scope + "from", second >> 16);
    number_if(there, scope + "output", s.stages[0].port);
  }

  /// By the bits of a flit in the diagrams of message.hpp and flit.hpp.
  void link(const std::string& scope, Flit flit) {
    const auto kind = static_cast<unsigned>(flit.kind());
    const bool there = kind >= 8 && kind < 12;
    const unsigned part = kind & 3;
    number(scope + "kind", kind);
    number_if(there, scope + "barrier.message", part == 0 ? flit.data() >> 28 : 4u + part);
    number_if(there && part == 0, scope + "barrier.group", flit.data() >> 16 & 0xff);
    number_if(there && part == 0, scope + "barrier.to", flit.data() & 0xffff);
    number_if(there && part == 1, scope + "barrier.from", flit.data() >> 16);
    number_if(there && part > 1, scope + "barrier.padded_vc", flit.vc().value);
    if (!there) return;
    for (const char* value : {"packet", "source", "destination"}) letter(scope + value, 'z');
    if (p_.virtual_channels > 1) letter(scope + "vc", 'z');
    number(scope + "data", flit.data());
  }

  void number_if(bool there, const std::string& path, std::uint64_t value) {
    there ? number(path, value) : letter(path, 'z');
  }
  void number(const std::string& path, std::uint64_t value) { compare(path, {value, 0}); }
  void letter(const std::string& path, char letter) { compare(path, {0, letter}); }
  void compare(const std::string& path, const test::VcdValue& expected) {
    const test::VcdValue& read = vcd_.value(path);
    if (!(read == expected)) FAIL(path << ": " << to_string(read) << ", the registers say " << to_string(expected));
    test::VcdValue& before = before_[path];
    if (!(before == expected)) ++changes[path.substr(path.rfind('.') + 1)];
    before = expected;
  }

  network::Fabric written_, fabric_;
  const wormhole_switch::Params& p_;
  test::VcdReader vcd_;
  std::map<std::string, test::VcdValue> before_;
};

}  // namespace

TEST_CASE("every value of barriers in a dump is that of its register in every cycle", "[barrier]") {
  Changes changes;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    INFO("seed " << seed);
    BarrierDumpCheck check(barriers(seed), 2000);
    for (std::uint64_t cycle = 0; cycle < 2000; ++cycle) check.cycle(cycle);
    for (const auto& [name, count] : check.changes) changes[name] += count;
  }
  for (const char* name : {"phase", "taken_vc", "cuts", "padding", "in_messages", "out_messages", "entries", "owing",
                           "completed", "message", "group", "from", "to", "output", "to_send", "padded_vc"}) {
    INFO(name);
    CHECK(changes[name] > 10);
  }
}

TEST_CASE("the dump has messages that an interface has not read yet, and those that a full table refuses",
          "[barrier]") {
  test::BarrierSettings settings;
  settings.switches = 6;
  settings.groups = 6;
  settings.entries = 1;
  settings.load = 0.01;
  settings.firmware = "barrier";
  settings.slow_handlers = true;
  BarrierDumpCheck check(test::barrier_network(settings, 2), 6000);
  for (std::uint64_t cycle = 0; cycle < 6000; ++cycle) check.cycle(cycle);
  CHECK(check.changes["received"] > 10);
  CHECK(check.changes["refused"] > 2);
}

TEST_CASE("a barrier unit of one cycle holds no message on its way, and its dump has none", "[barrier]") {
  network::Netlist netlist = barriers(0);
  netlist.switch_kinds[0].barrier.unit.delay = 1;
  network::Fabric fabric(network::elaborate(netlist));
  test::VcdReader vcd(test::dump_of(fabric, Cycle(100)).text);
  CHECK(vcd.has("switch0.barrier.refused"));
  CHECK_FALSE(vcd.has("switch0.barrier.message"));
}

TEST_CASE("a dump has no values of barriers if switches take no part in them", "[barrier][quick]") {
  const network::Netlist netlist = network::completed(test::mesh_network({}));
  for (const tracing::Scope& scope : chosen_scopes(netlist, tracing::Selection()))
    CHECK(scope.path.find("barrier") == std::string::npos);
}

TEST_CASE("globs choose the values of barriers in a switch, a port, a host and a channel", "[barrier][quick]") {
  const network::Netlist netlist = network::completed(barriers(0));
  std::vector<std::string> paths;
  for (const tracing::Scope& scope : chosen_scopes(netlist, tracing::Selection({"switch1.barrier", "host2.barrier"})))
    paths.push_back(scope.path);
  CHECK(paths == std::vector<std::string>{"clock", "switch1.barrier", "host2.barrier"});
}

TEST_CASE("in the save file messages, phases and addresses are words, and a cut worm's output shows its owner",
          "[barrier]") {
  network::Fabric fabric(network::elaborate(barriers(1)));
  const std::string text = test::dump_of(fabric, Cycle(400)).save_file;
  CHECK(text.find("\n^1 dump.messages\n[color] 4\n+{message} switch0.barrier.message[2:0]\n") != std::string::npos);
  CHECK(text.find("\n^1 dump.addresses\n[color] 3\n+{from} switch0.barrier.from[15:0]\n") != std::string::npos);
  CHECK(text.find("\n^1 dump.phases\n[color] 2\n+{phase} switch0.port0.barrier.phase[2:0]\n") != std::string::npos);
  const std::size_t stall = text.find("longest stall");
  REQUIRE(stall != std::string::npos);
  CHECK(text.find("-where barriers may take it\n", stall) != std::string::npos);
}

TEST_CASE("addresses of messages are the names of switches and hosts", "[barrier]") {
  const std::string names = tracing::address_filter(network::completed(barriers(0)));
  CHECK(names.find("0000 switch0\n0001 switch1\n") == 0);
  CHECK(names.find("8003 host3\n") != std::string::npos);
}
