// Order, reliable delivery and the routing below: claims (19) to (21).
#include <fmt/format.h>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Simulated;

std::optional<Simulated> differ(const Measurements& measurements, Algorithm algorithm, bool they_do) {
  const auto found = mean_of(measurements, ordered(algorithm), &Measurement::agreeing);
  if (!found) return std::nullopt;
  return judged(found->value, sample_of(*found), they_do ? reproduction::below(1) : reproduction::equal_to(1),
                "share of groups in which all members saw one sequence");
}

std::optional<reproduction::Ratio> with_return(const Measurements& measurements) {
  return ratio_of(measurements, returning(Algorithm::returning_ring), returning(Algorithm::ring),
                  &Measurement::accepted);
}
/// A ring of n has n - 1 hops, and one more with the return.
std::optional<Simulated> return_costs_a_hop_at_most(const Measurements& measurements) {
  const Setup back = returning(Algorithm::returning_ring);
  const auto ratio = with_return(measurements);
  if (!ratio) return std::nullopt;
  const double least = static_cast<double>(back.members - 1) / back.members;
  return reproduction::decided(*ratio, reproduction::at_least(least),
                               fmt::format("words accepted past saturation over those of a ring without the return; "
                                           "required: not less than {:.3f}, for {} hops instead of {}",
                                           least, back.members, back.members - 1));
}

/// Of paths in total order, or of trees: those of each originator have no sequencer.
Algorithm without_sequencer(Algorithm algorithm) {
  return algorithm == Algorithm::ordered_path ? Algorithm::ring : Algorithm::wrap_around;
}

/// Copies of the lowest ID over the most of another member.
std::optional<Simulated> sends_most(const Measurements& measurements, Algorithm algorithm) {
  const auto without = mean_of(measurements, ordered(without_sequencer(algorithm)), &Measurement::lowest_copies);
  return above_one(
      mean_of(measurements, ordered(algorithm), &Measurement::lowest_copies),
      fmt::format("copies of the member with the lowest ID over the most of another member that is the lowest of no "
                  "group; {} without a sequencer",
                  reproduction::cell(without, 2)));
}

/// Groups with and without a sequencer.
struct Sequenced {
  const char* name;
  Setup (*of)(Algorithm);
};
constexpr Sequenced sequenced[] = {{"four groups, light load", ordered},
                                   {"four groups, heavy load", ordered_at_heavy_load},
                                   {"one group, light load", one_ordered},
                                   {"one group, heavy load", one_ordered_at_heavy_load}};

/// Load is read as buffers in use, the worms that wait at an interface or pass through it: "serializes" says that at the lowest ID one
/// waits for another. Copies sent cannot be meant. By section 4 each host of a path sends a copy of a message to at most one other, and
/// an originator sends its request as well: the lowest ID, which needs none, sends fewer than others. Next to the most loaded other
/// member, and more so than where nobody serializes: of several members some other one is the most loaded by chance.
std::optional<Simulated> is_more_loaded(const Measurements& measurements, const Sequenced& groups) {
  const Setup with = groups.of(Algorithm::ordered_path),
              without = groups.of(without_sequencer(Algorithm::ordered_path));
  const auto all = samples(measurements, with, &Measurement::lowest_buffers);
  const auto others = samples(measurements, without, &Measurement::lowest_buffers);
  const auto more = reproduction::mean_difference(all, others);
  if (!more) return std::nullopt;
  return reproduction::decided(
      *more, reproduction::above(0),
      fmt::format("buffers in use of the member with the lowest ID, over the most of another member that is the lowest "
                  "of no group: {} with a sequencer, {} without, and the difference; required: above 0",
                  reproduction::cell(reproduction::mean_of(all), 2),
                  reproduction::cell(reproduction::mean_of(others), 2)));
}

/// In all groups; where it does not hold, again in the others.
void add_load_of_lowest(const Measurements& measurements, ClaimTable& table) {
  for (const Sequenced& groups : sequenced) {
    reproduction::Claim claim =
        claim_of_answer("(19) the lowest ID is more loaded", std::string("path, ") + groups.name, "section 4.2",
                        "tends to be more loaded", is_more_loaded(measurements, groups));
    if (claim.is_testable() && claim.simulated && !holds(claim))
      for (const Sequenced& others : sequenced)
        if (&others != &groups)
          claim.reruns.push_back(
              {fmt::format("{}: with {}", groups.name, others.name), {}, is_more_loaded(measurements, others)});
    table.claims.push_back(std::move(claim));
  }
}

/// Nothing where a network does not carry the unicast traffic: then it is not what the claim is about.
std::optional<Simulated> next_to_background(const Measurements& measurements, std::optional<Simulated> answer) {
  for (const bool up_down : {false, true})
    if (const auto accepted = mean_of(measurements, over(up_down, judged_background), &Measurement::background);
        accepted && accepted->value < carried && answer)
      return reproduction::shows_nothing(fmt::format("of unicast traffic of {} {} carry {:.0f} %", judged_background,
                                                     up_down ? "up*/down*" : "datelines", 100 * accepted->value));
  return answer;
}

reproduction::Table background_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{"Unicast traffic in messages of 512 words next to groups of 16 on the torus",
                            {"routing", "offered, words/cycle/host", "accepted, %", "use of links at switch0, %",
                             "of others between switches, %", "time to the last, cycles"},
                            {}};
  for (const bool up_down : {false, true})
    for (const double background : backgrounds(effort)) {
      const Setup setup = over(up_down, background);
      const auto percent = [&](Value value) {
        std::vector<double> all = samples(measurements, setup, value);
        for (double& one : all) one *= 100;
        return reproduction::cell(reproduction::mean_of(all), 1);
      };
      table.rows.push_back({up_down ? "up*/down*, root switch0" : "datelines", fmt::format("{:g}", background),
                            background > 0 ? percent(&Measurement::background) : "", percent(&Measurement::root_links),
                            percent(&Measurement::other_links),
                            reproduction::cell(mean_of(measurements, setup, &Measurement::to_last), 0)});
    }
  return table;
}

reproduction::Figure over_background(const Measurements& measurements, Effort effort) {
  reproduction::Figure figure{
      "background",
      std::string("Time to the last of 16 members on the torus, next to unicast traffic.") + grows_past_what_is_carried,
      "unicast traffic (words/cycle/host)",
      "time to the last member (cycles)",
      {}};
  for (const bool up_down : {false, true}) {
    reproduction::FigureSeries series{up_down ? "up*/down*" : "datelines", {}};
    for (const double background : backgrounds(effort))
      series.add(background, mean_of(measurements, over(up_down, background), &Measurement::to_last));
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace

reproduction::Section order_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Order, the return of a ring, and the routing below", {}};
  ClaimTable claims{"Claims (19) to (21)", "", {}, 3, {}};
  const auto add = [&](const char* name, const char* at, const char* where, const char* stated,
                       std::optional<Simulated> answer) {
    claims.claims.push_back(claim_of_answer(name, at, where, stated, std::move(answer)));
  };
  const auto ratio = [&](const Setup& of, const Setup& to, Value value) {
    return ratio_of(measurements, of, to, value);
  };
  add("(19) without a sequencer members see different orders", "ring", "section 4.2", "different order",
      differ(measurements, Algorithm::ring, true));
  add("(19) without a sequencer members see different orders", "wrap-around tree", "section 4.3", "not guaranteed",
      differ(measurements, Algorithm::wrap_around, true));
  add("(19) from the lowest ID on all see one order", "path", "section 4.2", "in sequence",
      differ(measurements, Algorithm::ordered_path, false));
  add("(19) from the lowest ID on all see one order", "tree", "section 4.3", "total ordering",
      differ(measurements, Algorithm::ordered_tree, false));
  add_load_of_lowest(measurements, claims);
  for (const Algorithm algorithm : {Algorithm::ordered_path, Algorithm::ordered_tree})
    add("(19) the lowest ID sends most copies", algorithm == Algorithm::ordered_path ? "path" : "tree", "", "",
        sends_most(measurements, algorithm));
  add("(19) a single tree is slower", "tree", "section 4.3", "higher latency",
      where_carried(
          measurements, {ordered(Algorithm::ordered_tree), ordered(Algorithm::wrap_around)},
          above_one(ratio(ordered(Algorithm::ordered_tree), ordered(Algorithm::wrap_around), &Measurement::to_last),
                    "time to the last member over that of trees of each originator")));
  add("(20) the return of a ring costs bandwidth", "ring of 8", "section 4.2", "slight expense",
      below_one(with_return(measurements), "words accepted past saturation over those of a ring without the return"));
  add("(20) it costs a hop at most", "ring of 8", "", "", return_costs_a_hop_at_most(measurements));
  add("(21) up*/down* congests the links at the root", "next to other links", "section 2", "congestion",
      above_one(with_bounds(reproduction::ratio(
                    samples(measurements, over(true, judged_background), &Measurement::root_links),
                    samples(measurements, over(true, judged_background), &Measurement::other_links))),
                fmt::format("use of the links at the root over that of all others between switches, next to unicast "
                            "traffic of {}",
                            judged_background)));
  add("(21) up*/down* congests the links at the root", "over datelines", "section 2", "performance degradation",
      above_one(ratio(over(false, most_background), over(true, most_background), &Measurement::background),
                fmt::format("share of unicast traffic of {} that is accepted with datelines over that with up*/down*",
                            most_background)));
  add("(21) multicasts are slower over up*/down*", "torus", "", "",
      next_to_background(
          measurements,
          where_carried(
              measurements, {over(true, judged_background), over(false, judged_background)},
              above_one(ratio(over(true, judged_background), over(false, judged_background), &Measurement::to_last),
                        fmt::format("time to the last member over that with datelines, next to unicast traffic of {}",
                                    judged_background)))));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(background_table(measurements, effort));
  if (reproduction::Figure figure = over_background(measurements, effort); !figure.series.empty())
    section.blocks.emplace_back(std::move(figure));
  return section;
}

}  // namespace slackline::anglano
