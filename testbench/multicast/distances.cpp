#include "testbench/multicast/distances.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "testbench/schedule/paths.hpp"

namespace slackline::multicast {

using network::Channel;
using network::InstanceKind;
using network::Netlist;

namespace {

/// Sums `cycles(channel)` over the channels of each path.
template <class Cycles>
Distances sums_along_paths(const Netlist& netlist, std::uint32_t for_each_path, Cycles cycles) {
  if (const std::string objection = schedule::Paths::objection(netlist); !objection.empty())
    throw std::invalid_argument("distances between hosts: " + objection);
  std::vector<std::uint32_t> of_channel, path;
  for (const Channel& channel : netlist.channels) of_channel.push_back(cycles(channel));
  const schedule::Paths paths(netlist);
  Distances distances(static_cast<std::uint32_t>(netlist.endpoints.size()));
  for (std::uint32_t from = 0; from < distances.hosts(); ++from)
    for (std::uint32_t to = 0; to < distances.hosts(); ++to) {
      if (from == to) continue;
      paths.find(from, to, path);
      if (path.empty())
        throw std::invalid_argument("distances between hosts: no route leads from host " + std::to_string(from) +
                                    " to host " + std::to_string(to));
      distances.at(from, to) = for_each_path;
      for (const std::uint32_t channel : path) distances.at(from, to) += of_channel[channel];
    }
  return distances;
}

/// Cycles from the write of a header into the buffer of the switch at the end of a channel to its output register.
/// Stripped routes: the flit after the route flit becomes the header. It is written a flit time later, and leaves no
/// earlier than the edge after the route flit's.
std::uint32_t switch_cycles(const Netlist& netlist, const Channel& channel) {
  const wormhole_switch::Params& kind = netlist.kind_of(channel.to.instance);
  if (netlist.routing.kind != route_unit::Kind::source_stripped) return kind.header_delay;
  return std::max(kind.header_delay + 1u, kind.data_delay + channel.cycles_per_flit.rounded_up());
}

}  // namespace

Distances hop_counts(const Netlist& netlist) {
  return sums_along_paths(netlist, 0, [](const Channel&) { return 1u; });
}

Distances header_latencies(const Netlist& netlist, std::uint32_t firmware_cycles) {
  return sums_along_paths(netlist, firmware_cycles, [&](const Channel& channel) {
    const bool to_switch = channel.to.kind == InstanceKind::any_switch;
    return channel.latency() + (to_switch ? switch_cycles(netlist, channel) : 0);
  });
}

}  // namespace slackline::multicast
