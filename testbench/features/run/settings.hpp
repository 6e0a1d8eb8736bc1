// The settings and keys of a run: its name, clock, length and engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/features/feature.hpp"

namespace slackline::features {

/// Cycles of a run at most, and those that a key can name.
constexpr std::uint64_t most_cycles = 1'000'000'000'000'000;
/// Windows of a run at most.
constexpr std::uint64_t most_windows = 100'000;

enum class Engine : std::uint8_t { fabric, signal };

struct RunSettings {
  std::uint64_t schema_version = 1;
  std::string name = "unnamed";
  Engine engine = Engine::fabric;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> warmup;  ///< cycles; nothing: to be found
  std::uint64_t max_cycles = 100'000;
  double relative_error = 0;  ///< at which a run may end before max_cycles; 0: it does not
  bool packet_log = false;
  std::uint64_t windows = 0;        ///< cycles of each window of windows.csv; 0: none
  std::uint64_t watchdog = 10'000;  ///< cycles between two looks for what will never move again; 0: none
};

/// schema_version and name.
std::vector<Key> experiment_keys();
/// clock.period, which every feature's times refer to.
std::vector<Key> clock_keys();
/// run.*
std::vector<Key> run_keys();

/// Adds the errors of keys that do not fit one another.
void check_run(Reading& reading);

}  // namespace slackline::features
