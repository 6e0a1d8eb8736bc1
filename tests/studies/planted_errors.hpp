// planted_errors: that every claim of a study can come out otherwise.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/reproduction/measurement.hpp"
#include "testbench/studies/reproduction/page.hpp"

namespace slackline::test {

/// The verdict of each claim that is simulated, and whether it holds; by "name, at".
using Answers = std::map<std::string, std::pair<reproduction::Verdict, bool>>;

inline Answers answers(const std::vector<const reproduction::ClaimTable*>& tables) {
  Answers all;
  for (const reproduction::ClaimTable* table : tables)
    for (const reproduction::Claim& claim : table->claims)
      if (claim.is_simulated && claim.simulated)
        all[claim.name + ", " + claim.at] = {verdict(claim), reproduction::holds(claim)};
  return all;
}

/// Checks that each claim changes its answer when one value of one experiment is ten times as large or small.
/// `answers_of(measurements)`: the claims; `judges(experiment)`: whether they depend on it.
template <class Measurements, class AnswersOf, class Judges>
void check_that_errors_turn_claims(const Measurements& same, const std::vector<const char*>& values,
                                   AnswersOf&& answers_of, Judges&& judges) {
  Answers unturned = answers_of(same);
  REQUIRE_FALSE(unturned.empty());
  for (const auto& [experiment, measured] : same.of) {
    if (!judges(experiment)) continue;
    for (const char* value : values)
      for (const double factor : {10., 0.1}) {
        Measurements planted = same;
        for (auto& m : planted.of.at(experiment)) m = reproduction::planted(m, value, factor);
        for (const auto& [claim, answer] : answers_of(planted))
          if (const auto found = unturned.find(claim); found != unturned.end() && found->second != answer)
            unturned.erase(found);
      }
  }
  for (const auto& [claim, answer] : unturned) UNSCOPED_INFO(claim << (answer.second ? " holds" : " does not hold"));
  CHECK(unturned.empty());
}

inline bool any_experiment(const std::string& /*name*/) { return true; }

}  // namespace slackline::test
