// host_interface: a host with its network interface, behind a port in the place of a generator.
//
//   host# -- command# --> nic# <--> port# <--> network
//         <- completion# --
//
// Both sample what the other has driven in the cycle before; see host.hpp and nic.hpp for their contracts.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/host/host.hpp"
#include "rtl_models/host/reports.hpp"
#include "rtl_models/host/stored_memory.hpp"
#include "rtl_models/nic/nic.hpp"

namespace slackline::network {

/// What the memory of hosts keeps of messages.
enum class MemoryKind : std::uint8_t {
  hashed,  ///< nothing: their words follow from who has sent them
  stored,  ///< their bytes
};

/// Parameters of the network interfaces of a network, and of their hosts.
struct HostInterfaces {
  nic::Params nic;
  firmware::Delivery delivery = firmware::Delivery::peer;
  std::vector<local_clock::Params> clocks;  ///< one an endpoint of the netlist
  /// The table at the end of each NIC memory: none, or one an endpoint.
  std::vector<std::vector<std::uint32_t>> tables;
  MemoryKind memory = MemoryKind::hashed;
  /// stored: what hosts write into the messages that they post; empty: the same words as where they are hashed.
  host::StoredMemory::Contents contents;

  host::Params host;  ///< set by elaborate()
};

struct HostInterface {
  nic::State nic;
  host::State host;
};

/// Shared state of a network's hosts while it runs.
struct Hosts {
  /// `of_network`: what the hosts post, a packet of it being a message, and its flits words.
  Hosts(const HostInterfaces& p, const generator::Workloads& of_network, std::uint32_t count, std::uint64_t seed);

  const generator::Workloads& workloads;
  host::MessageTable messages;
  host::Reports reports;
  port::Latencies latencies;  ///< of messages
  std::unique_ptr<nic::HostMemory> memory;
};

std::size_t storage_bytes(const HostInterfaces& p, const generator::Workloads& workloads);
/// As after reset; `index` is that of its endpoint in the netlist.
void bind(const HostInterfaces& p, const generator::Workloads& workloads, std::size_t index, const port::Place& place,
          Cycle first_edge, HostInterface& s, Arena& arena);

nic::Place nic_place(const HostInterfaces& p, std::size_t index, const port::Place& place);

/// The interface stays idle until something comes to its pins.
bool is_idle(const HostInterfaces& p, const HostInterface& s);

/// For a port with these open channels, before edge `now`: both stay idle until something comes to the interface from
/// the network.
bool is_at_rest(const HostInterfaces& p, const HostInterface& s, const port::State& port, VcMask open, Cycle now);

/// One clock edge of both.
nic::Result step(const HostInterfaces& p, Hosts& hosts, const nic::Place& place, HostInterface& s,
                 const port::Wires& wires, Cycle now, const port::Inputs& in);

template <class Visitor>
void visit(const HostInterfaces& p, const generator::Workloads& workloads, const nic::Place& place,
           const HostInterface& s, Cycle now, Visitor& v, bool memory = false) {
  v.open("nic", 0);
  visit(p.nic, place, s.nic, now, v, memory);
  v.close();
  v.open("host", 0);
  visit(p.host, workloads, s.host, now, v);
  v.close();
}

}  // namespace slackline::network
