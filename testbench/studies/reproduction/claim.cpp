#include "testbench/studies/reproduction/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace slackline::reproduction {

bool Printed::is_number() const { return !text.empty() && text.find_first_not_of("0123456789.-") == std::string::npos; }

bool Printed::agrees(double value) const {
  const std::vector<Check> checks = checks_as_printed(*this, value);
  return std::all_of(checks.begin(), checks.end(),
                     [](const Check& check) { return check.criterion.met_by(check.measured); });
}

std::vector<Check> checks_as_printed(const Printed& printed, double measured) {
  const std::size_t point = printed.text.find('.');
  const double digit =
      point == std::string::npos ? 1 : std::pow(10, -static_cast<double>(printed.text.size() - point - 1));
  const double number = std::strtod(printed.text.c_str(), nullptr), value = measured / printed.unit;
  constexpr double tiny = 1e-9;  // a sum of doubles that should be exact
  return {{value, at_least(number - digit / 2 - tiny)}, {value, below(number + digit - tiny)}};
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

Simulated judged(double value, Sample sample, Criterion criterion, std::string note) {
  return {value, sample, {{value, criterion}}, std::move(note)};
}

Claim claim_of_model(std::string name, std::string at, std::string where, std::string stated,
                     std::optional<Simulated> simulated) {
  Claim claim;
  claim.name = std::move(name);
  claim.at = std::move(at);
  claim.where = std::move(where);
  claim.is_ours = stated.empty();
  claim.published.text = std::move(stated);
  claim.is_simulated = true;
  claim.simulated = std::move(simulated);
  return claim;
}

Simulated shows_nothing(std::string why) { return {0, {0}, {}, std::move(why)}; }
bool shows_anything(const Simulated& answer) { return !answer.checks.empty(); }

Simulated decided(const Mean& mean, Criterion criterion, std::string note) {
  if (!mean.half_width) return shows_nothing(fmt::format("{:.3g} of a single draw has no interval", mean.value));
  if (std::isinf(*mean.half_width))
    return shows_nothing(fmt::format(
        "{:.3g}: its interval has no end, for what is divided by may be 0 as far as the draws tell", mean.value));
  const bool meets = criterion.met_by(mean.low()) && criterion.met_by(mean.high());
  const bool misses =
      criterion.relation == Criterion::Relation::within
          ? mean.high() < criterion.limit - criterion.tolerance || mean.low() > criterion.limit + criterion.tolerance
          : !criterion.met_by(mean.low()) && !criterion.met_by(mean.high());
  if (!meets && !misses)
    return shows_nothing(fmt::format("{:.3g} ± {:.2g}: the interval is too wide to decide, for {} lies within it",
                                     mean.value, *mean.half_width,
                                     criterion.relation == Criterion::Relation::within
                                         ? fmt::format("{:.3g} or {:.3g}", criterion.limit - criterion.tolerance,
                                                       criterion.limit + criterion.tolerance)
                                         : fmt::format("{:.3g}", criterion.limit)));
  return {mean.value, sample_of(mean), {{mean.value, criterion}}, std::move(note)};
}

Simulated all_of(const std::vector<Simulated>& parts) {
  const auto first = [&](auto&& is) { return std::find_if(parts.begin(), parts.end(), is); };
  const auto failed = first([](const Simulated& part) { return !part.holds(); });
  const auto silent = first([](const Simulated& part) { return !shows_anything(part); });
  if (failed == parts.end() && silent != parts.end()) return *silent;
  Simulated all = failed != parts.end() ? *failed : parts.front();
  all.checks.clear();
  for (const Simulated& part : parts) all.checks.insert(all.checks.end(), part.checks.begin(), part.checks.end());
  return all;
}

Claim claim_of_answer(std::string name, std::string at, std::string where, std::string stated,
                      std::optional<Simulated> answer) {
  Claim claim = claim_of_model(std::move(name), std::move(at), std::move(where), std::move(stated), std::move(answer));
  if (claim.simulated && !shows_anything(*claim.simulated))
    claim.untestable = {Untestable::Reason::undecided, claim.simulated->note};
  return claim;
}

namespace {

/// Whether the values of a claim, or of a rerun of it, agree with the paper. One that was not computed contradicts nothing.
bool agrees(const Claim& claim, const std::vector<std::optional<double>>& analytic,
            const std::optional<Simulated>& simulated) {
  const bool compares = claim.published.is_number() && !analytic.empty() && analytic.front();
  if (claim.has_formula && analytic.at(0) != analytic.at(1)) return false;
  return (!compares || claim.published.agrees(*analytic.front())) && (!simulated || simulated->holds());
}

}  // namespace

bool holds(const Claim& claim) { return agrees(claim, claim.analytic, claim.simulated); }

bool decides(const Rerun& rerun) { return !rerun.simulated || shows_anything(*rerun.simulated); }

bool holds(const Claim& claim, const Rerun& rerun) {
  if (!decides(rerun)) return false;
  return agrees(claim, rerun.analytic.empty() ? claim.analytic : rerun.analytic,
                rerun.simulated ? rerun.simulated : claim.simulated);
}

const Rerun* cause(const Claim& claim) {
  const auto found =
      std::find_if(claim.reruns.begin(), claim.reruns.end(), [&](const Rerun& rerun) { return holds(claim, rerun); });
  return found == claim.reruns.end() ? nullptr : &*found;
}

const char* to_string(Untestable::Reason reason) {
  switch (reason) {
    case Untestable::Reason::none: break;
    case Untestable::Reason::undecided: return "undecided";
    case Untestable::Reason::readings: return "dependent on the reading of the paper";
    case Untestable::Reason::paper: return "for want of a number in the paper";
    case Untestable::Reason::model: return "the same by construction, or not modelled";
  }
  return "";
}

Verdict verdict(const Claim& claim) {
  if (!claim.is_testable()) return Verdict::not_testable;
  if (claim.is_simulated && !claim.simulated) return Verdict::not_run;
  if (claim.is_ours) return Verdict::ours;
  return holds(claim) ? Verdict::reproduced : Verdict::not_reproduced;
}

bool is_settled(const Claim& claim) {
  const Verdict found = verdict(claim);
  return found != Verdict::not_reproduced || cause(claim) != nullptr;
}

std::string verdict_text(const Claim& claim) {
  std::string text;
  const Rerun* reason = holds(claim) ? nullptr : cause(claim);
  switch (verdict(claim)) {
    case Verdict::not_testable: text = "not testable here: " + claim.untestable.why; break;
    case Verdict::not_run: return "not run";
    case Verdict::reproduced: text = "reproduced"; break;
    case Verdict::not_reproduced:
      text = reason == nullptr ? "NOT REPRODUCED, no cause is shown" : "not reproduced";
      break;
    case Verdict::ours: text = holds(claim) ? "ours, holds" : "ours, does not hold"; break;
  }
  if (claim.is_testable() && reason != nullptr) text.append(", holds without ").append(reason->without);
  if (claim.simulated && !claim.simulated->note.empty() && claim.simulated->note != claim.untestable.why)
    text += (claim.is_testable() ? ": " : "; ") + claim.simulated->note;
  return text;
}

namespace {

/// Readings with the same answer.
struct Alike {
  std::size_t count = 0;
  std::string first;

  void add(std::string reading) {
    if (count++ == 0) first = std::move(reading);
  }
};

}  // namespace

Claim claim_in_readings(const std::string& name, const std::string& at, const char* where, const char* stated,
                        const std::vector<ReadingAnswer>& answers, const char* what) {
  std::optional<Simulated> shown;  // the first that shows anything
  Alike holding, failing, silent, others;
  for (const auto& [reading, found, is_of_paper] : answers) {
    if (!found) return claim_of_model(name, at, where, stated, std::nullopt);
    const bool shows = shows_anything(*found);
    const std::string value = shows ? fmt::format("{} ({:.2f})", reading, found->value) : reading + ": " + found->note;
    if (!is_of_paper) {
      others.add(value);
      continue;
    }
    if (!shown || (shows && !shows_anything(*shown))) shown = found;
    (!shows ? silent : found->holds() ? holding : failing).add(value);
  }
  const std::size_t readings = holding.count + failing.count + silent.count;
  if (silent.count == readings) {
    if (readings == 0) shown = shows_nothing("");
    shown->note = readings == 0 ? fmt::format("no {} is the paper's; the first {}", what, others.first)
                                : fmt::format("no {} shows it, out of {}; the first {}", what, readings, silent.first);
    Claim claim = claim_of_answer(name, at, where, stated, std::move(shown));
    if (readings == 0) claim.untestable.reason = Untestable::Reason::readings;
    return claim;
  }
  std::string counts = fmt::format("it holds in {} of {} {}s", holding.count, readings, what);
  if (holding.count != 0) counts += ", the first " + holding.first;
  if (failing.count != 0) counts += fmt::format("; it does not in {}, the first {}", failing.count, failing.first);
  if (silent.count != 0) counts += fmt::format("; {} show{} nothing", silent.count, silent.count == 1 ? "s" : "");
  Claim claim = claim_of_answer(name, at, where, stated, std::move(shown));
  std::string& note = claim.simulated->note;
  const bool is_of_one_mind = failing.count == 0 || holding.count == 0;
  if (silent.count != 0 || !is_of_one_mind)
    claim.untestable = {is_of_one_mind ? Untestable::Reason::undecided : Untestable::Reason::readings,
                        fmt::format("{} on the {}: {}", is_of_one_mind ? "it may depend" : "it depends", what, counts)};
  else
    note += "; " + counts;
  if (silent.count != 0) note += "; the first that shows nothing: " + silent.first;
  if (others.count != 0) note += fmt::format("; not the paper's: {}, the first {}", others.count, others.first);
  return claim;
}

}  // namespace slackline::reproduction
