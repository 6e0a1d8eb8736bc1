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

/// Names of the experiments of a point of a figure.
std::string experiment_of_rd(double rd);
std::string experiment_of_cp(int levels, double cp);
std::string experiment_of_bl(int bl);
/// A long run at a drift, with FBS or without.
std::string experiment_of_long_run(unsigned drift_ppm, Protocol protocol);

std::vector<Run> runs(Effort effort);

}  // namespace slackline::song2005
