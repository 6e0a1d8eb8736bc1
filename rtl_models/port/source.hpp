// source: what a port sends, and to whom it reports what comes. Generators, programs and network interfaces are sources;
// a port has one, in which several workloads may take turns (generator/sources.hpp).
//
//   [source] -- next packet --> [port: sender] -> flit_out#
//      ^  ^---- head_left, tail_left
//      `------- arrived <------ [port: sink]   <- flit_in
//
// A port is compiled for its type of source: it calls it once a packet, and keeps the edges that it needs at every
// edge, State::created and State::due. A type of source has these members:
//
//   static constexpr bool has_words     its packets carry words of its own; those of others follow from their identity
//   Cycle created() const               a packet waits from this edge on, as far as is known; never: none does
//   Cycle due() const                   a packet may leave from this edge on, as far as is known
//   bool next(Cycle now, Packet&)       due() <= now: the packet that leaves now. It is asked again until it does.
//                                       False: there is none yet, and due() is later
//   void head_left(Cycle now)           the head of that packet leaves
//   void tail_left(Cycle now)           its tail does, or it is given up
//   bool arrived(Cycle now, std::uint32_t tag, const PacketRecord&)
//                                       the tail of a packet for this host arrives. True: created() and due() may differ
//   std::uint32_t word()                has_words: the next word of the packet that leaves
//   bool is_cut() const                 has_words: the packet ends here, without its last words
//   bool is_aborted() const             has_words: the same, on purpose
#pragma once

#include "rtl_models/common/ids.hpp"
#include "rtl_models/common/packet_table.hpp"

namespace slackline::port {

/// A packet that a source gives to its port.
struct Packet {
  Cycle created;  ///< edge from which on it has waited
  NodeId destination;
  bool to_group = false;    ///< messages of hosts: `destination` is the number of a group (host/groups.hpp)
  std::uint32_t flits = 0;  ///< without those of its route
  PacketRole role = PacketRole::one_way;
  std::uint8_t workload = no_workload;  ///< that it belongs to
  std::uint32_t message = 0;            ///< a program's name for the message that it is a part of
};

}  // namespace slackline::port
