#include "testbench/schedule/patterns.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "testbench/schedule/conflict.hpp"
#include "testbench/schedule/dependency.hpp"
#include "testbench/studies/song2005/printed_schedules.hpp"
#include "tests/testbench/schedule/trees.hpp"

using namespace slackline;
using schedule::first_hosts;
using schedule::Message;
using schedule::Schedule;

TEST_CASE("SSS of eight hosts is Table 1 of Song 2005, message by message") {
  CHECK(schedule::simple(first_hosts(8)).messages == song2005::table_1().messages);
}

TEST_CASE("the building block of any set of hosts keeps to them, from its slot on", "[quick]") {
  Schedule schedule{{3, 7, 20}, {}};
  schedule::add_building_block(schedule, schedule.hosts, 5);
  CHECK(schedule.messages ==
        std::vector<Message>{
            {5, 3, 3}, {5, 7, 7}, {5, 20, 20}, {6, 3, 7}, {6, 7, 20}, {6, 20, 3}, {7, 3, 3}, {7, 7, 7}, {7, 20, 20}});
}

TEST_CASE("SSS of 2 to 64 hosts orders every pair directly, and is free of conflicts at one switch") {
  for (unsigned hosts = 2; hosts <= 64; ++hosts) {
    INFO(hosts << " hosts");
    const Schedule sss = schedule::simple(first_hosts(hosts));
    CHECK(sss.slots() == hosts);
    CHECK(sss.messages.size() == std::size_t{hosts} * hosts);
    const schedule::DependencyCheck dependency = check_dependency(sss);
    CHECK(dependency.holds());
    CHECK(dependency.direct == std::uint64_t{hosts} * (hosts - 1));
    const network::Netlist netlist = test::one_switch(hosts);
    CHECK(check_conflicts(sss, schedule::Paths(netlist), netlist.channels.size()).holds());
  }
}

TEST_CASE("in SSS a host sends to every host once only where their number is a power of two") {
  for (unsigned hosts = 2; hosts <= 64; ++hosts) {
    std::set<std::uint32_t> of_host_0;
    for (const Message& message : schedule::simple(first_hosts(hosts)).messages)
      if (message.from == 0) of_host_0.insert(message.to);
    INFO(hosts << " hosts");
    CHECK((of_host_0.size() == hosts) == ((hosts & (hosts - 1)) == 0));
  }
}

TEST_CASE("shifts by one more each slot order all pairs, only neighbours directly") {
  const Schedule shift = schedule::shift(first_hosts(8));
  CHECK(shift.slots() == 8);
  CHECK(shift.messages[8] == Message{1, 0, 1});
  CHECK(shift.messages.back() == Message{7, 7, 6});
  const schedule::DependencyCheck check = check_dependency(shift);
  CHECK(check.holds());
  CHECK(check.direct == 8);
}
