// Ctrl-C as a question instead of an end: a long loop asks between its slices.
#pragma once

#include <exception>

namespace slackline::commands {

/// From here on SIGINT, SIGTERM and SIGHUP (unless it was ignored, as nohup has it) are noted. What comes within a second of the first belongs to it: `timeout`, batch
/// systems and shells signal a process and, once more, the group that it is in. A later one ends the process at once.
/// To be called before anything is written that is not to be left behind.
void note_interrupts();
bool interrupt_noted();

/// Ends work that leaves nothing behind: commands end with the exit status of an interruption.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace slackline::commands
