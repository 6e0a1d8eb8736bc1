// The settings and keys of a complete exchange: exchange.*.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/exchange/orders.hpp"
#include "testbench/settings/key.hpp"

namespace slackline::features {

enum class ExchangeMethod : std::uint8_t { pairwise, shuffle };
enum class ExchangeReceive : std::uint8_t { expected, any };
/// The lengths of pauses.
enum class PauseLength : std::uint8_t {
  fixed,      ///< all pause_cycles
  uniform,    ///< from 1 to 2 * pause_cycles - 1
  geometric,  ///< 1 or more
};

struct ExchangeSettings {
  ExchangeMethod method = ExchangeMethod::shuffle;
  exchange::Permutation permutation = exchange::Permutation::shift;
  std::string permutation_file;                      ///< empty: none
  std::shared_ptr<const exchange::StepTable> steps;  ///< its contents; nullptr where it could not be read
  std::uint64_t packets = 16;                        ///< of each host to each other one
  ExchangeReceive receive = ExchangeReceive::expected;
  std::optional<std::uint64_t> window;  ///< packets of a host on their way; nothing: any number
  std::optional<std::uint64_t> buffer;  ///< of an uplink, from which the window follows
  bool clamps = false;                  ///< packets that are taken count only where own ones are on their way
  bool reorders = false;
  std::uint64_t queue = 2;  ///< packets that a host has sent and that have not left
  // Cycles of a host, which does one thing at a time.
  std::uint64_t send_cycles = 0, receive_cycles = 0, user_cycles = 0;
  std::uint64_t pause_cycles = 0, pause_every = 0;  ///< mean length of pauses, and mean time between them; 0: none
  PauseLength pause_length = PauseLength::fixed;
};

std::vector<settings::Key> exchange_keys();

}  // namespace slackline::features
