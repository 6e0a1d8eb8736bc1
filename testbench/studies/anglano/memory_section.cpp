// Interfaces without flow control and with little memory, as in the paper's figure 2: claim (12).
#include <fmt/format.h>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Simulated;

reproduction::Table outcomes_table(const Measurements& measurements) {
  reproduction::Table table{"A message of sixteen worms on the line of figure 2, with unicast worms and without",
                            {"flow control", "unicast worms", "without a buffer", "buffers of an interface", "runs",
                             "that deadlock", "messages lost, %"},
                            {}};
  const auto add = [&](Scheme scheme, bool holds_links, unsigned buffers, bool has_unicasts = true) {
    const Setup setup = on_line(scheme, holds_links, buffers, has_unicasts);
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
    for (const unsigned k : {little_on_line[0], little_on_line[1], enough_on_line}) add(Scheme::none, holds_links, k);
  add(Scheme::plain, false, 1);
  for (const bool holds_links : {true, false})
    for (const unsigned k : little_on_line) add(Scheme::none, holds_links, k, false);
  return table;
}

}  // namespace

reproduction::Section memory_section(const Measurements& measurements, Effort) {
  reproduction::Section section{"Interfaces with little memory", {}};
  ClaimTable claims{"Claim (12)", "", {}, 3, {}};
  const auto add = [&](const char* name, const char* where, const char* stated, std::optional<Simulated> answer) {
    claims.claims.push_back(claim_of_answer(name, "line of figure 2", where, stated, std::move(answer)));
  };
  const auto none = [](bool holds_links, unsigned buffers) {
    return Named{{}, on_line(Scheme::none, holds_links, buffers)};
  };
  add("(12) a multicast worm and a unicast worm block one another, or the first is lost", "section 3.1",
      "path deadlocks, worm losses", std::nullopt);
  claims.claims.back().untestable = {
      reproduction::Untestable::Reason::model,
      "an interface here has memory for a whole worm, and not for a part of one, which is what the paper's figure 2 is "
      "about: what little memory does to a message of sixteen worms is below"};
  for (const unsigned buffers : little_on_line) {
    const std::string memory = fmt::format("line of figure 2, {} of a worm", buffers == 1 ? "a buffer" : "two buffers");
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
      lacking(measurements, {none(true, enough_on_line)}, &Measurement::went_on, reproduction::equal_to(0),
              "runs that deadlock"));
  add("(12) with memory for whole messages nothing is lost", "", "",
      lacking(measurements, {none(true, enough_on_line), none(false, enough_on_line)}, &Measurement::delivered,
              reproduction::equal_to(0),
              "the sum, over all runs, of the share of messages that some member does not get"));
  add("(12) with ACK/NACK little memory is enough", "section 3.2", "neither deadlocks nor discarded worms",
      lacking(measurements, {Named{{}, on_line(Scheme::plain, false, 1)}}, &Measurement::delivered,
              reproduction::equal_to(0),
              "the sum, over all runs, of the share of messages that some member does not get"));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(outcomes_table(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "In figure 2 a multicast worm X, longer than the memory of an interface, is forwarded by two interfaces, A and "
      "B, "
      "and B's copy waits for a link that a unicast worm Y has, and Y for the link by which X comes to A. An interface "
      "here has a buffer for a whole worm, so that this cannot be shown. The runs on the same line show what little "
      "memory does without flow control to a message of sixteen worms: with a single buffer, and with two, as many as "
      "with "
      "ACK/NACK and K = 1. Messages come at random; memory for whole "
      "messages is that for four. Without flow control a worm goes on as soon as the "
      "transmitter "
      "is free, and its buffer is free when its copies have left."});
  return section;
}

}  // namespace slackline::anglano
