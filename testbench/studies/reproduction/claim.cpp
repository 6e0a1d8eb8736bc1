#include "testbench/studies/reproduction/claim.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace slackline::reproduction {

bool Printed::agrees(double value) const {
  const std::size_t point = text.find('.');
  const double digit = point == std::string::npos ? 1 : std::pow(10, -static_cast<double>(text.size() - point - 1));
  const double beyond = value / unit - std::strtod(text.c_str(), nullptr);
  constexpr double tiny = 1e-9;  // a sum of doubles that should be exact
  const bool rounded = std::abs(beyond) <= digit / 2 + tiny, truncated = beyond >= -tiny && beyond < digit - tiny;
  return rounded || truncated;
}

bool Criterion::met_by(double value) const {
  switch (relation) {
    case Relation::at_most: return value <= limit;
    case Relation::below: return value < limit;
    case Relation::at_least: return value >= limit;
    case Relation::above: return value > limit;
    case Relation::within: break;
  }
  return std::abs(value - limit) <= tolerance;
}

bool Simulated::holds() const {
  return std::all_of(checks.begin(), checks.end(),
                     [](const Check& check) { return check.criterion.met_by(check.measured); });
}

Simulated judged(double value, std::optional<double> half_width, Criterion criterion, std::string note,
                 std::string because) {
  return {value, half_width, {{value, criterion}}, std::move(note), std::move(because)};
}

Claim claim_of_model(std::string name, std::string where, std::string stated, std::optional<Simulated> simulated) {
  return {std::move(name), std::move(where), {std::move(stated)}, {}, "", true, std::move(simulated)};
}

Verdict verdict(const Claim& claim) {
  if (claim.published.text.empty() || claim.analytic.empty() || !claim.analytic.front()) return Verdict::no_print;
  if (claim.published.agrees(*claim.analytic.front())) return Verdict::reproduced;
  return claim.why.empty() ? Verdict::differs : Verdict::explained;
}

std::string verdict_text(const Claim& claim) {
  std::string text;
  switch (verdict(claim)) {
    case Verdict::no_print: break;
    case Verdict::reproduced: text = "reproduced"; break;
    case Verdict::explained: text = "differs: " + claim.why; break;
    case Verdict::differs: text = "DIFFERS"; break;
  }
  if (!claim.is_simulated) return text;
  if (!text.empty()) text += "; ";
  if (!claim.simulated) return text + "not simulated";
  const Simulated& simulated = *claim.simulated;
  const bool holds = simulated.holds();
  text += holds ? "simulated" : "NOT SO simulated";
  if (!simulated.note.empty()) text += ": " + simulated.note;
  return holds || simulated.because.empty() ? text : text + "; because " + simulated.because;
}

bool holds(const Claim& claim) {
  return verdict(claim) != Verdict::differs &&
         (!claim.simulated || claim.simulated->holds() || !claim.simulated->because.empty());
}

}  // namespace slackline::reproduction
