// Network interfaces in a dump: against their registers in every cycle, and against the events at the next edge.
#include <catch2/catch.hpp>

#include <array>
#include <set>
#include <string>

#include "rtl_models/network/fabric.hpp"
#include "testbench/tracing/viewer.hpp"
#include "testbench/tracing/words.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/restless_nics.hpp"
#include "tests/testbench/tracing/small_networks.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using flow_controller::Kind;
using tracing::EngineState;
using tracing::HandlerWord;

namespace {

struct NicsSeen {
  std::array<std::uint64_t, tracing::engine_words> engines{};
  std::array<std::uint64_t, tracing::handler_words> handlers{}, events{};
  std::uint64_t pauses = 0, missing_ticks = 0;
};

/// The counters of an interface up to a cycle.
struct Counted {
  std::uint64_t flits_sent, stopped, held, oscillator;
};

class Nics {
 public:
  Nics(const network::Netlist& netlist, std::uint64_t end)
      : written_(network::elaborate(netlist)),
        fabric_(network::elaborate(netlist)),
        vcd_(test::dump_of(written_, Cycle(end)).text) {}

  /// Checks the dump of `cycle` before and after the next edge.
  void check(std::uint64_t cycle, NicsSeen& seen) {
    fabric_.run_until(Cycle(cycle + 1));
    REQUIRE(vcd_.next());
    const std::size_t nics = fabric_.netlist().endpoints.size();
    std::vector<Counted> before;
    for (std::size_t i = 0; i < nics; ++i) {
      INFO("nic" << i << " in cycle " << cycle);
      check_registers(i);
      check_lanes(i, seen);
      if (!ticked_.empty()) REQUIRE((shown(i, "tick") == 1) == ticked_[i]);
      note(i, seen);
      before.push_back(counted(i));
    }
    ticked_.resize(nics);
    const std::vector<EngineState> sends = sending_states();
    const std::vector<bool> link_free = free_links();
    fabric_.run_until(Cycle(cycle + 2));
    for (std::size_t i = 0; i < nics; ++i) {
      INFO("nic" << i << " in cycle " << cycle << ": " << to_string(sends[i]));
      check_edge(i, sends[i], link_free[i], before[i]);
    }
  }

 private:
  nic::State nic_of(std::size_t i) const { return fabric_.interface_state(i).nic; }
  std::uint32_t reg(std::size_t i, std::uint32_t offset) const {
    return nic::read_register(fabric_.netlist().interface_of(i).nic, fabric_.nic_place(i), nic_of(i), fabric_.now(),
                              offset);
  }
  std::string path(std::size_t i, const std::string& name) const { return "nic" + std::to_string(i) + "." + name; }
  std::uint64_t shown(std::size_t i, const std::string& name) const {
    INFO(name);
    REQUIRE(vcd_.value(path(i, name)).letter == 0);
    return vcd_.value(path(i, name)).number;
  }
  Counted counted(std::size_t i) const {
    const nic::State s = nic_of(i);
    return {fabric_.port_state(i).flits_sent, s.send.stopped_total, s.time.clock.held,
            nic::oscillator(fabric_.nic_place(i), s.time)};
  }

  /// The values that firmware would read.
  void check_registers(std::size_t i) {
    const nic::State s = nic_of(i);
    const network::InterfaceKind& p = fabric_.netlist().interface_of(i);
    const auto check = [&](const char* name, std::uint64_t expected) {
      INFO(name);
      REQUIRE(shown(i, name) == expected);
    };
    const std::uint32_t pending = reg(i, NIC_EVENT_PENDING), due = pending & reg(i, NIC_EVENT_ENABLE);
    if (due == 0)
      REQUIRE(vcd_.value(path(i, "event")).letter == 'z');
    else
      check("event", 1u + lowest(due));
    check("events", count_of(pending));
    const nic::Processor& processor = s.processor;
    check("handler", processor.halted ? 9 : processor.busy ? 1u + processor.event : 0u);
    check("commands", reg(i, NIC_HOST_COMMANDS));
    check("completions", p.nic.host_queue - reg(i, NIC_DONE_SPACE));
    check("tx_queue", nic::send_depth - reg(i, NIC_TX_SPACE));
    check("tx_done", s.send.sent.count);
    check("tx_words", s.send.fetched);
    check("tx_cut_through", !s.send.descriptors.empty() && (s.send.descriptors.front().flags & NIC_TX_FOLLOW) != 0);
    check("rx_headers", s.receive.headers.count);
    check("rx_done", s.receive.received.count);
    for (unsigned c = 0; c < nic::classes; ++c)
      check(("free" + std::to_string(c)).c_str(), reg(i, NIC_RX_FREE_COUNT + 4 * c));
    check("dma_queue", nic::dma_depth - reg(i, NIC_DMA_SPACE));
    check("dma_done", s.dma.done.count);
    check("dma_words", s.dma.moved);
    check("dma_state", static_cast<unsigned>(s.dma.transfers.empty()           ? EngineState::idle
                                             : s.dma.moved == 0                ? EngineState::beginning
                                             : s.dma.transfers.front().to_host ? EngineState::to_host
                                                                               : EngineState::to_nic));
    check("slot", reg(i, NIC_SLOT_LOW));
    check("position", reg(i, NIC_SLOT_POSITION));
    check("phase", s.time.clock.phase >> 56);
  }

  void check_lanes(std::size_t i, NicsSeen& seen) {
    for (unsigned v = 0; v < fabric_.netlist().switch_kinds[0].virtual_channels; ++v) {
      const nic::ReceiveLane& lane = nic_of(i).receive.lanes[v];
      const std::string scope = "vc" + std::to_string(v) + ".";
      const auto state = static_cast<EngineState>(shown(i, scope + "rx_state"));
      INFO(scope << to_string(state));
      ++seen.engines.at(static_cast<unsigned>(state));
      REQUIRE((state == EngineState::idle) == (!lane.open && !lane.filling));
      REQUIRE((state == EngineState::filling) == lane.filling);
      REQUIRE((state == EngineState::dropping) == (lane.open && lane.dropped));
      REQUIRE((state == EngineState::header) == (lane.open && lane.words == 0));
      REQUIRE(shown(i, scope + "rx_words") == (lane.filling ? lane.written : 0));
      if (lane.filling)
        REQUIRE(shown(i, scope + "rx_buffer") == lane.buffer);
      else
        REQUIRE(vcd_.value(path(i, scope + "rx_buffer")).letter == 'z');
    }
  }

  void note(std::size_t i, NicsSeen& seen) {
    ++seen.handlers.at(shown(i, "handler"));
    if (vcd_.value(path(i, "event")).letter == 0) ++seen.events.at(shown(i, "event"));
    ++seen.engines.at(shown(i, "tx_state"));
    ++seen.engines.at(shown(i, "dma_state"));
    seen.pauses += shown(i, "paused");
    seen.missing_ticks += shown(i, "tick") == 0;
  }

  std::vector<EngineState> sending_states() const {
    std::vector<EngineState> states;
    for (std::size_t i = 0; i < fabric_.netlist().endpoints.size(); ++i)
      states.push_back(static_cast<EngineState>(shown(i, "tx_state")));
    return states;
  }
  std::vector<bool> free_links() const {
    std::vector<bool> are_free;
    for (std::size_t i = 0; i < fabric_.netlist().endpoints.size(); ++i)
      are_free.push_back(fabric_.port_state(i).link.free <= fabric_.now());
    return are_free;
  }

  /// After the edge: the actions of the send engine and the clock at it.
  void check_edge(std::size_t i, EngineState state, bool link_free, const Counted& before) {
    const Counted now = counted(i);
    const bool sent = now.flits_sent != before.flits_sent;
    REQUIRE(sent == ((state == EngineState::sending || state == EngineState::aborting) && link_free));
    REQUIRE((now.stopped != before.stopped) == (state == EngineState::stopped));
    const Flit flit = fabric_.channel_flit(channel_from(i));
    REQUIRE((flit.kind() == FlitKind::abort) == (state == EngineState::aborting && sent));
    const bool ticked = now.oscillator != before.oscillator;
    REQUIRE((now.held != before.held) == (ticked && shown(i, "paused") == 1));
    if (state == EngineState::idle) REQUIRE(shown(i, "tx_queue") == 0);
    if (state == EngineState::done_queue_full) REQUIRE(shown(i, "tx_done") == nic::sent_depth);
    if (state == EngineState::following) REQUIRE(shown(i, "tx_cut_through") == 1);
    ticked_[i] = ticked;
  }

  std::size_t channel_from(std::size_t i) const {
    const network::PortRef port{network::InstanceKind::endpoint, static_cast<std::uint32_t>(i), PortId(0)};
    for (std::size_t c = 0;; ++c)
      if (fabric_.netlist().channels.at(c).from == port) return c;
  }

  network::Fabric written_, fabric_;
  test::VcdReader vcd_;
  std::vector<bool> ticked_;  // by host: its clock ticked at the edge after the last checked cycle
};

}  // namespace

TEST_CASE("values of network interfaces in a dump agree with their registers, and with the events at the next edge") {
  NicsSeen seen;
  for (const auto& [virtual_channels, flow] : {std::pair(1, Kind::stop_go), std::pair(2, Kind::credit)}) {
    INFO(virtual_channels << " virtual channels");
    test::RestlessSettings settings;
    settings.virtual_channels = static_cast<std::uint8_t>(virtual_channels);
    settings.flow_control = flow;
    Nics nics(test::restless_nics(settings), 6000);
    for (std::uint64_t cycle = 0; cycle + 1 < 6000; ++cycle) nics.check(cycle, seen);
  }
  for (unsigned state = 0; state < tracing::engine_words; ++state) {
    INFO(to_string(static_cast<EngineState>(state)));
    CHECK(seen.engines[state] > 0);
  }
  for (const auto word : {HandlerWord::idle, HandlerWord::timer, HandlerWord::rx_header, HandlerWord::rx_done,
                          HandlerWord::dma_done, HandlerWord::host, HandlerWord::start}) {
    INFO(to_string(word));
    CHECK(seen.handlers[static_cast<unsigned>(word)] > 0);
  }
  CHECK(seen.events[static_cast<unsigned>(HandlerWord::host)] > 0);
  CHECK(seen.events[static_cast<unsigned>(HandlerWord::rx_done)] > 0);
  CHECK(seen.pauses > 0);
  CHECK(seen.missing_ticks > 0);
}

TEST_CASE("firmware that gives up is an error that fires, and the save file opens at its interface") {
  test::RestlessSettings settings;
  settings.halts_at = 12;
  settings.losses = 0;
  network::Fabric fabric(network::elaborate(test::restless_nics(settings)));
  tracing::Plan plan = test::whole_plan();
  plan.triggers.emplace_back().kind = features::TriggerKind::error;
  plan.before = plan.after = 5;
  const test::Dump dump = test::dump_of(fabric, Cycle(5000), plan);
  REQUIRE(dump.firings.size() == 1);
  const nic::FirmwareError& error = fabric.interface_state(0).nic.processor.error;
  REQUIRE(error.kind == nic::FirmwareErrorKind::raised);
  CHECK(dump.firings[0].event.cycle >= error.cycle);
  test::VcdReader vcd(dump.text);
  while (vcd.next() && vcd.time() < dump.firings[0].event.cycle.value * 625)
    CHECK(vcd.value("nic0.handler").number == 7);
  CHECK(vcd.value("nic0.handler").number == 13);
  CHECK(dump.save_file.find("-nic0 has halted: the firmware cannot go on\n") != std::string::npos);
}

TEST_CASE("globs choose interfaces, their channels, and nothing of their hosts", "[quick]") {
  test::RestlessSettings settings;
  settings.virtual_channels = 2;
  const network::Netlist netlist = test::restless_nics(settings);
  const auto chosen = [&](const std::vector<std::string>& globs) {
    std::vector<std::string> paths;
    for (const tracing::Scope& scope : chosen_scopes(netlist, tracing::Selection(globs))) paths.push_back(scope.path);
    return paths;
  };
  using Paths = std::vector<std::string>;
  CHECK(chosen({"nic2"}) == Paths{"clock", "nic2", "nic2.vc0", "nic2.vc1"});
  CHECK(chosen({"nic*.vc1"}) == Paths{"clock", "nic0.vc1", "nic1.vc1", "nic2.vc1", "nic3.vc1"});
  CHECK(chosen({"host2"}) == Paths{"clock", "host2", "host2.vc0", "host2.vc1"});
  CHECK(tracing::nic_scope("host12") == "nic12");
  CHECK(tracing::nic_scope("host") == "nic_host");
  CHECK(tracing::nic_scope("host1b") == "nic_host1b");
}

TEST_CASE("the chosen values of an interface are those of the whole dump") {
  network::Fabric all(network::elaborate(test::restless_nics({}))), some(network::elaborate(test::restless_nics({})));
  tracing::Plan plan = test::whole_plan();
  plan.selection = tracing::Selection({"nic2", "nic3.vc0"});
  test::VcdReader whole(test::dump_of(all, Cycle(400)).text), part(test::dump_of(some, Cycle(400), plan).text);
  CHECK(part.has("nic3.vc0.rx_words"));
  CHECK_FALSE(part.has("nic3.handler"));
  while (part.next()) {
    REQUIRE(whole.next());
    for (const auto& [path, width] : part.variables()) REQUIRE(part.value(path) == whole.value(path));
  }
}

TEST_CASE("in the save file an interface is a group: words by their lists, fills as curves") {
  network::Fabric fabric(network::elaborate(test::restless_nics({})));
  const std::string text = test::dump_of(fabric, Cycle(100)).save_file;
  CHECK(text.find("-nic1\n") != std::string::npos);
  CHECK(text.find("@2022\n^1 dump.handlers\n[color] 3\n+{handler} nic1.handler[3:0]\n") != std::string::npos);
  CHECK(text.find("@2022\n^1 dump.engines\n[color] 2\n+{tx_state} nic1.tx_state[3:0]\n") != std::string::npos);
  CHECK(text.find("@88024\n[color] 2\n+{tx_queue} nic1.tx_queue[6:0]\n@20000\n-\n") != std::string::npos);
}

TEST_CASE("a dump has the words that firmware exports, and the viewer their names") {
  const network::Netlist netlist = test::multicasting_hosts();
  network::Fabric written(network::elaborate(netlist)), fabric(network::elaborate(netlist));
  const test::Dump dump = test::dump_of(written, Cycle(1500));
  test::VcdReader vcd(dump.text);
  const nic_firmware& firmware = *fabric.netlist().nic_of(0).firmware;
  REQUIRE(firmware.export_count == 24);
  std::set<std::string> changed;
  for (std::uint64_t cycle = 0; cycle < 1500; ++cycle) {
    fabric.run_until(Cycle(cycle + 1));
    REQUIRE(vcd.next());
    for (std::uint32_t host = 0; host < 3; ++host)
      for (std::uint32_t i = 0; i < firmware.export_count; ++i) {
        const nic_own_export& word = firmware.exports[i];
        const std::uint32_t is = fabric.interface_state(host).nic.processor.shown[i];
        const test::VcdValue value = vcd.value("nic" + std::to_string(host) + "." + word.key);
        INFO("nic" << host << "." << word.key << " in cycle " << cycle);
        if (is != 0) changed.insert(word.key);
        const bool may_be_none =
            word.kind == NIC_EXPORT_HOST || word.kind == NIC_EXPORT_SOURCE || word.kind == NIC_EXPORT_WAITS_FOR;
        REQUIRE(value.letter == (may_be_none && is == 0 ? 'z' : 0));
        if (value.letter != 0) continue;
        if (word.kind == NIC_EXPORT_WAITS_FOR)  // a digit for the host, and before it the class
          REQUIRE(value.number == ((is >> 30) << 4 | (is & 0xffffff)));
        else
          REQUIRE(value.number == (may_be_none ? is - 1 : is));
      }
  }
  for (const char* key : {"lower_state", "lower_waits_for", "lower_source", "lower_message", "lower_refused",
                          "own_waits_for", "sender_step", "receiver_step"})
    CHECK(changed.count(key) == 1);
  CHECK(changed.count("upper_state") == 0);

  const auto width = [&](const char* name) { return vcd.variables().at(std::string("nic1.") + name); };
  CHECK(width("lower_buffers") == 7);  // up to 64
  CHECK(width("lower_refused") == 2);  // up to 3 hosts
  CHECK(width("lower_state") == 4);
  CHECK(width("lower_source") == 4);
  CHECK(width("lower_waits_for") == 6);
  CHECK(width("lower_message") == 32);
  CHECK(width("sender_step") == 12);
  CHECK(dump.words("hosts") == "0 host0\n1 host1\n2 host2\n");
  CHECK(dump.words("queues") ==
        "30 host0.upper\n20 host0.lower\n00 host0.own\n31 host1.upper\n21 host1.lower\n01 host1.own\n"
        "32 host2.upper\n22 host2.lower\n02 host2.own\n");
  CHECK(dump.words("copies") == tracing::filter_text("copies"));
  const auto shows = [&](const std::string& lines) { return dump.save_file.find(lines) != std::string::npos; };
  CHECK(shows("@2022\n^1 dump.queues\n[color] 1\n+{lower_waits_for} nic1.lower_waits_for[5:0]\n"));
  CHECK(shows("@2022\n^1 dump.copies\n[color] 2\n+{lower_state} nic1.lower_state[3:0]\n"));
  CHECK(shows("@2022\n^1 dump.hosts\n[color] 3\n+{lower_source} nic1.lower_source[3:0]\n"));
}

TEST_CASE("firmware that exports nothing adds nothing to a dump") {
  const network::ElaboratedNetlist netlist = network::elaborate(test::restless_nics({}));
  const tracing::Layout layout(netlist);
  for (const tracing::Scope& scope : tracing::chosen_scopes(netlist, tracing::Selection({"nic0"})))
    if (scope.kind == tracing::ScopeKind::nic) CHECK(layout.values(scope).size() == tracing::own_nic_values);
}
