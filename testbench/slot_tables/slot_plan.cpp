#include "testbench/slot_tables/slot_plan.hpp"

#include <algorithm>

#include "rtl_models/firmware/fbs.h"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/schedule/schedule_table.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "testbench/slot_tables/bounds_of.hpp"

namespace slackline::slot_tables {

namespace {

using config::Experiment;
using config::SlotRoutes;
using config::SlotStream;
using config::SynchronizingSchedule;
using schedule::Schedule;

constexpr std::uint32_t start_cycles = 4000;     ///< of the firmware, at the dearest costs that there are: about 2000
constexpr std::uint32_t without_drift = 10'000;  ///< slots: any interval will do

std::string text(std::uint64_t n) { return std::to_string(n); }

class Planner {
 public:
  Planner(const Experiment& experiment, network::Netlist& netlist, std::string& objections)
      : e_(experiment), s_(experiment.nic.synchronization), netlist_(netlist), objections_(objections) {}

  std::optional<SlotPlan> plan() {
    if (add_tree() && add_schedules()) {
      check_schedules();
      add_packets();
      add_interval();
      check_memory();
    }
    return objections_.empty() ? std::optional<SlotPlan>(std::move(plan_)) : std::nullopt;
  }

 private:
  void object(const std::string& key, const std::string& what, const std::string& allowed) {
    objections_ += "nic." + key + ": " + what + "; allowed: " + allowed + "\n";
  }

  bool add_tree() {
    const bool hierarchical = resolved(s_.schedule, netlist_) == SynchronizingSchedule::hierarchical;
    if (!hierarchical && s_.routes == SlotRoutes::network) {
      if (s_.root != "auto")
        object("synchronization.root", s_.root + " plays no part here",
               "auto; only with schedule: hss or routes: tree");
      return true;
    }
    plan_.tree = tree_of(e_, netlist_);
    if (!plan_.tree) {
      object("synchronization.root", s_.root + " reaches not all hosts",
             "auto, or the name of a switch that does, such as " + netlist_.switches.front().name);
      return false;
    }
    if (s_.routes == SlotRoutes::tree) netlist_ = with_tree_routes(netlist_, *plan_.tree);
    return true;
  }

  std::vector<std::uint32_t> hosts() const {
    return schedule::first_hosts(static_cast<std::uint32_t>(netlist_.endpoints.size()));
  }

  bool read(const config::SourcePtr& file, Schedule& to) {
    config::Faults faults;
    std::optional<Schedule> read = schedule::read_csv(file, netlist_, faults);
    for (const config::Fault& fault : faults) objections_ += config::to_string(fault) + "\n";
    if (!read) return false;
    to = std::move(*read);
    if (to.messages.empty()) objections_ += file->name() + ": a schedule without messages\n";
    return !to.messages.empty();
  }

  bool add_schedules() {
    switch (resolved(s_.schedule, netlist_)) {
      case SynchronizingSchedule::simple: plan_.schedule = schedule::simple(hosts()); break;
      case SynchronizingSchedule::shift: plan_.schedule = schedule::shift(hosts()); break;
      case SynchronizingSchedule::file:
        if (!read(s_.schedule_source, plan_.schedule)) return false;
        break;
      default: plan_.schedule = schedule::hierarchical(plan_.tree->tree, hosts());
    }
    switch (s_.stream) {
      case SlotStream::none: break;
      case SlotStream::shift: plan_.stream = schedule::shift(hosts()); break;
      case SlotStream::schedule: plan_.stream = plan_.schedule; break;
      case SlotStream::file: return read(s_.stream_source, plan_.stream);
    }
    return true;
  }

  void check_schedules() {
    const std::string otherwise = "; with nic.synchronization.allow_conflicts: true it would run";
    if (const std::string why = schedule::Paths::objection(netlist_); !why.empty()) {
      objections_ += "routes: no schedule can be checked where " + why + "; nic.synchronization.routes: tree\n";
      return;
    }
    const schedule::Paths paths(netlist_);
    add_longest_way(paths);
    if (s_.allow_conflicts) return;
    const schedule::DependencyCheck dependency = check_dependency(plan_.schedule);
    if (s_.packets && !dependency.holds())
      objections_ += "nic.synchronization.schedule: the dependency requirement " + verdict_text(dependency, netlist_) +
                     otherwise + "\n";
    const auto check = [&](const char* key, const Schedule& asked) {
      const schedule::ConflictCheck free = check_conflicts(asked, paths, netlist_.channels.size());
      if (!free.holds())
        objections_ +=
            std::string("nic.synchronization.") + key + ": the conflict-free requirement " +
            verdict_text(free, netlist_) +
            (s_.routes == SlotRoutes::network ? "; with nic.synchronization.routes: tree packets keep to it" : "") +
            otherwise + "\n";
    };
    if (s_.packets) check("schedule", plan_.schedule);
    if (!plan_.stream.messages.empty()) check("stream", plan_.stream);
  }

  void add_longest_way(const schedule::Paths& paths) {
    std::vector<std::uint32_t> way;
    for (const schedule::Message& message : plan_.schedule.messages) {
      paths.find(message.from, message.to, way);
      if (!way.empty()) longest_ = std::max(longest_, static_cast<std::uint64_t>(way.size() - 1));
    }
  }

  /// Song 2005, footnote 1: a packet does not find room in all the buffers on its way.
  void add_packets() {
    const std::uint64_t ticks = e_.nic.slot_ticks, cycles_per_flit = netlist_.channels.front().cycles_per_flit;
    std::uint64_t others = 0;
    const network::Channel* other = nullptr;
    for (const network::Channel& channel : netlist_.channels)
      if (channel.cycles_per_flit != cycles_per_flit && others++ == 0) other = &channel;
    if (other != nullptr) {
      objections_ +=
          "links: " + channel_name(netlist_, *other) + " takes a flit in " + text(other->cycles_per_flit) +
          " cycles, as " + text(others) + " of " + text(netlist_.channels.size()) +
          " channels that are not as fast as the first; allowed where packets are as long as a slot: links of "
          "one speed, by cycles_per_flit of such links\n";
      return;
    }
    const std::uint64_t flits = ticks / cycles_per_flit, buffers = longest_ * e_.switches.buffer_flits;
    const std::uint64_t least = std::max<std::uint64_t>(buffers + 1, 4 * (FBS_HEADER_WORDS + 2)) * cycles_per_flit;
    const std::uint64_t most = std::uint64_t{nic::most_words} * cycles_per_flit;
    if (ticks < least || ticks > most)
      object("slot_ticks", text(ticks),
             text(least) + " to " + text(most) + ": a packet fills a slot, and is longer than the " + text(longest_) +
                 " buffers on its way, of " + text(e_.switches.buffer_flits) + " flits each");
    plan_.slot_flits = static_cast<std::uint32_t>(flits);
    plan_.last_flits = static_cast<std::uint32_t>(std::max(flits / 2, std::min(buffers + 1, flits)));
    plan_.stream_words = static_cast<std::uint32_t>(s_.stream_words.value_or(flits / 2 - 1 - FBS_HEADER_WORDS));
    if (!plan_.stream.messages.empty() && plan_.stream_words + FBS_HEADER_WORDS + 1 > flits)
      object("synchronization.stream_words", text(plan_.stream_words),
             "up to " + text(flits - FBS_HEADER_WORDS - 1) + ", so that a packet fits into a slot");
  }

  void add_interval() {
    const std::uint64_t least = plan_.schedule.slots() + 2, ticks = e_.nic.slot_ticks;
    plan_.first_slot = static_cast<std::uint32_t>(2 + start_cycles / ticks);
    std::uint64_t slots = s_.interval.value_or(without_drift);
    std::string by_what;
    const double drift = drift_of(*netlist_.interfaces);
    if (!s_.interval && drift > 0) {
      const auto bounds = bounds_of(e_, netlist_, plan_.tree);
      if (!bounds)
        return object("synchronization.interval", "auto, and no bound is known of this schedule", "a number of slots");
      const double bound = std::max(bounds->paper_cycles, bounds->drained_cycles);
      slots = std::min<std::uint64_t>(without_drift * 100,
                                      synchronization::interval(bound, static_cast<double>(ticks), drift));
      by_what = " by the drift of the clocks and a bound of " + text(static_cast<std::uint64_t>(bound)) + " cycles";
    }
    if (slots < least)
      return object(
          "synchronization.interval", s_.interval ? text(slots) : "auto comes to " + text(slots) + by_what,
          "at least " + text(least) + ", the slots of a synchronization and 2; longer slots allow longer ones");
    if (plan_.first_slot + slots * s_.rounds > 0x7fffffff)
      object("synchronization.rounds", text(s_.rounds),
             "up to " + text((0x7fffffff - plan_.first_slot) / slots) + " at an interval of " + text(slots) + " slots");
    plan_.interval = static_cast<std::uint32_t>(slots);
  }

  void check_memory() {
    const std::uint64_t slots = plan_.schedule.slots(), frame = plan_.stream.slots();
    const std::uint64_t table = 4 * (FBS_DESTINATIONS + 2 * slots + frame);
    const std::uint64_t own = FBS_MEMORY_BYTES(netlist_.endpoints.size(), slots);
    const std::uint64_t payload = 4 * std::max<std::uint64_t>(plan_.slot_flits, plan_.stream_words);
    if (std::max(own + table, payload) > e_.nic.memory)
      object("memory", text(e_.nic.memory) + " bytes",
             "at least " + text(std::max(own + table, payload)) + ": schedule, counters and payload of fbs");
  }

  const Experiment& e_;
  const config::SynchronizationSettings& s_;
  network::Netlist& netlist_;
  std::string& objections_;
  SlotPlan plan_;
  std::uint64_t longest_ = 1;  ///< switches on the longest way of a synchronizing packet
};

}  // namespace

SynchronizingSchedule resolved(SynchronizingSchedule schedule, const network::Netlist& netlist) {
  if (schedule != SynchronizingSchedule::automatic) return schedule;
  return netlist.switches.size() == 1 ? SynchronizingSchedule::simple : SynchronizingSchedule::hierarchical;
}

std::optional<schedule::SpanningTree> tree_of(const Experiment& experiment, const network::Netlist& netlist) {
  const std::string& root = experiment.nic.synchronization.root;
  if (root == "auto") return schedule::spanning_tree(netlist);
  for (std::uint32_t s = 0; s < netlist.switches.size(); ++s)
    if (netlist.switches[s].name == root) return schedule::spanning_tree(netlist, s);
  return std::nullopt;
}

std::optional<SlotPlan> plan_of(const Experiment& experiment, network::Netlist& netlist, std::string& objections) {
  return Planner(experiment, netlist, objections).plan();
}

}  // namespace slackline::slot_tables
