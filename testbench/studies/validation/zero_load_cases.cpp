// Zero load: one packet alone, between every pair of hosts, against the timing contract of a hop, to the cycle.
#include <algorithm>
#include <utility>

#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/zero_load.hpp"

namespace slackline::validation {

namespace {

using features::Experiment;

/// Hops on the way between two hosts: along each dimension, the shorter way round where there are two.
std::uint64_t hops(const Experiment& e, std::uint64_t from, std::uint64_t to) {
  std::uint64_t sum = 0;
  from /= e.topology.hosts_per_switch;
  to /= e.topology.hosts_per_switch;
  for (const std::uint64_t along : e.topology.size) {
    const std::uint64_t a = from % along, b = to % along, apart = a > b ? a - b : b - a;
    sum += e.topology.kind == features::TopologyKind::torus ? std::min(apart, along - apart) : apart;
    from /= along;
    to /= along;
  }
  return sum;
}

Case grid_case(const std::string& name, const Experiment& e) {
  std::string size;
  for (const std::uint64_t along : e.topology.size) size += (size.empty() ? "" : "x") + std::to_string(along);
  const std::string kind = e.topology.kind == features::TopologyKind::torus ? "torus " : "mesh ";
  return zero_load_case(name, kind + size, e, [e](std::uint32_t from, std::uint32_t to) { return hops(e, from, to); });
}

Experiment mesh(std::vector<std::uint64_t> size, std::uint64_t packet_flits = 8) {
  Experiment e;
  e.topology.size = std::move(size);
  e.packet.flits = packet_flits;
  return e;
}

Experiment torus(std::vector<std::uint64_t> size, std::uint64_t virtual_channels) {
  Experiment e = mesh(std::move(size));
  e.topology.kind = features::TopologyKind::torus;
  e.switches.virtual_channels = virtual_channels;
  return e;
}

/// Every delay above its least.
Experiment slow(Experiment e) {
  e.link.delay.cycles = 3;
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
  const auto links_of = [](CyclesPerFlit n) {
    return changed(mesh({8, 4}), [n](Experiment& e) {
      e.link.cycles_per_flit = n;
      e.link.delay.cycles = 2;
      e.switches.header_delay.cycles = 4;
      e.switches.data_delay.cycles = 2;
    });
  };
  const auto routed = [](Kind kind) {
    return changed(slow(mesh({4, 3})), [kind](Experiment& e) { e.routing.at_switch = kind; });
  };
  return {
      grid_case("mesh", grid),
      grid_case("mesh-single-flit", changed(mesh({8, 4}, 1),
                                            [](Experiment& e) {
                                              e.switches.header_delay.cycles = 3;
                                              e.switches.data_delay.cycles = 2;
                                            })),
      grid_case("mesh-slow", slow(grid)),
      grid_case("mesh-long-worms", changed(mesh({8, 4}, 200),
                                           [](Experiment& e) {
                                             e.link.delay.cycles = 3;
                                             e.switches.header_delay.cycles = 16;
                                             e.switches.fc_delay.cycles = 1;
                                           })),
      grid_case("mesh-1-flit-in-2-cycles", links_of(2)),
      grid_case("mesh-1-flit-in-5-cycles", links_of(5)),
      grid_case("mesh-4-flits-in-5-cycles", links_of({5, 4})),
      grid_case("line", mesh({16}, 64)),
      grid_case("mesh-3d", slow(mesh({4, 3, 3}))),
      grid_case("mesh-3-hosts-a-switch", changed(mesh({3, 3}), [](Experiment& e) { e.topology.hosts_per_switch = 3; })),
      grid_case("torus", torus({8, 8}, 2)),
      grid_case("torus-slow", slow(torus({6, 5}, 4))),
      grid_case("torus-4d", torus({2, 3, 2, 2}, 2)),
      grid_case("credits",
                changed(slow(grid), [](Experiment& e) { e.switches.flow_control = flow_controller::Kind::credit; })),
      grid_case("cut-through",
                changed(slow(grid),
                        [](Experiment& e) { e.switches.switching = wormhole_switch::Switching::virtual_cut_through; })),
      grid_case("route-tables", routed(Kind::table)),
      grid_case("routes-shifted", routed(Kind::source_shifted)),
      grid_case("routes-stripped", routed(Kind::source_stripped)),
  };
}

}  // namespace slackline::validation
