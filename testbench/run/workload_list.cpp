#include "testbench/run/workload_list.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "testbench/features/topology/settings.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/workload_kinds.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

namespace {

constexpr std::size_t most_workloads = 64;
constexpr const char* length_key = "traffic.packet.flits";  ///< of all kinds whose packets a program makes

/// The key of that path, which some kind has.
Key key_of_kinds(std::string_view path) {
  for (const WorkloadKind& kind : workload_kinds())
    for (const WorkloadKind::Keys& of_kind : kind.keys)
      for (const Key& key : of_kind.keys)
        if (key.path == path) return key;
  throw std::logic_error(std::string(path) + " is no key of a workload");
}

const KeyTable& workload_fields() {
  static const KeyTable table = [] {
    const std::string list = workloads_key;
    std::vector<ChoiceWord> words;
    for (const WorkloadKind& kind : workload_kinds())
      if (*kind.word != '\0') words.push_back({kind.word, kind.what});
    std::vector<Key> fields{
        Key(list + ".kind", choice(std::move(words), at<&WorkloadHead::kind>), "", "What the hosts do.").required(),
        {list + ".name", Text{40, at<&WorkloadHead::name>}, "",
         "Name of its part of the result: a letter, then letters, digits, - and _. Without it: the kind, from the "
         "second "
         "one on with a number."},
        {list + ".hosts", TextList{most_hosts, 100, at<&WorkloadHead::hosts>, true}, "",
         "The hosts that it runs on: names, globs such as `host1*`, numbers, ranges of numbers such as `8-15`, or "
         "`all`. "
         "Without it: all. Random packets go from and to these hosts alone; ranks are mapped to them; they are the "
         "members "
         "of a group of barriers."}};
    for (const WorkloadKind& kind : workload_kinds()) {
      for (const WorkloadKind::Keys& of_kind : kind.keys)
        append_fields(fields, list, kind.word, of_kind.group, of_kind.keys);
      if (kind.program != nullptr) append_fields(fields, list, kind.word, "traffic.", {key_of_kinds(length_key)});
    }
    return KeyTable(std::move(fields));
  }();
  return table;
}

/// The number of each entry, from 0 on: a group is counted among the groups of its kind, others among all that send packets.
std::vector<unsigned> numbers_of(const WorkloadList& list) {
  std::vector<unsigned> numbers, count(workload_kinds().size() + 1);
  for (const WorkloadEntry& entry : list.entries)
    numbers.push_back(count.at(entry.kind().is_group() ? entry.head.kind + 1 : 0)++);
  return numbers;
}

}  // namespace

WorkloadEntry::WorkloadEntry(const KeyTable& fields) : of_kinds(sections_of(workload_kinds())), fields_(&fields) {}

const WorkloadKind& WorkloadEntry::kind() const {
  std::uint64_t word = 0;  // of the words of the key, which not all kinds have
  return *std::find_if(workload_kinds().begin(), workload_kinds().end(),
                       [&](const WorkloadKind& kind) { return *kind.word != '\0' && word++ == head.kind; });
}

std::vector<Key> workload_keys() {
  static const std::string summary =
      "Workloads that run together, each a map; each has its own part of the result. Up to " +
      std::to_string(generator::most_workloads) +
      " of them send packets: all but barriers. The run ends when all that end have ended: programs, barriers, "
      "exchanges, and multicasts with `messages`. Without the list, hosts send the packets of `traffic`, which has "
      "defaults, and meet in the groups of `barriers`.";
  return {{workloads_key, overlay_list<&WorkloadList::entries, workload_fields>(most_workloads), "", summary}};
}

bool any_that_ends(const Values& experiment) {
  const std::vector<WorkloadEntry>& entries = experiment.get<WorkloadList>().entries;
  if (!entries.empty())
    return std::any_of(entries.begin(), entries.end(), [](const WorkloadEntry& entry) { return entry.kind().ends; });
  return std::any_of(workload_kinds().begin(), workload_kinds().end(), [&](const WorkloadKind& kind) {
    return kind.ends && kind.section.is_asked != nullptr && kind.section.is_asked(experiment);
  });
}

bool has_list(const Values& experiment) { return !experiment.get<WorkloadList>().entries.empty(); }

const Values& experiment_of(const Values& experiment, const std::string& workload) {
  const WorkloadList& list = experiment.get<WorkloadList>();
  const std::vector<std::string> names = names_of(list);
  const auto found = std::find(names.begin(), names.end(), workload);
  const auto i = static_cast<std::size_t>(found - names.begin());
  return i < list.judged.size() ? *list.judged[i] : experiment;
}

std::vector<std::string> names_of(const WorkloadList& list) {
  std::vector<std::string> names;
  std::vector<unsigned> count(workload_kinds().size());
  for (const WorkloadEntry& entry : list.entries) {
    const unsigned number = ++count.at(entry.head.kind);
    names.push_back(!entry.head.name.empty() ? entry.head.name
                                             : entry.kind().word + (number == 1 ? "" : std::to_string(number)));
  }
  return names;
}

bool abbreviates_workload(std::string_view path) {
  for (const WorkloadKind& kind : workload_kinds())
    for (const WorkloadKind::Keys& of_kind : kind.keys)
      for (const Key& key : of_kind.keys)
        if (is_within(path, key.path)) return true;
  return false;
}

std::vector<Workload> listed_workloads(const Values& experiment) {
  const WorkloadList& list = experiment.get<WorkloadList>();
  const std::vector<std::string> names = names_of(list);
  const std::vector<unsigned> numbers = numbers_of(list);
  std::vector<Workload> workloads;
  for (std::size_t i = 0; i < list.judged.size(); ++i)
    workloads.push_back({names[i], true, numbers[i], list.judged[i].get(), &list.entries[i].kind()});
  return workloads;
}

std::vector<Workload> packet_workloads_of(const Values& experiment) {
  const WorkloadKind* of_list = experiment.get<WorkloadHosts>().kind;
  if (of_list != nullptr && of_list->is_group()) return {};
  std::vector<Workload> workloads;
  for (Workload& listed : listed_workloads(experiment))
    if (!listed.kind->is_group()) workloads.push_back(std::move(listed));
  if (has_list(experiment)) return workloads;
  const WorkloadKind* sends = &*std::find_if(workload_kinds().begin(), workload_kinds().end(),
                                             [](const WorkloadKind& kind) { return kind.sends_random_packets(); });
  for (const WorkloadKind& kind : workload_kinds())
    if (kind.program != nullptr && kind.section.is_asked != nullptr && kind.section.is_asked(experiment)) sends = &kind;
  return {{"", false, 0, &experiment, of_list != nullptr ? of_list : sends}};
}

std::vector<Workload> workloads_of_sections(const Values& experiment) {
  std::vector<Workload> workloads = packet_workloads_of(experiment);
  for (const WorkloadKind& kind : workload_kinds())
    if (kind.is_group() && kind.section.is_asked(experiment))
      workloads.push_back({kind.section.part, false, 0, &experiment, &kind});
  return workloads;
}

std::vector<std::string> input_files_of_workloads(const ExperimentReading& reading) {
  std::vector<std::string> files;
  const std::vector<WorkloadEntry>& entries = reading.experiment.workloads.entries;
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const Key& field : entries[i].keys())
      if (const auto* type = std::get_if<FileName>(&field.type);
          type != nullptr && type->is_input && entries[i].given.count(field.path) != 0 && applies(field, entries[i]))
        files.push_back(path_of(reading, workloads_key, i, field.path_in(*find_key(workloads_key)),
                                settings::to_string(value_of(field, entries[i]))));
  const auto add = [&](const WorkloadKind& kind, const Values& experiment) {
    if (kind.files == nullptr) return;
    const std::vector<std::string> more = kind.files(experiment);
    files.insert(files.end(), more.begin(), more.end());
  };
  for (const Workload& listed : listed_workloads(reading.experiment)) add(*listed.kind, *listed.experiment);
  for (const WorkloadKind& kind : workload_kinds())
    if (kind.section.part != nullptr && !has_list(reading.experiment)) add(kind, reading.experiment);
  return files;
}

}  // namespace slackline::features
