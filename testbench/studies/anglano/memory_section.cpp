// Interfaces without flow control and with little memory, as in the paper's figure 2: claim (12).
#include <fmt/format.h>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Simulated;

reproduction::Table outcomes_table(const Measurements& measurements) {
  reproduction::Table table{"A message of sixteen worms on the mesh of figure 2, with unicast worms and without",
                            {"flow control", "unicast worms", "without a buffer", "buffers of an interface", "runs",
                             "that deadlock", "messages lost, %"},
                            {}};
  const auto add = [&](Scheme scheme, bool holds_links, unsigned buffers, bool has_unicasts = true) {
    const Setup setup = on_mesh(scheme, holds_links, buffers, has_unicasts);
    const auto went_on = samples(measurements, setup, &Measurement::went_on);
    double stood = 0, lost = 0;
    for (const double one : went_on) stood += 1 - one;
    for (const double one : samples(measurements, setup, &Measurement::delivered)) lost += 100 * (1 - one);
    const bool is_known = !went_on.empty() && stood == 0;  // of runs that deadlock nothing is measured
    table.rows.push_back({scheme == Scheme::plain ? "ACK/NACK" : "none", has_unicasts ? "yes" : "no",
                          holds_links ? "held on its link" : "dropped",
                          std::to_string(has_two_classes(scheme) ? 2 * buffers : buffers),
                          std::to_string(went_on.size()), fmt::format("{:.0f}", stood),
                          is_known ? fmt::format("{:.1f}", lost / static_cast<double>(went_on.size())) : "-"});
  };
  for (const bool holds_links : {true, false})
    for (const unsigned k : {little_on_mesh[0], little_on_mesh[1], enough_on_mesh}) add(Scheme::none, holds_links, k);
  add(Scheme::plain, false, 1);
  for (const bool holds_links : {true, false})
    for (const unsigned k : little_on_mesh) add(Scheme::none, holds_links, k, false);
  return table;
}

/// With a buffer of one worm, held on links: they deadlock, and the multicast worms alone do not.
std::optional<Simulated> block_one_another(const Measurements& measurements) {
  const auto runs = [&](bool has_unicasts, const reproduction::Criterion& criterion, const char* note) {
    return lacking(measurements, {Named{{}, on_mesh(Scheme::none, true, 1, has_unicasts)}}, &Measurement::went_on,
                   criterion, note);
  };
  const auto alone = runs(false, reproduction::equal_to(0), "runs that deadlock without unicast worms");
  if (!alone) return std::nullopt;
  const auto together = runs(true, reproduction::above(0),
                             alone->value == 0 ? "runs that deadlock; without unicast worms none does" : "");
  if (!together) return std::nullopt;
  return reproduction::all_of({*together, *alone});
}

/// Dropped where there is no buffer: more messages are lost than without unicast worms. With one buffer of a worm all are lost without
/// them, too.
std::optional<Simulated> is_lost(const Measurements& measurements) {
  const auto arrive = [&](bool has_unicasts) {
    return samples(measurements, on_mesh(Scheme::none, false, 2, has_unicasts), &Measurement::delivered);
  };
  const auto more = reproduction::mean_difference(arrive(false), arrive(true));
  if (!more) return std::nullopt;
  return reproduction::decided(
      *more, reproduction::above(0),
      fmt::format("share of messages that some member does not get, {} less without unicast "
                  "worms, of which {} arrive; required: above 0",
                  reproduction::cell(more, 2), reproduction::cell(reproduction::mean_of(arrive(false)), 2)));
}

}  // namespace

reproduction::Section memory_section(const Measurements& measurements, Effort) {
  reproduction::Section section{"Interfaces with little memory", {}};
  ClaimTable claims{"Claim (12)", "", {}, 3, {}};
  const auto add = [&](const char* name, const char* where, const char* stated, std::optional<Simulated> answer) {
    claims.claims.push_back(claim_of_answer(name, "mesh of figure 2", where, stated, std::move(answer)));
  };
  const auto none = [](bool holds_links, unsigned buffers) {
    return Named{{}, on_mesh(Scheme::none, holds_links, buffers)};
  };
  add("(12) a multicast worm and a unicast worm block one another", "section 3.1", "path deadlocks",
      block_one_another(measurements));
  add("(12) a multicast worm that meets a unicast worm is lost", "section 3.1", "worm losses", is_lost(measurements));
  for (const unsigned buffers : little_on_mesh) {
    const std::string memory = fmt::format("mesh of figure 2, {} of a worm", buffers == 1 ? "a buffer" : "two buffers");
    const auto add_ours = [&](const char* name, std::optional<Simulated> answer) {
      claims.claims.push_back(claim_of_answer(name, memory, "", "", std::move(answer)));
    };
    add_ours("(12) with little memory worms that are held on links deadlock",
             lacking(measurements, {none(true, buffers)}, &Measurement::went_on, reproduction::above(0),
                     "runs that deadlock"));
    add_ours("(12) with little memory worms that are dropped are lost",
             lacking(measurements, {none(false, buffers)}, &Measurement::delivered, reproduction::above(0),
                     "the sum, over all runs, of the share of messages that some member does not get"));
  }
  add("(12) with memory for whole messages there is no deadlock", "", "",
      lacking(measurements, {none(true, enough_on_mesh)}, &Measurement::went_on, reproduction::equal_to(0),
              "runs that deadlock"));
  add("(12) with memory for whole messages nothing is lost", "", "",
      lacking(measurements, {none(true, enough_on_mesh), none(false, enough_on_mesh)}, &Measurement::delivered,
              reproduction::equal_to(0),
              "the sum, over all runs, of the share of messages that some member does not get"));
  add("(12) with ACK/NACK little memory is enough", "section 3.2", "neither deadlocks nor discarded worms",
      lacking(measurements, {Named{{}, on_mesh(Scheme::plain, false, 1)}}, &Measurement::delivered,
              reproduction::equal_to(0),
              "the sum, over all runs, of the share of messages that some member does not get"));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(outcomes_table(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "In figure 2 a multicast worm X, longer than the memory of an interface, is forwarded by two interfaces, A and "
      "B, and B's copy waits for a link that a unicast worm Y has, and Y for the link by which X comes to A. An "
      "interface here has a buffer for a whole worm: X is a message of sixteen worms, longer than the memory of one, "
      "and of two, as many as with ACK/NACK and K = 1. Messages come at random; memory for whole messages is that for "
      "four. Without flow control a worm goes on as soon as the transmitter is free, and its buffer is free when its "
      "copies have left."});
  return section;
}

}  // namespace slackline::anglano
