#include "testbench/config/record_reader.hpp"

#include <map>
#include <set>
#include <utility>

#include "testbench/config/key_paths.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::config {

namespace {

class RecordReader {
 public:
  RecordReader(const RecordList& list, const SourcePtr& source, Experiment& experiment, Faults& faults)
      : list_(list), source_(source), experiment_(experiment), faults_(faults) {}

  /// A map. Returns the fields of which nothing is known.
  std::set<std::string, std::less<>> read(const Node& record) {
    list_.append(experiment_);
    doubtful_.clear();
    std::map<std::string, const Entry*> seen;
    for (const Entry& entry : record.entries) {
      if (entry.key.kind == NodeKind::refused) continue;
      if (entry.key.kind != NodeKind::scalar)
        fault(entry.key.at, "", describe(entry.key) + " as a key", names());
      else if (const auto [before, is_new] = seen.insert({entry.key.text, &entry}); !is_new)
        fault(entry.key.at, entry.key.text, "given twice, first in line " + std::to_string(before->second->key.at.line),
              "each key once");
      else
        read_field(entry);
    }
    check_fields(record, seen);
    return doubtful_;
  }

  void refuse(const Node& record) { fault(record.at, "", describe(record), "map of " + names()); }

 private:
  void read_field(const Entry& entry) {
    for (const Key& field : list_.fields())
      if (field.name() == entry.key.text) {
        if (!read_value(field, source_, entry.value, experiment_, faults_)) doubtful_.insert(entry.key.text);
        return;
      }
    std::vector<std::string_view> words;
    for (const Key& field : list_.fields()) words.push_back(field.name());
    const std::string meant = nearest(entry.key.text, words);
    if (!meant.empty()) doubtful_.insert(meant);
    fault(entry.key.at, entry.key.text, "unknown key", names(), meant);
  }

  /// Fields that are missing, and those that are not for records of this kind.
  void check_fields(const Node& record, const std::map<std::string, const Entry*>& seen) {
    const auto* kind = std::get_if<Choice>(&list_.fields().front().type);
    const std::string_view first = list_.fields().front().name();
    const bool kind_known = doubtful_.count(first) == 0 && seen.count(std::string(first)) != 0;
    for (const Key& field : list_.fields()) {
      const auto given = seen.find(std::string(field.name()));
      if (given == seen.end()) {
        if (field.presence == Presence::required && doubtful_.count(field.name()) == 0)
          fault(record.at, std::string(field.name()), "missing", allowed(field));
      } else if (kind_known && !applies(field, list_, experiment_)) {
        doubtful_.insert(given->first);
        fault(given->second->key.at, given->first, "given for " + std::string(kind->words[kind->get(experiment_)].word),
              "only for " + joined(field.only_for));
      }
    }
  }

  std::string names() const {
    std::vector<std::string_view> all;
    for (const Key& field : list_.fields()) all.push_back(field.name());
    return joined(all);
  }

  void fault(Position at, const std::string& name, std::string read, std::string allowed, std::string hint = "") {
    const std::string group(list_.of.substr(0, list_.of.size() - 1));
    faults_.push_back({source_, at, name.empty() ? group : escaped(group + "." + name, 80), std::move(read),
                       std::move(allowed), std::move(hint)});
  }

  const RecordList& list_;
  const SourcePtr& source_;
  Experiment& experiment_;
  Faults& faults_;
  std::set<std::string, std::less<>>
      doubtful_;  ///< of the record that is being read; those meant by unknown names, too
};

}  // namespace

bool read_records(const RecordList& list, const SourcePtr& source, const Node& node, Experiment& experiment,
                  Faults& faults, DoubtfulFields* doubtful) {
  const std::size_t faults_before = faults.size();
  Experiment before;
  list.swap(before, experiment);
  RecordReader reader(list, source, experiment, faults);
  bool complete = true;
  for (const Node& record : node.items) {
    if (record.kind == NodeKind::refused)
      complete = false;
    else if (record.kind != NodeKind::map)
      reader.refuse(record);
    else if (auto of_record = reader.read(record); doubtful != nullptr)
      doubtful->push_back(std::move(of_record));
  }
  return complete && faults.size() == faults_before;
}

}  // namespace slackline::config
