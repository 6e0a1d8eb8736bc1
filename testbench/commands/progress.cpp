#include "testbench/commands/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace slackline::commands {

Progress::Progress(bool wanted, const char* unit) : on_(wanted && isatty(STDERR_FILENO) == 1), unit_(unit) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::show(std::uint64_t done, std::uint64_t end, const char* state) {
  const Clock::time_point now = Clock::now();
  if (!on_ || now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  shown_ = true;
  const double rate = static_cast<double>(done) / seconds();
  std::fprintf(stderr, "\r\033[K%5.1f %%", 100.0 * static_cast<double>(done) / static_cast<double>(end));
  if (*unit_ != '\0') std::fprintf(stderr, "  %.3g %s/s", rate, unit_);
  if (done != 0) std::fprintf(stderr, "  %.0f s left", static_cast<double>(end - done) / rate);
  if (*state != '\0') std::fprintf(stderr, "  %s", state);
  std::fputs("\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace slackline::commands
