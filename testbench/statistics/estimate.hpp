// estimate: the mean of a run with its 95 % interval, where the batches of the run allow one.
//
// An interval from batches is right when the batches are independent and none is different in kind from the others.
// Both are tested. Batches that are alike, or hold few packets, are merged with their neighbours, as long as enough are
// left; what still fails has no interval, but a reason why. (Law, "Simulation Modeling and Analysis", 5th ed., section
// 9.5.3; Fishman, "Discrete-Event Simulation", section 6.6.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/statistics/batch_means.hpp"

namespace slackline::statistics {

/// Fewer batches than these are too few to judge a run.
inline constexpr std::size_t least_batches = 16;
/// The correlation that neighbouring batches may have however many there are: lag1_correlation().
inline constexpr double most_correlation = 0.2;

/// Why a mean has no interval.
enum class Doubt : std::uint8_t {
  none,          ///< it has one
  not_measured,  ///< a run of this kind is not measured in batches
  too_short,     ///< too few batches, or too few packets in them
  rises,         ///< later batches lie higher
  falls,
  alike,          ///< neighbouring batches have too much in common, however long they are
  bursts,         ///< bursts of hosts are so long that the run holds too few
  saturated,      ///< offered load exceeds accepted load: latency has no mean
  came_to_stand,  ///< the run stopped making progress: nothing has a mean
};
/// "latency still grows". `what`: the quantity, "latency". Empty: none.
std::string sentence(Doubt doubt, const std::string& what);

struct Estimate {
  std::optional<Interval> interval;
  Doubt doubt = Doubt::not_measured;  ///< none: `interval` holds
  double correlation = 0;             ///< of neighbouring batches, of those that the interval is or would be of
};

/// The mean of consecutive batches, each of `least_weight` at least (packets, say), on average.
Estimate estimate(std::vector<Batch> batches, double least_weight);

/// How much neighbouring batches of some weight have in common.
double correlation_of(const std::vector<Batch>& batches);

}  // namespace slackline::statistics
