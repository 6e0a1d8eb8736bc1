// The command `slackline`. SystemC wants to be the main program, so everything happens inside its sc_main.
#include <csignal>
#include <cstdlib>
#include <systemc>

#include "testbench/commands/commands.hpp"

int sc_main(int argc, char* argv[]) { return slackline::commands::run_command_line(argc, argv); }

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is then a write error, which is reported
  return sc_core::sc_elab_and_sim(argc, argv);
}
