#include "testbench/run/network.hpp"

#include <memory>
#include <utility>

#include "testbench/features/faults/build.hpp"
#include "testbench/features/link/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/workloads/barriers/build.hpp"
#include "testbench/workloads/traffic/build.hpp"

namespace slackline::features {

Unrouted channels_of(const Experiment& e) {
  Unrouted u;
  u.structure = topology::build(shape_of(e.topology), u.netlist);
  for (network::Channel& channel : u.netlist.channels) {
    channel.delay = channel.stop_delay = static_cast<std::uint32_t>(cycles_of("link.delay", e));
    channel.cycles_per_flit = e.link.cycles_per_flit;
  }
  if (e.topology.kind == TopologyKind::file && e.topology.given) set_link_times(*e.topology.given, u.netlist);
  take_down(e.topology.down, u.netlist);
  apply_link_settings(e, u.netlist);
  return u;
}

namespace {

/// What hosts send: without a workload of packets, nothing.
std::vector<generator::Workload> workloads_on(const network::Netlist& netlist, const Experiment& e) {
  std::vector<generator::Workload> all;
  for (const Workload& workload : packet_workloads_of(e)) {
    generator::Workload& sends = all.emplace_back();
    sends.traffic = traffic_of(*workload.experiment);
    const std::vector<std::uint64_t>& permutation = workload.experiment->get<TrafficSettings>().permutation;
    for (std::size_t i = 0; i < permutation.size(); ++i)
      sends.traffic.set_partner(i, NodeId(static_cast<std::uint32_t>(permutation[i])));
    sends.hosts = sends.traffic.members;
    if (workload.kind->program != nullptr) sends.program = workload.kind->program(*workload.experiment, netlist);
  }
  if (all.empty()) {
    generator::TrafficParams& nothing = all.emplace_back().traffic = traffic_of(e);
    nothing.packets_per_cycle = 0;
    nothing.packet_flits = port::smallest_packet(e.packet.format);
  }
  return all;
}

/// Each RV32 processor is stepped at every edge, so that a dump shows its registers as they are then.
void step_cores(network::Netlist& netlist) {
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  for (nic::Params& params : interfaces->nics) {
    if (params.rv32 == nullptr) continue;
    nic::Rv32 rv32 = *params.rv32;
    rv32.steps = true;
    params.rv32 = std::make_shared<const nic::Rv32>(std::move(rv32));
  }
  netlist.interfaces = std::move(interfaces);
}

/// All but the routes.
Unrouted complete(const Experiment& e) {
  Unrouted whole = channels_of(e);
  network::Netlist& netlist = whole.netlist;
  netlist.switch_kinds.clear();
  const SwitchKinds kinds = switch_kinds_of(e, netlist);
  for (const SwitchKind& kind : kinds.kinds) netlist.switch_kinds.push_back(kind.params);
  for (std::size_t s = 0; s < netlist.switches.size(); ++s) netlist.switches[s].kind = kinds.of[s];
  netlist.routing.vc_assignment = e.switches.vc_assignment;
  netlist.port_params = host_port(e, kinds.kinds.front().params);
  add_faults(e, netlist);
  netlist.workloads = workloads_on(netlist, e);
  if (any_nics(e)) add_nics(e, netlist);
  if (netlist.interfaces != nullptr && !e.waves.file.empty()) step_cores(netlist);
  return whole;
}

}  // namespace

network::Netlist network_without_routes(const Experiment& e) { return complete(e).netlist; }

network::Netlist network_of(const Experiment& e, const routing::OnProgress& on_progress) {
  Unrouted whole = complete(e);
  add_routes(e, whole.structure, whole.netlist, on_progress);
  add_barriers(e, whole.structure, whole.netlist);
  return std::move(whole.netlist);
}

}  // namespace slackline::features
