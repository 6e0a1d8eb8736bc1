// Simulations of the study, against what holds for them without it.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/studies/anglano/runs.hpp"
#include "testbench/studies/anglano/setups.hpp"
#include "testbench/workloads/multicast/meter.hpp"

using namespace slackline;
using namespace slackline::anglano;

namespace {

Measurement measured(const Setup& setup) {
  Run run;
  run.setup = setup;
  run.experiment = setup.name();
  run.warmup = 10'000;
  run.cycles = 100'000;
  // As between the processes of a study: a value that visit() forgets is lost.
  return reproduction::decode<Measurement>(reproduction::encode(measure(run, simulation::run)));
}

}  // namespace

TEST_CASE("the originator of unicasts sends a copy to each member, and that of a ring one", "[quick]") {
  for (const Network network : networks(Effort::full)) {
    const Measurement unicasts = measured(one_source(network, 8, Algorithm::unicasts)),
                      ring = measured(one_source(network, 8, Algorithm::ring));
    // A worm and its header; some are under way at the ends of the window.
    const double worm = 16 + firmware::worm_header_words;
    CHECK(unicasts.source_time == Approx(7 * worm).epsilon(0.3));
    CHECK(ring.source_time == Approx(worm).epsilon(0.3));
    CHECK(unicasts.refused == 0);
    CHECK(ring.depth == 7);
    CHECK(ring.branching == 1);
    CHECK(ring.to_last > ring.cost);  // and the worm, and the transfers at both ends
    CHECK(unicasts.went_on == 1);
  }
}

TEST_CASE("on the star long worms of a tree wait for the links between switches, which those of a path hardly use") {
  const Point star{Network::star, 16, 512, Load::quarter, true}, one_switch = without_links_between_switches(star);
  const Measurement tree = measured(star.with(Algorithm::up_down)), path = measured(star.with(Algorithm::bus)),
                    tree_without = measured(one_switch.with(Algorithm::up_down)),
                    path_without = measured(one_switch.with(Algorithm::bus));
  // No switch of the star is called switch0: "others" are all of its links between switches.
  CHECK(tree.other_links > 2 * path.other_links);
  CHECK(tree.to_last > 2 * tree_without.to_last);
  CHECK(path.to_last < 1.1 * path_without.to_last);
  CHECK(tree_without.other_links + tree_without.root_links == 0);
}

TEST_CASE("each cause of a tree's loss at heavy load is taken away, and nothing else is") {
  const auto keys_without = [](const WithoutCause& without) {
    Run run;
    run.setup = without.point.with(Algorithm::up_down);
    std::map<std::string, std::string> keys;
    for (const auto& [key, value] : assignments_of(run))
      if (key.rfind("topology.", 0) != 0) keys[key] = value;
    return keys;
  };
  for (const Network network : networks(Effort::full)) {
    INFO(to_string(network));
    const Point point{network, 16, 512, Load::heavy, true};
    const std::vector<WithoutCause> causes = causes_at_heavy_load(point);
    REQUIRE(causes.size() == 5);
    const auto as_it_is = keys_without({"", point});
    CHECK(keys_without(causes[1]) == as_it_is);  // but for the topology
    auto changed = as_it_is;
    changed["firmware.multicast.buffers"] = std::to_string(large_memory);
    CHECK(keys_without(causes[0]) == changed);
    CHECK(keys_without(causes[2]) == changed);
    changed["firmware.multicast.ack"] = "early";
    CHECK(keys_without(causes[3]) == changed);
    changed["firmware.multicast.ack"] = "head";
    changed["firmware.multicast.cut_through"] = "off";
    CHECK(keys_without(causes[4]) == changed);
  }
}

TEST_CASE("hosts with much memory refuse fewer worms, and at one switch worms share no links between switches") {
  const Point star{Network::star, 16, 512, Load::heavy, true};
  const std::vector<WithoutCause> causes = causes_at_heavy_load(star);
  const auto along_tree = [](const Point& point) { return measured(point.with(Algorithm::up_down)); };
  const Measurement as_it_is = along_tree(star), memory = along_tree(causes[0].point),
                    one_switch = along_tree(causes[1].point);
  CHECK(as_it_is.refused > 0.03);
  CHECK(memory.refused < 0.1 * as_it_is.refused);
  CHECK(as_it_is.other_links > 0);
  CHECK(one_switch.other_links + one_switch.root_links == 0);
}

TEST_CASE("FIFO with one buffer is the plain scheme, cycle by cycle") {
  const Measurement fifo = measured(of_one_buffer(Scheme::fifo)), plain = measured(of_one_buffer(Scheme::plain));
  CHECK(fifo.refused > 0);
  CHECK(fifo.to_last == plain.to_last);
  CHECK(fifo.repeated == plain.repeated);
}

TEST_CASE("the load of a lowest ID is that over the busiest member that is the lowest of no group", "[quick]") {
  host::Groups groups(3);
  groups[0].members = {0, 1, 2, 3};
  groups[1].members = {3, 4, 5};  // 3 is the lowest of this one, and 5 of the next
  groups[2].members = {5, 6};
  const multicast::Order order({2, 3, 5, 0, 1, 4, 6});
  const std::vector<double> loads{1, 4, 6, 50, 10, 40, 8};
  const auto load = [&](std::uint32_t host) { return loads[host]; };
  CHECK(load_of_lowest(groups, order, load) == Approx((6. / 4 + 50. / 10 + 40. / 8) / 3));
  CHECK(load_of_lowest({}, order, load) == 0);
  groups[2].members = {3};  // no others; and 5 is one in the group before
  CHECK(load_of_lowest(groups, order, load) == Approx((6. / 4 + 50. / 40) / 2));
}

TEST_CASE("links at the root are those from it and those to it, and links of hosts are none", "[quick]") {
  const auto used = [](const char* name, std::uint64_t busy) {
    statistics::LinkUse link;
    link.name = name;
    link.cycles = 100;
    link.busy = busy;
    return link;
  };
  const auto [at_root, others] =
      use_at_root({used("link_switch0_p1_to_switch1_p0", 40), used("link_switch10_p0_to_switch0_p2", 20),
                   used("link_switch1_p0_to_switch10_p1", 8), used("link_switch10_p3_to_switch20_p0", 4),
                   used("link_switch0_p4_to_host0", 99), used("link_host0_to_switch0_p4", 99)});
  CHECK(at_root == Approx(0.3));
  CHECK(others == Approx(0.06));
}

TEST_CASE("a sequencer gives all members one order, and sends most copies") {
  const Measurement by_lowest = measured(ordered(Algorithm::ordered_tree)),
                    by_each = measured(ordered(Algorithm::wrap_around));
  CHECK(by_lowest.agreeing == 1);
  CHECK(by_each.agreeing < 1);
  CHECK(by_lowest.lowest_copies > 1);
  CHECK(by_each.lowest_copies < by_lowest.lowest_copies);
}

TEST_CASE("on a path at heavy load worms wait at the lowest ID, which sends no more copies than others") {
  const Setup at_heavy_load = one_ordered_at_heavy_load(Algorithm::ordered_path);
  const Measurement path = measured(at_heavy_load), ring = measured(one_ordered_at_heavy_load(Algorithm::ring));
  CHECK(path.agreeing == 1);
  CHECK(path.lowest_buffers > 1);
  CHECK(ring.lowest_buffers < 1);
  // Of n messages the lowest sends n, and another member but the last n and its requests, 1/8 of them.
  CHECK(path.lowest_copies == Approx(8. / 9).epsilon(0.1));
  CHECK(measured(one_ordered(Algorithm::ordered_path)).lowest_buffers < path.lowest_buffers);
}

TEST_CASE("up*/down* uses the links at its root more than others, and datelines about as much") {
  const Measurement up_down = measured(over(true, judged_background)),
                    datelines = measured(over(false, judged_background));
  CHECK(up_down.root_links > 1.5 * up_down.other_links);
  CHECK(datelines.root_links == Approx(datelines.other_links).epsilon(0.25));
  CHECK(datelines.background > 0.9);  // that the network carries
  CHECK(measured(over(false, most_background)).background > measured(over(true, most_background)).background);
}

TEST_CASE("hosts send each word and a part of a header for a member, and those of refused worms again") {
  const Setup no_refusals = one_source(Network::torus, 8, Algorithm::ring);
  const Measurement m = measured(no_refusals);
  CHECK(m.refused == 0);
  // A worm of 16 words has a header, and an ACK comes for it; the window may cut a worm at either end.
  const double worm = 16 + firmware::worm_header_words;
  CHECK(m.flits_sent > worm / 16 * 0.9);
  CHECK(m.flits_sent < 2 * worm / 16);
  CHECK(measured(over_links(1)).flits_sent > 1.05);
}

TEST_CASE("a bus of four with one class deadlocks as in figure 4, in a circle of its interfaces") {
  for (const Scheme scheme : paper_schemes) {
    const Measurement one = measured(of_figure_4(true, scheme, 1)), two = measured(of_figure_4(false, scheme, 1));
    CHECK(one.went_on == 0);
    CHECK(one.circle >= 2);
    CHECK(one.circle <= 4);
    CHECK(two.went_on == 1);
  }
}

TEST_CASE("without recovery worms in a circle stay there") {
  const Measurement open = measured(all_to_all(Algorithm::wrap_around, 8, true));
  CHECK(open.went_on == 1);
  CHECK(open.permit_wait > 0);
  CHECK(measured(all_to_all(Algorithm::wrap_around, 8, false)).went_on == 0);
  CHECK(measured(all_to_all(Algorithm::up_down, 8, false)).went_on == 1);
}

TEST_CASE("a deadlock is measured where a claim is about it, also one that should not occur, and else ends the study") {
  const auto standing = [](const features::Experiment& experiment, const auto&... more) {
    report::Result result = simulation::run(experiment, more...);
    result.nothing_since = Cycle(1);
    result.status = report::Status::failed;
    return result;
  };
  const auto measured_standing = [&](const Setup& setup) {
    Run run;
    run.setup = setup;
    run.experiment = setup.name();
    run.warmup = 1000;
    run.cycles = 1000;
    return measure(run, standing);
  };
  for (const Setup& setup : {circular(true, Scheme::plain, 1), circular(false, Scheme::fifo, 2),
                             all_to_all(Algorithm::binomial, 3, true), on_mesh(Scheme::plain, false, 1)})
    CHECK(measured_standing(setup).went_on == 0);
  CHECK_THROWS(measured_standing(contended(Scheme::fifo, 4)));
}

TEST_CASE("members that see different sequences are measured for claim (19), and other errors end the study") {
  const auto measured_with = [&](const char* error) {
    Run run;
    run.setup = ordered(Algorithm::ordered_path);
    run.experiment = run.setup.name();
    run.warmup = 1000;
    run.cycles = 20'000;
    return measure(run, [&](const features::Experiment& experiment, const auto&... more) {
      report::Result result = simulation::run(experiment, more...);
      result.totals.errors.push_back({"multicast, group 0", error, 1});
      result.status = report::Status::failed;
      return result;
    });
  };
  CHECK_NOTHROW(measured_with(multicast::different_sequences));
  CHECK_THROWS(measured_with("overflows"));
}

TEST_CASE("a message of many worms that meets unicast worms blocks them and itself, or is lost; alone it goes on") {
  Run run;
  run.cycles = 5'000'000;
  const auto measured_with = [&](bool holds_links, bool has_unicasts) {
    run.setup = on_mesh(Scheme::none, holds_links, holds_links ? 1 : 2, has_unicasts);
    run.experiment = run.setup.name();
    return measure(run, simulation::run);
  };
  for (run.seed = 1; run.seed <= 4; ++run.seed) {
    CHECK(measured_with(true, true).went_on == 0);
    CHECK(measured_with(true, false).went_on == 1);
    CHECK(measured_with(false, true).delivered < measured_with(false, false).delivered);
  }
}

TEST_CASE("a manager refuses no worm, and its grants take time") {
  const Measurement m = measured(concurrent(Scheme::manager, 8, many_multicasts));
  CHECK(m.refused == 0);
  CHECK(m.spilled == 0);
  CHECK(m.permit_wait > 100);
  CHECK(m.went_on == 1);
}
