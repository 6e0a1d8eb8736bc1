// Zero load: one packet alone, between every pair of hosts, against the timing contract of a hop, to the cycle.
#include <algorithm>
#include <utility>

#include "testbench/config/experiment_network.hpp"
#include "testbench/config/key.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

namespace {

using config::Experiment;

/// Hops on the way between two hosts: along each dimension, the shorter way round where there are two.
std::uint64_t hops(const Experiment& e, std::uint64_t from, std::uint64_t to) {
  std::uint64_t sum = 0;
  from /= e.topology.hosts_per_switch;
  to /= e.topology.hosts_per_switch;
  for (const std::uint64_t along : e.topology.size) {
    const std::uint64_t a = from % along, b = to % along, apart = a > b ? a - b : b - a;
    sum += e.topology.kind == config::TopologyKind::torus ? std::min(apart, along - apart) : apart;
    from /= along;
    to /= along;
  }
  return sum;
}

/// The sum of all link delays and header delays, n - 1 more a link of one flit in n cycles; the tail (L - 1) n behind.
///
/// Stripped routes: at each switch the flit behind the route flit becomes the head. It is written n cycles after the
/// route flit, and leaves as a data flit, but not before the edge behind the route flit's: max(rd + 1, sd + n).
std::uint64_t formula(const Experiment& e, std::uint64_t hops) {
  const std::uint64_t links = hops + 2, switches = hops + 1, n = e.cycles_per_flit;
  const std::uint64_t header = e.switches.header_delay.cycles, data = e.switches.data_delay.cycles;
  const bool stripped = e.routing.at_switch == route_unit::Kind::source_stripped;
  return links * (e.link_delay.cycles + n - 1) + switches * (stripped ? std::max(header + 1, data + n) : header) +
         (e.traffic.packet_flits - 1) * n;
}

/// Hosts that send one packet at once when they have a partner, and are silent otherwise.
network::Netlist silent(Experiment e) {
  e.traffic.pattern = endpoint::Pattern::permutation;
  e.traffic.permutation.clear();
  for (std::uint64_t host = 0; host < config::hosts_of(e); ++host) e.traffic.permutation.push_back(host);
  e.run.warmup = 0;
  network::Netlist netlist = config::network_of(e);
  netlist.endpoint_params.traffic.packets_per_cycle = 1;
  netlist.endpoint_params.traffic.packet_limit = 1;
  return netlist;
}

std::string pair(std::size_t from, std::size_t to) {
  return "host" + std::to_string(from) + " to host" + std::to_string(to) + ": ";
}

/// The mean over all pairs; every single one must be right.
Finding mean_latency(const Experiment& e) {
  network::Netlist netlist = silent(e);
  Finding found;
  double sum = 0, pairs = 0;
  for (std::uint32_t from = 0; from < netlist.endpoints.size(); ++from)
    for (std::uint32_t to = 0; to < netlist.endpoints.size(); ++to) {
      if (from == to) continue;
      const NodeId silence = std::exchange(netlist.endpoints[from].place.partner, NodeId(to));
      network::Fabric fabric(netlist);
      netlist.endpoints[from].place.partner = silence;
      const std::uint64_t expected = formula(e, hops(e, from, to));
      fabric.run_until(Cycle(2 * expected + 100));
      const endpoint::LatencySums& latency = fabric.endpoint_state(to).latency;
      if (latency.packets != 1)
        found.unmet = pair(from, to) + "the packet did not arrive";
      else if (latency.total != expected)
        found.unmet =
            pair(from, to) + std::to_string(latency.total) + " instead of " + std::to_string(expected) + " cycles";
      else
        found.unmet = broken_check(fabric);
      if (!found.unmet.empty()) return found;
      sum += static_cast<double>(latency.total);
      ++pairs;
    }
  found.value = {sum / pairs, 0};
  return found;
}

double expected_mean(const Experiment& e) {
  double sum = 0, pairs = 0;
  const std::uint64_t hosts = config::hosts_of(e);
  for (std::uint64_t from = 0; from < hosts; ++from)
    for (std::uint64_t to = 0; to < hosts; ++to) {
      if (from == to) continue;
      sum += static_cast<double>(formula(e, hops(e, from, to)));
      ++pairs;
    }
  return sum / pairs;
}

Case case_of(const std::string& name, const Experiment& e) {
  Case c;
  c.group = "zero-load";
  c.name = "zero-load-" + name;
  std::string size;
  for (const std::uint64_t along : e.topology.size) size += (size.empty() ? "" : "x") + std::to_string(along);
  c.what = (e.topology.kind == config::TopologyKind::torus ? "torus " : "mesh ") + size + ", one packet of " +
           std::to_string(e.traffic.packet_flits) + (e.traffic.packet_flits == 1 ? " flit" : " flits") +
           " alone, every pair: mean latency in cycles";
  c.relation = Relation::exact;
  c.expected = expected_mean(e);
  c.measure = [e](std::uint64_t /*seed*/, unsigned /*times*/) { return mean_latency(e); };
  return c;
}

Experiment mesh(std::vector<std::uint64_t> size, std::uint64_t packet_flits = 8) {
  Experiment e;
  e.topology.size = std::move(size);
  e.traffic.packet_flits = packet_flits;
  return e;
}

Experiment torus(std::vector<std::uint64_t> size, std::uint64_t virtual_channels) {
  Experiment e = mesh(std::move(size));
  e.topology.kind = config::TopologyKind::torus;
  e.switches.virtual_channels = virtual_channels;
  return e;
}

/// Every delay above its least.
Experiment slow(Experiment e) {
  e.link_delay.cycles = 3;
  e.switches.header_delay.cycles = 7;
  e.switches.data_delay.cycles = 4;
  e.switches.arbitration.cycles = 2;
  e.switches.crossbar.cycles = 2;
  e.switches.fc_delay.cycles = 1;
  return e;
}

template <class Change>
Experiment changed(Experiment e, Change change) {
  change(e);
  return e;
}

}  // namespace

std::vector<Case> zero_load_cases() {
  using route_unit::Kind;
  const Experiment grid = mesh({8, 4});
  const auto links_of = [](std::uint64_t n) {
    return changed(mesh({8, 4}), [n](Experiment& e) {
      e.cycles_per_flit = n;
      e.link_delay.cycles = 2;
      e.switches.header_delay.cycles = 4;
      e.switches.data_delay.cycles = 2;
    });
  };
  const auto routed = [](Kind kind) {
    return changed(slow(mesh({4, 3})), [kind](Experiment& e) { e.routing.at_switch = kind; });
  };
  return {
      case_of("mesh", grid),
      case_of("mesh-single-flit", changed(mesh({8, 4}, 1),
                                          [](Experiment& e) {
                                            e.switches.header_delay.cycles = 3;
                                            e.switches.data_delay.cycles = 2;
                                          })),
      case_of("mesh-slow", slow(grid)),
      case_of("mesh-long-worms", changed(mesh({8, 4}, 200),
                                         [](Experiment& e) {
                                           e.link_delay.cycles = 3;
                                           e.switches.header_delay.cycles = 16;
                                           e.switches.fc_delay.cycles = 1;
                                         })),
      case_of("mesh-1-flit-in-2-cycles", links_of(2)),
      case_of("mesh-1-flit-in-5-cycles", links_of(5)),
      case_of("line", mesh({16}, 64)),
      case_of("mesh-3d", slow(mesh({4, 3, 3}))),
      case_of("mesh-3-hosts-a-switch", changed(mesh({3, 3}), [](Experiment& e) { e.topology.hosts_per_switch = 3; })),
      case_of("torus", torus({8, 8}, 2)),
      case_of("torus-slow", slow(torus({6, 5}, 4))),
      case_of("torus-4d", torus({2, 3, 2, 2}, 2)),
      case_of("credits",
              changed(slow(grid), [](Experiment& e) { e.switches.flow_control = flow_controller::Kind::credit; })),
      case_of("cut-through",
              changed(slow(grid),
                      [](Experiment& e) { e.switches.switching = wormhole_switch::Switching::virtual_cut_through; })),
      case_of("route-tables", routed(Kind::table)),
      case_of("routes-shifted", routed(Kind::source_shifted)),
      case_of("routes-stripped", routed(Kind::source_stripped)),
  };
}

}  // namespace slackline::validation
