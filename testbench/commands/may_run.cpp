#include "testbench/commands/may_run.hpp"

#include <iostream>

#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/preparation.hpp"
#include "testbench/deadlock/objection.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"

namespace slackline::commands {

bool may_run(const features::Experiment& experiment, const network::Netlist& netlist, bool show_progress,
             const std::string& name) {
  if (experiment.routing.allow_cycles) return true;
  const std::string objection = deadlock::objection(netlist, deadlock::most_steps, show_preparation(show_progress));
  if (!objection.empty()) std::cerr << "slackline: " << name << (name.empty() ? "" : ": ") << objection;
  return objection.empty();
}

std::optional<network::Netlist> network_to_run(const features::ExperimentReading& reading, bool show_progress,
                                               settings::InputErrors& errors) {
  network::Netlist netlist = features::network_of(reading.experiment, show_preparation(show_progress));
  const features::Refusals refused = features::complete(reading.experiment, netlist).refused;
  if (refused.empty()) return netlist;
  const settings::InputErrors found = features::errors_of(refused, reading, netlist);
  errors.insert(errors.end(), found.begin(), found.end());
  return std::nullopt;
}

int refuse_unproved() {
  std::cerr << "slackline: nothing was run; with routing.allow_cycles: true it would be\n";
  return bad_input;
}

}  // namespace slackline::commands
