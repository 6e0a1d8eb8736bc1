#include "testbench/studies/song2005/runs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <iterator>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/run/network.hpp"

using namespace slackline;
using namespace slackline::song2005;

TEST_CASE("a full study has 30 runs on each network of the tables or more, 10 on the largest, and no run twice") {
  std::map<std::string, unsigned> count;
  std::set<std::string> names;
  for (const Run& run : runs(Effort::full)) {
    ++count[run.experiment];
    CHECK(names.insert(name_of(run)).second);
    CHECK(run.p.kg == (run.p.ks == 54 || run.p.ks == run.p.bl - 7 ? 53 : 17));
  }
  CHECK(networks().size() == 4 + 4);  // SSS on 4 to 32 ports, HSS on the four trees of section 5.2
  for (const Network& network : networks()) {
    CHECK(count[network.name()] == draws_of(network, Effort::full));
    CHECK(count[network.name()] >= (network.name() == "hss-8-4" ? 10 : 30));
  }
  CHECK(count["sss-60"] == 20);
  for (const char* run :
       {"long-sss-8-500-ppm-fbs-stream", "long-sss-8-500-ppm-free-stream", "long-sss-8-100-ppm-fbs-idle",
        "long-hss-4-3-500-ppm-fbs-stream", "long-hss-4-3-200-ppm-free-idle", "longest-2-300-ppm", "longest-4-500-ppm"})
    CHECK(count[run] == 10);
  CHECK(count["pause-sss-8-free"] == 200);
  CHECK(count["pause-sss-8-lanai4-apart"] == 30);
  CHECK(count["pause-sss-16-free-apart"] == 60);
  CHECK(count["pause-hss-4-3-free"] == 30);
  CHECK(count["sss-16-apart"] == 100);
  CHECK(count["sss-16-one-speed"] == 100);
  CHECK(count["sss-4-kg-53-one-speed"] == 600);
  CHECK(count["sss-4-one-speed"] == 300);
  CHECK(count["sss-32-kg-53-apart-one-speed"] == 20);
  CHECK(count["sss-16-kg-53"] == 100);
  CHECK(count["rd-140"] == 30);
  CHECK(count["rd-140-apart"] == 30);
  CHECK(count["rd-140-one-speed"] == 30);
  CHECK(count["rd-140-apart-one-speed"] == 30);
  CHECK(count["sss-16-stop-next-to-go"] == 100);
  CHECK(count["levels-2-cp-3.13"] == 30);
  CHECK(count["levels-4-cp-3.13"] == 4);
  CHECK(count["printed-rd-50-kg-53"] == 400);
  CHECK(count["printed-bl-256-kg-53"] == 30);
  CHECK(count["printed-levels-4-slow-kg-53"] == 4);
  CHECK(count["isotach-8-free"] == 1);
  CHECK(count["isotach-8-lanai4"] == 1);
  CHECK(count["overhead-16-2-100-ppm"] == 1);
  CHECK(count["overhead-8-4-500-ppm"] == 1);
  CHECK(count["shift-32"] == 30);
  CHECK(count["irregular"] == 30);
  CHECK(count["fabric"] == 0);
  CHECK(runs(Effort::full, {features::TopologySettings(), "x"}).size() == runs(Effort::full).size() + 30);
}

TEST_CASE("a quick study runs small networks") {
  const std::vector<Run> quick = runs(Effort::quick);
  // Four each of sss-4 and sss-8 and eight variants of each, and of hss-4-3; of two printed skews in four variants, and thirty of that with the longest buffer; of sss-8, in
  // four variants, and hss-4-3 at two costs of firmware that pauses. Three of shift-8, of the irregular network and of the printed interval. Of the
  // largest drift eight long runs and two longest intervals, and one on each of four networks of Tables 3 and 4; tokens at
  // two costs and in long packets; the failures.
  CHECK(quick.size() ==
        4 * (2 * 9 + 1) + 4 * 2 * 4 + 30 * 4 + 4 * 2 * (4 + 1) + 3 * 3 + 8 + 2 + 4 + 3 + failures().size());
  for (const Run& run : quick) CHECK(run.k * (run.m - 1) <= 16);
}

TEST_CASE("the runs of a figure vary the same parameter as the figure", "[quick]") {
  const std::vector<Run> full = runs(Effort::full);
  const auto of = [&](const std::string& experiment) {
    std::vector<Run> found;
    std::copy_if(full.begin(), full.end(), std::back_inserter(found),
                 [&](const Run& run) { return run.experiment == experiment; });
    REQUIRE_FALSE(found.empty());
    CHECK(found.size() == draws_of_figures(found.front().m));
    return found;
  };
  for (const double rd : figure_4_rd())
    for (const Run& run : of(experiment_of_rd(rd))) CHECK(run.p.rd == rd);
  for (const int bl : figure_5_bl())
    for (const Run& run : of(experiment_of_bl(bl))) {
      CHECK(run.p.bl == bl);
      CHECK(run.p.ks == bl - 11);
    }
  for (const int levels : figure_6_levels)
    for (const double cp : figure_5_cp())
      for (const Run& run : of(experiment_of_cp(levels, cp))) {
        CHECK(run.p.cp == cp);
        CHECK(run.m == levels);
      }
}

TEST_CASE(
    "in a long run two hosts, drawn by the seed, have the largest and the smallest drift, and all others are between") {
  std::set<std::string> pairs;
  for (const Run& run : runs(Effort::full)) {
    if (run.experiment != "long-sss-8-300-ppm-fbs-idle") continue;
    const features::Experiment e = experiment_of(run);
    REQUIRE(e.kinds.hosts.size() == 2);
    pairs.insert(e.kinds.hosts[0].match().front() + " " + e.kinds.hosts[1].match().front());
    CHECK(e.kinds.hosts[0].match().front() != e.kinds.hosts[1].match().front());
    const network::Netlist netlist = features::network_of(e);
    const auto lag_of = [&](std::size_t record) {
      return netlist.interfaces->clocks[std::stoul(e.kinds.hosts[record].match().front().substr(4))].lag;
    };
    CHECK(std::ldexp(static_cast<double>(lag_of(1) - lag_of(0)), -64) == Approx(300e-6).epsilon(1e-3));
    for (const local_clock::Params& clock : netlist.interfaces->clocks) {
      CHECK(lag_of(0) <= clock.lag);
      CHECK(clock.lag <= lag_of(1));
    }
    CHECK(e.nic.drift_spread == 150'000);
    CHECK(e.nic.offset_spread == 0.5);
  }
  CHECK(pairs.size() > 5);
}

TEST_CASE(
    "clocks that begin apart differ by two flits more than a buffer takes before STOP, in an order that the seed "
    "draws") {
  std::set<std::vector<std::uint32_t>> orders;
  for (const Run& run : runs(Effort::full)) {
    if (run.experiment != "sss-32-apart" && run.experiment != "printed-bl-256-kg-53-apart") continue;
    if (run.seed > 5) continue;
    const network::Netlist netlist = features::network_of(experiment_of(run));
    std::vector<std::uint32_t> positions;
    for (const local_clock::Params& clock : netlist.interfaces->clocks) positions.push_back(clock.position);
    if (run.k == 32) orders.insert(positions);
    std::sort(positions.begin(), positions.end());
    REQUIRE(positions.size() == static_cast<std::size_t>(run.k));
    for (std::size_t i = 0; i < positions.size(); ++i)
      CHECK(positions[i] == i * static_cast<std::uint32_t>(4 * (run.p.ks + 2)));
    CHECK(positions.back() < 8000);  // a slot
  }
  CHECK(orders.size() == 5);
}

TEST_CASE("a variant changes the parameters that it is named for, and no other", "[quick]") {
  std::map<std::string, Run> first;
  for (const Run& run : runs(Effort::full))
    if (run.seed == 1) first[run.experiment] = run;
  const auto like = [&](const std::string& experiment, Variant variant) {
    const Run &base = first.at(experiment), &varied = first.at(experiment_of(experiment, variant));
    CHECK(varied.k == base.k);
    CHECK(varied.m == base.m);
    CHECK(varied.p.bl == base.p.bl);
    CHECK(std::tie(varied.p.cp, varied.p.ld, varied.p.sd, varied.p.fc) ==
          std::tie(base.p.cp, base.p.ld, base.p.sd, base.p.fc));
    CHECK(varied.costs == base.costs);
    return std::pair(base, varied);
  };
  for (const auto& [variant, ks, kg, ppm] : {std::tuple(Variant::apart, 53, 17, 300u),
                                             {Variant::one_speed, 53, 17, 0u},
                                             {Variant::apart_one_speed, 53, 17, 0u},
                                             {Variant::printed_kg, 57, 53, 300u},
                                             {Variant::stop_next_to_go, 54, 53, 300u}}) {
    const auto [base, varied] = like("sss-16", variant);
    CHECK(varied.p.ks == ks);
    CHECK(varied.p.kg == kg);
    CHECK(varied.p.rd == base.p.rd);
    CHECK(varied.drift_ppm == ppm);
    CHECK(varied.begin_apart == (variant == Variant::apart || variant == Variant::apart_one_speed));
  }
  const auto [base, varied] = like("levels-4-cp-3.13", Variant::short_routing);
  CHECK(varied.p.rd == 10);
  CHECK(varied.p.ks == base.p.ks);
  CHECK(varied.drift_ppm == base.drift_ppm);
}
