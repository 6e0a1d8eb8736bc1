// preparation: what comes before a run and takes long on large networks: routes, and the proof that they do not lock up.
#pragma once

#include "testbench/routing/on_progress.hpp"

namespace slackline::commands {

/// Shows on the terminal how far it is, if `wanted`, until it goes out of scope. Throws Interrupted once an interrupt is noted.
routing::OnProgress show_preparation(bool wanted);

}  // namespace slackline::commands
