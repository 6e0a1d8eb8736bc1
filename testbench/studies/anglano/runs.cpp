#include "testbench/studies/anglano/runs.hpp"

#include <map>
#include <stdexcept>
#include <string>

#include "testbench/studies/anglano/setups.hpp"

namespace slackline::anglano {

namespace {

/// Each experiment once, whichever claims ask for it. Throws std::logic_error when two have one name, or one is asked for again with more
/// draws.
class Plan : public reproduction::Plan<Run> {
 public:
  explicit Plan(Effort of) : effort(of) {}

  void add(const Setup& setup) { add(setup, draws(effort)); }
  void add(const Setup& setup, unsigned of_setup) {
    add(setup, of_setup, 50'000, is_quick(effort) ? 100'000 : 250'000);
  }
  /// All messages have time to arrive.
  void add_mesh(const Setup& setup) { add(setup, draws(effort), 0, 5'000'000); }

  std::vector<Run> take() {
    std::vector<Run> all = reproduction::Plan<Run>::take();
    for (Run& run : all) run.setup.compares_ids = known_.at(run.experiment).run.setup.compares_ids;
    return all;
  }

  const Effort effort;

 private:
  struct Known {
    Run run;
    unsigned draws = 0;
  };

  void add(const Setup& setup, unsigned of_setup, std::uint64_t warmup, std::uint64_t cycles) {
    Run run;
    run.setup = setup;
    run.experiment = setup.name();
    run.warmup = warmup;
    run.cycles = cycles;
    const auto [known, is_new] = known_.try_emplace(run.experiment, Known{run, of_setup});
    if (is_new) return reproduction::Plan<Run>::add(run, of_setup);
    Setup& before = known->second.run.setup;
    before.compares_ids |= setup.compares_ids;
    if (assignments_of(run) != assignments_of(known->second.run) ||
        setup.measures_deadlock != before.measures_deadlock || of_setup > known->second.draws)
      throw std::logic_error("two experiments, or one with more draws, of the name: " + run.experiment);
  }

  std::map<std::string, Known> known_;
};

/// Claims (1) and (16) to (18).
void add_trees(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Point& point : points(effort)) {
    // (16) to (18) are judged at single points with cut-through.
    const unsigned of_each = point.cut_through ? many_draws(effort) : draws(effort);
    const auto add_paths_and_trees = [&plan](const Point& planned, unsigned of_setup) {
      for (const Algorithm algorithm : path_algorithms) plan.add(planned.with(algorithm), of_setup);
      for (const Algorithm algorithm : tree_algorithms) plan.add(planned.with(algorithm), of_setup);
    };
    plan.add(point.with(Algorithm::unicasts), of_each);
    add_paths_and_trees(point, of_each);
    for (const Algorithm algorithm : tree_algorithms) plan.add(with_paper_copies(point).with(algorithm), of_each);
    if (!point.cut_through) continue;
    if (point.load == Load::light) {
      for (const Point& planned : {point, with_paper_copies(point)})
        for (const Algorithm algorithm : tree_algorithms) plan.add(of_two_copies(planned, algorithm), of_each);
      continue;
    }
    for (const Load load : {Load::eighth, Load::quarter}) {
      Point less = point;
      less.load = load;
      add_paths_and_trees(less, load == Load::eighth ? draws(effort) : of_each);
    }
    if (is_long(point.words) && point.members == sizes(point.network, effort).front())
      continue;  // its best tree is a path
    for (const WithoutCause& rerun : causes_at_heavy_load(point))
      add_paths_and_trees(rerun.point, rerun.needs_draws ? 2 * of_each : of_each);
  }
  if (!is_quick(effort))
    for (const unsigned members : sizes(Network::star, effort))
      for (const unsigned words : lengths(effort)) {
        for (const Algorithm algorithm : path_algorithms)
          plan.add(at_one_switch(members, words).with(algorithm), many_draws(effort));
        for (const Algorithm algorithm : tree_algorithms)
          plan.add(at_one_switch(members, words).with(algorithm), many_draws(effort));
      }
}

/// Claims (2) to (4).
void add_one_source(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Network network : networks(effort))
    for (const unsigned members : sizes(network, effort))
      for (const Algorithm algorithm :
           {Algorithm::unicasts, Algorithm::ring, Algorithm::up_down, Algorithm::wrap_around})
        plan.add(one_source(network, members, algorithm), many_draws(effort));
  for (const Network network : networks(effort))
    for (const unsigned words : lengths(effort))
      for (const unsigned members : sizes_of_slope(network, words, effort))
        for (const Algorithm algorithm : {Algorithm::unicasts, Algorithm::up_down, Algorithm::wrap_around})
          plan.add(one_source(network, members, algorithm, words), many_draws(effort));
  for (const Network network : networks(effort))
    for (const unsigned members : sizes_apart(network, effort))
      for (const Algorithm algorithm : {Algorithm::unicasts, Algorithm::up_down, Algorithm::wrap_around})
        for (const Setup& setup : {far_apart(one_source(network, members, algorithm)),
                                   of_neighbours(one_source(network, members, algorithm))})
          plan.add(setup, many_draws(effort));
}

/// Claims (5) to (8), (10) and (13).
void add_schemes(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Scheme scheme : paper_schemes)
    for (const unsigned k : buffers(effort)) {
      plan.add(contended(scheme, k), many_draws(effort));
      plan.add(saturated(contended(scheme, k)), many_draws(effort));
    }
  for (const Scheme scheme : paper_schemes) plan.add(of_one_buffer(scheme));
  for (const Setup& setup : {early_ack(), early_ready(), saturated(early_ack()), saturated(early_ready())})
    plan.add(setup, many_draws(effort));
  for (const unsigned cycles : {1u, 100u}) plan.add(over_links(cycles));
  for (const bool one_class : {true, false})
    for (const Scheme scheme : paper_schemes)
      for (const unsigned k : {1u, 2u}) {
        plan.add(circular(one_class, scheme, k));
        plan.add(of_figure_4(one_class, scheme, k));
      }
}

/// Claims (14), (15) and (22).
void add_orders_and_forwarding(Plan& plan) {
  const Effort effort = plan.effort;
  for (const HostOrder order : {HostOrder::shortest, HostOrder::drawn}) plan.add(ring(order));
  for (const HostOrder order : {HostOrder::shortest, HostOrder::group}) plan.add(one_ring(order));
  for (const unsigned words : lengths(effort))
    for (const bool by_hosts : {false, true}) plan.add(forwarding(words, by_hosts));
  for (const Scheme scheme : paper_schemes)
    for (const unsigned k : {1u, 2u}) plan.add(own_orders(scheme, k));
}

/// Curves without a claim.
void add_sweeps(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Algorithm algorithm : swept_algorithms) {
    for (const double rate : swept_rates(effort)) plan.add(at_rate(algorithm, rate));
    for (const unsigned groups : swept_groups(effort)) plan.add(of_groups(algorithm, groups));
    for (const unsigned cycles : swept_link_cycles(effort)) plan.add(at_link_cycles(algorithm, cycles));
  }
}

/// Claims (9), (11) and (12).
void add_little_memory(Plan& plan) {
  const Effort effort = plan.effort;
  for (const bool holds_links : {true, false})
    for (const unsigned k : {little_on_mesh[0], little_on_mesh[1], enough_on_mesh})
      plan.add_mesh(on_mesh(Scheme::none, holds_links, k));
  plan.add_mesh(on_mesh(Scheme::plain, false, 1));
  for (const bool holds_links : {true, false})
    for (const unsigned k : little_on_mesh) plan.add_mesh(on_mesh(Scheme::none, holds_links, k, false));
  for (const unsigned slow : slow_members(effort)) plan.add(path_with_slow_hop(slow));
}

/// Claims (19) to (21).
void add_total_order(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Algorithm algorithm :
       {Algorithm::ring, Algorithm::wrap_around, Algorithm::ordered_path, Algorithm::ordered_tree})
    plan.add(ordered(algorithm), many_draws(effort));
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::ordered_path}) {
    plan.add(ordered_at_heavy_load(algorithm), many_draws(effort));
    for (const Setup& setup : {one_ordered(algorithm), one_ordered_at_heavy_load(algorithm)})
      plan.add(setup, many_draws(Effort::full));  // they cost little: as many in a quick study
  }
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::returning_ring})
    plan.add(returning(algorithm), many_draws(effort));
  for (const bool up_down : {false, true})
    for (const double background : backgrounds(effort))
      plan.add(over(up_down, background),
               background == judged_background || background == most_background ? many_draws(effort) : draws(effort));
}

/// Claims (23) and (24).
void add_baselines(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Scheme scheme : {Scheme::fifo, Scheme::manager}) {
    for (const double rate : {few_multicasts, many_multicasts}) plan.add(concurrent(scheme, 16, rate));
    for (const unsigned of : {least_hosts, most_hosts(effort)}) plan.add(concurrent(scheme, of, few_multicasts));
  }
  for (const Algorithm algorithm : credit_trees)
    for (const unsigned members : all_to_all_sizes(effort))
      for (const bool recovers : {false, true}) plan.add(all_to_all(algorithm, members, recovers));
  for (const unsigned members : all_to_all_sizes(effort))
    plan.add(all_to_all(Algorithm::wrap_around, members, false, false));
  for (const unsigned credits : {1u, many_credits}) {
    plan.add(rings_of_all(Scheme::fifo, credits), many_draws(effort));
    for (const unsigned us : detection_times) plan.add(rings_of_all(Scheme::credits, credits, us), many_draws(effort));
  }
  for (const Scheme scheme : {Scheme::fifo, Scheme::manager, Scheme::credits}) {
    plan.add(compared(scheme), many_draws(effort));
    plan.add(saturated(compared(scheme)));
  }
}

}  // namespace

std::vector<Run> runs(Effort effort, const reproduction::Given& /*given*/) {
  Plan plan(effort);
  add_trees(plan);
  add_one_source(plan);
  add_schemes(plan);
  add_orders_and_forwarding(plan);
  add_sweeps(plan);
  add_little_memory(plan);
  add_total_order(plan);
  add_baselines(plan);
  return plan.take();
}

}  // namespace slackline::anglano
