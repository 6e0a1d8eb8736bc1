#include "testbench/studies/simulate.hpp"

#include "testbench/config/experiment_network.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/simulation/simulation.hpp"

namespace slackline::studies {

std::string simulate(const config::Experiment& experiment) {
  const network::Netlist netlist = config::network_of(experiment);
  return report::result_json(simulation::result_of(experiment, netlist, simulation::simulate(experiment, netlist)));
}

}  // namespace slackline::studies
