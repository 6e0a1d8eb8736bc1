// lockstep_two_switches: the Verilog relay station as a SystemC module between two switches, against our own, in one
// elaboration. Exit status: 0 equal, 2 bad arguments, 3 a difference.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

#include "testbench/cosim/two_switches/two_networks.hpp"

int sc_main(int argc, char* argv[]) {
  std::uint64_t cycles = 20000, seed = 1;
  CLI::App app("Two switches joined through a relay station, once SystemC and once Verilog, compared in every cycle.");
  app.add_option("--cycles", cycles, "cycles to run")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  app.add_option("--seed", seed, "seed of the traffic")->capture_default_str()->check(CLI::NonNegativeNumber);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }

  slackline::cosim::TwoNetworks networks(seed);
  networks.reset(true);
  std::uint64_t stops = 0;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (cycle == 2) networks.reset(false);
    if (!networks.step()) {
      std::fputs(networks.comparison().report().c_str(), stdout);
      return 3;
    }
    stops += networks.systemc().stop_from_relay();
  }
  std::printf(
      "equal: %zu wires and %zu registers in each of %llu cycles; STOP from the relay in %llu of them, %llu packets\n",
      networks.comparison().pins(), networks.comparison().registers(), static_cast<unsigned long long>(cycles),
      static_cast<unsigned long long>(stops), static_cast<unsigned long long>(networks.systemc().packets_received()));
  return 0;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
