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

/// Kinds of host memory, by what they keep of messages.
enum class MemoryKind : std::uint8_t {
  hashed,  ///< nothing: their words follow from who has sent them
  stored,  ///< their bytes
};

/// EndpointInstance::nic of a host that has a generator at its port.
inline constexpr std::uint32_t no_interface = ~std::uint32_t{0};

/// The network interfaces of a network, and their hosts.
struct HostInterfaces {
  /// Kinds of interfaces, 1 or more. Each host names its kind: EndpointInstance::nic. All have the same firmware.
  std::vector<nic::Params> nics = {nic::Params()};
  firmware::Delivery delivery = firmware::Delivery::peer;
  std::vector<local_clock::Params> clocks;  ///< one an endpoint of the netlist; not used where that has no interface
  /// The table at the end of each NIC memory: none, or one an endpoint.
  std::vector<std::vector<std::uint32_t>> tables;
  std::uint64_t start_cycles = 0;  ///< that the slowest interface takes to start, as elaborate() computes it
  std::shared_ptr<const host::Groups> groups;  ///< that programs send to; may be nullptr
  MemoryKind memory = MemoryKind::hashed;
  /// stored: what hosts write into the messages that they post; empty: the same words as where they are hashed.
  host::StoredMemory::Contents contents;

  /// The log of all interfaces; nullptr: none.
  void set_log(const nic::Log& log) {
    for (nic::Params& nic : nics) nic.log = log;
  }
  /// Those of all interfaces; nullptr: none.
  void set_instruments(nic::Instruments* instruments) {
    for (nic::Params& nic : nics) nic.instruments = instruments;
  }
};

/// Parameters of an interface and of its host, as elaborate() completes them.
struct InterfaceKind {
  nic::Params nic;
  host::Params host;
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

/// The place of an interface; `index` is that of its endpoint in the netlist.
nic::Place nic_place(const HostInterfaces& p, std::size_t index, const port::Place& place);

std::size_t storage_bytes(const InterfaceKind& p, const generator::Workloads& workloads);
/// As after reset.
void bind(const InterfaceKind& p, const generator::Workloads& workloads, const nic::Place& place, Cycle first_edge,
          HostInterface& s, Arena& arena);

/// The interface stays idle until something comes to its pins.
bool is_idle(const InterfaceKind& p, const HostInterface& s);

/// For a port with these open channels, before edge `now`: both stay idle until something comes to the interface from
/// the network.
bool is_at_rest(const InterfaceKind& p, const HostInterface& s, const port::State& port, VcMask open, Cycle now);

/// One clock edge of both.
nic::Result step(const InterfaceKind& p, Hosts& hosts, const nic::Place& place, HostInterface& s,
                 const port::Wires& wires, Cycle now, const port::Inputs& in);

/// The same, at a fraction of the cost where words move alone (nic::step_words).
nic::Result step_quickly(const InterfaceKind& p, Hosts& hosts, const nic::Place& place, HostInterface& s,
                         const port::Wires& wires, Cycle now, const port::Inputs& in);

template <class Visitor>
void visit(const InterfaceKind& p, const generator::Workloads& workloads, const nic::Place& place,
           const HostInterface& s, Cycle now, Visitor& v, bool memory = false) {
  v.open("nic", 0);
  visit(p.nic, place, s.nic, now, v, memory);
  v.close();
  v.open("host", 0);
  visit(p.host, workloads, s.host, now, v);
  v.close();
}

template <class Visitor>
void visit_counters(const InterfaceKind& p, const generator::Workloads& workloads, const nic::Place& place,
                    const HostInterface& s, Cycle now, Visitor& v) {
  v.open("nic", 0);
  visit_counters(p.nic, place, s.nic, now, v);
  v.close();
  v.open("host", 0);
  visit_counters(p.host, workloads, s.host, now, v);
  v.close();
}

}  // namespace slackline::network
