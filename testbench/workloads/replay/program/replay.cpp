#include "testbench/workloads/replay/program/replay.hpp"

#include <algorithm>
#include <utility>

namespace slackline::replay {

Replay::Replay(std::shared_ptr<const Trace> trace, Settings settings, std::uint32_t hosts)
    : trace_(std::move(trace)), settings_(std::move(settings)), hosts_(hosts) {
  const auto ranks = static_cast<std::uint32_t>(trace_->ranks.size());
  exchange_.settings = &settings_;
  exchange_.sizes.resize(size_classes);
  exchange_.rank_of.assign(hosts, no_rank);
  ranks_.reserve(ranks);
  exchange_.ports.reserve(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    ranks_.emplace_back(*trace_, settings_, r);
    exchange_.ports.emplace_back(exchange_, ranks_[r], r);
    exchange_.rank_of[settings_.hosts[r]] = r;
  }
}

std::shared_ptr<port::Program> Replay::fresh() const { return std::make_shared<Replay>(trace_, settings_, hosts_); }

/// Sets the next thing to do, unless a packet is on its way out.
void Replay::arm(std::uint32_t rank, port::ProgramState& s) const {
  const Port& port = exchange_.ports[rank];
  s.progress = port.progress;
  if (port.is_loaded()) return;
  const Rank& own = ranks_[rank];
  s.due = Cycle(port.ready_at());
  if (!own.done() && !own.blocked()) s.due = std::min(s.due, Cycle(own.at()));
}

void Replay::begin(NodeId host, port::ProgramState& s) {
  s = port::ProgramState();
  if (const std::uint32_t rank = exchange_.rank_of[host.value]; rank != no_rank) arm(rank, s);
}

bool Replay::load(NodeId host, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = exchange_.rank_of[host.value];
  Port& port = exchange_.ports[rank];
  ranks_[rank].advance(now.value, port);
  const bool any = port.load(now.value, s);
  arm(rank, s);
  return any;
}

void Replay::sent(NodeId host, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = exchange_.rank_of[host.value];
  Port& port = exchange_.ports[rank];
  ranks_[rank].advance(now.value, port);
  port.sent(now.value);
  arm(rank, s);
}

void Replay::left(NodeId host, std::uint32_t message, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = exchange_.rank_of[host.value];
  Port& port = exchange_.ports[rank];
  ranks_[rank].advance(now.value, port);
  port.left(message, now.value);
  arm(rank, s);
}

void Replay::delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) {
  const std::uint32_t rank = exchange_.rank_of[host.value];
  Port& port = exchange_.ports[rank];
  ranks_[rank].advance(now.value, port);
  port.delivered(packet, now.value);
  arm(rank, s);
}

bool Replay::finished() const {
  return exchange_.unfinished == 0 && exchange_.under_way == 0 &&
         std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& rank) { return rank.done(); });
}

bool Replay::is_idle() const {
  for (std::size_t r = 0; r < ranks_.size(); ++r)
    if ((!ranks_[r].done() && !ranks_[r].blocked()) || exchange_.ports[r].ready_at() != never.value) return false;
  return true;
}

RankCounts Replay::rank_counts(Cycle now) const {
  RankCounts counts;
  for (const Rank& rank : ranks_) {
    if (rank.done())
      ++counts.finished;
    else if (rank.blocked())
      ++counts.blocked;
    else if (rank.at() < now.value)
      ++counts.port_busy;
    else
      ++counts.computing;
  }
  return counts;
}

Cycle Replay::quiet_until() const {
  if (exchange_.under_way != 0) return Cycle(0);
  Cycle quiet = never;
  for (const Rank& rank : ranks_)
    if (!rank.done() && !rank.blocked()) quiet = std::min(quiet, Cycle(rank.at()));
  return quiet;
}

Answers Replay::answers(Cycle now, bool stuck) const {
  Answers answers;
  answers.finished = finished();
  answers.cycles = answers.finished ? exchange_.last_arrival : now.value;
  answers.sizes = exchange_.sizes;
  answers.messages = exchange_.messages;
  answers.multicasts = exchange_.multicasts;
  if (settings_.multicasts) answers.trees = settings_.trees;
  answers.rendezvous = exchange_.rendezvous;
  answers.control_packets = exchange_.control_packets;
  for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
    const Port& port = exchange_.ports[r];
    answers.never_received += port.unexpected();
    answers.ranks.push_back({settings_.hosts[r], ranks_[r].times(now.value), port.messages_sent, port.bytes_sent,
                             port.messages_received, port.bytes_received});
    if (answers.finished) answers.cycles = std::max(answers.cycles, answers.ranks.back().times.end);
    if (stuck && ranks_[r].blocked())
      answers.stuck.push_back({r, ranks_[r].waits_for(), now - Cycle(ranks_[r].blocked_since())});
  }
  return answers;
}

}  // namespace slackline::replay
