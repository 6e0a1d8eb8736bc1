// runs: the simulations of the study.
#pragma once

#include <string>
#include <vector>

#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

enum class Effort {
  quick,  ///< small networks and few seeds: the tests'
  full,
};

/// Of the clock of all simulations: the page says what it makes of the delays.
constexpr unsigned simulated_cycles_per_character = 4;

/// The networks on which skews are sampled: SSS on 4 to 32 ports, HSS on four trees.
struct Network {
  int k, m;
  std::string name() const;  ///< "sss-8", "hss-8-4"
};
const std::vector<Network>& networks();

/// What figures vary.
const std::vector<double>& figure_4_rd();   ///< ns
const std::vector<double>& figure_5_cp();   ///< ns
const std::vector<int>& figure_5_bl();      ///< flits
const std::vector<unsigned>& drifts_ppm();  ///< Tables 3 and 4
constexpr int figure_6_levels[] = {2, 3, 4};

/// Ports of one switch on which the shift schedule is run.
constexpr int shift_ports[] = {8, 16, 32};

/// Names of the experiments of a point of a figure.
std::string experiment_of_rd(double rd);
std::string experiment_of_cp(int levels, double cp);
std::string experiment_of_bl(int bl);
std::string experiment_of_shift(int ports);
/// Tokens, with the firmware's costs of a preset.
std::string experiment_of_isotach(const std::string& costs);
/// A long run at a drift, with FBS or without.
std::string experiment_of_long_run(unsigned drift_ppm, Protocol protocol);

/// Synchronizations of a long run.
unsigned long_run_synchronizations(Effort effort);
/// Runs in intervals without an application, for the time that a synchronization takes at a drift.
std::string experiment_of_overhead(int k, int m, unsigned drift_ppm);

/// What goes wrong on one switch with 8 hosts, between the first synchronization and the second, or within the second.
struct Failure {
  std::string experiment, what;  ///< "fails-host-between", "host3 dies between two synchronizations"
  config::FaultSettings fault;
  std::uint64_t rounds;  ///< synchronizations that are told of ...
  std::uint64_t hosts;   ///< ... and hosts, of the last of them
  bool missing;          ///< packets are, and are told of
  bool stuck;            ///< hosts wait for ever, and the run ends with their names
  bool late = false;     ///< packets come when they have been missed
  bool kept = true;      ///< behind the last of them the skew is within the drain-corrected bound
};
const std::vector<Failure>& failures();

/// What the caller may give the study.
struct Given {
  std::optional<config::TopologySettings> fabric;  ///< a real one, read from a file
  std::string fabric_name;                         ///< of the file: "X5.topofile"
};

std::vector<Run> runs(Effort effort, const Given& given = {});

}  // namespace slackline::song2005
