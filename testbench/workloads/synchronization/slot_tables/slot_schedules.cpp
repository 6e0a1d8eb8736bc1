#include "testbench/workloads/synchronization/slot_tables/slot_schedules.hpp"

#include <algorithm>
#include <string_view>

#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/schedule/schedule_table.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "testbench/settings/nearest.hpp"

namespace slackline::slot_tables {

namespace {

using features::SlotRoutes;
using features::SlotStream;
using features::SynchronizingSchedule;
using schedule::Schedule;
using settings::Values;

class Scheduler {
 public:
  Scheduler(const Values& experiment, network::Netlist& netlist, features::Refusals& objections)
      : e_(experiment),
        s_(experiment.get<features::SynchronizationSettings>()),
        netlist_(netlist),
        objections_(objections) {}

  std::optional<SlotSchedules> schedules() {
    if (!add_tree() || !add_schedules()) return std::nullopt;
    check_schedules();
    return std::move(found_);
  }

 private:
  void object(const std::string& key, const std::string& what, settings::Expected expected) {
    objections_.of_keys.push_back({"nic.synchronization." + key, settings::problem(what), std::move(expected)});
  }

  bool add_tree() {
    const bool hierarchical = resolved(s_.schedule, netlist_) == SynchronizingSchedule::hierarchical;
    if (!hierarchical && s_.routes == SlotRoutes::network) {
      if (s_.root != "auto")
        object("root", "has no effect here", settings::advice("use auto, or schedule: hss or routes: tree"));
      return true;
    }
    found_.tree = tree_of(e_, netlist_);
    if (!found_.tree) {
      object_to_root();
      return false;
    }
    if (s_.routes == SlotRoutes::tree) netlist_ = with_tree_routes(netlist_, *found_.tree);
    return true;
  }

  void object_to_root() {
    std::vector<std::string_view> names;
    for (const network::SwitchInstance& sw : netlist_.switches) names.push_back(sw.name);
    const auto roots = schedule::spanning_tree(netlist_);
    const std::string one = roots ? ", such as " + std::string(names[roots->tree.root]) : "";
    if (std::find(names.begin(), names.end(), s_.root) != names.end() || s_.root == "auto")
      return object("root", s_.root + " does not reach all hosts", "auto, or the name of a switch that does" + one);
    const std::string meant = settings::nearest(s_.root, names);
    object("root", s_.root + " is no switch of this network",
           "auto, or the name of a switch" + (meant.empty() ? one : "; did you mean " + meant + "?"));
  }

  std::vector<std::uint32_t> hosts() const {
    return schedule::first_hosts(static_cast<std::uint32_t>(netlist_.endpoints.size()));
  }

  bool read(const settings::SourcePtr& file, Schedule& to) {
    std::optional<Schedule> read = schedule::read_csv(file, netlist_, objections_.of_files);
    if (!read) return false;
    to = std::move(*read);
    if (to.messages.empty())
      objections_.of_files.push_back(
          {file, {}, "", settings::problem("a schedule without messages"), "one message or more", ""});
    return !to.messages.empty();
  }

  bool add_schedules() {
    bool all_read = true;
    switch (resolved(s_.schedule, netlist_)) {
      case SynchronizingSchedule::file: all_read = read(s_.schedule_source, found_.schedule); break;
      case SynchronizingSchedule::hierarchical:
        found_.schedule = schedule::hierarchical(found_.tree->tree, hosts());
        break;
      default: found_.schedule = *schedule_without_tree(e_, netlist_);
    }
    switch (s_.stream) {
      case SlotStream::none: break;
      case SlotStream::shift: found_.stream = schedule::shift(hosts()); break;
      case SlotStream::schedule: found_.stream = found_.schedule; break;
      case SlotStream::file: all_read = read(s_.stream_source, found_.stream) && all_read; break;
    }
    return all_read;
  }

  void check_schedules() {
    if (const std::string why = schedule::Paths::objection(netlist_); !why.empty()) {
      object("routes", "no schedule can be checked where " + why, settings::advice("use tree"));
      return;
    }
    const schedule::Paths paths(netlist_);
    add_longest_way(paths);
    if (s_.allow_conflicts) return;
    const schedule::DependencyCheck dependency = check_dependency(found_.schedule);
    if (s_.packets && !dependency.holds())
      object("schedule", "the dependency requirement " + verdict_text(dependency, netlist_),
             std::string("one with which it holds") + or_with_conflicts);
    const auto check = [&](const char* key, const Schedule& asked) {
      const schedule::ConflictCheck free = check_conflicts(asked, paths, netlist_.channels.size());
      if (!free.holds())
        object(key, "the conflict-free requirement " + verdict_text(free, netlist_),
               std::string("one with which it holds") +
                   (holds_along_tree(asked) ? ", or nic.synchronization.routes: tree" : "") + or_with_conflicts);
    };
    if (s_.packets) check("schedule", found_.schedule);
    if (!found_.stream.messages.empty()) check("stream", found_.stream);
  }

  /// Whether packets of one slot would keep out of each other's way if all kept to the tree.
  bool holds_along_tree(const Schedule& asked) const {
    if (s_.routes != SlotRoutes::network) return false;
    const std::optional<schedule::SpanningTree> tree = tree_of(e_, netlist_);
    if (!tree) return false;
    const network::Netlist along = with_tree_routes(netlist_, *tree);
    return check_conflicts(asked, schedule::Paths(along), along.channels.size()).holds();
  }

  void add_longest_way(const schedule::Paths& paths) {
    std::vector<std::uint32_t> way;
    for (const schedule::Message& message : found_.schedule.messages) {
      paths.find(message.from, message.to, way);
      if (!way.empty()) found_.longest_way = std::max(found_.longest_way, static_cast<std::uint64_t>(way.size() - 1));
    }
  }

  const Values& e_;
  const features::SynchronizationSettings& s_;
  network::Netlist& netlist_;
  features::Refusals& objections_;
  SlotSchedules found_;
};

}  // namespace

SynchronizingSchedule resolved(SynchronizingSchedule schedule, const network::Netlist& netlist) {
  if (schedule != SynchronizingSchedule::automatic) return schedule;
  return netlist.switches.size() == 1 ? SynchronizingSchedule::simple : SynchronizingSchedule::hierarchical;
}

std::optional<schedule::SpanningTree> tree_of(const Values& experiment, const network::Netlist& netlist) {
  const std::string& root = experiment.get<features::SynchronizationSettings>().root;
  if (root == "auto") return schedule::spanning_tree(netlist);
  for (std::uint32_t s = 0; s < netlist.switches.size(); ++s)
    if (netlist.switches[s].name == root) return schedule::spanning_tree(netlist, s);
  return std::nullopt;
}

std::optional<Schedule> schedule_without_tree(const Values& experiment, const network::Netlist& netlist) {
  const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(netlist.endpoints.size()));
  settings::InputErrors errors;
  switch (resolved(experiment.get<features::SynchronizationSettings>().schedule, netlist)) {
    case SynchronizingSchedule::simple: return schedule::simple(hosts);
    case SynchronizingSchedule::shift: return schedule::shift(hosts);
    case SynchronizingSchedule::file:
      return schedule::read_csv(experiment.get<features::SynchronizationSettings>().schedule_source, netlist, errors);
    default: return std::nullopt;
  }
}

std::optional<SlotSchedules> schedules_of(const Values& experiment, network::Netlist& netlist,
                                          features::Refusals& objections) {
  return Scheduler(experiment, netlist, objections).schedules();
}

}  // namespace slackline::slot_tables
