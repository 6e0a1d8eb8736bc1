// The list of workloads of an experiment, `workloads`, and its keys: those of the sections that abbreviate a list of one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/settings/overlay.hpp"
#include "testbench/settings/sections.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::features {

class ExperimentReading;

/// What each of them has.
struct WorkloadHead {
  unsigned kind = 0;               ///< its place in workload_kinds()
  std::string name;                ///< empty: by its kind
  std::vector<std::string> hosts;  ///< names, globs, numbers, ranges of numbers, or "all"; none: all
};

/// One of the list: values of some keys, those in `given`.
class WorkloadEntry final : public Values {
 public:
  explicit WorkloadEntry(const KeyTable& fields);

  const KeyTable& keys() const override { return *fields_; }
  std::unique_ptr<Values> copy() const override { return std::make_unique<WorkloadEntry>(*this); }
  bool is_partial() const override { return true; }
  const WorkloadKind& kind() const;

  WorkloadHead head;
  settings::Sections of_kinds;  ///< those of all kinds

 private:
  void* find(SectionId section) override {
    void* found = find_section(section, head);
    return found != nullptr ? found : of_kinds.find(section);
  }

  const KeyTable* fields_;
};

struct WorkloadList {
  std::vector<WorkloadEntry> entries;
  /// Of each entry, once judged: the experiment that has no other workload.
  std::vector<std::shared_ptr<const Values>> judged;
};

constexpr const char* workloads_key = "workloads";
std::vector<Key> workload_keys();

/// Some workload ends on its own.
bool any_that_ends(const Values& experiment);
bool has_list(const Values& experiment);
/// The experiment of a workload of that name; without a list the experiment itself.
const Values& experiment_of(const Values& experiment, const std::string& workload);

/// The names of the workloads of a list.
std::vector<std::string> names_of(const WorkloadList& list);

/// Whether a key abbreviates a list of one workload, and so does not go with `workloads`.
bool abbreviates_workload(std::string_view path);

/// The workloads of a list that has been judged.
std::vector<Workload> listed_workloads(const Values& experiment);

/// Those that run without a list: the packets that hosts send in any case, and groups that a section asks for.
std::vector<Workload> workloads_of_sections(const Values& experiment);

/// Those that are no groups, in the order of network::Netlist::workloads. None where only groups are listed.
std::vector<Workload> packet_workloads_of(const Values& experiment);

/// The files of workloads, but for those that keys of sections name, as far as they have been read: as they can be opened
/// from here.
std::vector<std::string> input_files_of_workloads(const ExperimentReading& reading);

/// Calls judge() for the experiment; where it has a list, for one experiment of each workload instead, and adds what is
/// wrong with them in the words of the list.
void judge_each(ExperimentReading& reading, const std::function<void(ExperimentReading&)>& judge);

}  // namespace slackline::features
