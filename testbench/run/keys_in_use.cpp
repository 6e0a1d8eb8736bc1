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

namespace {

/// The experiment that has an entry's workload alone obeys the field.
bool workload_obeys(const WorkloadList& workloads, std::size_t entry, const Key& field) {
  if (entry >= workloads.judged.size()) return true;
  const WorkloadEntry& of = workloads.entries.at(entry);
  for (const Key& own : of.keys())  // kinds have fields of one name
    if (own.path == field.path && applies(own, of))
      if (const Key* const key = find_key(own.overrides)) return traffic_plays_part(*key, *workloads.judged[entry]);
  return true;
}

}  // namespace

bool KeysInUse::in_record(const Key& list, std::size_t record, const Key& field) const {
  if (list.path == "workloads") return workload_obeys(experiment_.workloads, record, field);
  if (list.path != "switches" || field.overrides.empty()) return true;
  return !of_switches_.without_effect(field.overrides, record);
}

}  // namespace slackline::features
