#include "testbench/workloads/synchronization/answers.hpp"

#include <algorithm>
#include <bitset>
#include <iterator>
#include <utility>

#include "rtl_models/firmware/catalogue.h"

namespace slackline::synchronization {

namespace {

using host::Report;

/// The cycles in which a slot began, of the hosts that have reported.
using Cycles = std::vector<std::optional<std::uint64_t>>;

/// Nothing: fewer than two hosts have reported.
std::optional<Skew> skew_of(const Cycles& cycles) {
  Skew found;
  std::uint64_t first = 0, last = 0;
  std::size_t told = 0;
  for (std::uint32_t host = 0; host < cycles.size(); ++host) {
    if (!cycles[host]) continue;
    const std::uint64_t cycle = *cycles[host];
    if (told == 0 || cycle < first) {
      first = cycle;
      found.early = host;
    }
    if (told == 0 || cycle > last) {
      last = cycle;
      found.late = host;
    }
    ++told;
  }
  if (told < 2) return std::nullopt;
  found.cycles = last - first;
  return found;
}

/// Whether a host has reported slot `end`, and then all its counters: maybe slots later, with other reports between.
bool has_ended(const std::vector<Report>& told, std::uint32_t end) {
  std::bitset<FBS_COUNTERS> counters;
  for (auto report = told.rbegin(); report != told.rend(); ++report) {
    const firmware::Completion& what = report->what;
    if (what.kind == NIC_DONE_COUNTER && what.peer < counters.size()) counters.set(what.peer);
    if (what.kind == NIC_DONE_SLOT) return what.message == end && counters.all();  // no slot is reported after that one
  }
  return false;
}

class Reading {
 public:
  Reading(const network::HostInterfaces& interfaces, const host::Reports& reports)
      : table_(interfaces.tables.at(0)),
        reports_(reports),
        hosts_(static_cast<std::uint32_t>(interfaces.tables.size())) {
    a_.first_slot = table_[FBS_FIRST_SLOT];
    a_.interval = table_[FBS_INTERVAL];
    a_.slots = table_[FBS_SLOTS];
    a_.asked_rounds = table_[FBS_ROUNDS];
    a_.synchronizes = table_[FBS_SYNCHRONIZE] != 0;
    a_.slot_ticks = interfaces.clocks.at(0).slot_ticks;
    for (const auto& table : interfaces.tables) a_.streams |= table[FBS_STREAM_SLOTS] != 0;
  }

  Answers answers() {
    for (std::uint32_t host = 0; host < hosts_; ++host) take(host);
    const auto by_slot = [](const Stamp& a, const Stamp& b) {
      return a.slot != b.slot ? a.slot < b.slot : a.host < b.host;
    };
    std::sort(a_.stamps.begin(), a_.stamps.end(), by_slot);
    std::sort(a_.late.begin(), a_.late.end());
    std::sort(a_.missing.begin(), a_.missing.end());
    std::vector<MissingPacket> never;
    std::set_difference(a_.missing.begin(), a_.missing.end(), a_.late.begin(), a_.late.end(),
                        std::back_inserter(never));
    a_.missing = std::move(never);
    for (std::uint32_t round = 0; round < a_.asked_rounds; ++round) add_round(round);
    a_.at_end = skew_of(cycles_of(a_.first_slot + a_.asked_rounds * a_.interval));
    return std::move(a_);
  }

 private:
  void take(std::uint32_t host) {
    bool over = false, counts = false;
    std::array<std::uint64_t, FBS_COUNTERS> counters{};
    for (const Report& report : reports_.of(host)) {
      const firmware::Completion& what = report.what;
      switch (what.kind) {
        case NIC_DONE_SLOT:
          a_.stamps.push_back({what.message, host, std::uint64_t{what.peer} << 32 | what.words});
          over |= what.message == a_.first_slot + a_.asked_rounds * a_.interval;
          break;
        case NIC_DONE_MISSING: a_.missing.push_back({what.message, what.words, host, what.peer}); break;
        case NIC_DONE_LATE: a_.late.push_back({what.message, what.words, host, what.peer}); break;
        case NIC_DONE_BLOCKED: block({what.message, host, what.peer, what.words, report.at.value}); break;
        case NIC_DONE_COUNTER:
          counts = true;
          if (what.peer < counters.size()) counters[what.peer] = what.message;
          break;
        default: break;
      }
    }
    a_.counted += counts;
    for (std::size_t i = 0; i < counters.size(); ++i) a_.counters[i] += counters[i];
    if (!over) a_.silent.push_back(host);
  }

  void block(const BlockedPacket& packet) {
    if (!a_.first_blocked || packet.slot < a_.first_blocked->slot) a_.first_blocked = packet;
  }

  Cycles cycles_of(std::uint32_t slot) const {
    Cycles cycles(hosts_);
    const auto before = [](const Stamp& stamp, std::uint32_t s) { return stamp.slot < s; };
    for (auto stamp = std::lower_bound(a_.stamps.begin(), a_.stamps.end(), slot, before);
         stamp != a_.stamps.end() && stamp->slot == slot; ++stamp)
      cycles[stamp->host] = stamp->cycle;
    return cycles;
  }

  void add_round(std::uint32_t number) {
    const std::uint32_t first = a_.first_slot + number * a_.interval;
    Cycles before = cycles_of(first), behind = cycles_of(first + a_.slots);
    Round round;
    round.number = number;
    for (std::size_t i = 0; i < hosts_; ++i) {
      if (before[i] && behind[i])
        ++round.hosts;
      else
        before[i] = behind[i] = std::nullopt;
    }
    if (round.hosts < 2) return;
    round.before = *skew_of(before);
    round.behind = *skew_of(behind);
    a_.rounds.push_back(round);
  }

  const std::vector<std::uint32_t>& table_;
  const host::Reports& reports_;
  const std::uint32_t hosts_;
  Answers a_;
};

}  // namespace

const Round* Answers::worst() const {
  const auto less = [](const Round& a, const Round& b) { return a.behind.cycles < b.behind.cycles; };
  const auto found = std::max_element(rounds.begin(), rounds.end(), less);
  return found == rounds.end() ? nullptr : &*found;
}

std::uint64_t Answers::worst_grown() const {
  std::uint64_t most = 0;
  for_each_end([&](std::uint32_t, const Skew& skew) { most = std::max(most, skew.cycles); });
  return most;
}

std::uint32_t Answers::beyond_half_slot() const {
  std::uint32_t count = 0;
  for_each_end([&](std::uint32_t, const Skew& skew) { count += 2 * skew.cycles > slot_ticks; });
  return count;
}

std::optional<LostSynchronization> Answers::lost() const {
  using Where = LostSynchronization::Where;
  std::optional<LostSynchronization> first;
  if (!synchronizes) return first;
  const auto look = [&](std::uint32_t round, Where where, const Skew& skew) {
    const auto earlier = [&] { return std::pair(round, where) < std::pair(first->round, first->where); };
    if (skew.cycles > slot_ticks && (!first || earlier())) first = LostSynchronization{round, where, skew};
  };
  for_each_end([&](std::uint32_t number, const Skew& skew) { look(number, Where::before, skew); });
  for (const Round& round : rounds) look(round.number, Where::behind, round.behind);
  return first;
}

bool synchronizes(const network::HostInterfaces& interfaces) {
  const nic_firmware* firmware = interfaces.nics.front().firmware;
  return (firmware == &firmware_fbs || firmware == &firmware_isotach) && !interfaces.tables.empty();
}

bool has_slots(const network::HostInterfaces& interfaces) { return interfaces.tables.at(0)[FBS_SLOTS] != 0; }

Answers answers_of(const network::HostInterfaces& interfaces, const host::Reports& reports) {
  return Reading(interfaces, reports).answers();
}

bool is_over(const network::HostInterfaces& interfaces, const host::Reports& reports) {
  const std::vector<std::uint32_t>& table = interfaces.tables.at(0);
  const std::uint32_t end = table[FBS_FIRST_SLOT] + table[FBS_ROUNDS] * table[FBS_INTERVAL];
  for (std::size_t host = 0; host < interfaces.tables.size(); ++host)
    if (!has_ended(reports.of(host), end)) return false;
  return true;
}

std::size_t told(const host::Reports& reports, std::size_t hosts) {
  std::size_t all = 0;
  for (std::size_t host = 0; host < hosts; ++host) all += reports.of(host).size();
  return all;
}

std::uint64_t expected_cycles(const network::HostInterfaces& interfaces) {
  const std::vector<std::uint32_t>& table = interfaces.tables.at(0);
  const std::uint64_t slots = table[FBS_FIRST_SLOT] + std::uint64_t{table[FBS_ROUNDS]} * table[FBS_INTERVAL] + 3;
  return slots * interfaces.clocks.at(0).slot_ticks;
}

}  // namespace slackline::synchronization
