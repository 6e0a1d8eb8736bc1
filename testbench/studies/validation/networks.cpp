#include "testbench/studies/validation/networks.hpp"

#include "testbench/config/experiment_network.hpp"

namespace slackline::validation {

config::Experiment one_switch(std::uint64_t hosts, endpoint::Pattern pattern, double load, std::uint64_t seed) {
  config::Experiment e;
  e.topology.size = {1};
  e.topology.hosts_per_switch = hosts;
  e.switches.buffer_flits = 120;
  e.switches.stop_at = 100;
  e.switches.go_at = 90;  // a saturated input holds at least 87 flits
  e.traffic.pattern = pattern;
  e.traffic.packet_flits = 1;
  e.traffic.load = load;
  e.run.seed = seed;
  e.run.warmup = 0;
  return e;
}

config::Experiment square(config::TopologyKind kind, std::uint64_t k, std::uint64_t virtual_channels, double load) {
  config::Experiment e;
  e.topology.kind = kind;
  e.topology.size = {k, k};
  e.switches.virtual_channels = virtual_channels;
  e.switches.stop_at = 12;
  e.switches.go_at = 8;
  e.traffic.packet_flits = 8;
  e.traffic.load = load;
  e.run.warmup = 0;
  return e;
}

network::Netlist at_seed(config::Experiment experiment, std::uint64_t seed) {
  experiment.run.seed = seed;
  return config::network_of(experiment);
}

}  // namespace slackline::validation
