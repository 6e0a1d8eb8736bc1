#include "testbench/workloads/synchronization/answers.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"

using namespace slackline;
using namespace slackline::synchronization;

namespace {

constexpr std::uint32_t hosts = 3;

/// Two rounds of 10 slots from slot 2 on, 3 of each for a synchronization.
network::HostInterfaces interfaces() {
  network::HostInterfaces i;
  i.nics[0].firmware = &firmware_fbs;
  std::vector<std::uint32_t> table(FBS_DESTINATIONS);
  table[FBS_FIRST_SLOT] = 2;
  table[FBS_INTERVAL] = 10;
  table[FBS_ROUNDS] = 2;
  table[FBS_SYNCHRONIZE] = 1;
  table[FBS_SLOTS] = 3;
  i.tables.assign(hosts, table);
  i.clocks.resize(hosts);
  return i;
}

void tell_slot(host::Reports& reports, std::uint32_t host, std::uint32_t slot, std::uint64_t cycle) {
  reports.add(NodeId(host), Cycle(cycle + 9),
              {NIC_DONE_SLOT, static_cast<std::uint32_t>(cycle >> 32), slot, static_cast<std::uint32_t>(cycle)});
}

void tell_counters(host::Reports& reports, std::uint32_t host, std::uint32_t value) {
  for (std::uint32_t i = 0; i < FBS_COUNTERS; ++i)
    reports.add(NodeId(host), Cycle(0), {NIC_DONE_COUNTER, i, value + i, 0});
}

/// All reports of a run without an error; host h is h * 7 cycles late before a synchronization, and h after it.
host::Reports whole_run() {
  host::Reports reports(hosts);
  constexpr std::uint64_t far = std::uint64_t{1} << 33;
  for (std::uint32_t h = 0; h < hosts; ++h) {
    for (const std::uint32_t slot : {2u, 12u}) {
      tell_slot(reports, h, slot, far + slot * 1000 + h * 7);
      tell_slot(reports, h, slot + 3, far + slot * 1000 + 3000 + (slot == 12 ? 2 * h : h));
      tell_counters(reports, h, slot);
    }
    tell_slot(reports, h, 22, far + 22'000 - h * 5);
    tell_counters(reports, h, 100);
  }
  return reports;
}

}  // namespace

TEST_CASE("The skew of a slot is the difference of the cycles of its first and its last beginning") {
  const Answers a = answers_of(interfaces(), whole_run());
  REQUIRE(a.rounds.size() == 2);
  CHECK(a.rounds[0].before.cycles == 14);
  CHECK(a.rounds[0].before.early == 0);
  CHECK(a.rounds[0].before.late == 2);
  CHECK(a.rounds[0].behind.cycles == 2);
  CHECK(a.rounds[1].behind.cycles == 4);
  CHECK(a.worst() == &a.rounds[1]);
  REQUIRE(a.at_end);
  CHECK(a.at_end->cycles == 10);
  CHECK(a.at_end->early == 2);
  CHECK(a.worst_grown() == 14);
  CHECK(a.silent.empty());
  CHECK(a.stamps.size() == 15);
}

TEST_CASE("The largest grown skew does not include the initial skew of the run") {
  host::Reports reports(hosts);
  for (std::uint32_t h = 0; h < hosts; ++h) {
    tell_slot(reports, h, 2, 2000 + h * 400);
    tell_slot(reports, h, 5, 5000);
    tell_slot(reports, h, 12, 12'000 + h);
    tell_slot(reports, h, 15, 15'000);
    tell_slot(reports, h, 22, 22'000 + h);
  }
  CHECK(answers_of(interfaces(), reports).worst_grown() == 2);
}

namespace {

/// The interval after the first synchronization ends with this skew; a slot has 2000 ticks.
Answers with_skew_before(std::uint64_t cycles, bool synchronizes = true) {
  network::HostInterfaces i = interfaces();
  for (local_clock::Params& clock : i.clocks) clock.slot_ticks = 2000;
  for (std::vector<std::uint32_t>& table : i.tables) table[FBS_SYNCHRONIZE] = synchronizes;
  host::Reports reports(hosts);
  for (std::uint32_t h = 0; h < hosts; ++h)
    for (const std::uint32_t slot : {2u, 5u, 12u, 15u, 22u})
      tell_slot(reports, h, slot, slot * 2000 + (slot == 12 && h == 1 ? cycles : 0));
  return answers_of(i, reports);
}

}  // namespace

TEST_CASE("Intervals whose skews exceed half a slot are counted, and a skew of more than a slot is a loss") {
  CHECK(with_skew_before(1000).beyond_half_slot() == 0);
  CHECK(with_skew_before(1001).beyond_half_slot() == 1);
  CHECK_FALSE(with_skew_before(2000).lost());
  const auto lost = with_skew_before(2001).lost();
  REQUIRE(lost);
  CHECK(lost->round == 1);
  CHECK(lost->where == LostSynchronization::Where::before);
  CHECK(lost->skew.late == 1);
  CHECK_FALSE(with_skew_before(2001, false).lost());  // no synchronization is configured
}

TEST_CASE("A skew of more than a slot after a synchronization is a loss, too, and the first one counts") {
  host::Reports reports = whole_run();
  network::HostInterfaces i = interfaces();
  for (local_clock::Params& clock : i.clocks) clock.slot_ticks = 3;  // skews are 2 and 4 after, 14 and 10 before
  const auto lost = answers_of(i, reports).lost();
  REQUIRE(lost);
  CHECK(lost->round == 1);
  CHECK(lost->where == LostSynchronization::Where::before);
  for (local_clock::Params& clock : i.clocks) clock.slot_ticks = 1;
  CHECK(answers_of(i, reports).lost()->where == LostSynchronization::Where::behind);
  CHECK(answers_of(i, reports).lost()->round == 0);
}

TEST_CASE("Counters are those of the hosts that have reported them, which are counted") {
  host::Reports reports(hosts);
  CHECK(answers_of(interfaces(), reports).counted == 0);
  tell_counters(reports, 2, 50);
  CHECK(answers_of(interfaces(), reports).counted == 1);
  CHECK(answers_of(interfaces(), whole_run()).counted == hosts);
}

TEST_CASE("Counters are the last reported ones, summed over all hosts") {
  const Answers a = answers_of(interfaces(), whole_run());
  CHECK(a.counters[FBS_SENT] == 3 * (100 + FBS_SENT));
  CHECK(a.counters[FBS_HELD] == 3 * (100 + FBS_HELD));
}

TEST_CASE("A run is over when every host has reported the end of its last interval, with its counters") {
  host::Reports reports(hosts);
  CHECK_FALSE(is_over(interfaces(), reports));
  for (std::uint32_t h = 0; h < hosts; ++h) {
    tell_slot(reports, h, 12, 100);
    tell_counters(reports, h, 0);
    CHECK_FALSE(is_over(interfaces(), reports));
    tell_slot(reports, h, 22, 200);
    CHECK_FALSE(is_over(interfaces(), reports));
    tell_counters(reports, h, 0);
  }
  CHECK(is_over(interfaces(), reports));
  CHECK(is_over(interfaces(), whole_run()));
}

TEST_CASE("The last counters may arrive later than the last slot, with other reports between and after them",
          "[quick]") {
  host::Reports reports = whole_run();
  tell_slot(reports, 1, 22, 200);  // now the last report of host 1
  CHECK_FALSE(is_over(interfaces(), reports));
  for (std::uint32_t i = 0; i < FBS_COUNTERS; ++i) {
    reports.add(NodeId(1), Cycle(0), {NIC_DONE_MISSING, 2, 1, i});
    CHECK_FALSE(is_over(interfaces(), reports));
    reports.add(NodeId(1), Cycle(0), {NIC_DONE_COUNTER, i, 7, 0});
  }
  reports.add(NodeId(1), Cycle(0), {NIC_DONE_BLOCKED, 2, 9, 30});
  CHECK(is_over(interfaces(), reports));
}

TEST_CASE("Hosts that stop reporting are named, and a round counts those that reported both its ends", "[quick]") {
  host::Reports reports(hosts);
  for (std::uint32_t h = 0; h < hosts; ++h) {
    tell_slot(reports, h, 2, 2000 + h);
    if (h != 1) tell_slot(reports, h, 5, 5000 + 3 * h);
    if (h == 0) tell_slot(reports, h, 22, 100'000);
  }
  reports.add(NodeId(0), Cycle(0), {NIC_DONE_MISSING, 1, 0, 2});
  const Answers a = answers_of(interfaces(), reports);
  CHECK(a.silent == std::vector<std::uint32_t>{1, 2});
  REQUIRE(a.rounds.size() == 1);
  CHECK(a.rounds[0].hosts == 2);
  CHECK(a.rounds[0].behind.cycles == 6);
  CHECK_FALSE(a.at_end);
  REQUIRE(a.missing.size() == 1);
  CHECK(a.missing[0].source == 1);
  CHECK(a.missing[0].round == 0);
  CHECK(a.missing[0].slot == 2);
}

TEST_CASE("A packet that was reported missing and then arrived is late, and not missing") {
  host::Reports reports(hosts);
  reports.add(NodeId(0), Cycle(0), {NIC_DONE_MISSING, 1, 0, 2});
  reports.add(NodeId(0), Cycle(0), {NIC_DONE_MISSING, 2, 0, 1});
  reports.add(NodeId(0), Cycle(9), {NIC_DONE_LATE, 1, 0, 2});
  reports.add(NodeId(1), Cycle(9), {NIC_DONE_LATE, 0, 0, 1});  // reported as missing when there was no room
  const Answers a = answers_of(interfaces(), reports);
  REQUIRE(a.missing.size() == 1);
  CHECK(a.missing[0].source == 2);
  REQUIRE(a.late.size() == 2);
  CHECK(a.late[0].host == 1);
  CHECK(a.late[1].source == 1);
}

TEST_CASE("The first packet that was stopped is that of the earliest slot", "[quick]") {
  host::Reports reports(hosts);
  reports.add(NodeId(0), Cycle(500), {NIC_DONE_BLOCKED, 2, 9, 30});
  reports.add(NodeId(2), Cycle(700), {NIC_DONE_BLOCKED, 1, 7, 11});
  const Answers a = answers_of(interfaces(), reports);
  REQUIRE(a.first_blocked);
  CHECK(a.first_blocked->slot == 7);
  CHECK(a.first_blocked->host == 2);
  CHECK(a.first_blocked->destination == 1);
  CHECK(a.first_blocked->cycles == 11);
  CHECK(a.first_blocked->told == 700);
}
