#include "testbench/studies/validation/zero_load.hpp"

#include <algorithm>
#include <utility>

#include "testbench/run/network.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

std::uint64_t zero_load_latency(const features::Experiment& e, std::uint64_t hops) {
  const std::uint64_t links = hops + 2, switches = hops + 1, n = e.link.cycles_per_flit.rounded_up();
  const std::uint64_t header = e.switches.header_delay.cycles, data = e.switches.data_delay.cycles;
  const bool stripped = e.routing.at_switch == route_unit::Kind::source_stripped;
  return links * (e.link.delay.cycles + n - 1) + switches * (stripped ? std::max(header + 1, data + n) : header) +
         e.link.cycles_per_flit.cycles_of(e.packet.flits - 1);
}

namespace {

using features::Experiment;

/// Hosts that send one packet at once when they have a partner, and are silent otherwise.
network::Netlist silent(Experiment e) {
  e.traffic.pattern = generator::Pattern::permutation;
  e.traffic.permutation.clear();
  for (std::uint64_t host = 0; host < features::hosts_of(e); ++host) e.traffic.permutation.push_back(host);
  e.run.warmup = 0;
  network::Netlist netlist = features::network_of(e);
  netlist.workloads[0].traffic.packets_per_cycle = 1;
  netlist.workloads[0].traffic.packet_limit = 1;
  return netlist;
}

std::string pair(std::size_t from, std::size_t to) {
  return "host" + std::to_string(from) + " to host" + std::to_string(to) + ": ";
}

std::uint64_t most_cycles(const Experiment& e, std::uint64_t hops) { return 2 * zero_load_latency(e, hops) + 100; }

/// Checks every pair. `check(from, to, latency, fabric, unmet)` gives the value of one, or the reason why it is wrong.
template <class Check>
Finding every_pair(const Experiment& e, const Hops& hops, Check check) {
  network::Netlist netlist = silent(e);
  Finding found;
  double sum = 0, pairs = 0;
  for (std::uint32_t from = 0; from < netlist.endpoints.size(); ++from)
    for (std::uint32_t to = 0; to < netlist.endpoints.size(); ++to) {
      if (from == to) continue;
      netlist.workloads[0].traffic.set_partner(from, NodeId(to));
      network::Fabric fabric(network::elaborate(netlist));
      netlist.workloads[0].traffic.set_partner(from, NodeId(from));
      fabric.run_until(Cycle(most_cycles(e, hops(from, to))));
      const port::LatencySums& latency = fabric.port_state(to).latency;
      if (latency.packets != 1)
        found.unmet = pair(from, to) + "the packet did not arrive";
      else
        sum += check(from, to, latency.total, fabric, found.unmet);
      if (found.unmet.empty()) found.unmet = broken_check(fabric);
      if (!found.unmet.empty()) return found;
      ++pairs;
    }
  found.value = {sum / pairs, 0};
  return found;
}

Finding mean_latency(const Experiment& e, const Hops& hops) {
  return every_pair(
      e, hops, [&](std::uint32_t from, std::uint32_t to, std::uint64_t latency, const auto&, std::string& unmet) {
        if (const std::uint64_t expected = zero_load_latency(e, hops(from, to)); latency != expected)
          unmet = pair(from, to) + std::to_string(latency) + " instead of " + std::to_string(expected) + " cycles";
        return static_cast<double>(latency);
      });
}

double expected_mean(const Experiment& e, const Hops& hops) {
  double sum = 0, pairs = 0;
  const auto hosts = static_cast<std::uint32_t>(features::hosts_of(e));
  for (std::uint32_t from = 0; from < hosts; ++from)
    for (std::uint32_t to = 0; to < hosts; ++to) {
      if (from == to) continue;
      sum += static_cast<double>(zero_load_latency(e, hops(from, to)));
      ++pairs;
    }
  return sum / pairs;
}

/// Links between switches that the flits of one packet have passed.
std::uint64_t passed(const Experiment& e, const network::Fabric& fabric) {
  std::uint64_t flits = 0;
  const network::Netlist& netlist = fabric.netlist();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    for (unsigned o = 0; o < netlist.kind_of(i).ports; ++o) flits += fabric.switch_state(i).out[o].flits;
  // Stripped routes: a route flit for each of H switches, of which each takes one off: L + H - 1, ..., L pass.
  const bool stripped = e.routing.at_switch == route_unit::Kind::source_stripped;
  std::uint64_t switches = 0;
  for (std::uint64_t counted = 0; counted < flits; ++switches) counted += e.packet.flits + (stripped ? switches : 0);
  return switches - 1;
}

Finding beyond_formula(const Experiment& e, const Hops& least) {
  return every_pair(
      e, [](std::uint32_t, std::uint32_t) { return 100; },
      [&](std::uint32_t from, std::uint32_t to, std::uint64_t latency, const network::Fabric& fabric,
          std::string& unmet) {
        const std::uint64_t hops = passed(e, fabric);
        if (hops < least(from, to)) unmet = pair(from, to) + "over " + std::to_string(hops) + " links only";
        return std::abs(static_cast<double>(latency) - static_cast<double>(zero_load_latency(e, hops)));
      });
}

Case exact(const std::string& name, const Experiment& e, const std::string& what) {
  Case c;
  c.group = "zero-load";
  c.name = "zero-load-" + name;
  c.what = what + ", one packet of " + std::to_string(e.packet.flits) + (e.packet.flits == 1 ? " flit" : " flits") +
           " alone, every pair: ";
  c.relation = Relation::exact;
  return c;
}

}  // namespace

Case zero_load_case(const std::string& name, const std::string& network, const Experiment& e, const Hops& hops) {
  Case c = exact(name, e, network);
  c.what += "mean latency in cycles";
  c.expected = expected_mean(e, hops);
  c.measure = [e, hops](std::uint64_t /*seed*/, unsigned /*times*/) { return mean_latency(e, hops); };
  return c;
}

Case random_way_case(const std::string& name, const std::string& network, const Experiment& e, const Hops& least) {
  Case c = exact(name, e, network);
  c.what += "mean latency beyond that of the links passed, in cycles";
  c.expected = 0;
  c.measure = [e, least](std::uint64_t seed, unsigned /*times*/) {
    Experiment at_seed = e;
    at_seed.run.seed = seed;
    return beyond_formula(at_seed, least);
  };
  return c;
}

}  // namespace slackline::validation
