// distances: the host connectivity graph of a network (Anglano et al., section 3.2.2): how far it is from each host to
// each other along the routes of its unicast packets.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::multicast {

/// TX of the paper, from each of `hosts` hosts to each other one; it may differ from the way back.
class Distances {
 public:
  explicit Distances(std::uint32_t hosts) : hosts_(hosts), cycles_(std::size_t{hosts} * hosts) {}

  std::uint32_t hosts() const { return hosts_; }
  /// Hosts are below hosts(). The distance of a host to itself is 0 and not used.
  std::uint32_t& at(std::uint32_t from, std::uint32_t to) { return cycles_[std::size_t{from} * hosts_ + to]; }
  std::uint32_t at(std::uint32_t from, std::uint32_t to) const { return cycles_[std::size_t{from} * hosts_ + to]; }

 private:
  std::uint32_t hosts_;
  std::vector<std::uint32_t> cycles_;
};

/// Channels on the routed path, links of hosts included: the paper's weights for the order of hosts. The netlist has no
/// structural faults. Throws std::invalid_argument if packets have more than one path, or if a route does not arrive.
/// Time: hosts^2 x length of paths.
Distances hop_counts(const network::Netlist& netlist);

/// Cycles from the output register of the sender to the write of a header at the receiver, in an empty network: the
/// delays of all links and the header delays of all switches on the routed path. `firmware_cycles`, the time in which
/// a network interface forwards a header, is added to each. Errors and time: as for hop_counts().
Distances header_latencies(const network::Netlist& netlist, std::uint32_t firmware_cycles);

}  // namespace slackline::multicast
