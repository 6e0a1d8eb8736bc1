#include "testbench/studies/curve.hpp"

#include <algorithm>

namespace slackline::studies {

namespace {

bool is_narrow(const Bracket& bracket, Decimal resolution) {
  return bracket.high.billionths - bracket.low.billionths <= resolution.billionths;
}

/// The half of a bracket that a verdict leaves.
Bracket half_of(Bracket bracket, Decimal load, LoadVerdict verdict) {
  (verdict == LoadVerdict::saturated ? bracket.high : bracket.low) = load;
  return bracket;
}

}  // namespace

CurveState follow(const CurvePlan& plan, const std::map<Decimal, LoadVerdict>& known) {
  CurveState state;
  Bracket bracket{Decimal{0}, Decimal{0}};
  for (std::size_t i = 0; i < plan.loads.size() && !state.bracket; ++i) {
    const auto verdict = known.find(plan.loads[i]);
    if (verdict == known.end()) {
      for (std::size_t ahead = i; ahead < plan.loads.size(); ++ahead)
        if (known.count(plan.loads[ahead]) == 0) state.wanted.push_back(plan.loads[ahead]);
      return state;
    }
    state.path.push_back(plan.loads[i]);
    state.failed = verdict->second == LoadVerdict::failed;
    if (state.failed) return state;
    bracket = half_of(bracket, plan.loads[i], verdict->second);
    if (verdict->second == LoadVerdict::saturated) state.bracket = bracket;
  }
  if (!state.bracket) return state;

  while (!is_narrow(*state.bracket, plan.resolution)) {
    const Decimal middle = round_middle(state.bracket->low, state.bracket->high);
    const auto verdict = known.find(middle);
    if (verdict == known.end()) {
      state.wanted.push_back(middle);
      for (const LoadVerdict either : {LoadVerdict::below, LoadVerdict::saturated})
        if (const Bracket next = half_of(*state.bracket, middle, either); !is_narrow(next, plan.resolution)) {
          const Decimal after = round_middle(next.low, next.high);
          if (known.count(after) == 0) state.wanted.push_back(after);
        }
      return state;
    }
    state.path.push_back(middle);
    state.failed = verdict->second == LoadVerdict::failed;
    if (state.failed) return state;
    state.bracket = half_of(*state.bracket, middle, verdict->second);
  }
  return state;
}

std::size_t most_to_come(const CurvePlan& plan, const CurveState& state) {
  if (state.wanted.empty()) return 0;
  std::size_t loads = 0;
  std::int64_t width = 0;
  if (state.bracket) {
    width = state.bracket->high.billionths - state.bracket->low.billionths;
  } else {
    loads = plan.loads.size() - state.path.size();
    for (std::size_t i = 1; i < plan.loads.size(); ++i)
      width = std::max(width, plan.loads[i].billionths - plan.loads[i - 1].billionths);
  }
  for (; width > plan.resolution.billionths; width -= width * 2 / 5) ++loads;  // the larger part of a halving
  return loads;
}

}  // namespace slackline::studies
