#include <algorithm>
#include <iostream>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/monitors/engine_comparison.hpp"

namespace slackline::commands {

namespace {

constexpr std::size_t most_differences = 20;

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, " ");
  return text;
}

void print_differences(const monitors::Comparison& comparison) {
  std::cout << "  DIFFERENT: " << comparison.differences.size() << " values, the first in cycle "
            << comparison.differences.front().cycle.value << "\n\n";
  std::size_t width = 8;
  const std::size_t shown = std::min(comparison.differences.size(), most_differences);
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, comparison.differences[i].what.size());
  std::cout << "  cycle       " << std::string("register").append(width - 8, ' ') << "  signal              fabric\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const monitors::Difference& d = comparison.differences[i];
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, "%-18llx  %llx", static_cast<unsigned long long>(d.signal),
                  static_cast<unsigned long long>(d.fabric));
    std::string cycle = std::to_string(d.cycle.value);
    cycle.resize(std::max<std::size_t>(cycle.size(), 10), ' ');
    std::string what = d.what;
    what.resize(width, ' ');
    std::cout << "  " << cycle << "  " << what << "  " << numbers << '\n';
  }
  if (comparison.differences.size() > shown)
    std::cout << "  and " << comparison.differences.size() - shown << " more\n";
}

}  // namespace

int compare_engines(const CompareOptions& options) {
  std::vector<config::Override> overrides;
  if (options.seed) overrides.push_back({"--seed", "run.seed", *options.seed});
  if (options.cycles) overrides.push_back({"--cycles", "run.max_cycles", *options.cycles});
  const std::optional<config::Experiment> experiment = load_experiment(options.file, overrides);
  if (!experiment) return wrong_input;

  const monitors::Comparison comparison =
      monitors::compare_engines(config::network_of(*experiment), Cycle(experiment->run.max_cycles));
  std::cout << experiment->name << ": signal_network against fabric\n  " << grouped(comparison.cycles) << " cycles, "
            << grouped(comparison.channels) << " channels and " << grouped(comparison.registers)
            << " registers compared in each, " << grouped(comparison.flits_delivered) << " flits delivered\n";
  if (comparison.equal()) {
    std::cout << "  no difference\n";
    return done;
  }
  print_differences(comparison);
  return network_fault;
}

}  // namespace slackline::commands
