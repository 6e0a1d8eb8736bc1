#include "testbench/commands/interrupt.hpp"

#include <time.h>

#include <array>
#include <csignal>

namespace slackline::commands {

namespace {

volatile std::sig_atomic_t noted = 0;
timespec first;  ///< when; of the handler alone

constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};

/// Nothing here that a signal handler may not do.
extern "C" void note(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (noted == 0) {
    first = now;
    noted = 1;
    return;
  }
  const long long nanoseconds = (now.tv_sec - first.tv_sec) * 1'000'000'000LL + (now.tv_nsec - first.tv_nsec);
  if (nanoseconds < 1'000'000'000) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // it ends the process when the handler returns
}

}  // namespace

void note_interrupts() {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : signals) sigaddset(&action.sa_mask, signal);
  for (const int signal : signals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;  // nohup: the run is to outlive its terminal
    sigaction(signal, &action, nullptr);
  }
}

bool interrupt_noted() { return noted != 0; }

}  // namespace slackline::commands
