#include "testbench/commands/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace slackline::commands {

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::show(std::uint64_t cycles, std::uint64_t end) {
  const Clock::time_point now = Clock::now();
  if (!on_ || now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  shown_ = true;
  const double rate = static_cast<double>(cycles) / seconds();
  std::fprintf(stderr, "\r\033[K%5.1f %%  %.3g cycles/s  %.0f s left",
               100.0 * static_cast<double>(cycles) / static_cast<double>(end), rate,
               static_cast<double>(end - cycles) / rate);
  std::fflush(stderr);
}

}  // namespace slackline::commands
