// lockstep_relay_station: holds relay_station.sv against its core over random inputs, and shows what a planted fault's
// report looks like. Exit status: 0 equal, 2 bad arguments, 3 a difference.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "testbench/cosim/relay_station/relay_station_run.hpp"

namespace {

using namespace slackline::cosim;

constexpr int exit_equal = 0, exit_arguments = 2, exit_difference = 3;

const RelayStationModel* find_fault(const std::string& name) {
  for (const RelayStationModel& model : relay_station_models())
    if (model.is_fault() && model.name == name) return &model;
  return nullptr;
}

void list() {
  std::puts("parameter sets:");
  for (const RelayStationModel& model : relay_station_models())
    if (!model.is_fault()) std::printf("  %-18s  %s\n", model.name, RelayStationCore::describe(model.params).c_str());
  std::puts("faults to plant:");
  for (const RelayStationModel& model : relay_station_models())
    if (model.is_fault()) std::printf("  %-18s  %s\n", model.name, model.fault);
}

/// All profiles of one model. False: a difference, reported.
bool run_all(const RelayStationModel& model, std::uint64_t cycles, std::uint64_t seed) {
  RelayStationOutcome outcome;
  RelayStationCoverage sum;
  for (const RelayStationProfile& profile : relay_station_profiles()) {
    outcome = run(model, profile, cycles, seed);
    sum += outcome.coverage;
    if (outcome.equal) continue;
    std::printf("Profile \"%s\", seed %llu.\n%s", profile.name, static_cast<unsigned long long>(seed),
                outcome.report.c_str());
    return false;
  }
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf(
      "%-18s equal: %zu pins and %zu registers in each of %llu cycles; %llu flits, %llu STOPs, %llu cycles full, "
      "%llu overflows, %llu resets\n",
      model.name, outcome.pins, outcome.registers, number(sum.cycles), number(sum.flits), number(sum.stops),
      number(sum.full), number(sum.overflows), number(sum.resets));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t cycles = 20000, seed = 1;
  std::string plant = "none";
  bool only_list = false;
  CLI::App app(
      "Holds relay_station.sv against its core: the same inputs, every pin and register compared in every cycle.");
  app.add_option("--cycles", cycles, "cycles for each parameter set and profile")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  app.add_option("--seed", seed, "seed of the random inputs")->capture_default_str()->check(CLI::NonNegativeNumber);
  app.add_option("--plant", plant, "a fault to plant into the Verilog, or none")->capture_default_str();
  app.add_flag("--list", only_list, "list parameter sets and faults");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_equal : exit_arguments;
  }

  if (only_list) {
    list();
    return exit_equal;
  }
  if (plant != "none") {
    const RelayStationModel* model = find_fault(plant);
    if (model == nullptr) {
      std::fprintf(stderr, "lockstep_relay_station: --plant: there is no fault \"%s\"; --list names them\n",
                   plant.c_str());
      return exit_arguments;
    }
    std::printf("Planted: %s.\n", model->fault);
    return run_all(*model, cycles, seed) ? exit_equal : exit_difference;
  }
  for (const RelayStationModel& model : relay_station_models())
    if (!model.is_fault() && !run_all(model, cycles, seed)) return exit_difference;
  return exit_equal;
}
