#include "testbench/workloads/synchronization/slot_tables/schedule_bound.hpp"

#include <catch2/catch.hpp>

#include "testbench/run/network.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/networks.hpp"

using namespace slackline;
using schedule::first_hosts;
using song2005::Model;

namespace {

std::optional<double> schedule_bound(const schedule::Schedule& schedule, const schedule::Paths& paths,
                                     const Model& model) {
  return slot_tables::schedule_bound(schedule, paths, model.delays(), model.drain);
}

}  // namespace

TEST_CASE("the bound of SSS is equation (8), that of shifts n - 1 times as large: theorem 3", "[quick]") {
  const network::Netlist netlist = features::network_of(song2005::full_tree(8, 2));
  const schedule::Paths paths(netlist);
  const Model model;
  CHECK(schedule_bound(schedule::simple(first_hosts(8)), paths, model).value() == Approx(sss_bound(model)));
  CHECK(schedule_bound(schedule::shift(first_hosts(8)), paths, model).value() == Approx(7 * sss_bound(model)));
}

TEST_CASE("the bound of HSS, chain by chain, is no larger than equation (10)") {
  for (const auto& [k, m] : {std::pair(4, 3), std::pair(4, 4), std::pair(8, 3)}) {
    INFO("k = " << k << ", m = " << m);
    const network::Netlist netlist = features::network_of(song2005::full_tree(k, m));
    const schedule::Schedule hss = song2005::synchronizing_schedule(netlist);
    for (const auto drain : {song2005::Drain::at_switch, song2005::Drain::at_link}) {
      const Model model{{}, drain};
      const double bound = schedule_bound(hss, schedule::Paths(netlist), model).value();
      CHECK(bound <= hss_bound(model, m) * (1 + 1e-12));
      CHECK(bound > sss_bound(model));
    }
  }
}

TEST_CASE("of two chains the one with the smaller bound counts") {
  // 0 -> 1 directly at time 3, and before that through 2.
  const schedule::Schedule both{{0, 1, 2}, {{0, 0, 0}, {1, 2, 0}, {2, 2, 1}, {3, 0, 2}, {3, 1, 1}, {4, 1, 2}}};
  const schedule::Schedule back{{0, 1}, {{0, 0, 0}, {1, 1, 0}}};
  const network::Netlist netlist = features::network_of(song2005::full_tree(4, 2));
  const schedule::Paths paths(netlist);
  CHECK_FALSE(schedule_bound(back, paths, Model()));  // 1 does not precede 0
  schedule::Schedule all = both;
  // then the reverse order, all directly
  for (const schedule::Message& message : schedule::simple({0, 1, 2}).messages)
    all.messages.push_back({message.slot + 6, message.from, message.to});
  CHECK(schedule_bound(all, paths, Model()).value() == Approx(sss_bound(Model())));
}

TEST_CASE("relations of one time make no chain") {
  // 0 -> 1 and 1 -> 2 at time 1, and nothing else leads from 0 to 2.
  const schedule::Schedule schedule{{0, 1, 2},
                                    {{1, 0, 0},
                                     {1, 1, 1},
                                     {2, 1, 0},
                                     {2, 2, 1},  // 0 -> 1, 1 -> 2
                                     {10, 2, 0},
                                     {11, 1, 0},
                                     {20, 1, 0},
                                     {21, 0, 0}}};  // 2 -> 1, 1 -> 0
  const network::Netlist netlist = features::network_of(song2005::full_tree(4, 2));
  CHECK_FALSE(schedule_bound(schedule, schedule::Paths(netlist), Model()));
}

TEST_CASE("a schedule that leaves a pair without order has no bound") {
  const network::Netlist netlist = features::network_of(song2005::full_tree(4, 2));
  schedule::Schedule sss = schedule::simple(first_hosts(4));
  sss.messages.resize(8);
  CHECK_FALSE(schedule_bound(sss, schedule::Paths(netlist), Model()));
}
