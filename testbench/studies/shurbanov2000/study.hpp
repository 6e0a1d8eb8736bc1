// study: Shurbanov, Avresky, Mehra, Watson, "Flow Control in ServerNet Clusters", 2000. The paper prints two tables; its
// topology and many parameters are missing, so claims are about ratios and signs, in all readings of what it leaves open.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/shurbanov2000/measurement.hpp"
#include "testbench/studies/shurbanov2000/runs.hpp"

namespace slackline::shurbanov2000 {

reproduction::Study study();

/// Claims that were not simulated are listed as such.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full,
                        const reproduction::Given& given = {});

// Its sections.
reproduction::Section arithmetic_section();
reproduction::Section delay_section(const Measurements& measurements, Effort effort);
reproduction::Section controls_section(const Measurements& measurements, Effort effort);
reproduction::Section time_section(const Measurements& measurements, Effort effort);
reproduction::Section beyond_section(const Measurements& measurements, Effort effort);
reproduction::Section networks_section(const Measurements& measurements, Effort effort,
                                       const reproduction::Given& given);

// Of the settings of a control that were simulated on a network. `least`: throughput that the best one must have.
double throughput_to_reach(const Measurements& measurements, const OtherNetwork& network);
/// Those that no other one beats in throughput or in round trip, with the most throughput first.
std::vector<const Control*> frontier_of(const Measurements& measurements, const OtherNetwork& network,
                                        const Settings& settings);
/// The one with the shortest round trip; nullptr: none has the throughput.
const Control* best_of(const Measurements& measurements, const OtherNetwork& network, const Settings& settings,
                       double least);

/// The measurements of the controls on one topology.
class OnTopology {
 public:
  OnTopology(const Measurements& measurements, Topology topology) : measurements_(measurements), topology_(topology) {}

  Topology topology() const { return topology_; }
  const Measurements& measurements() const { return measurements_; }
  std::vector<double> of(const Control& control, Value value) const {
    return samples(measurements_, experiment_of(topology_, control), value);
  }
  std::optional<reproduction::Mean> mean(const Control& control, Value value) const {
    return reproduction::mean_of(of(control, value));
  }
  std::optional<reproduction::Ratio> ratio(const Control& control, const Control& to, Value value) const {
    return reproduction::ratio(of(control, value), of(to, value));
  }

  /// What SPP's delay adds to each request: I, or with a delay for each destination the wait because of it, for a request
  /// waits for the I of another destination as well.
  std::vector<double> added(const Control& control, const Reading& reading) const {
    return of(control, reading.of_destination ? &Measurement::interval_wait : &Measurement::interval);
  }
  /// That and the round trip, as the paper adds them.
  std::vector<double> whole(const Control& control, const Reading& reading) const;
  /// Change of I over the measured window by its trend, as a share of the whole.
  std::optional<reproduction::Mean> change(const Control& control, const Reading& reading) const;
  /// Whether the delay stays: that change is at most 3 %, either way. Nothing: it was not simulated.
  std::optional<reproduction::Simulated> stays(const Control& control, const Reading& reading) const;
  /// Why nothing else can be judged in the runs of a control: the delay does not stay, or its interval is too wide to tell.
  std::optional<std::string> unsettled(const Control& control, const Reading& reading) const;

 private:
  const Measurements& measurements_;
  const Topology topology_;
};

/// Table 2 of the paper, times in us.
struct Published {
  const char* name;
  double throughput, round_trip, outstanding;
};
inline constexpr Published table_2[] = {{"SPP(0.1 us)", 3.6, 10.9, 1.07},
                                        {"SPP(1 us)", 4.63, 19.9, 1.21},
                                        {"SPP(8 us)", 5.61, 23.9, 3.38},
                                        {"SW(4)", 5.93, 26.4, 3.5},
                                        {"ASW(4, 0)", 5.53, 21.9, 2.83}};
inline constexpr const Published& printed_sw = table_2[3];
/// Table 1: means and standard deviations, times in us.
struct PublishedDelay {
  double wins = 4.34, wins_deviation = 1.16, interval = 25.96, interval_deviation = 29.47;
  double round_trip = 5.94, round_trip_without = 30.2;
};

using reproduction::shows_anything;
using reproduction::shows_nothing;

/// The precision of the printed numbers, as a share: those of SW and ASW fit one another by Little's law within it. Those of
/// SPP do not, and are not used for it.
inline constexpr double precision = 0.03;

/// reproduction::claim_in_readings(), with the readings of SPP. `of`: the answer in one reading.
reproduction::Claim claim_in_readings(const std::string& name, const std::string& at, const char* where,
                                      const char* stated, const std::vector<Reading>& all,
                                      const std::function<std::optional<reproduction::Simulated>(const Reading&)>& of);

}  // namespace slackline::shurbanov2000
