#include "testbench/run/keys_in_use.hpp"

#include <algorithm>

namespace slackline::features {

bool KeysInUse::plays_part(const Key& key, const Experiment& experiment) const {
  if (const auto& judged = experiment.workloads.judged; !judged.empty()) {
    const auto plays = [&](const auto& one) { return plays_part(key, dynamic_cast<const Experiment&>(*one)); };
    if (abbreviates_workload(key.path)) return false;
    return key.path == "run.relative_error" ? std::all_of(judged.begin(), judged.end(), plays)
                                            : std::any_of(judged.begin(), judged.end(), plays);
  }
  if (!nic_plays_part(key, experiment, any_nics(experiment)) || !traffic_plays_part(key, experiment) ||
      !barriers_play_part(key, experiment))
    return false;
  return !of_switches_.without_effect(key.path) && waves_play_part(key, experiment) &&
         replay_plays_part(key, experiment);
}

bool KeysInUse::in_record(const Key& list, std::size_t record, const Key& field) const {
  if (list.path != "switches" || field.overrides.empty()) return true;
  return !of_switches_.without_effect(field.overrides, record);
}

}  // namespace slackline::features
