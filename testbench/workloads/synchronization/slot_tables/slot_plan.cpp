#include "testbench/workloads/synchronization/slot_tables/slot_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rtl_models/firmware/fbs.h"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/switch/settings.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/workloads/synchronization/slot_tables/estimates.hpp"

namespace slackline::slot_tables {

namespace {

using settings::Values;

constexpr std::uint32_t without_drift = 10'000;  ///< slots: any interval will do

std::string text(std::uint64_t n) { return std::to_string(n); }

class Planner {
 public:
  Planner(const Values& experiment, network::Netlist& netlist, features::Refusals& objections)
      : e_(experiment),
        s_(experiment.get<features::SynchronizationSettings>()),
        netlist_(netlist),
        objections_(objections) {}

  std::optional<SlotPlan> plan() {
    if (std::optional<SlotSchedules> found = schedules_of(e_, netlist_, objections_)) {
      plan_.tree = std::move(found->tree);
      plan_.schedule = std::move(found->schedule);
      plan_.stream = std::move(found->stream);
      longest_way_ = found->longest_way;
      add_packets();
      add_interval();
      check_memory();
    }
    return objections_.empty() ? std::optional<SlotPlan>(std::move(plan_)) : std::nullopt;
  }

 private:
  void object(const std::string& key, settings::Finding what, std::string expected) {
    objections_.of_keys.push_back({"nic." + key, std::move(what), std::move(expected)});
  }

  /// Flits of the deepest buffer of a virtual channel at a switch.
  std::uint64_t largest_buffer() const {
    std::uint64_t flits = 0;
    for (const wormhole_switch::Params& kind : netlist_.switch_kinds)
      flits = std::max<std::uint64_t>(flits, kind.buffer.flits);
    return flits;
  }

  /// Song 2005, footnote 1: a packet does not find room in all the buffers on its way.
  void add_packets() {
    const std::uint64_t ticks = e_.get<features::NicSettings>().slot_ticks;
    if (const std::optional<features::Refusal> speeds = several_speeds(netlist_)) {
      objections_.of_keys.push_back(*speeds);
      return;
    }
    const CyclesPerFlit rate = netlist_.channels.front().cycles_per_flit;
    const std::uint64_t flits = rate.flits_within(ticks), buffer = largest_buffer(), buffers = longest_way_ * buffer;
    const std::uint64_t least = rate.cycles_of(std::max<std::uint64_t>(buffers + 1, 4 * (FBS_HEADER_WORDS + 2)));
    const std::uint64_t most = rate.cycles_of(nic::most_words);
    if (ticks < least || ticks > most)
      object("slot_ticks", {},
             text(least) + " to " + text(most) + " (a packet fills a slot, and is longer than the " +
                 text(longest_way_) + " buffers on its way, of " + text(buffer) + " flits each)");
    plan_.slot_flits = static_cast<std::uint32_t>(flits);
    plan_.last_flits = static_cast<std::uint32_t>(std::max(flits / 2, std::min(buffers + 1, flits)));
    plan_.stream_words = static_cast<std::uint32_t>(s_.stream_words.value_or(flits / 2 - 1 - FBS_HEADER_WORDS));
    if (!plan_.stream.messages.empty() && plan_.stream_words + FBS_HEADER_WORDS + 1 > flits)
      object("synchronization.stream_words", {},
             "up to " + text(flits - FBS_HEADER_WORDS - 1) + ", so that a packet fits into a slot");
  }

  /// Slots from one synchronization to the next; nothing, and why among the objections: none that auto could come to will
  /// do.
  std::optional<std::uint64_t> interval() {
    const std::uint64_t ticks = e_.get<features::NicSettings>().slot_ticks;
    const double drift = drift_of(*netlist_.interfaces);
    const std::optional<synchronization::Estimates> estimates = estimates_of(e_, netlist_, plan_.tree);
    if (!estimates) {
      if (!s_.interval && drift > 0) {
        object("synchronization.interval", settings::remark("no estimate of the skew is known for this schedule"),
               "a number of slots");
        return std::nullopt;
      }
      return s_.interval.value_or(without_drift);
    }
    const double estimate = std::max(estimates->paper_cycles, estimates->drained_cycles);
    const std::string cycles = text(static_cast<std::uint64_t>(std::ceil(estimate))) + " cycles";
    const bool must_hold = s_.packets && !s_.allow_conflicts;
    if (must_hold && 2 * estimate >= static_cast<double>(ticks)) {
      object("slot_ticks", {},
             "at least " + text(static_cast<std::uint64_t>(2 * estimate) + 1) +
                 " (half a slot is longer than the estimate of the skew, " + cycles + ")" + or_with_conflicts);
      return s_.interval;
    }
    if (drift == 0) return s_.interval.value_or(without_drift);
    const std::uint64_t most = std::min<std::uint64_t>(
        without_drift * 100, synchronization::interval(estimate, static_cast<double>(ticks), drift));
    const std::string by_what = "the drift of the clocks and an estimate of the skew of " + cycles;
    if (!s_.interval && most < least_interval()) {
      object("synchronization.interval", settings::remark(text(most) + " by " + by_what), expected_interval());
      return std::nullopt;
    }
    if (s_.interval && *s_.interval > most && *s_.interval >= least_interval() && must_hold)
      object("synchronization.interval", {},
             "up to " + text(most) + " (by " + by_what + ", so that no skew passes half a slot)" + or_with_conflicts);
    return s_.interval.value_or(most);
  }

  std::uint64_t least_interval() const { return plan_.schedule.slots() + 2; }
  std::string expected_interval() const {
    return "at least " + text(least_interval()) +
           " (the slots of a synchronization and 2; longer slots permit longer intervals)";
  }

  void add_interval() {
    plan_.first_slot = first_slot(least_start, e_.get<features::NicSettings>().slot_ticks);
    const std::optional<std::uint64_t> found = interval();
    if (!found) return;
    const std::uint64_t slots = *found;
    if (slots < least_interval()) return object("synchronization.interval", {}, expected_interval());
    if (plan_.first_slot + slots * s_.rounds > 0x7fffffff)
      object("synchronization.rounds", {},
             "up to " + text((0x7fffffff - plan_.first_slot) / slots) + " at an interval of " + text(slots) + " slots");
    plan_.interval = static_cast<std::uint32_t>(slots);
  }

  void check_memory() {
    const std::uint64_t slots = plan_.schedule.slots(), frame = plan_.stream.slots();
    const std::uint64_t table = 4 * (FBS_DESTINATIONS + 2 * slots + frame);
    const std::uint64_t own = FBS_MEMORY_BYTES(netlist_.endpoints.size(), slots);
    const std::uint64_t payload = 4 * std::max<std::uint64_t>(plan_.slot_flits, plan_.stream_words);
    const std::size_t least = host_with_least_memory(netlist_);
    if (const std::uint64_t needed = std::max(own + table, payload); needed > netlist_.nic_of(least).memory_bytes) {
      object("memory", {}, "at least " + text(needed) + " bytes (schedule, counters and payload of fbs)");
      objections_.of_keys.back().host = least;
    }
  }

  const Values& e_;
  const features::SynchronizationSettings& s_;
  network::Netlist& netlist_;
  features::Refusals& objections_;
  SlotPlan plan_;
  std::uint64_t longest_way_ = 1;  ///< switches on that of a synchronizing packet
};

}  // namespace

std::uint32_t first_slot(std::uint64_t start, std::uint64_t slot_ticks) {
  return static_cast<std::uint32_t>(2 + start / slot_ticks);
}

std::size_t host_with_least_memory(const network::Netlist& netlist) {
  std::size_t least = 0;
  for (std::size_t host = 1; host < netlist.endpoints.size(); ++host)
    if (netlist.nic_of(host).memory_bytes < netlist.nic_of(least).memory_bytes) least = host;
  return least;
}

std::optional<features::Refusal> several_speeds(const network::Netlist& netlist) {
  const CyclesPerFlit rate = netlist.channels.front().cycles_per_flit;
  std::uint64_t others = 0;
  const network::Channel* other = nullptr;
  for (const network::Channel& channel : netlist.channels)
    if (channel.cycles_per_flit != rate && others++ == 0) other = &channel;
  if (other == nullptr) return std::nullopt;
  return features::Refusal{
      "links",
      settings::problem(channel_name(netlist, *other) + " takes a flit in " +
                        settings::to_string(other->cycles_per_flit) + " cycles, as " + text(others) + " of " +
                        text(netlist.channels.size()) + " channels that are not as fast as the first"),
      "links of one speed where packets are as long as a slot, by cycles_per_flit of such links",
      {"topology.file", "nic.firmware"}};
}

std::optional<SlotPlan> plan_of(const Values& experiment, network::Netlist& netlist, features::Refusals& objections) {
  return Planner(experiment, netlist, objections).plan();
}

}  // namespace slackline::slot_tables
