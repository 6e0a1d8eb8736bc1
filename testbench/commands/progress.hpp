// A line on the terminal: how far a run is, how fast, and how long it will take. Nothing when piped.
#pragma once

#include <chrono>
#include <cstdint>

namespace slackline::commands {

class Progress {
 public:
  /// `wanted` false: silent. `unit` is what is counted; empty: something whose rate means little.
  explicit Progress(bool wanted, const char* unit = "cycles");
  /// Clears the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `state`: printed after the figures.
  void show(std::uint64_t done, std::uint64_t end, const char* state = "");

 private:
  using Clock = std::chrono::steady_clock;

  double seconds() const;  ///< since the beginning

  bool on_;
  const char* unit_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace slackline::commands
