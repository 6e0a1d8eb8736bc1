// Judges a list of workloads: its entries together, and each of them alone, as an experiment without other workloads.
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "testbench/features/files/file_use.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/workload_kinds.hpp"
#include "testbench/run/workload_list.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

namespace {

/// The field of that path, if it applies to the entry; otherwise nullptr.
const Key* field_of(const WorkloadEntry& entry, const std::string& path) {
  for (const Key& field : entry.keys())
    if (field.path == path && applies(field, entry)) return &field;
  return nullptr;
}

/// The part of a key's path, "barriers.groups", that becomes `workloads` in a list.
std::string_view section_of(std::string_view path) {
  std::string_view longest;
  for (const WorkloadKind& kind : workload_kinds())
    for (const WorkloadKind::Keys& of_kind : kind.keys) {
      std::string_view section(of_kind.group);
      section.remove_suffix(1);  // its dot
      if (is_within(path, section) && section.size() > longest.size()) longest = section;
    }
  return longest;
}

bool is_name(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

bool is_same(const InputError& a, const InputError& b) {
  return a.source == b.source && a.at.line == b.at.line && a.at.column == b.at.column && a.key == b.key &&
         a.what == b.what && a.expected == b.expected && a.of == b.of;
}

/// The workload goes on until run.max_cycles, so that its latency and its load have means.
bool is_endless(const WorkloadEntry& entry) {
  const WorkloadKind& kind = entry.kind();
  return !kind.ends && (kind.is_bounded == nullptr || !kind.is_bounded(entry));
}

/// Judges a list, one entry after another.
class ListJudge {
 public:
  using Judge = std::function<void(ExperimentReading&)>;

  ListJudge(ExperimentReading& whole, const Judge& judge)
      : whole_(whole),
        judge_(judge),
        list_(whole.experiment.workloads),
        origin_(whole.given.find(workloads_key)->second),
        known_errors_(whole.errors.size()) {}

  void run() {
    refuse_abbreviations();
    check_names();
    check_measurement();
    std::vector<std::unique_ptr<ExperimentReading>> judged;
    resolve_hosts();
    check_sorts_of_hosts();
    for (std::size_t i = 0; i < list_.entries.size(); ++i)
      if (is_known(whole_, workloads_key, i, "kind")) judged.push_back(judged_entries({i}));
    check_packets();
    check_amounts();
    for (const WorkloadKind& kind : workload_kinds())
      if (kind.is_group()) check_shared_keys(kind);
    const bool are_right = whole_.errors.size() == known_errors_;
    std::vector<std::unique_ptr<ExperimentReading>> groups;  // one for each kind
    for (const WorkloadKind& kind : workload_kinds())
      if (const std::vector<std::size_t> of_kind = entries_of(kind); kind.is_group() && !of_kind.empty() && are_right)
        groups.push_back(judged_entries(of_kind));
    if (!judged.empty()) take_common(judged, groups);
  }

 private:
  void refuse_abbreviations() {
    for (const Key& key : whole_.keys())
      if (abbreviates_workload(key.path) && is_given_by_user(whole_, key.path)) {
        const Origin& given = whole_.given.find(key.path)->second;
        whole_.errors.push_back({given.source, given.at, key.path, problem("given together with workloads"),
                                 advice("use it in a record of workloads, or without that list"), ""});
      }
  }

  void check_names() {
    const std::vector<std::string> names = names_of(list_);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_given = is_known(whole_, workloads_key, i, "name");
      if (is_given && !is_name(names[i]))
        error(i, "name", value_found(escaped(names[i], 80)), "a letter, then letters, digits, - and _");
      else if (!seen.insert(names[i]).second)
        error(i, is_given ? "name" : "kind", problem("another workload has the name " + names[i]), "each name once");
    }
  }

  /// Means are of workloads that do not end. Without one there is no warm-up; next to one that ends the run ends with that,
  /// not when means are precise. `auto` and 0 change neither: resolved files have them.
  void check_measurement() {
    const RunSettings& run = whole_.experiment.run;
    std::optional<std::size_t> bounded;  // the first
    for (std::size_t i = list_.entries.size(); i-- > 0;)
      if (!is_endless(list_.entries[i])) bounded = i;
    if (!bounded) return;
    if (std::none_of(list_.entries.begin(), list_.entries.end(), is_endless) && run.warmup.value_or(0) != 0 &&
        is_given_by_user(whole_, "run.warmup"))
      add_error(whole_, "run.warmup", {workloads_key}, problem("has no effect where all workloads end"),
                advice("use auto or 0, or add a workload that does not end, such as traffic"));
    if (run.relative_error != 0 && is_given_by_user(whole_, "run.relative_error"))
      add_error(whole_, "run.relative_error", {workloads_key},
                problem("has no effect with " + record_path(whole_, workloads_key, *bounded) + ", which ends"),
                advice("use 0, or only workloads that do not end"));
  }

  /// Finds the hosts of each entry, and the device at their ports, where there is a network to name them.
  void resolve_hosts() {
    nodes_.resize(list_.entries.size());
    endpoints_.resize(list_.entries.size());
    ExperimentReading of_topology(whole_);
    has_topology_ = !is_doubtful(whole_, whole_.keys().paths_in("topology.")) && check_topology(of_topology);
    if (!has_topology_) return;
    const bool any = std::any_of(list_.entries.begin(), list_.entries.end(),
                                 [](const WorkloadEntry& entry) { return !entry.head.hosts.empty(); });
    const bool own_endpoints = has_own_endpoints(whole_.experiment);
    if (!any && !own_endpoints) return;
    const network::Netlist netlist = bare_network_of(whole_.experiment);
    HostGroups kinds;
    if (own_endpoints) kinds = host_groups(whole_.experiment, netlist);
    const HostNames names(netlist);
    for (std::size_t i = 0; i < list_.entries.size(); ++i) {
      const std::vector<std::string>& items = list_.entries[i].head.hosts;
      if (items.empty() && own_endpoints) set_endpoint(i, kinds);
      if (items.empty() || features::is_doubtful(whole_, workloads_key, i, "hosts")) continue;
      std::set<std::uint32_t> chosen;
      bool all_found = true;
      for (std::size_t item = 0; item < items.size(); ++item) {
        const std::vector<std::uint32_t> found = names.find(items[item]);
        all_found = all_found && !found.empty();
        if (found.empty())
          whole_.errors.push_back(item_error(whole_, workloads_key, i, "hosts", item,
                                             value_found(escaped(items[item], 80)), names.wanted()));
        chosen.insert(found.begin(), found.end());
      }
      if (all_found && chosen.size() != netlist.endpoints.size()) nodes_[i].assign(chosen.begin(), chosen.end());
      if (all_found && own_endpoints) set_endpoint(i, kinds);
    }
  }

  /// Notes the device of the hosts of an entry, which must be the same for all of them.
  void set_endpoint(std::size_t i, const HostGroups& kinds) {
    std::vector<std::uint32_t> nodes = nodes_[i];
    if (nodes.empty()) {
      nodes.resize(kinds.of.size());
      std::iota(nodes.begin(), nodes.end(), 0);
    }
    const auto endpoint_of = [&](std::uint32_t node) {
      return kinds.groups[kinds.of[node]].values.get<NicSettings>().endpoint;
    };
    endpoints_[i] = endpoint_of(nodes.front());
    const auto other = std::find_if(nodes.begin(), nodes.end(),
                                    [&](std::uint32_t node) { return endpoint_of(node) != *endpoints_[i]; });
    if (other == nodes.end()) return;
    const bool first_is_nic = *endpoints_[i] == EndpointKind::nic;
    error(i, "hosts",
          problem("host " + std::to_string(first_is_nic ? nodes.front() : *other) +
                  " with a network interface and host " + std::to_string(first_is_nic ? *other : nodes.front()) +
                  " without"),
          "hosts of one sort");
  }

  /// Barriers are made by the firmware of all their members, or of none.
  void check_sorts_of_hosts() {
    for (const WorkloadKind& kind : workload_kinds()) {
      if (!kind.is_group()) continue;
      const std::vector<std::size_t> entries = entries_of(kind);
      for (const std::size_t i : entries)
        if (endpoints_[i] && endpoints_[entries.front()] && *endpoints_[i] != *endpoints_[entries.front()])
          error(i, "hosts",
                problem(std::string("hosts with") + (*endpoints_[i] == EndpointKind::nic ? "" : "out") +
                        " network interfaces, unlike those of " + record_path(whole_, workloads_key, entries.front())),
                std::string("the same sort of hosts in all workloads of kind ") + kind.word);
    }
  }

  /// Limits the number of workloads that send packets, and refuses them where no firmware sends messages.
  void check_packets() {
    std::size_t count = 0;
    for (std::size_t i = 0; i < list_.entries.size(); ++i) {
      if (!is_known(whole_, workloads_key, i, "kind") || list_.entries[i].kind().is_group()) continue;
      if (++count == generator::most_workloads + 1)
        error(i, "kind", problem(std::to_string(count) + " workloads that send packets"),
              "up to " + std::to_string(generator::most_workloads));
    }
    if (!is_doubtful(whole_, {"endpoint"}) && !has_messages(whole_.experiment))
      add_error(whole_, workloads_key, {"nic.firmware"}, problem("has no effect with firmware of time slots"),
                advice("use it with firmware that serves messages, or without network interfaces"));
  }

  /// Keys that only a list has take flits: amounts of data are converted to flits for sections of the configuration alone.
  void check_amounts() {
    for (std::size_t i = 0; i < list_.entries.size(); ++i)
      for (const auto& [path, bytes] : list_.entries[i].asked_bytes)
        if (const Key& field = *list_.entries[i].keys().find(path); find_key(field.overrides) == nullptr)
          error(i, std::string(field.path_in(*find_key(workloads_key))), value_found(bytes_text(bytes)),
                "a number of flits");
  }

  std::vector<std::size_t> entries_of(const WorkloadKind& kind) const {
    std::vector<std::size_t> entries;
    for (std::size_t i = 0; i < list_.entries.size(); ++i)
      if (is_known(whole_, workloads_key, i, "kind") && &list_.entries[i].kind() == &kind) entries.push_back(i);
    return entries;
  }

  /// Judges an entry, or all groups of a kind, as one experiment. Groups share hardware and firmware, which must have room
  /// for them together.
  std::unique_ptr<ExperimentReading> judged_entries(const std::vector<std::size_t>& entries) {
    const std::size_t i = entries.front();
    const WorkloadEntry& entry = list_.entries[i];
    auto one = std::make_unique<ExperimentReading>(whole_);
    Experiment& e = one->experiment;
    e.workloads = {};
    e.workload_hosts = {nodes_[i], &entry.kind(), senders()};
    if (endpoints_[i]) e.nic.endpoint_of_all = endpoints_[i];
    for (const WorkloadKind& kind : workload_kinds())
      if (kind.is_group()) {
        reset(*find_key(kind.groups.list), e);
        one->given.erase(kind.groups.list);
      }
    for (const Key& key : whole_.keys())
      if (abbreviates_workload(key.path) && is_given_by_user(whole_, key.path)) one->given.erase(key.path);  // refused
    for (const std::string& path : entry.given) give(*one, entry, i, path);
    for (const std::string& name : origin_.doubtful.at(i))
      if (const Key* field = field_of(entry, std::string(workloads_key) + "." + name))
        one->doubtful.insert(find_key(field->overrides) == nullptr ? std::string(section_of(field->overrides))
                                                                   : field->overrides);
    const WorkloadKind& kind = entry.kind();
    if (kind.is_group())
      for (const std::size_t group : entries) add_group(*one, kind, group);
    e.own = entry.of_kinds;
    one->errors.resize(known_errors_);
    if (kind.read_files != nullptr)
      for (InputError& error : kind.read_files(e, file_opener(i))) add(std::move(error), entries);
    judge_(*one);
    for (std::size_t f = known_errors_; f < one->errors.size(); ++f) add(std::move(one->errors[f]), entries);
    for (Wording& note : one->notes) note = in_list(note, entries);
    const std::set<std::string, std::less<>>& doubtful = origin_.doubtful.at(i);
    const auto report = [&](const std::string& field, Finding what, Expected expected) {
      // A problem with other fields may follow from one that could not be read.
      const bool may_follow = doubtful.count(field) != 0 || (!doubtful.empty() && !what.problem.empty());
      if (!may_follow) error(i, field, std::move(what), std::move(expected));
    };
    if (kind.check != nullptr) kind.check(e, report);
    if (has_topology_ && hosts_of(e) > kind.most_hosts)
      error(i, "kind", value_found(kind.word, "in a network of " + std::to_string(hosts_of(e)) + " hosts"),
            "another kind, or up to " + std::to_string(kind.most_hosts) + " hosts");
    else if (kind.check_hosts != nullptr && has_topology_)
      kind.check_hosts(e, bare_network_of(whole_.experiment), report);
    return one;
  }

  /// Opens the files that fields of an entry name.
  WorkloadKind::OpenFile file_opener(std::size_t i) {
    return [this, i](const std::string& field, const std::string& name, std::size_t most) -> SourcePtr {
      if (!is_known(whole_, workloads_key, i, field)) return nullptr;
      InputErrors of_file;
      const std::string path = path_of(whole_, workloads_key, i, field, name);
      SourcePtr file = read_file(path, of_file, most, FileUse::table);
      for (const InputError& wrong : of_file) error(i, field, of_file_named(path, wrong.what), wrong.expected);
      return file;
    };
  }

  std::size_t senders() const {
    return static_cast<std::size_t>(std::count_if(list_.entries.begin(), list_.entries.end(),
                                                  [](const WorkloadEntry& entry) { return !entry.kind().is_group(); }));
  }

  /// Sets the key of a section to the value of the field that replaces it in the entry.
  void give(ExperimentReading& one, const WorkloadEntry& entry, std::size_t i, const std::string& path) const {
    const Key* field = field_of(entry, path);
    const Key* key = field == nullptr ? nullptr : find_key(field->overrides);
    if (key == nullptr) return;  // of all workloads, of a group, or of a kind that only the list has
    copy_value(*field, entry, *key, one.experiment);
    one.given.insert_or_assign(key->path,
                               Origin{origin_.fields.at(i).find(field->path_in(*find_key(workloads_key)))->second});
  }

  void add_group(ExperimentReading& one, const WorkloadKind& kind, std::size_t i) const {
    const WorkloadKind::Groups& groups = kind.groups;
    groups.append(list_.entries[i], nodes_[i], one.experiment);
    Origin& of_groups = one.given.try_emplace(groups.list, Origin{{origin_.source, origin_.items.at(i)}}).first->second;
    const std::string members = std::string(groups.hosts).substr(std::string_view(groups.list).size() + 1);
    of_groups.numbers.push_back(of_groups.items.size());
    of_groups.items.push_back(origin_.items.at(i));
    auto& fields = of_groups.fields.emplace_back(origin_.fields.at(i));
    if (const auto hosts = fields.find("hosts"); hosts != fields.end())  // whose items are not those of the members
      fields.emplace(members, Place{hosts->second.source, hosts->second.at});
    auto& doubtful = of_groups.doubtful.emplace_back(origin_.doubtful.at(i));
    if (doubtful.count("hosts") != 0) doubtful.insert(members);
  }

  /// The text with the paths of keys as records write them.
  Wording in_list(const Wording& text, const std::vector<std::size_t>& entries) const {
    return text.with_keys([&](const std::string& path) { return path_in_list(path, entries); });
  }

  /// The path of a key of a section that stands for a workload: "workloads[1].load" for "traffic.load". `entries`: those
  /// of the groups of a kind, or one of another kind.
  std::string path_in_list(const std::string& path, const std::vector<std::size_t>& entries) const {
    const WorkloadKind::Groups& groups = list_.entries[entries.front()].kind().groups;
    if (groups.list != nullptr && path.rfind(std::string(groups.list) + "[", 0) == 0) {
      const std::size_t open = std::string_view(groups.list).size() + 1, close = path.find(']');
      const std::size_t group = parse_integer(path.substr(open, close - open)).value;
      const std::string field = close + 2 < path.size() ? path.substr(close + 2) : "";
      const bool is_hosts = std::string(groups.list) + "." + field == groups.hosts;
      return record_path(whole_, workloads_key, entries.at(group), is_hosts ? "hosts" : field);
    }
    if (path.find('.') == std::string::npos || !abbreviates_workload(path)) return path;
    const bool is_of_group = groups.list != nullptr && is_within(path, groups.list);
    const std::size_t section = is_of_group ? std::string_view(groups.list).size() : section_of(path).size();
    return record_path(whole_, workloads_key, entries.front()) + path.substr(section);
  }

  /// Adds an error of entries, in the words of the list, unless it is known already.
  void add(InputError error, const std::vector<std::size_t>& entries) {
    const auto is_among = [&error](const InputErrors& others) {
      return std::any_of(others.begin(), others.end(), [&](const InputError& other) { return is_same(error, other); });
    };
    if (is_among(of_judged_)) return;
    if (!abbreviates_workload(error.key)) of_judged_.push_back(error);
    if (abbreviates_workload(error.key) &&
        (error.source == nullptr || (error.source == whole_.file && error.at.line == 0))) {
      error.source = origin_.source;
      error.at = origin_.items.at(entries.front());
    }
    error.key = path_in_list(error.key, entries);
    for (Wording* text : {&error.what.value, &error.what.remark, &error.what.problem, &error.expected.text})
      *text = in_list(*text, entries);
    if (!is_among(whole_.errors)) whole_.errors.push_back(std::move(error));
  }

  static bool is_given(const WorkloadEntry& entry, const Key& field) { return entry.given.count(field.path) != 0; }

  /// Groups share the keys of their section that are not of one group.
  void check_shared_keys(const WorkloadKind& kind) {
    const std::vector<std::size_t> entries = entries_of(kind);
    for (const std::size_t i : entries) {
      const WorkloadEntry &entry = list_.entries[i], &first = list_.entries[entries.front()];
      for (const Key& field : entry.keys()) {
        if (find_key(field.overrides) == nullptr || !applies(field, entry)) continue;
        if (settings::to_string(value_of(field, entry)) == settings::to_string(value_of(field, first))) continue;
        const std::string name(field.path_in(*find_key(workloads_key)));
        if (features::is_doubtful(whole_, workloads_key, i, name) ||
            features::is_doubtful(whole_, workloads_key, entries.front(), name))
          continue;
        error(i, name,
              value_found(settings::to_string(value_of(field, entry)),
                          (is_given(entry, field) ? "" : "default; ") + settings::to_string(value_of(field, first)) +
                              (is_given(first, field) ? " in " : " by default in ") +
                              record_path(whole_, workloads_key, entries.front())),
              std::string("the same in all workloads of kind ") + kind.word);
      }
    }
  }

  /// Gives the whole what the experiments of all entries have in common, and all groups.
  void take_common(const std::vector<std::unique_ptr<ExperimentReading>>& judged,
                   const std::vector<std::unique_ptr<ExperimentReading>>& groups) {
    Experiment common = judged.front()->experiment;
    sections_of(workload_kinds()).copy_each(whole_.experiment, common);
    for (const auto& of_kind : groups)
      sections_of({*of_kind->experiment.workload_hosts.kind}).copy_each(of_kind->experiment, common);
    common.workload_hosts = {};
    common.nic.endpoint_of_all = whole_.experiment.nic.endpoint_of_all;
    for (const auto& one : judged) {
      for (const Wording& note : one->notes)
        if (std::find(whole_.notes.begin(), whole_.notes.end(), note) == whole_.notes.end())
          whole_.notes.push_back(note);
      for (const std::string& key : one->doubtful)
        if (!abbreviates_workload(key)) whole_.doubtful.insert(key);
    }
    common.workloads = std::move(whole_.experiment.workloads);
    common.workloads.judged.clear();
    for (const auto& one : judged)
      common.workloads.judged.push_back(std::make_shared<const Experiment>(one->experiment));
    whole_.experiment = std::move(common);
  }

  /// Adds an error of a field that the entry gives, or of an item of it, "groups[1]"; or else of the entry.
  void error(std::size_t i, const std::string& field, Finding what, Expected expected) {
    const std::size_t open = field.find('[');
    const std::size_t item = open == std::string::npos
                                 ? ~std::size_t{0}
                                 : parse_integer(field.substr(open + 1, field.find(']') - open - 1)).value;
    whole_.errors.push_back(
        item_error(whole_, workloads_key, i, field.substr(0, open), item, std::move(what), std::move(expected)));
    whole_.errors.back().key = record_path(whole_, workloads_key, i, field);
  }

  ExperimentReading& whole_;
  const Judge& judge_;
  const WorkloadList list_;  // a copy: that of the whole is replaced
  const Origin origin_;
  const std::size_t known_errors_;
  bool has_topology_ = false;                           // a legal one
  std::vector<std::vector<std::uint32_t>> nodes_;       // by entry; none: all hosts
  std::vector<std::optional<EndpointKind>> endpoints_;  // by entry, where hosts may differ
  InputErrors of_judged_;  // errors that belong to no single workload, in the words of sections
};

/// Notes which hosts have network interfaces, where records of `hosts` say so and there is a network to name them.
void resolve_endpoints(ExperimentReading& reading) {
  Experiment& e = reading.experiment;
  ExperimentReading of_topology(reading);
  if (!has_own_endpoints(e) || is_doubtful(reading, reading.keys().paths_in("topology.")) ||
      !check_topology(of_topology))
    return;
  const HostGroups kinds = host_groups(e);
  const auto nics = std::count_if(kinds.groups.begin(), kinds.groups.end(),
                                  [](const HostGroup& group) { return is_nic(group.values); });
  e.nic.any_nics = nics != 0;
  if (nics == 0) e.nic.endpoint_of_all = EndpointKind::generator;
  if (nics == static_cast<std::ptrdiff_t>(kinds.groups.size())) e.nic.endpoint_of_all = EndpointKind::nic;
}

/// A run whose workload ends is not cut, unless run.max_cycles is given.
void lift_limit(ExperimentReading& reading) {
  Experiment& e = reading.experiment;
  if (any_that_ends(e) && !is_given(reading, "run.max_cycles")) e.run.max_cycles = most_cycles;
}

}  // namespace

void judge_each(ExperimentReading& reading, const std::function<void(ExperimentReading&)>& judge) {
  resolve_endpoints(reading);
  lift_limit(reading);
  const bool is_empty = reading.experiment.workloads.entries.empty();
  if (is_empty && is_given(reading, workloads_key))
    add_error(reading, workloads_key, {}, problem("an empty list"),
              "one record or more; without the list traffic and barriers stand for a workload each");
  if (is_empty || !is_given(reading, workloads_key))
    judge(reading);
  else
    ListJudge(reading, judge).run();
}

}  // namespace slackline::features
