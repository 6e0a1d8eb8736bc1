// What the command says to the shell.
#pragma once

namespace slackline::commands {

enum ExitStatus {
  done = 0,
  broken = 1,  ///< the machine failed us: no memory, no space left, or a fault of our own
  wrong_input = 2,
  network_fault = 3,  ///< a check of the simulated network failed, or the engines differ
  interrupted = 130,
};

}  // namespace slackline::commands
