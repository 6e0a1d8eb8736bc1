// Ctrl-C as a question: a long loop asks between its slices whether to go on.
#pragma once

#include <exception>

namespace slackline::commands {

/// From here on SIGINT, SIGTERM and SIGHUP (unless it was ignored, as with nohup) are noted. Signals within a second of
/// the first belong to it: `timeout`, batch systems and shells signal a process and then the group that it is in. A
/// later one ends the process at once. To be called before anything is written that must be removed at the end.
void note_interrupts();
bool interrupt_noted();

/// Ends work that leaves nothing behind: commands end with the exit status of an interruption.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace slackline::commands
