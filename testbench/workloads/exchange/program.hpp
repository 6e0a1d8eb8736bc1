// program: a complete exchange: each host sends the same number of packets to each other one.
//
//   host, one thing at a time:   [ sends a packet ] [ takes a packet ] [ sends ] [ waits ] ...
//                                      |  send_cycles      ^  receive_cycles + user_cycles
//                                      v                   |
//                                  queue -> port         packets that have come, counted for each source
//
// After a packet that it sends a host looks first for one to take, and after one that it takes for one to send: the polling loop of Tam
// and Wang 2000, section 4, each pass of which tries both. It sends when its queue has room, and the window, or the step of a pairwise
// exchange, lets it. It takes the next packet of the source that the permutation names, or any.
//
// Timing contract, without pauses
//   a host sends at edge N                   -> the packet is in the queue at edge N + send_cycles, and the host is free again
//   a packet in the queue, port idle         -> leaves; its place in the queue is free with its tail (with an interface: when it is
//                                               posted)
//   the packet that it waits for comes at N  -> taken at N, or when the host is free; the host is free again receive_cycles +
//                                               user_cycles later; a packet that depends on it leaves at N + 1 at the earliest
// So k packets to one host, whose link takes g cycles a packet, take send_cycles + (k - 1) g + L + receive_cycles + user_cycles, L from
// the queue to the arrival: equation (1) of the paper, for g of at least send_cycles.
//
// A host is worked out at its calls: what it does between two of them follows from its state, as nothing comes to it meanwhile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/generator/arrival_process.hpp"
#include "rtl_models/port/program.hpp"
#include "testbench/workloads/exchange/settings.hpp"

namespace slackline::exchange {

struct ProgramParams {
  features::ExchangeSettings settings;
  std::vector<std::uint32_t> hosts;   ///< by rank: the number of the host, ascending
  std::uint32_t nodes = 0;            ///< of the network
  std::uint32_t flits = 8;            ///< of a packet; words of a message of network interfaces
  std::uint32_t hosts_of_switch = 0;  ///< where it matters
  std::uint64_t seed = 1;
  unsigned place = 0;  ///< among the exchanges of a run: makes its random numbers its own
};

/// The outcome so far.
struct Answers {
  std::uint64_t sent = 0, taken = 0;  ///< packets, of all hosts
  std::uint64_t cycles = 0;           ///< until the last host has taken its last packet; 0: not all have
  std::uint64_t first_end = 0;        ///< ... and the first one
  std::uint64_t most_waiting = 0;     ///< packets that had come to a host and it had not taken, the most
  std::int64_t most_ahead = 0;        ///< of a host: packets sent less packets taken (eta of the paper), the most
  std::uint64_t closed_cycles = 0;    ///< in which the window kept a host from sending, of all hosts together
  std::uint64_t pauses = 0;           ///< of all hosts
};

/// What hosts have done up to an edge, and do then.
struct Counts {
  std::uint64_t taken = 0;      ///< packets that they have begun to take
  std::uint64_t untaken = 0;    ///< packets that have come, and that they have not
  std::int64_t most_ahead = 0;  ///< of a host: packets sent less packets taken, the most
  std::uint32_t closed = 0;     ///< hosts that the window keeps from sending
  std::uint32_t finished = 0;   ///< hosts that have sent and taken all
};

/// A pause of a host. It depends on the one before, and on nothing that the host does.
struct Pause {
  generator::ArrivalState state;
  RandomStream lengths;
  Cycle begin{never};
  std::uint64_t cycles = 0;
};

/// A host that waits for ever.
struct Stuck {
  std::uint32_t host = 0;
  std::string why;  ///< "waits for ever for a packet of host 3"
};

class Program final : public port::Program {
 public:
  /// Without errors (kind.cpp).
  explicit Program(ProgramParams params);

  std::shared_ptr<port::Program> fresh() const override { return std::make_shared<Program>(params_); }
  void begin(NodeId host, port::ProgramState& s) override;
  bool load(NodeId host, Cycle now, port::ProgramState& s) override;
  void sent(NodeId host, Cycle now, port::ProgramState& s) override;
  void left(NodeId, std::uint32_t, Cycle, port::ProgramState&) override {}
  void delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) override;

  const ProgramParams& params() const { return params_; }
  /// Before it begins.
  void set_place(unsigned place) { params_.place = place; }
  /// Packets that a host may have sent more than it has taken (W_g of the paper); nothing: any number.
  std::optional<std::uint64_t> window() const { return window_; }

  // All as of edge `now`, of the last call or later.
  /// Each host has sent and taken all.
  bool is_over(Cycle now) const;
  /// No host does anything before a packet comes to it, or leaves.
  bool is_idle(Cycle now) const;
  Answers answers(Cycle now) const;
  Counts counts(Cycle now) const;
  /// The hosts that have not ended, of an exchange that is idle for ever.
  std::vector<Stuck> stuck(Cycle now) const;
  /// Packets that have left hosts and not come to one.
  std::uint64_t under_way() const;

  Pause first_pause(NodeId host) const;
  static Cycle end_of(const Pause& pause) { return pause.begin + pause.cycles; }
  /// Goes on to the next one.
  void pass(Pause& pause) const {
    pause.begin = pauses_.next(pause.state, end_of(pause));
    pause.cycles = draw_length(pause.lengths);
  }

 private:
  struct Host {
    std::uint64_t sent = 0, left = 0, taken = 0;  // packets that it has sent; of them, those that have left the queue
    std::deque<Cycle> queue;                      // edges from which on its packets may leave
    bool is_loaded = false;                       // the port has the first of them
    std::vector<std::uint32_t>
        waiting;  // by rank of their source: packets that have come and are not taken; with `any` one for all
    std::uint64_t all_waiting = 0, come = 0;
    Cycle free;                  // edge from which on it does the next thing
    Cycle called;                // edge of the last call: since then nothing has come
    std::optional<Cycle> woken;  // edge at which a packet has come last
    bool takes_first = false;    // it has sent last
    std::int64_t ahead = 0;
    std::optional<Cycle> closed;  // the window has kept it from sending since then
    Cycle opened;                 // ... did so up to then, the last time
    Cycle ended;
    Pause pause;  // the next one
    std::uint64_t most_waiting = 0, closed_cycles = 0, pause_count = 0;
    std::int64_t most_ahead = 0;
  };

  std::uint64_t all_packets() const { return params_.settings.packets * (orders_.hosts() - 1); }
  bool is_pairwise() const { return params_.settings.method == features::ExchangeMethod::pairwise; }
  bool takes_any() const { return params_.settings.receive == features::ExchangeReceive::any; }
  std::uint64_t take_cycles() const { return params_.settings.receive_cycles + params_.settings.user_cycles; }
  /// The step, from 1 on, of the n-th packet that a host sends, or takes.
  std::uint32_t step_of(std::uint64_t n) const;
  bool window_is_open(const Host& h) const;
  bool can_send(const Host& h) const;
  /// The place in Host::waiting of the packet that it waits for.
  std::size_t awaited(std::uint32_t rank, const Host& h) const;
  bool can_take(std::uint32_t rank, const Host& h) const;
  /// Where a pause keeps it from beginning something at `at`: the edge after it.
  Cycle after_pauses(Host& h, Cycle at) const;
  /// The edge at which work of so many cycles that begins at `at` ends: a pause lengthens it.
  Cycle work(Host& h, Cycle at, std::uint64_t cycles) const;
  void send(Host& h, Cycle at) const;
  void take(std::uint32_t rank, Host& h, Cycle at) const;
  /// The host does all that it does up to edge `now`.
  void advance(std::uint32_t rank, Host& h, Cycle now) const;
  /// The host as of edge `now`: itself, or `copy`, where it does something that its last call has not worked out.
  const Host& as_of(std::uint32_t rank, Cycle now, Host& copy) const;
  /// Whether the host does something up to edge `now` that its last call has not worked out.
  bool acts(std::uint32_t rank, const Host& h, Cycle now) const {
    return std::max(h.free, h.called) <= now && (can_send(h) || can_take(rank, h));
  }
  bool has_ended(const Host& h, Cycle now) const {
    return h.left == all_packets() && h.taken == all_packets() && h.ended <= now;
  }
  /// After edge `now`: the first edge at which a packet may leave, at the earliest.
  Cycle next_look(std::uint32_t rank, const Host& h, Cycle now) const;
  std::uint32_t rank_of(NodeId host) const { return ranks_[host.value]; }

  /// The length of a pause, in cycles.
  std::uint64_t draw_length(RandomStream& stream) const;

  static constexpr std::uint32_t no_rank = ~std::uint32_t{0};

  ProgramParams params_;
  Orders orders_;
  std::optional<std::uint64_t> window_;
  generator::ArrivalProcess pauses_;
  GeometricGap pause_length_;
  std::vector<std::uint32_t> ranks_;  // by number of a host; no_rank: it takes no part
  std::vector<Host> hosts_;           // by rank
};

}  // namespace slackline::exchange
