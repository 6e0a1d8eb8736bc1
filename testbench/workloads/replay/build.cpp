#include "testbench/workloads/replay/build.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/exchange/spread.hpp"
#include "testbench/features/link/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/workloads/replay/program/replay.hpp"
#include "testbench/workloads/replay/program/summary.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

namespace {

using Hosts = std::vector<std::uint32_t>;

/// a / b * c / d in lowest terms.
std::optional<replay::Ratio> ratio(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  const auto shorten = [](std::uint64_t& above, std::uint64_t& below) {
    const std::uint64_t shared = std::gcd(above, below);
    above /= shared;
    below /= shared;
  };
  shorten(a, b);
  shorten(a, d);
  shorten(c, b);
  shorten(c, d);
  if (c > ~std::uint64_t{0} / a || d > ~std::uint64_t{0} / b) return std::nullopt;
  return replay::Ratio{a * c, b * d};
}

/// Chosen hosts of each switch in turn.
Hosts round_robin(const network::Netlist& netlist, const WorkloadHosts& chosen) {
  std::vector<Hosts> at(netlist.switches.size());
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::endpoint && channel.to.kind == network::InstanceKind::any_switch)
      if (const std::uint32_t node = netlist.endpoints[channel.from.instance].place.node.value; has(chosen, node))
        at[channel.to.instance].push_back(node);
  const std::size_t count = chosen.nodes.empty() ? netlist.endpoints.size() : chosen.nodes.size();
  Hosts hosts;
  for (std::size_t turn = 0; hosts.size() < count; ++turn)
    for (const Hosts& of_switch : at)
      if (turn < of_switch.size()) hosts.push_back(of_switch[turn]);
  return hosts;
}

Hosts drawn(std::uint64_t seed, Hosts hosts) {
  RandomStream stream(seed, 0, RandomPurpose::mapping);
  for (std::size_t left = hosts.size(); left > 1; --left)
    std::swap(hosts[left - 1], hosts[stream.below(static_cast<std::uint32_t>(left))]);
  return hosts;
}

Hosts named(const std::vector<MappingLine>& lines, const network::Netlist& netlist) {
  const HostIndex index(netlist);
  Hosts hosts;
  for (const MappingLine& line : lines) hosts.push_back(index.find(line.host).value());
  return hosts;
}

/// The group of all ranks, and the ranks that send to it; nothing: no call of the trace is a multicast.
std::optional<multicast::GroupTraffic> multicasts_of(const ReplaySettings& given, const replay::Settings& settings,
                                                     std::size_t hosts) {
  if (!given.collectives.any_multicast()) return std::nullopt;
  const replay::Summary summary = replay::summary_of(*given.trace, given.collectives);
  if (summary.multicasts == 0) return std::nullopt;
  multicast::GroupTraffic traffic;
  traffic.paths = given.paths;
  if (given.paths.order == multicast::HostOrder::numbers) {
    traffic.order.resize(hosts);
    std::iota(traffic.order.begin(), traffic.order.end(), 0);
  }
  host::Group ranks{settings.hosts, is_ordered(given.paths.algorithm)};
  std::sort(ranks.members.begin(), ranks.members.end());
  traffic.groups = std::make_shared<const host::Groups>(host::Groups{std::move(ranks)});
  traffic.groups_of.resize(hosts);
  for (const std::uint32_t root : summary.multicast_roots) traffic.groups_of[settings.hosts[root]] = {0};
  // Their lengths differ; one tree of each root serves all.
  traffic.words = settings.flits_of(summary.multicast_bytes / summary.multicasts, 0);
  return traffic;
}

}  // namespace

std::optional<replay::Ratio> cycles_per_operation(const Values& e) {
  const Rate& speed = e.get<ReplaySettings>().speed;
  return ratio(speed.denominator, speed.numerator, e.clock_period.denominator, e.clock_period.numerator);
}

Hosts hosts_of_ranks(const Values& e, const network::Netlist& netlist) {
  const WorkloadHosts& chosen = e.get<WorkloadHosts>();
  Hosts hosts = chosen.nodes;
  if (hosts.empty()) {
    hosts.resize(netlist.endpoints.size());
    std::iota(hosts.begin(), hosts.end(), 0);
  }
  switch (e.get<ReplaySettings>().mapping) {
    case Mapping::linear: break;
    case Mapping::round_robin: hosts = round_robin(netlist, chosen); break;
    case Mapping::random: hosts = drawn(e.get<RunSettings>().seed, std::move(hosts)); break;
    case Mapping::file: hosts = named(e.get<ReplaySettings>().hosts, netlist); break;
  }
  hosts.resize(e.get<ReplaySettings>().trace->ranks.size());
  return hosts;
}

std::shared_ptr<port::Program> replay_of(const Values& e, const network::Netlist& netlist) {
  const ReplaySettings& given = e.get<ReplaySettings>();
  if (given.trace == nullptr) return nullptr;
  replay::Settings settings;
  settings.operation = cycles_per_operation(e).value();
  settings.nanosecond = {e.clock_period.denominator, e.clock_period.numerator};
  settings.eager_bytes = given.eager;
  settings.send_overhead = cycles_of("traffic.send_overhead", e);
  settings.receive_overhead = cycles_of("traffic.receive_overhead", e);
  settings.algorithms = given.collectives;
  settings.flit_bits = has_nics(e) ? word_bits_of(e) : flit_bits_of(e);
  settings.packet_flits = static_cast<std::uint32_t>(e.get<PacketSettings>().flits);
  settings.header_flits = has_nics(e) ? 1 : port::smallest_packet(e.get<PacketSettings>().format);
  settings.interfaces = has_nics(e);
  settings.hosts = hosts_of_ranks(e, netlist);
  if (given.reorders) {
    const exchange::Spread spread = exchange::spread_of(settings.hosts, netlist);
    settings.algorithms.reordering = {spread.hosts_of_switch, spread.switches};
  }
  settings.multicasts = multicasts_of(given, settings, netlist.endpoints.size());
  return std::make_shared<replay::Replay>(given.trace, std::move(settings),
                                          static_cast<std::uint32_t>(netlist.endpoints.size()));
}

}  // namespace slackline::features
