// replay: a trace as the program of the hosts: rank n runs on host settings.hosts[n], the others stay silent.
//
// Each host is notified in the network's cycle; its rank then catches up (rank.hpp). What one host
// reads of another's was written at least an edge before, so the order in which hosts are stepped cannot matter.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/port/program.hpp"
#include "testbench/workloads/replay/program/answers.hpp"
#include "testbench/workloads/replay/program/port.hpp"

namespace slackline::replay {

/// How many ranks do what.
struct RankCounts {
  std::uint32_t computing = 0;
  std::uint32_t port_busy = 0;  ///< compute or wait, as will be known when the port of their host is free
  std::uint32_t blocked = 0;    ///< wait for a message
  std::uint32_t finished = 0;
};

class Replay final : public port::Program, public multicast::GroupProgram {
 public:
  /// For a network of `hosts` hosts; every one of settings.hosts is below that, and named once. The hosts' sizes of
  /// `trace` fit: as a reader of traces leaves it.
  Replay(std::shared_ptr<const Trace> trace, Settings settings, std::uint32_t hosts);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  std::shared_ptr<Program> fresh() const override;
  bool sends_to_groups() const override { return settings_.multicasts.has_value(); }
  void begin(NodeId host, port::ProgramState& s) override;
  bool load(NodeId host, Cycle now, port::ProgramState& s) override;
  void sent(NodeId host, Cycle now, port::ProgramState& s) override;
  void left(NodeId host, std::uint32_t message, Cycle now, port::ProgramState& s) override;
  void delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) override;

  const multicast::GroupTraffic* group_traffic() const override {
    return settings_.multicasts ? &*settings_.multicasts : nullptr;
  }
  void set_paths(std::uint32_t first_group, multicast::TreeFacts trees,
                 std::shared_ptr<const multicast::Plan> /*plan*/) override {
    settings_.group = first_group;
    settings_.trees = std::move(trees);
  }

  /// Every rank has finished, and every message has arrived.
  bool finished() const;
  /// Nothing is being computed or waits to be sent: only packets in the network can cause anything.
  bool is_idle() const;
  /// Packets that are in a queue or in the network.
  std::uint64_t packets_under_way() const { return exchange_.under_way; }

  /// After the last edge before `now`.
  RankCounts rank_counts(Cycle now) const;

  /// Until when nothing will happen: no packet is under way, and every rank computes or is over. 0: unknown.
  Cycle quiet_until() const;

  /// As of cycle `now`, the engine's current one. `stuck`: no rank will ever go on.
  Answers answers(Cycle now, bool stuck) const;

 private:
  void arm(std::uint32_t rank, port::ProgramState& s) const;

  std::shared_ptr<const Trace> trace_;
  Settings settings_;
  std::uint32_t hosts_;
  std::vector<Rank> ranks_;
  Exchange exchange_;
};

}  // namespace slackline::replay
