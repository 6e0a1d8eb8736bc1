#include "testbench/commands/interrupt.hpp"

#include <csignal>

namespace slackline::commands {

namespace {

volatile std::sig_atomic_t noted = 0;

extern "C" void note(int signal) {
  noted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void note_interrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
}

bool interrupt_noted() { return noted != 0; }

}  // namespace slackline::commands
