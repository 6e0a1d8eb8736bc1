// answers: the results of a replay.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/port/latency_tally.hpp"
#include "testbench/workloads/replay/program/rank.hpp"

namespace slackline::replay {

/// Messages by size: class 0 has those of 0 bytes, class n those from 2^(n-1) to 2^n - 1.
inline constexpr unsigned size_classes = 51;
constexpr unsigned size_class_of(std::uint64_t bytes) {
  return bytes == 0 ? 0 : 64u - static_cast<unsigned>(__builtin_clzll(bytes));
}

/// Messages of a class that have arrived; latency from the call that hands one over to its last packet.
struct SizeClass {
  std::uint64_t messages = 0, bytes = 0, packets = 0, latency_sum = 0;
  port::LatencyHistogram latency;
};

struct RankAnswer {
  std::uint32_t host = 0;
  RankTimes times;
  std::uint64_t messages_sent = 0, bytes_sent = 0, messages_received = 0, bytes_received = 0;
};

struct StuckRank {
  std::uint32_t rank = 0;
  std::string waits_for;
  std::uint64_t cycles = 0;  ///< it has waited
};

struct Answers {
  bool finished = false;     ///< every rank has finished, and every message has arrived
  std::uint64_t cycles = 0;  ///< up to there
  std::vector<RankAnswer> ranks;
  std::vector<SizeClass> sizes;
  std::uint64_t messages = 0, rendezvous = 0;  ///< handed over
  std::uint64_t multicasts = 0;  ///< messages to all other ranks at once; each counts as one to each of them
  std::optional<multicast::TreeFacts> trees;  ///< on which these travel; nothing: no call is one
  std::uint64_t control_packets = 0;          ///< of rendezvous, that have been sent
  std::uint64_t never_received = 0;           ///< messages that no rank has asked for
  std::vector<StuckRank> stuck;               ///< ranks that will wait for ever
};

}  // namespace slackline::replay
