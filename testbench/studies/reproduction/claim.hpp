// claim: what a paper says, beside what its formulas give here and what the model measures.
//
//   published    the number as it is printed
//   analytic     the paper's formula, evaluated by us; several columns where it is evaluated in several ways
//   simulated    measured on the cycle-accurate model
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace slackline::reproduction {

/// A number as a paper prints it.
struct Printed {
  std::string text;  ///< "1.42"; empty: it prints none
  double unit = 1;   ///< what one of it is, in the unit of the claim: 1000 for microseconds in a claim of nanoseconds
  std::string unit_name = {};  ///< "us", where it is another one

  /// Whether a value is what is printed: rounded to the last digit printed, or cut off behind it.
  bool agrees(double value) const;
};

/// What the model says.
struct Simulated {
  double value = 0;
  std::optional<double> half_width;  ///< of its 95 % interval, where it is a sample
  bool holds = true;                 ///< as the claim would have it
  std::string note;                  ///< "within the bound in 240 of 240 synchronizations"
  std::string because = {};          ///< why it does not hold, where that is known
};

struct Claim {
  std::string name;   ///< "SSS, rd = 140 ns"
  std::string where;  ///< "section 5.1"
  Printed published;
  std::vector<std::optional<double>> analytic;  ///< a column each; the first is held against what is printed
  std::string why;                              ///< it is known to differ from the print; empty: it should not
  bool is_simulated = false;                    ///< the model can be asked
  std::optional<Simulated> simulated;           ///< and was
};

enum class Verdict {
  no_print,    ///< there is nothing to compare with
  reproduced,  ///< the formula gives what is printed
  explained,   ///< it does not, and `why` says why
  differs,     ///< it does not
};
Verdict verdict(const Claim& claim);

/// "reproduced", "differs: ...", with what the model says: "; not simulated", "; simulated: ...".
std::string verdict_text(const Claim& claim);

/// Whether nothing speaks against the paper that is not explained.
bool holds(const Claim& claim);

}  // namespace slackline::reproduction
