// port: a host's handling of the messages of its rank: it cuts them into packets, asks before it sends large ones, and
// finds out which receive an arriving one is for. It answers on its own, whatever the rank is doing.
//
//   send, CTS# -> [control packets] -.
//         `-----> [messages]         +-> load(): control packets first, between packets; messages one after another
//   delivered() -> matching -> completed receives, CTS
//
// A message to all other ranks at once is a message to each of them, with names that follow one another in the order of
// the ranks. It leaves as one packet with the first of these names, without asking anybody.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/port/program.hpp"
#include "testbench/workloads/replay/program/answers.hpp"
#include "testbench/workloads/replay/program/matching.hpp"
#include "testbench/workloads/replay/program/message.hpp"
#include "testbench/workloads/replay/program/rank.hpp"
#include "testbench/workloads/replay/program/settings.hpp"

namespace slackline::replay {

class Port;

/// State shared by all ports.
struct Exchange {
  const Settings* settings = nullptr;
  std::vector<Port> ports;             ///< by rank
  std::vector<std::uint32_t> rank_of;  ///< by host; no_rank where there is none
  std::vector<SizeClass> sizes;        ///< by size_class_of()
  std::uint64_t under_way = 0;         ///< packets in a queue or in the network; and those of which left() is awaited
  std::uint64_t unfinished = 0;        ///< messages that have not arrived
  std::uint64_t last_arrival = 0;      ///< cycle after it
  std::uint64_t messages = 0, multicasts = 0, rendezvous = 0, control_packets = 0;
};
inline constexpr std::uint32_t no_rank = ~0u;

class Port final : public MessagePort {
 public:
  Port(Exchange& exchange, Rank& rank, std::uint32_t index) : exchange_(&exchange), rank_(&rank), index_(index) {}

  void send(std::uint32_t to, const Envelope& envelope, std::uint64_t bytes, std::uint32_t request,
            std::uint64_t at) override;
  void multicast(const Envelope& envelope, std::uint64_t bytes, std::uint32_t request, std::uint64_t at) override;
  void receive(const Envelope& envelope, std::uint32_t request, std::uint64_t at) override;

  /// The packet that leaves at `now`, into `s`. False: none is ready.
  bool load(std::uint64_t now, port::ProgramState& s);
  bool is_loaded() const { return loaded_; }
  void sent(std::uint64_t now);
  /// Settings::interfaces: the packet that load() called `message` has left.
  void left(std::uint32_t message, std::uint64_t now);
  void delivered(const PacketRecord& packet, std::uint64_t now);
  /// Cycle from which on a packet is ready; ~0: there is none.
  std::uint64_t ready_at() const;

  std::size_t unexpected() const { return matching_.unexpected(); }
  std::uint64_t messages_sent = 0, bytes_sent = 0, messages_received = 0, bytes_received = 0;
  std::uint64_t progress = 0;  ///< counts everything that has happened here

 private:
  enum class Kind : std::uint8_t { data, request_to_send, clear_to_send, multicast };
  struct Outgoing {
    std::uint64_t ready;
    Kind kind;
    std::uint32_t to;    ///< rank; of a multicast the own one
    std::uint32_t name;  ///< of an own message; of the other's with clear_to_send
  };
  static constexpr bool is_control(Kind kind) { return kind == Kind::request_to_send || kind == Kind::clear_to_send; }

  Message& message(const MessageId& id);
  std::uint32_t open(std::uint32_t to, const Envelope& envelope, std::uint64_t bytes, std::uint64_t at);
  std::uint32_t other_ranks() const;
  void queue(const Outgoing& outgoing);
  void announce(std::uint32_t source, std::uint32_t name, std::uint64_t at);
  void release(Message& message, std::uint64_t at);
  void match(const MessageId& id, std::uint32_t request, std::uint64_t at);
  void complete(const MessageId& id, std::uint64_t at);
  void note(std::uint64_t what, std::uint64_t at);

  Exchange* exchange_;
  Rank* rank_;
  std::uint32_t index_;
  MessageTable messages_;
  Matching matching_;
  std::deque<Outgoing> control_, data_;
  std::vector<std::uint32_t> sent_to_;  ///< messages to each rank; grows with the ranks that there are any to
  bool loaded_ = false, loaded_control_ = false;
};

}  // namespace slackline::replay
