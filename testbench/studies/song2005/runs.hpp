// runs: the simulations of the study, and the names of their experiments.
#pragma once

#include <string>
#include <vector>

#include "testbench/studies/song2005/measurement.hpp"

namespace slackline::song2005 {

using reproduction::Effort;

/// The clock of all simulations. The page has the delays that follow.
constexpr unsigned simulated_cycles_per_character = 4;

/// The networks on which skews are sampled: SSS on 4 to 32 ports, HSS on four trees.
struct Network {
  int k, m;
  std::string name() const;  ///< "sss-8", "hss-8-4"
};
const std::vector<Network>& networks();
/// More hosts than the paper's switches have: only its distribution is shown.
constexpr Network crowded{60, 2};
/// Random drifts and offsets of such a network. Quantiles need more than the 30 that every network has.
unsigned draws_of(const Network& network, Effort effort);

/// Costs of firmware that pauses the clock, presets of nic.costs, and the networks on which it does.
const std::vector<std::string>& pause_costs();
const std::vector<Network>& pause_networks();
std::string experiment_of_pause(const Network& network, const std::string& costs);
unsigned draws_of_pause(const Network& network, const std::string& costs, Effort effort);

/// The values on the axes of the figures.
const std::vector<double>& figure_4_rd();   ///< ns
const std::vector<double>& figure_5_cp();   ///< ns
const std::vector<int>& figure_5_bl();      ///< flits
const std::vector<unsigned>& drifts_ppm();  ///< Tables 3 and 4
constexpr int figure_6_levels[] = {2, 3, 4};
/// Draws of a point, on trees of so many levels: 4 have 392 hosts.
unsigned draws_of_figures(int levels);

/// Ports of the switches on which the shift schedule is run.
constexpr int shift_ports[] = {8, 16, 32};

/// Changes of a run that take away what may be the cause of a difference.
enum class Variant : std::uint8_t {
  none,
  apart,      ///< Run::begin_apart: no clock begins ahead by so little that nothing stops it
  one_speed,  ///< clocks of one speed: they do not drift apart during a synchronization, but begin with their leads
  apart_one_speed,  ///< neither leads nor drift
  printed_kg,  ///< kg = 53, from which the paper's printed values follow, and ks = bl - 7, the largest for which bl has room
  stop_next_to_go,  ///< kg = 53 and ks = 54
  short_routing,    ///< a routing delay of few flits, that no buffer has to take up
};
/// The variants on one switch where equation (8) is passed: either cause alone, and neither of them.
inline constexpr Variant without_leads_or_drift[] = {Variant::apart, Variant::one_speed, Variant::apart_one_speed};
/// Draws of variants of one, and of variants of these, on a network of one switch: no quantile is taken of them, but where few
/// draws pass equation (8), a variant in which none does needs many.
unsigned draws_of_variants(const Network& network, Variant of, Effort effort);
/// The run of a variant, under its own name: "sss-8-kg-53".
Run varied(Run run, Variant variant);
Parameters parameters_of(const Parameters& p, Variant variant);
std::string experiment_of(const std::string& experiment, Variant variant);
/// The cause that it takes away, in the words of pages.
std::string without(Variant variant);

/// A skew that the text prints, and the run on 8-port switches with the printed kg.
struct PrintedSkew {
  std::string at, where;
  reproduction::Printed published;
  int m;         ///< levels
  Parameters p;  ///< but for kg and ks
  std::string experiment;
};
const std::vector<PrintedSkew>& printed_skews();
/// The experiment of one of them, with the paper's parameters: the sampled network of 8 ports.
inline constexpr const char* printed_on_sampled = "sss-8";
/// At the first of these rd, ns, the text prints 298, which does not follow from what it prints at the last.
constexpr double misprinted_rd = 50, printed_last_rd = 140;

/// The experiment of a point of a figure.
std::string experiment_of_rd(double rd);
std::string experiment_of_cp(int levels, double cp);
std::string experiment_of_bl(int bl);
/// The longest buffer, with ks as it is.
inline const std::string experiment_of_bl_at_ks = "bl-256-at-ks";
/// The parameters of a buffer of so many flits: ks leaves the same room above it.
Parameters parameters_of_bl(int bl);
std::string experiment_of_shift(int ports);
/// Tokens, with the costs of firmware of a preset.
std::string experiment_of_isotach(const std::string& costs);
/// The same with packets, and slots, so many times as long: the time in which a token goes round becomes a smaller share. The
/// page has both shares as measured.
inline constexpr unsigned long_slots = 30;
std::string experiment_of_long_tokens();
/// Long runs, each of several draws: on one switch of 8 ports and on a tree of 3 levels, with an application's stream or
/// without, with FBS or without. With FBS clocks begin apart.
struct LongRun {
  Network network;
  unsigned drift_ppm;
  Protocol protocol;
  bool streams;
  std::string experiment() const;  ///< "long-sss-8-500-ppm-fbs-stream"
  /// As where it was tried: "8 ports, 500 ppm"
  std::string place() const;
};
std::vector<LongRun> long_runs(Effort effort);
/// Intervals of such a run: with a stream fewer.
unsigned intervals_of(const LongRun& run, Effort effort);
constexpr unsigned draws_of_long_runs(Effort effort) { return effort == Effort::quick ? 1 : 10; }

/// The longest interval, of Tables 3 and 4: on one switch of 8 ports, and on a tree of 4-port switches.
std::string experiment_of_longest(int levels, unsigned drift_ppm);
/// Equation (11), in slots.
std::uint64_t interval_of(Model model, int levels, unsigned drift_ppm);
/// With the printed kg, on one switch of 8 ports at the largest drift: synchronizations at the interval of equation (11), which is the printed one.
inline const std::string experiment_of_printed_interval = "printed-interval";
/// Runs in intervals without an application: the time that a synchronization takes at a drift.
std::string experiment_of_overhead(int k, int m, unsigned drift_ppm);

/// A fault on one switch with 8 hosts, between the first and the second synchronization, or within the second.
struct Failure {
  std::string experiment, what;  ///< "fails-host-between", "host3 dies between two synchronizations"
  features::FaultSettings fault;
  // The expected end:
  std::uint64_t rounds;            ///< synchronizations that are reported ...
  std::uint64_t hosts;             ///< ... and hosts that report the last of them
  bool missing;                    ///< packets are reported missing
  bool stuck;                      ///< hosts wait for ever, and the run ends with their names
  bool late = false;               ///< packets arrive after they were reported missing
  bool kept = true;                ///< the skew after the last synchronization is within the drain-corrected estimate
  std::uint32_t worm_timeout = 0;  ///< of the switch, cycles
};
const std::vector<Failure>& failures();

std::vector<Run> runs(Effort effort, const reproduction::Given& given = {});

}  // namespace slackline::song2005
