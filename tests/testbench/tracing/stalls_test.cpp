// The stalls of flits in a dump, against the registers at the next edge.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/header_options.hpp"
#include "testbench/soak/random_network.hpp"
#include "testbench/tracing/words.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;
using tracing::Stall;

namespace {

/// The number of times that each word was seen.
using StallCounts = std::array<std::uint64_t, tracing::stall_words>;

/// The output lanes that a header may take.
using Options = std::vector<monitors::HeaderOption>;

/// The registers of one switch that show whether a flit has left.
struct LaneBefore {
  std::uint16_t read = 0, count = 0;
  bool connected = false;
};

class StallCheck {
 public:
  StallCheck(const network::Netlist& netlist, std::uint64_t end, network::Check check)
      : written_(network::elaborate(netlist, check)),
        fabric_(network::elaborate(netlist, check)),
        vcd_(test::dump_of(written_, Cycle(end)).text),
        params_(fabric_.netlist().switch_kinds[0]),
        lanes_(fabric_.netlist().switches.size() * params_.lanes()),
        sent_(fabric_.netlist().switches.size()),
        busy_(fabric_.netlist().switches.size()),
        host_sent_(fabric_.netlist().endpoints.size()),
        host_requests_(fabric_.netlist().endpoints.size()),
        host_busy_(fabric_.netlist().endpoints.size()) {}

  /// Checks the dump of `cycle` against the registers of the cycle after it.
  void check(std::uint64_t cycle, StallCounts& seen) {
    if (cycle == 0) advance(cycle);
    REQUIRE(vcd_.next());
    keep();
    advance(cycle + 1);
    const network::Netlist& netlist = fabric_.netlist();
    for (std::size_t i = 0; i < netlist.switches.size(); ++i) check_switch(i, seen);
    for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) check_host(i, seen);
  }

  /// The cycles that headers have waited for a worm without a tail.
  std::uint64_t cut_worms() const { return cut_worms_; }

 private:
  void advance(std::uint64_t cycle) { fabric_.run_until(Cycle(cycle + 1)); }

  static std::uint64_t flits_sent(const wormhole_switch::Params& p, const wormhole_switch::State& s) {
    // Flits that left a buffer through the crossbar, or were stripped.
    std::uint64_t flits = s.stripped - s.errors.truncated;
    for (unsigned o = 0; o < p.ports; ++o) flits += s.out[o].flits;
    return flits;
  }

  void keep() {
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      const wormhole_switch::State& s = fabric_.switch_state(i);
      for (unsigned lane = 0; lane < params_.lanes(); ++lane) lanes_[i * params_.lanes() + lane] = before_edge(s, lane);
      sent_[i] = flits_sent(params_, s);
      busy_[i] = 0;
      for (unsigned o = 0; o < params_.ports; ++o)
        if (s.link[o].cycles_per_flit.is_slow() && fabric_.now() < s.link[o].pacer.free) busy_[i] |= bit(o);
    }
    for (std::size_t i = 0; i < host_sent_.size(); ++i) {
      host_sent_[i] = fabric_.port_state(i).flits_sent;
      const generator::SourceState& source = fabric_.generator_state(i).sources.of[0];
      host_requests_[i] = source.outstanding + source.requests;
      host_busy_[i] = fabric_.now() < fabric_.port_state(i).link.free;
    }
  }

  LaneBefore before_edge(const wormhole_switch::State& s, unsigned lane) const {
    const unsigned port = lane / params_.virtual_channels, v = lane % params_.virtual_channels;
    return {s.in[lane].buffer.read, s.in[lane].buffer.count, has(s.crossbar.connected[v], port)};
  }

  std::string port_scope(std::size_t sw, unsigned port) const {
    return fabric_.netlist().switches[sw].name + ".port" + std::to_string(port);
  }
  std::string lane_scope(std::size_t sw, unsigned port, unsigned v) const {
    return port_scope(sw, port) + ".vc" + std::to_string(v);
  }
  Stall stall_of(const std::string& scope) const {
    return static_cast<Stall>(
        vcd_.value(scope + (scope.find(".vc") == std::string::npos ? ".stall" : ".in_stall")).number);
  }
  bool moved(std::size_t sw, unsigned lane) const {
    const LaneBefore& before = lanes_[sw * params_.lanes() + lane];
    const slack_buffer::State& now = fabric_.switch_state(sw).in[lane].buffer;
    return before.count != 0 && (now.read != before.read || (params_.buffer.flits == 1 && now.count == 0));
  }

  void check_switch(std::size_t sw, StallCounts& seen) {
    unsigned moving = 0, grants = 0;
    for (unsigned port = 0; port < params_.ports; ++port) {
      if (!vcd_.has(port_scope(sw, port) + ".grant")) continue;
      const test::VcdValue& grant = vcd_.value(port_scope(sw, port) + ".grant");
      if (grant.letter == 0) {
        ++grants;
        const unsigned v = params_.virtual_channels == 1
                               ? 0
                               : static_cast<unsigned>(vcd_.value(port_scope(sw, port) + ".grant_vc").number);
        CHECK(stall_of(lane_scope(sw, static_cast<unsigned>(grant.number), v)) == Stall::moving);
      }
      for (unsigned v = 0; v < params_.virtual_channels; ++v) {
        const Stall stall = stall_of(lane_scope(sw, port, v));
        INFO(lane_scope(sw, port, v) << " in cycle " << fabric_.now().value - 2 << ": " << to_string(stall));
        REQUIRE(vcd_.value(lane_scope(sw, port, v) + ".in_stall").letter == 0);
        ++seen.at(static_cast<unsigned>(stall));
        moving += stall == Stall::moving;
        check_lane(sw, port, v, stall);
      }
    }
    CHECK(grants == moving);
    // Where route flits are stripped, some of those counted were discarded, or never arrived.
    const std::uint64_t sent = flits_sent(params_, fabric_.switch_state(sw)) - sent_[sw];
    if (!params_.strips_routes()) CHECK(sent == moving);
  }

  void check_lane(std::size_t sw, unsigned port, unsigned v, Stall stall) {
    const unsigned lane = crossbar::lane_index(port, v, params_.virtual_channels);
    const std::string scope = lane_scope(sw, port, v);
    const bool holds_output = vcd_.value(scope + ".in_route").letter == 0;
    const auto kind = static_cast<FlitKind>(vcd_.value(scope + ".in_kind").number);
    const bool header = Flit(kind, VcId(0), 0, 0).opens_worm();
    const Options options = monitors::header_options(params_, fabric_.switch_state(sw), lane);
    const unsigned output = holds_output && !header ? static_cast<unsigned>(vcd_.value(scope + ".in_route").number)
                                                    : fabric_.switch_state(sw).in[lane].route.port;
    REQUIRE(moved(sw, lane) == (stall == Stall::moving || stall == Stall::discarded));
    if (header && !moved(sw, lane)) check_header(sw, lane, stall, options);
    switch (stall) {
      case Stall::idle: CHECK((kind == FlitKind::idle && !holds_output)); break;
      case Stall::empty: CHECK((kind == FlitKind::idle && holds_output)); break;
      case Stall::routing: CHECK(header); break;
      case Stall::reading: CHECK((!header && holds_output && params_.data_wait() != 0)); break;
      case Stall::no_output: CHECK((header && count_free(sw, options) == 0)); break;
      case Stall::stopped:
        CHECK(held_back(sw, scope, holds_output && !header, options, ".out_stopped",
                        [](auto n, unsigned) { return n == 1; }));
        break;
      case Stall::no_credit: {
        const bool whole = params_.switching == wormhole_switch::Switching::virtual_cut_through && header;
        CHECK(held_back(sw, scope, holds_output && !header, options, ".out_credits", [&](auto credits, unsigned w) {
          return credits < (whole                              ? params_.longest_packet
                            : header && params_.is_adaptive(w) ? params_.flow.credits
                                                               : 1);
        }));
        break;
      }
      case Stall::lost_arbitration: CHECK(another_moved(sw, port, v, output)); break;
      case Stall::link_busy: CHECK((is_slow(sw, output) || (header && any_is_slow(sw, options)))); break;
      default: break;
    }
  }

  /// The stall of a header that stays, by the gates before the edge.
  void check_header(std::size_t sw, unsigned lane, Stall stall, const Options& options) {
    const unsigned port = lane / params_.virtual_channels, v = lane % params_.virtual_channels;
    if (lanes_[sw * params_.lanes() + lane].connected) {  // the worm before it has been cut, and is closed first
      ++cut_worms_;
      CHECK(stall == Stall::routing);
    } else if (!has(fabric_.switch_state(sw).vc[v].requesting, port)) {  // nor does it request after the edge
      CHECK(stall == Stall::routing);
    } else {
      const unsigned open = count_open(sw, options, 0), idle = count_open(sw, options, busy_[sw]);
      CHECK((stall == Stall::link_busy) == (open != 0 && idle == 0));
      if (stall == Stall::routing || stall == Stall::lost_arbitration) CHECK(idle != 0);
    }
  }

  /// The number of output lanes for a header that are not owned and not stopped, without the ports of `busy`.
  unsigned count_open(std::size_t sw, const Options& options, PortMask busy) {
    unsigned count = 0;
    for (const monitors::HeaderOption& option : options)
      for_each_bit(params_.virtual_channels == 1 ? VcMask{1} : option.vcs, [&](unsigned w) {
        const std::string scope = lane_scope(sw, option.port, w);
        const bool stopped = params_.has_credits() ? vcd_.value(scope + ".out_credits").number == 0
                                                   : vcd_.value(scope + ".out_stopped").number == 1;
        count += vcd_.value(scope + ".out_owner").letter == 'z' && !stopped && !has(busy, option.port);
      });
    return count;
  }

  bool is_slow(std::size_t sw, unsigned output) const {
    return fabric_.switch_state(sw).link[output].cycles_per_flit.is_slow();
  }
  bool any_is_slow(std::size_t sw, const Options& options) const {
    return std::any_of(options.begin(), options.end(), [&](const auto& option) { return is_slow(sw, option.port); });
  }

  /// The number of output lanes for a header that have no owner.
  unsigned count_free(std::size_t sw, const Options& options) {
    unsigned count = 0;
    for (const monitors::HeaderOption& option : options)
      for_each_bit(params_.virtual_channels == 1 ? VcMask{1} : option.vcs, [&](unsigned w) {
        count += vcd_.value(lane_scope(sw, option.port, w) + ".out_owner").letter == 'z';
      });
    return count;
  }

  template <class Holds>
  bool held_back(std::size_t sw, const std::string& scope, bool is_worm, const Options& options,
                 const std::string& value, Holds&& holds) {
    if (is_worm) {
      const auto output = static_cast<unsigned>(vcd_.value(scope + ".in_route").number);
      const unsigned w =
          params_.virtual_channels == 1 ? 0 : static_cast<unsigned>(vcd_.value(scope + ".in_route_vc").number);
      return holds(vcd_.value(lane_scope(sw, output, w) + value).number, w);
    }
    for (const monitors::HeaderOption& option : options)
      for (unsigned w = 0; w < params_.virtual_channels; ++w)
        if (holds(vcd_.value(lane_scope(sw, option.port, w) + value).number, w)) return true;
    return false;
  }

  /// A flit that loses has a winner: at the same output, or in the same input port.
  bool another_moved(std::size_t sw, unsigned port, unsigned v, unsigned output) {
    for (unsigned other = 0; other < params_.virtual_channels; ++other)
      if (other != v && moved(sw, crossbar::lane_index(port, other, params_.virtual_channels))) return true;
    if (vcd_.value(port_scope(sw, output) + ".grant").letter == 0) return true;
    // Its input port's choice may have gone to a lane that then lost at its output.
    for (unsigned other = 0; other < params_.virtual_channels; ++other)
      if (other != v && stall_of(lane_scope(sw, port, other)) == Stall::lost_arbitration) return true;
    return lost_to_cut_worm(sw, port, output);
  }

  /// A worm without a tail takes its turn, too: the switch closes it with a flit of its own, and no flit of it moves.
  bool lost_to_cut_worm(std::size_t sw, unsigned port, unsigned output) const {
    for (unsigned p = 0; p < params_.ports; ++p)
      for (unsigned v = 0; v < params_.virtual_channels; ++v) {
        const std::string scope = lane_scope(sw, p, v);
        if (!vcd_.has(scope + ".in_stall") || stall_of(scope) != Stall::routing) continue;
        const test::VcdValue& held = vcd_.value(scope + ".in_route");
        if (held.letter == 0 && (p == port || held.number == output)) return true;
      }
    return false;
  }

  void check_host(std::size_t i, StallCounts& seen) {
    const std::string scope = fabric_.netlist().endpoints[i].name;
    const Stall stall = stall_of(scope);
    INFO(scope << " in cycle " << fabric_.now().value - 2 << ": " << to_string(stall));
    ++seen.at(static_cast<unsigned>(stall));
    REQUIRE((fabric_.port_state(i).flits_sent != host_sent_[i]) == (stall == Stall::moving));
    if (stall == Stall::link_busy) CHECK(host_busy_[i]);
    switch (stall) {
      case Stall::idle:
        CHECK(vcd_.value(scope + ".sending").letter == 'z');
        CHECK(vcd_.value(scope + ".pending").number == 0);
        break;
      case Stall::stopped: CHECK(count_vcs(scope, ".stopped", [](auto n) { return n == 1; }) != 0); break;
      case Stall::no_credit:
        CHECK(count_vcs(scope, ".credits", [&](auto n) { return n < std::max<unsigned>(1, params_.longest_packet); }) !=
              0);
        break;
      case Stall::no_response: CHECK(host_requests_[i] != 0); break;
      default: CHECK((stall == Stall::moving || stall == Stall::link_busy));
    }
  }

  /// The number of virtual channels of a host whose value fulfils the condition.
  template <class Is>
  unsigned count_vcs(const std::string& host, const std::string& name, Is&& is) const {
    unsigned count = 0;
    for (unsigned v = 0; v < params_.virtual_channels; ++v)
      count += is(vcd_.value(std::string(host).append(".vc").append(std::to_string(v)).append(name)).number);
    return count;
  }

  network::Fabric written_, fabric_;
  test::VcdReader vcd_;
  const wormhole_switch::Params& params_;
  std::vector<LaneBefore> lanes_;
  std::vector<std::uint64_t> sent_;
  std::vector<PortMask> busy_;  // of a switch: outputs whose links still carry a flit at the edge
  std::vector<std::uint64_t> host_sent_;
  std::vector<std::uint32_t> host_requests_;  // sent, and not yet answered
  std::vector<bool> host_busy_;               // its link still carries a flit at the edge
  std::uint64_t cut_worms_ = 0;
};

/// Returns the cycles that headers have waited for a worm without a tail.
std::uint64_t check(const network::Netlist& netlist, std::uint64_t end, StallCounts& seen,
                    network::Check check = network::Check::all) {
  StallCheck stalls(netlist, end, check);
  for (std::uint64_t cycle = 0; cycle + 1 < end; ++cycle) stalls.check(cycle, seen);
  return stalls.cut_worms();
}

}  // namespace

TEST_CASE("stalls in a dump agree with the events at the next edge, on random networks") {
  StallCounts seen{};
  for (std::uint64_t seed = 800; seed < 840; ++seed) {
    INFO("seed " << seed);
    check(soak::random_faulty_network(seed), 250, seen);
  }
  for (const Stall stall : {Stall::idle, Stall::moving, Stall::empty, Stall::routing, Stall::no_output, Stall::stopped,
                            Stall::no_credit, Stall::lost_arbitration, Stall::link_busy, Stall::reading}) {
    INFO(to_string(stall));
    CHECK(seen[static_cast<unsigned>(stall)] > 100);
  }
}

TEST_CASE("flits of no worm are shown as discarded at the edge that discards them") {
  StallCounts seen{};
  CHECK(check(test::mesh_that_overflows(), 1500, seen, network::Check::structure) != 0);  // some lose their tails
  CHECK(seen[static_cast<unsigned>(Stall::discarded)] > 10);
}

TEST_CASE("a host that may not send another request shows no_response") {
  test::Settings settings;
  settings.size = {4};
  settings.packets_per_cycle = 0.1;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  netlist.workloads[0].traffic.response_flits = 4;
  netlist.workloads[0].traffic.max_outstanding = 1;
  StallCounts seen{};
  check(netlist, 500, seen);
  CHECK(seen[static_cast<unsigned>(Stall::no_response)] > 100);
}

TEST_CASE("a flit leaves a buffer of one flit", "[quick]") {
  test::Settings settings;
  settings.size = {3, 2};
  settings.packets_per_cycle = 0.1;
  settings.flow_control = flow_controller::Kind::credit;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  REQUIRE(netlist.switch_kinds[0].buffer.flits == 1);
  StallCounts seen{};
  check(netlist, 500, seen);
  CHECK(seen[static_cast<unsigned>(Stall::moving)] > 500);
}

TEST_CASE("a host whose packet gets no tag shows no_tag", "[quick]") {
  const network::ElaboratedNetlist netlist = network::elaborate(test::mesh_network({}));
  const test::TemporaryFile name;
  tracing::WaveFile file(name.path());
  tracing::VcdWriter writer(file);
  tracing::HostWaves hosts(netlist, writer);
  writer.begin({"1 ns", 1, true}, "");
  const tracing::Scope host0{tracing::ScopeKind::host, 0, 0, 0, "host0"};
  const tracing::Layout layout(netlist);
  for (const tracing::Value& value : layout.values(host0)) writer.declare(value.name, value.width);
  hosts.choose(host0, 0);
  writer.end_header();
  writer.first_values(0);
  port::State state;
  state.created = state.due = Cycle(0);
  const port::State* const states[] = {&state};
  hosts.look(states, PacketTable(2, 1), Cycle(0));
  hosts.settle(states);  // nothing has been sent
  state.flits_sent = 1;
  writer.time(1);
  hosts.look(states, PacketTable(2, 1), Cycle(1));
  state.flits_sent = 2;
  hosts.settle(states);
  writer.finish(2);
  file.publish();
  test::VcdReader vcd(name.text());
  REQUIRE(vcd.next());
  CHECK(vcd.value("stall").number == static_cast<unsigned>(Stall::no_tag));
  REQUIRE(vcd.next());
  CHECK(vcd.value("stall").number == static_cast<unsigned>(Stall::moving));
}
