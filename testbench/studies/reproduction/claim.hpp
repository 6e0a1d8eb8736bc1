// claim: what a paper states, next to what its formulas give here and what the model measures.
//
//   published    the number, or the words, as they are printed
//   analytic     the paper's formula, evaluated by us; several columns where it is evaluated in several ways
//   simulated    measured on the cycle-accurate model, and judged by criteria
//   reruns       the same again without what may be the cause of a difference
//
// A study gives values and criteria. Every verdict is computed here. A claim that is not reproduced has a cause only when
// one of its reruns brings it back: words alone explain nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/reproduction/measurement.hpp"

namespace slackline::reproduction {

/// A number or words, as a paper prints them.
struct Printed {
  std::string text;  ///< "1.42", or words where it draws a curve: "nearly level"; empty: it prints nothing
  double unit = 1;   ///< the printed unit, in the unit of the claim: 1000 for microseconds in a claim of nanoseconds
  std::string unit_name = {};  ///< "us", where it is not that of the claim

  /// It is a number, not words.
  bool is_number() const;
  /// Whether a value rounds or truncates to the printed digits, of a number.
  bool agrees(double value) const;
};

/// The values with which a claim holds.
struct Criterion {
  enum class Relation : std::uint8_t { at_most, below, at_least, above, within };

  Relation relation;
  double limit;
  double tolerance = 0;  ///< within: the largest difference from the limit, either way

  bool met_by(double value) const;
};
inline Criterion at_most(double limit) { return {Criterion::Relation::at_most, limit}; }
inline Criterion below(double limit) { return {Criterion::Relation::below, limit}; }
inline Criterion at_least(double limit) { return {Criterion::Relation::at_least, limit}; }
inline Criterion above(double limit) { return {Criterion::Relation::above, limit}; }
inline Criterion within(double limit, double tolerance) { return {Criterion::Relation::within, limit, tolerance}; }
inline Criterion equal_to(double limit) { return within(limit, 0); }

/// A measured value against its criterion.
struct Check {
  double measured;
  Criterion criterion;
};

/// Of a measured value that has to round or truncate to a printed number.
std::vector<Check> checks_as_printed(const Printed& printed, double measured);

/// How much a simulated value is worth.
struct Sample {
  std::uint64_t draws = 1;  ///< independent simulations, or events within one, that it is made of; 0: no value
  std::optional<double> half_width = {};  ///< of its 95 % interval, where there is one
};

inline Sample sample_of(const Mean& mean) { return {mean.samples, mean.half_width}; }

/// The answer of the model.
struct Simulated {
  double value = 0;
  Sample sample;
  std::vector<Check> checks;  ///< the claim holds when the model passes all of them
  std::string note;           ///< what the value is, and where a tolerance comes from

  bool holds() const;
};

/// Of which the value itself is judged.
Simulated judged(double value, Sample sample, Criterion criterion, std::string note);

/// The claim's values once more, without one thing that may be the cause of a difference.
struct Rerun {
  std::string without;                               ///< "kg = 17, with 53 in its place"
  std::vector<std::optional<double>> analytic = {};  ///< as Claim's; empty: those of the claim
  std::optional<Simulated> simulated = {};           ///< as Claim's; nothing: that of the claim
};

/// Why a claim cannot be tested here.
struct Untestable {
  enum class Reason : std::uint8_t {
    none,       ///< it can
    undecided,  ///< the limit lies within an interval: longer runs, or more draws, may decide it
    readings,   ///< the answer depends on what the paper leaves open
    paper,      ///< the paper has no number, or contradicts itself
    model,      ///< what is compared is the same here by construction, or is not modelled
  };
  static constexpr std::size_t reasons = static_cast<std::size_t>(Reason::model) + 1;

  Reason reason = Reason::none;
  std::string why = {};
};
/// "undecided", "dependent on the reading of the paper"
const char* to_string(Untestable::Reason reason);

struct Claim {
  std::string name;     ///< "(b) I hardly depends on the congestion"
  std::string at = {};  ///< where it was tried, when in several places: "irregular-300, Ts = 100"
  std::string where;    ///< in the paper: "section 5.1"
  Printed published;
  std::vector<std::optional<double>> analytic;  ///< a column each; the first is compared with a printed number
  bool has_formula = false;            ///< the second is a formula that the first, what was made here, is to equal
  bool is_simulated = false;           ///< the model can answer it
  std::optional<Simulated> simulated;  ///< and has done so
  std::vector<Rerun> reruns;
  bool is_ours = false;  ///< the paper makes no such claim
  Untestable untestable = {};

  bool is_testable() const { return untestable.reason == Untestable::Reason::none; }
};

/// A claim that only the model can judge. `stated`: the paper's words for curves without printed values; empty where it
/// has none, and the claim is ours.
Claim claim_of_model(std::string name, std::string at, std::string where, std::string stated,
                     std::optional<Simulated> simulated);

/// An answer that is none, and why: without checks, and without a value. Its claim is not testable.
Simulated shows_nothing(std::string why);
bool shows_anything(const Simulated& answer);
/// A mean whose whole interval meets a criterion, or misses it. Where a limit lies within the interval it shows nothing, and
/// neither does a single draw, which has no interval.
Simulated decided(const Mean& mean, Criterion criterion, std::string note);
/// The answer to a claim of one or more parts: it does not hold where one of them is shown not to hold, it holds where
/// all are shown to, and otherwise it shows nothing. Value and note are those of the part that decides it: the first that does not
/// hold, else the first that shows nothing, else the first.
Simulated all_of(const std::vector<Simulated>& parts);
/// The same as claim_of_model(), of an answer that may show nothing.
Claim claim_of_answer(std::string name, std::string at, std::string where, std::string stated,
                      std::optional<Simulated> answer);

/// The answer in one reading of the paper, under its name; nothing: it was not simulated.
struct ReadingAnswer {
  std::string reading;
  std::optional<Simulated> answer;
  /// False: what the paper prints shows that it is none of its readings. It is named, and does not count.
  bool is_of_paper = true;
};
/// A claim about what the paper leaves open, in each reading: reproduced where all show that it holds, refuted where all show that
/// it does not hold. Where some show nothing, or contradict others, it is not testable. `what`: "reading", or what else the claim is
/// tried at.
Claim claim_in_readings(const std::string& name, const std::string& at, const char* where, const char* stated,
                        const std::vector<ReadingAnswer>& answers, const char* what = "reading");

enum class Verdict : std::uint8_t {
  reproduced,
  not_reproduced,
  not_testable,
  ours,
  not_run,  ///< nothing was simulated
};
Verdict verdict(const Claim& claim);

/// Formula and simulation agree with what is printed.
bool holds(const Claim& claim);
/// Its simulation, where it has one, shows whether the claim holds.
bool decides(const Rerun& rerun);
/// As holds(), with the values of one of its reruns; one that decides nothing is no cause.
bool holds(const Claim& claim, const Rerun& rerun);
/// The first rerun with which the claim holds; nullptr: none does.
const Rerun* cause(const Claim& claim);
/// It holds, or its cause is shown, or there was nothing to judge. One of ours need not hold.
bool is_settled(const Claim& claim);

/// "reproduced", "not reproduced, holds without ...", "NOT REPRODUCED, no cause is shown", "ours, holds", "ours, does not
/// hold"; with the simulation's note.
std::string verdict_text(const Claim& claim);

}  // namespace slackline::reproduction
