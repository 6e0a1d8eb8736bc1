// Visits all states that a MulticastModel can reach, each once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/rtl_models/firmware/multicast_model.hpp"
#include "tests/rtl_models/firmware/multicast_plans.hpp"

namespace slackline::firmware::test {

/// What hosts do, and what has come of it in the end.
struct Exploration {
  std::vector<Plan> plans;  ///< of message 0 of each originator, in its group
  std::uint32_t nodes = 3, buffers = 1, words = 1;
  bool is_fifo = true, has_timeouts = false, handlers_wait = false, cut_through = true;
  bool has_manager = false;     ///< instead of ACK/NACK: host 0
  std::uint32_t early = 0;      ///< 1: ack, 2: ready, as in the parameters of these names
  std::uint32_t overtakes = 0;  ///< parts of packets that a control worm may overtake
};

struct Explored {
  std::uint64_t states = 0, moves = 0;
  std::uint64_t ends = 0;       ///< states in which all members have the message once, and all is idle
  std::uint64_t deadlocks = 0;  ///< states without a move, of another kind
  std::uint64_t lost = 0;       ///< states from which no end can be reached
  std::string first_deadlock;   ///< the moves to one
  std::vector<std::vector<std::uint32_t>> exported;  ///< there, by host
  bool deadlock_without_nack = false;                ///< one was reached, in whose past no worm was refused
  std::array<bool, 1 << 12> sender_steps{};
  std::array<bool, 16> receiver_steps{};
};

ModelParams params_of(const Exploration& exploration);
/// Throws what the model throws, with the moves to there.
Explored explore(const Exploration& exploration);

}  // namespace slackline::firmware::test
