#include "testbench/commands/soak_engines.hpp"

#include <iostream>

#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/config/number.hpp"
#include "testbench/pool/process_pool.hpp"
#include "testbench/soak/compare_batch.hpp"
#include "testbench/soak/soak_table.hpp"

namespace slackline::commands {

namespace {

/// Reads options that stand in no table of keys; says what is wrong with each.
class OptionReader {
 public:
  /// The option's value, or `otherwise` when it is not given, or wrong.
  std::uint64_t integer(const char* option, const std::optional<std::string>& text, std::uint64_t least,
                        std::uint64_t most, std::uint64_t otherwise) {
    if (!text) return otherwise;
    const config::Parsed<std::uint64_t> parsed = config::parse_integer(*text);
    if (parsed && least <= parsed.value && parsed.value <= most) return parsed.value;
    std::cerr << option << ": " << *text << (parsed ? "" : " (" + parsed.why + ")") << "; allowed: integer from "
              << least << " to " << most << '\n';
    good_ = false;
    return otherwise;
  }
  bool good() const { return good_; }

 private:
  bool good_ = true;
};

ExitStatus status_of(const soak::Summary& summary) {
  if (!summary.finished) return interrupted;
  if (!summary.bad.empty()) return network_fault;
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
  plan.cycles = reader.integer("--cycles", options.cycles, 1, most_cycles, plan.cycles);
  plan.at_once = static_cast<unsigned>(reader.integer("--jobs", options.jobs, 1, 1024, pool::processors()));
  if (!reader.good()) {
    std::cerr << "slackline: nothing was run\n";
    return wrong_input;
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
