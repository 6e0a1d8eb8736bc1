// Ctrl-C as a question instead of an end: a long loop asks between its slices.
#pragma once

namespace slackline::commands {

/// From here on SIGINT and SIGTERM are noted; the second one ends the process at once.
void note_interrupts();
bool interrupt_noted();

}  // namespace slackline::commands
