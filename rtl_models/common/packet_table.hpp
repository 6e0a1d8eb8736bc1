// The packet table: what monitors know of a packet in flight. A flit's tag indexes it; hardware never looks.
//
// Slots are allotted per source, by the source alone: tag = slot * 2^b + source, with 2^b >= number of sources. A slot
// that a sink closes, or a request's that it answers, at edge N is reused at N+1 at the earliest, whether or not the
// sink stepped before the source: tags do not depend on the order of stepping.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/ids.hpp"

namespace slackline {

/// The role of a packet for the hosts at its ends.
enum class PacketRole : std::uint8_t {
  one_way,
  request,  ///< its destination answers; it keeps its slot until then
  response,
};

/// In place of the number of a workload: the packet is of none, such as those of firmware.
inline constexpr std::uint8_t no_workload = 255;

struct PacketRecord {
  Cycle created;           ///< edge at which the host wanted to send it
  Cycle injected;          ///< edge that put its head on the source's output register
  Cycle delivered{never};  ///< edge at which its tail was taken in; `never` while in flight
  Cycle answered;          ///< of a request: edge at which its response's head left; `never` before
  NodeId source, destination;
  std::uint32_t sequence = 0;         ///< n-th packet of its source, low 32 bits
  std::uint32_t flits = 0;            ///< length, head and tail included
  std::uint32_t payload = 0;          ///< data word 0; see payload_word
  std::uint32_t received = 0;         ///< flits that have arrived
  std::uint32_t predecessor_tag = 0;  ///< the packet sent before this one on the same (source, destination, order) ...
  std::uint32_t predecessor_sequence = 0;  ///< ... still holds its slot if this matches; then it must be delivered

  std::uint32_t sent_sum = 0, received_sum = 0;  ///< where a host sends words of its own: sums of those, at both ends

  PacketRole role = PacketRole::one_way;
  std::uint32_t next_request = 0;  ///< a request that waits for its response: the tag of the next one
  std::uint32_t message = 0;       ///< of a program: its name for the message that this is a part of
  /// That it belongs to: the source of its destination that it is for.
  std::uint8_t workload = no_workload;

  bool aborted = false;  ///< its sender has ended it before its last word, on purpose

  bool in_flight() const { return flits != 0 && delivered == never; }
};

/// Data of the n-th flit: the head carries the destination, the rest follow from the packet's identity.
inline std::uint32_t payload_word(const PacketRecord& packet, std::uint32_t n) {
  return n == 0 ? packet.destination.value : packet.payload + n * 0x9e3779b9u;
}

class PacketTable {
 public:
  /// `sources` 1..2^24; `seed` varies the payloads.
  PacketTable(std::uint32_t sources, std::uint64_t seed);

  /// Allots a record for a packet whose head leaves at edge `now`, and returns its tag; nothing when the source has all
  /// its tags in flight (2^24 / 2^b of them). Packets of one `order` to one destination are expected in order.
  std::optional<std::uint32_t> open(NodeId source, NodeId destination, std::uint32_t sequence, std::uint32_t flits,
                                    Cycle created, Cycle now, PacketRole role = PacketRole::one_way,
                                    VcId order = VcId(0));

  /// The packet is lost at edge `now`, on purpose: nobody waits for it any more. One that is not in flight is left alone.
  void close(std::uint32_t tag, Cycle now) {
    PacketRecord* const packet = record_of(tag);
    if (packet == nullptr || !packet->in_flight()) return;
    packet->delivered = now;
    packet->answered = std::min(packet->answered, now);  // a request that never comes is not answered
  }

  /// Forgets all packets of a source: it has been reset, and restarts their numbers.
  void forget(NodeId source);

  /// Calls visit(tag, record) for every packet in flight, source by source.
  template <class Visit>
  void for_each_in_flight(Visit&& visit) const {
    for (std::uint32_t source = 0; source < sources_.size(); ++source)
      for (std::uint32_t slot = 0; slot < sources_[source].slots; ++slot)
        if (const PacketRecord& packet = sources_[source].chunks[slot / chunk_slots][slot % chunk_slots];
            packet.in_flight())
          visit(slot << source_bits_ | source, packet);
  }

  /// The record of a tag, nullptr when no packet ever had it.
  PacketRecord* find(std::uint32_t tag) { return record_of(tag); }
  const PacketRecord* find(std::uint32_t tag) const { return record_of(tag); }

 private:
  static constexpr std::uint32_t chunk_slots = 8;
  static constexpr std::uint32_t most_recent = 64;
  /// A packet that a source has sent: only what the source itself wrote, since sinks may step at the same time.
  struct Sent {
    std::uint32_t order = ~0u;  // destination and order: what it is in order with
    std::uint32_t slot = 0, sequence = 0;
  };
  struct Source {
    std::vector<std::unique_ptr<PacketRecord[]>> chunks;
    std::vector<Sent> recent;     // a ring of the last packets: as many as there are slots, most_recent at most
    std::uint32_t next_sent = 0;  // where the next one goes
    std::uint32_t slots = 0;      // slots that exist
    std::uint32_t cursor = 0;     // where the search for a free one goes on
  };

  PacketRecord* record_of(std::uint32_t tag) const {
    const std::uint32_t source = tag & source_mask_, slot = tag >> source_bits_;
    if (source >= sources_.size() || slot >= sources_[source].slots) return nullptr;
    return &sources_[source].chunks[slot / chunk_slots][slot % chunk_slots];
  }
  PacketRecord& record(Source& source, std::uint32_t slot) {
    return source.chunks[slot / chunk_slots][slot % chunk_slots];
  }
  std::optional<std::uint32_t> free_slot(Source& source, Cycle now);

  std::vector<Source> sources_;
  std::uint32_t source_bits_, source_mask_, most_slots_;
  std::uint64_t seed_;
};

}  // namespace slackline
