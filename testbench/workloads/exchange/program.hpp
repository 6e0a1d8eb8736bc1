// program: a complete exchange: each host sends the same number of packets to each other one.
//
//   host, one thing at a time:   [ sends a packet ] [ takes a packet ] [ sends ] [ waits ] ...
//                                      |  send_cycles      ^  receive_cycles + user_cycles
//                                      v                   |
//                                    port, or interface    packets that have come, counted for each source
//
// After a packet that it sends a host looks first for one to take, and after one that it takes for one to send: the polling loop of Tam
// and Wang 2000, section 3.2, each pass of which tries both. It sends when its port is idle (its interface has room for a command), and
// the window, or the step of a pairwise exchange, lets it. It takes the next packet of the source that the permutation names, or any.
//
// Timing contract, without pauses
//   a host begins to send at edge N         -> its packet is handed over at edge N + send_cycles
//   the packet that it waits for comes at N -> taken at N, or when the host is free; the host is free again receive_cycles + user_cycles
//                                              later, and then sends at N + 1 at the earliest
// So k packets to one host, whose link takes g cycles a packet, take send_cycles + (k - 1) g + L + receive_cycles + user_cycles, L from
// handing over to arrival: equation (1) of the paper.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

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
};

/// The outcome so far.
struct Answers {
  std::uint64_t sent = 0, taken = 0;  ///< packets, of all hosts
  std::uint64_t cycles = 0;           ///< until the last host has taken its last packet; 0: not all have
  std::uint64_t first_end = 0;        ///< ... and the first one
  std::uint64_t most_waiting = 0;     ///< packets that a host held which it did not wait for yet
  std::int64_t most_ahead = 0;        ///< packets sent and not yet made up for by others taken, the most of a host
  std::uint64_t closed_cycles = 0;    ///< in which the window kept a host from sending, of all hosts together
  std::uint64_t pauses = 0;           ///< of all hosts
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
  /// Packets that a host may have ahead of those that it takes; nothing: any number.
  std::optional<std::uint64_t> window() const { return window_; }
  /// Each host has sent and taken all before edge `now`.
  bool is_over(Cycle now) const;
  /// No host does anything before a packet comes to it.
  bool is_idle(Cycle now) const;
  Answers answers() const;

 private:
  struct Host {
    std::uint64_t sent = 0, taken = 0;
    std::vector<std::uint32_t>
        waiting;  // by rank of their source: packets that have come and are not taken; with `any` one for all
    std::uint64_t all_waiting = 0;
    Cycle free;                // edge from which on it does the next thing
    Cycle called;              // of the last call: since then nothing has come
    bool takes_first = false;  // it has sent last
    bool is_sending = false;   // a packet is under way to the port ...
    Cycle hands_over;          // ... and there at this edge
    std::int64_t ahead = 0;
    std::optional<Cycle> closed;  // the window has kept it from sending since then
    Cycle ended;
    generator::ArrivalState pauses;
    Cycle next_pause{never};
    Answers counts;
  };

  std::uint64_t all_packets() const { return params_.settings.packets * (orders_.hosts() - 1); }
  bool is_pairwise() const { return params_.settings.algorithm == features::ExchangeAlgorithm::pairwise; }
  bool takes_any() const { return params_.settings.receive == features::ExchangeReceive::any; }
  /// The step, from 1 on, of the n-th packet that a host sends, or takes.
  std::uint32_t step_of(std::uint64_t n) const;
  bool window_is_open(const Host& h) const { return !window_ || h.ahead < static_cast<std::int64_t>(*window_); }
  bool can_send(const Host& h) const;
  /// The place in Host::waiting of the packet that it waits for.
  std::size_t awaited(std::uint32_t rank, const Host& h) const;
  bool can_take(std::uint32_t rank, const Host& h) const;
  /// The first edge from `at` on at which no pause keeps it from doing something; and the same, of which it does something then.
  Cycle after_pause(const Host& h, Cycle at) const;
  Cycle begin_at(Host& h, Cycle at);
  /// Takes what it does up to edge `now`.
  void take_until(std::uint32_t rank, Host& h, Cycle now);
  void take(std::uint32_t rank, Host& h, Cycle at);
  /// When load() is to be asked again, after edge `now`.
  Cycle next_look(std::uint32_t rank, const Host& h, Cycle now) const;
  std::uint32_t rank_of(NodeId host) const { return ranks_[host.value]; }

  static constexpr std::uint32_t no_rank = ~std::uint32_t{0};

  ProgramParams params_;
  Orders orders_;
  std::optional<std::uint64_t> window_;
  generator::ArrivalProcess pauses_;
  std::vector<std::uint32_t> ranks_;  // by number of a host; no_rank: it takes no part
  std::vector<Host> hosts_;           // by rank
};

}  // namespace slackline::exchange
