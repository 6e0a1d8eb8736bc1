#include "rtl_models/network/host_interface.hpp"

#include <algorithm>
#include <utility>

namespace slackline::network {

Hosts::Hosts(const HostInterfaces& p, const generator::Workloads& of_network, std::uint32_t count, std::uint64_t seed)
    : workloads(of_network), messages(count), reports(count), latencies(of_network.count()) {
  if (p.memory == MemoryKind::hashed)
    memory = std::make_unique<nic::HashedMemory>(seed);
  else
    memory = std::make_unique<host::StoredMemory>(count, p.contents ? p.contents : host::hashed_contents(seed));
}

std::size_t storage_bytes(const InterfaceKind& p, const generator::Workloads& workloads) {
  Arena counting;
  host::State s;
  bind(p.host, workloads, NodeId(0), Cycle(0), s, counting);
  if (p.host.barriers != nullptr) barrier::reserve(*p.host.barriers, counting);
  return nic::storage_bytes(p.nic) + counting.used_bytes();
}

nic::Place nic_place(const HostInterfaces& p, std::size_t index, const port::Place& place) {
  return {place.node, p.clocks[index], p.tables.empty() ? nullptr : &p.tables[index], p.start_cycles};
}

void bind(const InterfaceKind& p, const generator::Workloads& workloads, const nic::Place& place, Cycle first_edge,
          HostInterface& s, Arena& arena) {
  bind(p.nic, place, s.nic, arena);
  bind(p.host, workloads, place.node, first_edge, s.host, arena);
}

bool is_idle(const InterfaceKind& p, const HostInterface& s) {
  return host::command(s.host) == nullptr && nic::is_idle(p.nic, s.nic);
}

bool is_at_rest(const InterfaceKind& p, const HostInterface& s, const port::State& port, VcMask open, Cycle now) {
  const bool listens = (s.nic.registers[NIC_EVENT_ENABLE / 4] >> NIC_EVENT_HOST & 1) != 0;
  const bool may_post = host::command(s.host) != nullptr || host::wake(s.host, nic::room(s.nic), now) != never;
  return nic::is_at_rest(p.nic, s.nic, port, open) && !(listens && may_post);
}

nic::Result step(const InterfaceKind& p, Hosts& hosts, const nic::Place& place, HostInterface& s,
                 const port::Wires& wires, Cycle now, const port::Inputs& in) {
  // The pins between them before the edge.
  const bool posting = host::command(s.host) != nullptr;
  const firmware::Command command = s.host.command;
  const firmware::Completion* completion = nic::completion(s.nic);
  if (completion != nullptr && host::is_report(*completion))
    hosts.reports.add(place.node, now, *std::exchange(completion, nullptr));
  host::step(p.host, {hosts.workloads, hosts.messages, hosts.latencies, *hosts.memory}, place.node, s.host, now,
             {nic::room(s.nic), completion});
  nic::Result result = nic::step(p.nic, place, s.nic, wires, *hosts.memory, now, {in, posting ? &command : nullptr});
  const Cycle posts = host::wake(s.host, nic::room(s.nic), now);
  result.wake = std::min(result.wake, posts);
  s.nic.quiet_until = std::min(s.nic.quiet_until, posts);
  return result;
}

nic::Result step_quickly(const InterfaceKind& p, Hosts& hosts, const nic::Place& place, HostInterface& s,
                         const port::Wires& wires, Cycle now, const port::Inputs& in) {
  if (const auto result = nic::step_words(p.nic, place, s.nic, wires, *hosts.memory, now, in)) return *result;
  return step(p, hosts, place, s, wires, now, in);
}

}  // namespace slackline::network
