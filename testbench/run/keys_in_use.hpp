// Which keys of an experiment have an effect: those that result.json, describe and resolved.yaml show.
#pragma once

#include <cstddef>

#include "testbench/features/kinds/build.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::features {

/// Whether keys have an effect, given the others: those about a trace with traffic.trace, those about random packets
/// without it, those about network interfaces and barriers where there are any, and so on. Of an experiment without errors, which
/// must outlive it.
class KeysInUse {
 public:
  explicit KeysInUse(const Experiment& experiment)
      : experiment_(experiment), switches_(switch_groups(experiment)), of_switches_(experiment, switches_) {}
  KeysInUse(const KeysInUse&) = delete;
  KeysInUse& operator=(const KeysInUse&) = delete;
  bool operator()(const Key& key) const { return plays_part(key, experiment_); }
  /// The same of a key that a record of a list gives.
  bool in_record(const Key& list, std::size_t record, const Key& field) const;

 private:
  bool plays_part(const Key& key, const Experiment& experiment) const;

  const Experiment& experiment_;
  const SwitchGroups switches_;
  const UseOfSwitchKeys of_switches_;
};

}  // namespace slackline::features
