// claim: what a paper states, next to what its formulas give here and what the model measures.
//
//   published    the number as it is printed
//   analytic     the paper's formula, evaluated by us; several columns where it is evaluated in several ways
//   simulated    measured on the cycle-accurate model, and judged by criteria
//
// A study gives values and criteria. Every verdict is computed here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace slackline::reproduction {

/// A number as a paper prints it.
struct Printed {
  std::string text;  ///< "1.42"; empty: the paper prints none
  double unit = 1;   ///< the printed unit, in the unit of the claim: 1000 for microseconds in a claim of nanoseconds
  std::string unit_name = {};  ///< "us", where it is not that of the claim

  /// Whether a value rounds or truncates to the printed digits.
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

/// The answer of the model.
struct Simulated {
  double value = 0;
  std::optional<double> half_width;  ///< of its 95 % interval, where it is a sample
  std::vector<Check> checks;         ///< the claim holds when the model passes all of them
  std::string note;                  ///< "within the bound in 240 of 240 synchronizations"
  std::string because = {};          ///< the cause where it does not hold, if known

  bool holds() const;
};

/// Of which the value itself is judged.
Simulated judged(double value, std::optional<double> half_width, Criterion criterion, std::string note,
                 std::string because = {});

struct Claim {
  std::string name;   ///< "SSS, rd = 140 ns"
  std::string where;  ///< "section 5.1"
  Printed published;
  std::vector<std::optional<double>> analytic;  ///< a column each; the first is compared with the printed number
  std::string why;                     ///< the cause of a known difference from print; empty: there should be none
  bool is_simulated = false;           ///< the model can answer it
  std::optional<Simulated> simulated;  ///< and has done so
};

/// A claim that only the model can judge. `stated`: the paper's words for curves without printed values; empty where it
/// has none.
Claim claim_of_model(std::string name, std::string where, std::string stated, std::optional<Simulated> simulated);

enum class Verdict : std::uint8_t {
  no_print,    ///< there is nothing to compare with
  reproduced,  ///< the formula gives the printed number
  explained,   ///< it does not, and `why` has the cause
  differs,     ///< it does not
};
Verdict verdict(const Claim& claim);

/// "reproduced", "differs: ...", with the answer of the model: "; not simulated", "; simulated: ...".
std::string verdict_text(const Claim& claim);

/// Whether everything that contradicts the paper is explained.
bool holds(const Claim& claim);

}  // namespace slackline::reproduction
