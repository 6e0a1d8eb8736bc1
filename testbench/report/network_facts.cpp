#include "testbench/report/network_facts.hpp"

#include <algorithm>
#include <cstdio>

#include "testbench/deadlock/deadlock.hpp"
#include "testbench/present/rows.hpp"
#include "testbench/routing/uniform_load.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

using present::formatted;

using network::InstanceKind;
using network::Netlist;
using text::counted;

namespace {

bool joins_switches(const network::Channel& channel) {
  return channel.from.kind == InstanceKind::any_switch && channel.to.kind == InstanceKind::any_switch;
}

Bisection bisection_of(const Netlist& netlist, std::uint64_t channels) {
  Bisection bisection;
  bisection.channels = channels;
  std::optional<CyclesPerFlit> all;
  for (const network::Channel& channel : netlist.channels) {
    if (!joins_switches(channel)) continue;
    if (all && *all != channel.cycles_per_flit) return bisection;
    all = channel.cycles_per_flit;
  }
  if (all) bisection.flits_per_cycle = static_cast<double>(bisection.channels) / all->value();
  return bisection;
}

std::optional<UniformTraffic> uniform_traffic(const routing::Routes& routes) {
  const std::optional<routing::UniformLoad> load = routing::uniform_load(routes);
  if (!load) return std::nullopt;
  const Netlist& netlist = routes.netlist();
  UniformTraffic uniform;
  uniform.mean_hops = load->mean_hops();
  uniform.most = load->most;
  uniform.channel = channel_name(netlist, netlist.channels[load->slowest]);
  uniform.others = load->as_slow - 1;
  if (netlist.workloads.size() == 1) {  // of several together: the bound of the links alone
    const generator::TrafficParams& traffic = netlist.workloads.front().traffic;
    uniform.most /= routing::flits_per_offered(traffic);
    uniform.response_flits = traffic.response_flits;
  }
  uniform.has_route_flits = netlist.routing.kind == route_unit::Kind::source_stripped;
  return uniform;
}

std::string flits_text(double flits) {
  const std::string number = formatted(flits, "%.6g");
  return number + (number == "1" ? " flit" : " flits");
}

std::string uniform_text(const UniformTraffic& u) {
  std::string text = "at most " + flits_text(u.most) + " ";
  if (u.response_flits != 0) text += "of requests ";
  text += "per cycle and host";
  if (u.response_flits != 0) text += ", with a response of " + counted(u.response_flits, "flit") + " to each";
  if (u.has_route_flits) text += ", without route flits";
  return text + " (" + u.channel + (u.others == 0 ? ")" : " and " + counted(u.others, "other") + ")");
}

std::string bisection_text(const Bisection& bisection) {
  std::string text = counted(bisection.channels, "channel") + " each way";
  return bisection.flits_per_cycle ? text + ", " + flits_text(*bisection.flits_per_cycle) + " per cycle" : text;
}

std::string deadlock_text(const DeadlockFacts& facts) {
  const std::string counts = counted(facts.channels, "channel") + " x " +
                             counted(facts.virtual_channels, facts.are_escape_channels ? "escape VC" : "VC") + ", " +
                             counted(facts.dependencies, "dependency") + ", ";
  const std::string of_buffers =
      facts.buffer_dependencies == 0
          ? ""
          : "; besides " + counted(facts.buffer_dependencies, "dependency") + " of buffers in interfaces";
  const std::string cycle = facts.proved()        ? "no cycle"
                            : facts.cycle.empty() ? "no cycle of channels"
                                                  : "a cycle of " + std::to_string(facts.cycle.size());
  return (facts.proved() ? "proved (" : "not proved (") + counts + cycle + of_buffers + ")";
}

}  // namespace

bool is_quickly_known(const Netlist& netlist) {
  // Measured: 20 to 35 ns and 1 ns.
  return 30 * routing::steps(netlist) + topology::search_steps(netlist) < 2'000'000'000;
}

NetworkFacts network_facts(const Netlist& netlist, std::optional<std::uint64_t> bisection) {
  NetworkFacts facts;
  facts.switches = netlist.switches.size();
  if (bisection) facts.bisection = bisection_of(netlist, *bisection);
  if (!is_quickly_known(netlist)) return facts;
  facts.distances = topology::metrics(netlist);
  const routing::Routes routes(netlist);
  facts.lengths = routing::route_lengths(routes);
  facts.uniform = uniform_traffic(routes);
  facts.several_ways = routing::no_uniform_load(netlist);
  const deadlock::Verdict verdict = deadlock::judge(routes);
  std::vector<std::string> why_not;
  if (!verdict.headers_reach_escapes) why_not.emplace_back(deadlock::unreached_escapes());
  if (!verdict.hosts_take_all) why_not.emplace_back(deadlock::held_links());
  facts.deadlock = {facts.distances->switch_channels,
                    routes.virtual_channels(),
                    netlist.routing.choice == route_unit::Choice::adaptive,
                    verdict.dependencies,
                    0,
                    deadlock::lines(netlist, verdict.cycle),
                    std::move(why_not)};
  return facts;
}

std::vector<std::vector<std::string>> rows(const NetworkFacts& facts) {
  constexpr std::size_t most_lines = 20;
  std::string not_computed = "not computed: " + std::to_string(facts.switches) + " switches";
  std::vector<std::vector<std::string>> rows;
  if (const auto& d = facts.distances) {
    const std::string degrees = std::to_string(d->least_degree) +
                                (d->least_degree == d->most_degree ? "" : " to " + std::to_string(d->most_degree));
    rows.push_back({"links", counted(d->switch_channels / 2, "link") + " between switches, " + degrees + " at each"});
    if (!d->connected())
      rows.push_back({"connected", "no: no way between " + counted(d->unconnected, "pair") + " of hosts"});
  }
  rows.push_back({"diameter", facts.distances ? counted(facts.distances->diameter, "link") : not_computed});
  rows.push_back({"mean distance", facts.distances ? formatted(facts.distances->mean_distance(), "%.4f") +
                                                         " links between switches, from host to host"
                                                   : not_computed});
  const auto why_not = [&](bool have_one_way) -> std::string {
    if (!facts.deadlock) return not_computed;
    return have_one_way ? "routes do not arrive" : "not computed: " + facts.several_ways;
  };
  const bool adapts = facts.deadlock && facts.deadlock->are_escape_channels;
  rows.push_back({"mean route", facts.lengths ? formatted(facts.lengths->mean, "%.4f") + " links between switches"
                                              : why_not(!adapts)});
  rows.push_back({"longest route", facts.lengths ? counted(facts.lengths->longest, "link") : why_not(!adapts)});
  if (facts.bisection) rows.push_back({"bisection", bisection_text(*facts.bisection)});
  if (const auto& u = facts.uniform)
    rows.push_back({"uniform traffic", uniform_text(*u)});
  else
    rows.push_back({"uniform traffic", why_not(facts.several_ways.empty())});
  rows.push_back({"deadlock-free", facts.deadlock ? deadlock_text(*facts.deadlock) : not_computed});
  if (!facts.deadlock) return rows;
  for (const std::string& sentence : facts.deadlock->why_not) rows.push_back({"", sentence});
  const std::vector<std::string>& cycle = facts.deadlock->cycle;
  for (std::size_t i = 0; i < std::min(cycle.size(), most_lines); ++i) rows.push_back({"", cycle[i]});
  if (cycle.size() > most_lines) rows.push_back({"", "and " + std::to_string(cycle.size() - most_lines) + " more"});
  return rows;
}

}  // namespace slackline::report
