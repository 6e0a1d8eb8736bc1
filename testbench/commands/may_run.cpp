#include "testbench/commands/may_run.hpp"

#include <iostream>

#include "testbench/commands/exit_status.hpp"
#include "testbench/deadlock/objection.hpp"

namespace slackline::commands {

bool may_run(const config::Experiment& experiment, const network::Netlist& netlist, const std::string& name) {
  if (experiment.routing.allow_cycles) return true;
  const std::string objection = deadlock::objection(netlist);
  if (!objection.empty()) std::cerr << "slackline: " << name << (name.empty() ? "" : ": ") << objection;
  return objection.empty();
}

int refuse_unproved() {
  std::cerr << "slackline: nothing was run; with routing.allow_cycles: true it would be\n";
  return wrong_input;
}

}  // namespace slackline::commands
