// study: Anglano, Casetti, Leonardi, Neri: multicast by network interfaces. The paper's result figures are lost, so its claims
// are tested: by the order of values whose 95 % intervals are apart.
#pragma once

#include <optional>
#include <string>

#include "testbench/studies/anglano/measurement.hpp"
#include "testbench/studies/anglano/runs.hpp"
#include "testbench/studies/anglano/setups.hpp"

namespace slackline::anglano {

reproduction::Study study();

/// Claims that were not simulated are listed as such.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full,
                        const reproduction::Given& given = {});

// Its sections.
reproduction::Section trees_section(const Measurements& measurements, Effort effort);
reproduction::Section protocol_section(const Measurements& measurements, Effort effort);
reproduction::Section memory_section(const Measurements& measurements, Effort effort);
reproduction::Section hops_section(const Measurements& measurements, Effort effort);
reproduction::Section order_section(const Measurements& measurements, Effort effort);
reproduction::Section drawings_section();
reproduction::Section sweeps_section(const Measurements& measurements, Effort effort);
reproduction::Section baselines_section(const Measurements& measurements, Effort effort);

/// A load may be more than a tree or a path carries: then the times of the messages that do arrive grow with the run. A limit of ours
/// for the share of words that arrives in the measured window: messages that take up to a twentieth of it may be under way.
inline constexpr double carried = 0.95;

/// In tables and notes.
const char* name_of(Scheme scheme);

bool carries(const Measurements& measurements, const Setup& setup);
/// The answer, of times of these experiments. Past the load that one of them carries messages have no latency, and nothing is shown.
std::optional<reproduction::Simulated> where_carried(const Measurements& measurements, const std::vector<Setup>& setups,
                                                     std::optional<reproduction::Simulated> answer);

/// For the text of a figure.
inline constexpr const char* grows_past_what_is_carried = " Past the load that is carried a time grows with the run.";

/// An experiment, and what the note of a claim calls it; empty: it is not named.
struct Named {
  std::string name;
  Setup setup;
};
/// What `value`, 1 where all is well, lacks in all draws of the experiments together. Nothing: one was not simulated.
std::optional<reproduction::Simulated> lacking(const Measurements& measurements, const std::vector<Named>& experiments,
                                               Value value, const reproduction::Criterion& criterion, std::string note);

/// Of all draws of both schemes with one buffer or two, those that deadlock: some, or none.
std::optional<reproduction::Simulated> deadlocks(const Measurements& measurements,
                                                 Setup (*of)(Scheme scheme, unsigned buffers), bool they_do,
                                                 const std::string& note);

/// The interval of one of so many values that hold together.
inline reproduction::Mean widened(reproduction::Mean mean, std::size_t judged) {
  if (mean.half_width) *mean.half_width *= reproduction::widening(mean.samples, judged);
  return mean;
}

/// A ratio that is to be below 1, or above it, with its whole interval; nothing: it was not simulated.
std::optional<reproduction::Simulated> below_one(const std::optional<reproduction::Mean>& ratio,
                                                 const std::string& note);
std::optional<reproduction::Simulated> above_one(const std::optional<reproduction::Mean>& ratio,
                                                 const std::string& note);

}  // namespace slackline::anglano
