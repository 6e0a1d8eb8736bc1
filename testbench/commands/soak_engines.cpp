#include "testbench/commands/soak_engines.hpp"

#include <iostream>

#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/soak/compare_batch.hpp"
#include "testbench/soak/soak_table.hpp"

namespace slackline::commands {

namespace {

ExitStatus status_of(const soak::Summary& summary) {
  if (!summary.finished) return interrupted;
  if (!summary.bad.empty()) return network_error;
  return summary.crashes.empty() ? done : broken;
}

}  // namespace

int soak_engines(const CompareOptions& options) {
  constexpr std::uint64_t most_networks = 1'000'000'000, most_cycles = 1'000'000'000'000'000;
  OptionReader reader;
  soak::Plan plan;
  plan.networks = reader.integer("--random", options.random, 1, most_networks, 1);
  plan.first_seed =
      reader.integer("--seed", options.settings.seed, 0, ~std::uint64_t{0} - most_networks, plan.first_seed);
  if (options.barriers) {
    plan.kind = soak::Networks::barriers;
    plan.cycles = 1'000'000;
    plan.batch = 1;  // each ends on its own
  }
  if (options.firmware) {
    plan.kind = soak::Networks::firmware;
    plan.cycles = 20'000;
    plan.cycles_between = 100;  // an error of firmware stays
    plan.batch = 4;
  }
  if (options.packets) {
    plan.kind = soak::Networks::packets;
    plan.cycles = 2000;
  }
  plan.cycles = reader.integer("--cycles", options.cycles, 1, most_cycles, plan.cycles);
  plan.at_once = reader.jobs(options.jobs);
  if (!reader.good()) {
    std::cerr << "slackline: nothing was run\n";
    return bad_input;
  }

  note_interrupts();
  soak::Summary summary;
  {
    Progress progress(true, "networks");
    soak::Watch watch;
    watch.progress = [&](std::uint64_t networks) { progress.show(networks, plan.networks); };
    watch.go_on = [] { return !interrupt_noted(); };
    summary = soak::run(plan, soak::compare_batch, watch);
  }
  std::cout << soak::soak_table(summary);
  if (!summary.finished)
    std::cerr << "slackline: interrupted after " << summary.networks << " of " << plan.networks << " networks\n";
  return status_of(summary);
}

}  // namespace slackline::commands
