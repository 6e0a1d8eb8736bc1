// planted_errors: that every claim of a study can come out otherwise.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/reproduction/measurement.hpp"
#include "testbench/studies/reproduction/page.hpp"

namespace slackline::test {

/// The answer that an error has to turn: of a claim of the paper its verdict; of one of ours, whose verdict is always the
/// same, and of a rerun, whether it holds.
struct Answer {
  reproduction::Verdict verdict;
  std::optional<bool> holds;  ///< of a claim of ours, or a rerun
  bool decides;  ///< false: it shows nothing. That it depends on the reading is an answer: one error is in one of them
  bool is_judged = true;  ///< false: a value that is shown without a criterion, and that no error can turn

  /// An error that only hides an answer does not turn it.
  bool is_turned_into(const Answer& other) const {
    return other.decides && !(decides && verdict == other.verdict && holds == other.holds);
  }
};

/// Of each claim that is simulated, by "name, at", and of its reruns, by "name, at, rerun 1".
using Answers = std::map<std::string, Answer>;

inline Answer answer_of(const reproduction::Claim& claim) {
  const bool is_undecided = claim.untestable.reason == reproduction::Untestable::Reason::undecided;
  return {verdict(claim), claim.is_ours ? std::optional(reproduction::holds(claim)) : std::nullopt, !is_undecided,
          shows_anything(*claim.simulated) || is_undecided};
}

inline Answers answers(const std::vector<const reproduction::ClaimTable*>& tables) {
  Answers all;
  for (const reproduction::ClaimTable* table : tables)
    for (const reproduction::Claim& claim : table->claims) {
      if (!claim.is_simulated || !claim.simulated) continue;
      const std::string name = claim.name + ", " + claim.at;
      REQUIRE(all.emplace(name, answer_of(claim)).second);  // two claims of one name would hide one another
      std::size_t number = 0;                               // what it is without may be named by measured values
      for (const reproduction::Rerun& rerun : claim.reruns)
        if (++number; rerun.simulated)
          all.insert_or_assign(name + ", rerun " + std::to_string(number),
                               Answer{reproduction::Verdict::ours, holds(claim, rerun), decides(rerun)});
    }
  return all;
}

/// Checks that each claim, and each rerun of one, changes its answer when one value of one experiment is ten times as large or
/// small.
/// `answers_of(measurements)`: the claims; `judges(experiment)`: whether they depend on it.
template <class Measurements, class AnswersOf, class Judges>
void check_that_errors_turn_claims(const Measurements& same, const std::vector<const char*>& values,
                                   AnswersOf&& answers_of, Judges&& judges) {
  Answers unturned = answers_of(same);
  for (auto claim = unturned.begin(); claim != unturned.end();)
    claim = claim->second.is_judged ? std::next(claim) : unturned.erase(claim);
  REQUIRE_FALSE(unturned.empty());
  Measurements planted = same;
  for (const auto& [experiment, measured] : same.of) {
    if (!judges(experiment)) continue;
    auto& of_experiment = planted.of.at(experiment);
    for (const char* value : values)
      for (const double factor : {10., 0.1}) {
        if (unturned.empty()) return;
        for (auto& m : of_experiment) m = reproduction::planted(m, value, factor);
        for (const auto& [claim, answer] : answers_of(planted))
          if (const auto found = unturned.find(claim); found != unturned.end() && found->second.is_turned_into(answer))
            unturned.erase(found);
        of_experiment = measured;
      }
  }
  for (const auto& [claim, answer] : unturned)
    UNSCOPED_INFO(claim << (answer.holds ? *answer.holds ? " holds" : " does not hold"
                                         : ", verdict " + std::to_string(static_cast<int>(answer.verdict))));
  CHECK(unturned.empty());
}

inline bool any_experiment(const std::string& /*name*/) { return true; }

inline Answers answers(const reproduction::Section& section) {
  std::vector<const reproduction::ClaimTable*> tables;
  for (const reproduction::Block& block : section.blocks)
    if (const auto* table = std::get_if<reproduction::ClaimTable>(&block)) tables.push_back(table);
  return answers(tables);
}

/// A section of a large study, whose claims are judged on their own: a page of all of them takes too long for each error.
template <class Measurements>
struct Part {
  std::string name;
  std::function<reproduction::Section(const Measurements&)> section;
  std::vector<std::string> experiments;  ///< the beginnings of the names of those that it judges
  std::vector<const char*> values;
};

/// The same for all claims of `page`, each of which is in one of the parts.
template <class Measurements>
void check_that_errors_turn_parts(const Measurements& same, const reproduction::Page& page,
                                  const std::vector<Part<Measurements>>& parts) {
  Answers judged;
  for (const Part<Measurements>& part : parts) judged.merge(answers(part.section(same)));
  for (const auto& [claim, answer] : answers(claim_tables(page))) {
    INFO(claim);
    CHECK(judged.count(claim) == 1);
  }
  for (const Part<Measurements>& part : parts) {
    INFO(part.name);
    check_that_errors_turn_claims(
        same, part.values, [&](const Measurements& m) { return answers(part.section(m)); },
        [&](const std::string& experiment) {
          return std::any_of(part.experiments.begin(), part.experiments.end(),
                             [&](const std::string& begin) { return experiment.find(begin) == 0; });
        });
  }
}

}  // namespace slackline::test
