// Hosts at several switches below a backbone: claims (6) to (14), figures 7 and 8.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "testbench/studies/tam2000/study.hpp"

namespace slackline::tam2000 {

namespace {

using reproduction::cell;
using reproduction::Claim;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::ReadingAnswer;
using reproduction::Simulated;

/// One efficiency is above another one.
std::optional<Simulated> above(const Measurements& measurements, const Setup& larger, const Setup& smaller,
                               const std::string& what) {
  const auto of = ratio(measurements, larger, smaller);
  if (!of) return std::nullopt;
  return judged_by(*of, larger.assumptions.is_drawn(), reproduction::above(1), what + "; required: above 1");
}

Setup with_scheme(Setup setup, Scheme scheme) {
  setup.scheme = scheme;
  return setup;
}

/// The scheme with window and reordering is better than others.
std::optional<Simulated> better_than(const Measurements& measurements, const Setup& setup,
                                     const std::vector<Scheme>& others) {
  std::vector<Simulated> parts;
  for (const Scheme other : others) {
    auto part = above(measurements, with_scheme(setup, Scheme::sync_gwrs), with_scheme(setup, other),
                      fmt::format("bandwidth of sync+GWRS over that of {}, k = {}", to_string(other), setup.packets));
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return reproduction::all_of(parts);
}

/// Pairwise loses more on 4x4 than on 16x1, next to sync, for each number of packets up to which the paper's sync is full on both.
std::optional<Simulated> pairwise_suffers(const Measurements& measurements, const Assumptions& set, Effort effort) {
  std::vector<Simulated> parts;
  for (const unsigned k : packets_on_schedule(effort)) {
    if (k > beyond_on_four(effort).from) continue;
    const auto of = [&](const Shape& shape, const Assumptions& of_shape) {
      return ratios(measurements, exchange_of(shape, Scheme::pairwise, k, of_shape),
                    exchange_of(shape, Scheme::sync, k, of_shape));
    };
    const auto less = reproduction::mean_difference(of(one_switch, on_one_switch(set)), of(four_by_four, set));
    if (!less) return std::nullopt;
    parts.push_back(judged_by(*less, set.is_drawn(), reproduction::above(0),
                              fmt::format("bandwidth of pairwise over that of sync on 16x1, less the same on 4x4, k = "
                                          "{}; required: above 0",
                                          k)));
  }
  return reproduction::all_of(parts);
}
std::optional<Simulated> beats_pairwise(const Measurements& measurements, const Assumptions& set, Effort effort) {
  std::vector<Simulated> parts;
  for (const unsigned k : packets_on_schedule(effort)) {
    auto part = better_than(measurements, exchange_of(four_by_four, Scheme::sync_gwrs, k, set), {Scheme::pairwise});
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return reproduction::all_of(parts);
}

/// (9): with the window bandwidth falls at more packets than without it.
std::optional<Simulated> falls_later(const Measurements& measurements, const Assumptions& set, Effort effort) {
  const auto onset = [&](Scheme scheme) {
    return onset_of(measurements, exchange_of(four_by_four, scheme, 1, set), effort);
  };
  const auto plain = onset(Scheme::sync), windowed = onset(Scheme::sync_gw);
  if (!plain || !windowed) return std::nullopt;
  if (plain->packets == 0 && windowed->packets == 0) return reproduction::shows_nothing("neither falls");
  const double beyond_all = 2. * packets(four_by_four, Scheme::sync, effort, set).back();  // in the place of none
  const auto value = [&](const Onset& of) { return of.packets == 0 ? beyond_all : of.packets; };
  const auto text = [](const Onset& of) {
    return of.packets == 0 ? "at none" : "at k = " + std::to_string(of.packets);
  };
  return reproduction::judged(
      value(*windowed) / value(*plain), {1}, reproduction::above(1),
      fmt::format("the smallest k at which bandwidth is below that of a smaller one, with the window over that without "
                  "it; sync falls {}, with the window {}; required: above 1",
                  text(*plain), text(*windowed)));
}

/// (10): both mechanisms together undo the fall of each scheme that lacks one: by half of what is missing to the bandwidth on
/// schedule at least, which is a limit of ours.
std::optional<Simulated> undo_the_falls(const Measurements& measurements, const Setup& both, Effort effort) {
  const auto full =
      mean_of(measurements, exchange_of(both.shape, Scheme::sync, both.packets, on_schedule), &Measurement::efficiency);
  std::vector<Simulated> parts;
  for (const Scheme scheme : {Scheme::sync_gw, Scheme::sync_rs}) {
    const Setup other = with_scheme(both, scheme);
    const auto gain = ratio(measurements, both, other);
    if (!gain || !full) return std::nullopt;
    const double least = 1 + (full->value / gain->smaller - 1) / 2;
    parts.push_back(
        judged_by(*gain, both.assumptions.is_drawn(), reproduction::above(least),
                  fmt::format("bandwidth of sync+GWRS over that of {}, k = {}; required: above {:.3f}, with "
                              "which half of the bandwidth that {} lacks comes back",
                              to_string(scheme), both.packets, least, to_string(scheme))));
  }
  return of_losses(reproduction::all_of(parts), effort);
}

void add_four(const Measurements& measurements, Effort effort, TriedClaims& tried) {
  const char* where = "section 5.2";
  const std::string at = four_by_four.name();
  const auto fall = [&](Scheme scheme, const Beyond& beyond, bool it_does, const char* name, const char* stated) {
    add_fall(measurements, tried, exchange_of(four_by_four, scheme, 1), beyond, it_does, effort, name, where, stated);
  };
  const auto in_pairwise_sets = [&](const char* name, const char* stated, auto&& answer) {
    std::vector<ReadingAnswer> answers;
    for (const Assumptions& set : pairwise_sets(effort))
      answers.push_back({set.name(), answer(measurements, set, effort)});
    tried.add(name, at, where, stated, answers);
  };
  fall(Scheme::sync_gwrs, beyond_on_four(effort), false,
       "(6) with window and reordering bandwidth does not fall up to k = 256", "consistently and efficiently");
  in_pairwise_sets("(6) with window and reordering it is above that of pairwise, for each k up to 256",
                   "consistently and efficiently", beats_pairwise);
  in_pairwise_sets("(7) pairwise loses more on 4x4 than on 16x1, for each k up to 64", "more significant influence",
                   pairwise_suffers);
  add_level(measurements, tried, exchange_of(four_by_four, Scheme::sync, beyond_on_four(effort).from), effort,
            "(8) sync keeps its bandwidth up to k = 64", where, "starts to degrade at k > 64");
  fall(Scheme::sync, beyond_on_four(effort), true, "(8) sync degrades beyond k = 64, at k = 256",
       "starts to degrade at k > 64");
  fall(Scheme::sync_gw, extended_on_four(effort), false, "(9) with the window alone it does not fall up to k = 128",
       "slightly extends, until k > 128");
  fall(Scheme::sync_gw, beyond_on_four_with_window(effort), true, "(9) with the window alone it falls beyond k = 128",
       "until k > 128");
  std::vector<ReadingAnswer> later, both;
  for (const Assumptions& set : assumption_sets(four_by_four, effort)) {
    later.push_back({set.name(), of_losses(falls_later(measurements, set, effort), effort)});
    const Setup of_both = exchange_of(four_by_four, Scheme::sync_gwrs, beyond_on_four(effort).to, set);
    both.push_back(where_it_loses(measurements, with_scheme(of_both, Scheme::sync),
                                  {set.name(), undo_the_falls(measurements, of_both, effort)}));
  }
  tried.add("(9) with the window it falls at more packets than without it", at, where, "slightly extends", later);
  tried.add("(10) window and reordering are both needed", at, where, "both are required", both);
}

/// The share of packets of so many streams without an end that switches take in; nothing: it was not simulated.
std::optional<double> kept_of_streams(const Measurements& measurements, unsigned hosts, Streams streams,
                                      unsigned held) {
  const Measurement* found = measurements.first_of(Streaming{hosts, streams, held}.name());
  return found == nullptr ? std::nullopt : std::optional(found->kept);
}

/// Where an uplink loses packets of five streams it is not the paper's. A limit that drops packets of a sixth one carries five by construction.
bool is_of_paper(const Measurements& measurements, const Assumptions& set) {
  return set.streams != Streams::rate || kept_of_streams(measurements, 5, set.streams, set.held) == 1.;
}

/// Claims about losses on 8x2, in each assumption set.
template <class Answer>
void add_on_two(const Measurements& measurements, Effort effort, TriedClaims& tried, const std::string& name,
                const char* stated, Answer&& answer) {
  std::vector<ReadingAnswer> answers;
  for (const Assumptions& set : assumption_sets(eight_by_two, effort)) {
    answers.push_back(answer(set));
    answers.back().is_of_paper &= is_of_paper(measurements, set);
  }
  tried.add(name, eight_by_two.name(), "section 5.3", stated, answers);
}

/// (12): sync and the window alone have less than without losses; and the two causes that the paper gives.
void add_causes_on_two(const Measurements& measurements, Effort effort, Scheme scheme, TriedClaims& tried) {
  const unsigned most = most_on_two(effort);
  add_on_two(measurements, effort, tried,
             fmt::format("(12) {} on 8x2 stays below the loss-free bandwidth of one switch", to_string(scheme)),
             "perform poorly", [&](const Assumptions& set) {
               const Setup here = exchange_of(eight_by_two, scheme, most, set);
               std::optional<Simulated> answer;
               const auto full =
                   mean_of(measurements, exchange_of(one_switch, scheme, most, on_schedule), &Measurement::efficiency);
               std::vector<double> shares = samples(measurements, here, &Measurement::efficiency);
               if (full && !shares.empty()) {
                 for (double& share : shares) share /= full->value;
                 answer = judged_by(*reproduction::mean_of(shares), set.is_drawn(), reproduction::below(poor),
                                    fmt::format("bandwidth over that without losses on 16x1, k = {}; required: below "
                                                "{}, a limit of ours",
                                                most, poor));
               }
               return ReadingAnswer{set.name(), of_losses(std::move(answer), effort)};
             });
  const auto add_cause = [&](const char* cause, const char* stated, const char* what, auto&& without) {
    add_on_two(measurements, effort, tried, fmt::format("(12) {} costs {} bandwidth", cause, to_string(scheme)), stated,
               [&](const Assumptions& set) {
                 const Setup here = exchange_of(eight_by_two, scheme, most, set);
                 return where_it_loses(measurements, here,
                                       {set.name(), of_losses(above(measurements, without(here), here,
                                                                    fmt::format("bandwidth {}, k = {}", what, most)),
                                                              effort)});
               });
  };
  add_cause("the limit of the uplink", "not performing as good as it should be", "without the limit over that with it",
            [](const Setup& here) { return with(here, Streams::any); });
  add_cause("Go-Back-N", "known to suffer badly when the error rate is high",
            "with selective repeat over that with Go-Back-N", [](const Setup& here) { return selective(here); });
}

/// (13) and (14). Where the limit drops packets of a sixth stream they hold by construction, so they are tried where it is a rate.
void add_streams(const Measurements& measurements, ClaimTable& table, TriedClaims& tried) {
  const char* section = "section 5.3";
  const char* stated = "up to 5 channels without loss";
  std::vector<ReadingAnswer> continuous, of_six, of_four;
  for (const unsigned held : held_of_streams) {
    const Assumptions set = without_pauses(held);
    std::vector<Simulated> parts;
    for (const unsigned hosts : streams_tried)
      if (const auto kept = kept_of_streams(measurements, hosts, Streams::rate, held))
        parts.push_back(reproduction::judged(
            *kept, {1}, hosts > 5 ? reproduction::below(1) : reproduction::equal_to(1),
            fmt::format("share of packets of {} continuous streams that switches take in; required: {}", hosts,
                        hosts > 5 ? "below 1" : "all")));
    std::optional<Simulated> answer;
    if (parts.size() == std::size(streams_tried)) answer = reproduction::all_of(parts);
    continuous.push_back({set.name(), std::move(answer)});
    const auto of_exchange = [&](const Shape& shape, const reproduction::Criterion& criterion, const char* required) {
      std::optional<Simulated> share;
      if (const auto kept = mean_of(measurements, exchange_of_streams(shape, held), &Measurement::kept))
        share = reproduction::judged(kept->value, {1}, criterion,
                                     std::string("share of packets that switches take in; required: ") + required);
      return ReadingAnswer{set.name(), std::move(share), is_of_paper(measurements, set)};
    };
    of_six.push_back(of_exchange(six_by_two, reproduction::below(1), "below 1"));
    of_four.push_back(of_exchange(four_by_two, reproduction::equal_to(1), "all"));
  }
  tried.add("(13) six continuous streams lose packets, five and four do not", "6x2, 5x2, 4x2", section, stated,
            continuous);
  // The paper's streams are continuous. An exchange brings fewer packets of a step to an uplink, so this is ours.
  tried.add("an exchange of six hosts at a switch loses packets", six_by_two.name(), "", "", of_six);
  tried.add("(13) an exchange of four hosts at a switch loses none", four_by_two.name(), section, stated, of_four);
  Claim given = claim_of_answer("(14) an uplink carries five streams", eight_by_two.name(), section, stated,
                                reproduction::shows_nothing(""));
  given.untestable = {reproduction::Untestable::Reason::model, "the limit is an input: a rate, or a loss"};
  table.claims.push_back(std::move(given));
}

void add_two(const Measurements& measurements, Effort effort, ClaimTable& table, TriedClaims& tried) {
  add_on_two(measurements, effort, tried,
             "(11) the scheme with window and reordering is the best of those that the paper ran", "performs the best",
             [&](const Assumptions& set) {
               const Setup sync = exchange_of(eight_by_two, Scheme::sync, most_on_two(effort), set);
               return where_it_loses(
                   measurements, sync,
                   {set.name(), of_losses(better_than(measurements, sync, {Scheme::sync, Scheme::sync_gw}), effort)});
             });
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw}) add_causes_on_two(measurements, effort, scheme, tried);
  add_streams(measurements, table, tried);
}

/// Bandwidth, drops and repeats over k, of all schemes.
struct OverPackets {
  Shape shape;
  Assumptions assumptions;

  std::string name() const { return fmt::format("{}, {}", shape.name(), assumptions.name()); }
};

reproduction::Table table_of(const Measurements& measurements, const OverPackets& of, Effort effort) {
  reproduction::Table table{of.name() + ": bandwidth as a share of 12.5 MB/s, in %, and packets dropped", {"k"}, {}};
  for (const Scheme scheme : all_schemes) table.columns.emplace_back(to_string(scheme));
  for (const Scheme scheme : all_schemes) table.columns.push_back(fmt::format("dropped, {}", to_string(scheme)));
  if (of.assumptions.is_drawn()) table.columns.emplace_back("draws without a pause, sync");
  for (const unsigned k : packets(of.shape, Scheme::sync, effort, of.assumptions)) {
    const auto setup = [&](Scheme scheme) { return exchange_of(of.shape, scheme, k, of.assumptions); };
    std::vector<std::string> row{std::to_string(k)};
    for (const Scheme scheme : all_schemes) row.push_back(percent_cell(measurements, setup(scheme), 1));
    for (const Scheme scheme : all_schemes)
      row.push_back(cell(mean_of(measurements, setup(scheme), &Measurement::dropped), 0));
    const std::vector<double> pauses = samples(measurements, setup(Scheme::sync), &Measurement::pauses);
    if (of.assumptions.is_drawn())
      row.push_back(fmt::format("{} of {}", std::count(pauses.begin(), pauses.end(), 0), pauses.size()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// What drops cost, and what buffers held.
reproduction::Table repeats_table(const Measurements& measurements, const OverPackets& of, Effort effort) {
  reproduction::Table table{of.name() + ": packets that hosts sent again, and the most that a buffer held", {"k"}, {}};
  for (const Scheme scheme : all_schemes) table.columns.push_back(fmt::format("sent again, {}", to_string(scheme)));
  for (const Scheme scheme : all_schemes) table.columns.push_back(fmt::format("most held, {}", to_string(scheme)));
  for (const unsigned k : packets(of.shape, Scheme::sync, effort, of.assumptions)) {
    std::vector<std::string> row{std::to_string(k)};
    for (const Value value : {&Measurement::repeated, &Measurement::most_held})
      for (const Scheme scheme : all_schemes)
        row.push_back(cell(mean_of(measurements, exchange_of(of.shape, scheme, k, of.assumptions), value), 0));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// A part of the exchange replaced by another one, alone.
void add_rows_of_variants(const Measurements& measurements, Scheme scheme,
                          const std::vector<std::pair<std::string, Setup>>& variants, reproduction::Table& table) {
  for (const auto& [what, setup] : variants)
    table.rows.push_back({to_string(scheme), what, percent_cell(measurements, setup, 1),
                          cell(mean_of(measurements, setup, &Measurement::dropped), 0),
                          cell(mean_of(measurements, setup, &Measurement::repeated), 0)});
}
reproduction::Table table_of_variants(const char* what, Effort effort) {
  return {fmt::format("4x4, k = {}, {}: {}", packets_of_causes(effort), base(four_by_four).name(), what),
          {"scheme", "what", "bandwidth, %", "dropped", "sent again"},
          {}};
}

void add_row_of_schemes(const Measurements& measurements, std::vector<std::string> row, const Setup& setup,
                        reproduction::Table& table) {
  for (const Scheme scheme : shuffles) row.push_back(percent_cell(measurements, with_scheme(setup, scheme), 1));
  for (const Scheme scheme : shuffles)
    row.push_back(cell(mean_of(measurements, with_scheme(setup, scheme), &Measurement::dropped), 0));
  table.rows.push_back(std::move(row));
}
reproduction::Table table_of_schemes(const std::string& title, std::vector<std::string> columns) {
  reproduction::Table table{title, std::move(columns), {}};
  for (const Scheme scheme : shuffles) table.columns.emplace_back(to_string(scheme));
  for (const Scheme scheme : shuffles) table.columns.push_back(fmt::format("dropped, {}", to_string(scheme)));
  return table;
}

/// What claims about losses depend on.
reproduction::Table sets_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table =
      table_of_schemes("4x4 in each assumption set: bandwidth as a share of 12.5 MB/s, in %, and packets dropped",
                       {"assumption set", "k"});
  for (const Assumptions& set : assumption_sets(four_by_four, effort))
    for (const unsigned k :
         {beyond_on_four(effort).from, beyond_on_four_with_window(effort).from, beyond_on_four(effort).to})
      add_row_of_schemes(measurements, {set.name(), std::to_string(k)}, exchange_of(four_by_four, Scheme::sync, k, set),
                         table);
  return table;
}
reproduction::Table sets_table_of_two(const Measurements& measurements, Effort effort) {
  const unsigned most = most_on_two(effort);
  reproduction::Table table = table_of_schemes(
      fmt::format("8x2 in each assumption set, k = {}: bandwidth as a share of 12.5 MB/s, in %, and packets dropped",
                  most),
      {"assumption set"});
  for (const Assumptions& set : assumption_sets(eight_by_two, effort))
    add_row_of_schemes(measurements, {set.name()}, exchange_of(eight_by_two, Scheme::sync, most, set), table);
  return table;
}

/// Claim (10): what each mechanism gains alone, and next to the other one.
reproduction::Table gains_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      fmt::format("4x4, k = {}: bandwidth with window or reordering over that without it", beyond_on_four(effort).to),
      {"assumption set", "window", "window, reordered", "reordering", "reordering, with window", "both"},
      {}};
  for (const Assumptions& set : assumption_sets(four_by_four, effort)) {
    const auto gain = [&](Scheme with, Scheme without) {
      const unsigned k = beyond_on_four(effort).to;
      const auto of =
          ratio(measurements, exchange_of(four_by_four, with, k, set), exchange_of(four_by_four, without, k, set));
      return of ? cell(*of, 3) : cell(std::optional<reproduction::Mean>(), 3);
    };
    table.rows.push_back({set.name(), gain(Scheme::sync_gw, Scheme::sync), gain(Scheme::sync_gwrs, Scheme::sync_rs),
                          gain(Scheme::sync_rs, Scheme::sync), gain(Scheme::sync_gwrs, Scheme::sync_gw),
                          gain(Scheme::sync_gwrs, Scheme::sync)});
  }
  return table;
}

void add_figure(const Measurements& measurements, const char* name, const std::string& what, const OverPackets& of,
                Effort effort, reproduction::Section& section) {
  std::vector<std::vector<Setup>> curves;
  for (const Scheme scheme : all_schemes) {
    curves.emplace_back();
    for (const unsigned k : packets(of.shape, scheme, effort, of.assumptions))
      curves.back().push_back(exchange_of(of.shape, scheme, k, of.assumptions));
  }
  reproduction::Figure figure = bandwidth_figure(
      measurements, name, fmt::format("{}: achieved bandwidth on {}. The paper has not run sync+RS.", what, of.name()),
      curves);
  if (!figure.series.empty()) section.blocks.emplace_back(std::move(figure));
}

}  // namespace

reproduction::Section two_levels_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Two levels", {}};
  ClaimTable claims{"Claims (6) to (14)", "", {}, 3, {}};
  TriedClaims on_four(claims), on_two(claims);
  add_four(measurements, effort, on_four);
  add_two(measurements, effort, claims, on_two);
  reproduction::Table by_set_on_four = on_four.by_set("4x4: claims by assumption set"),
                      by_set_on_two = on_two.by_set("8x2, 6x2 and 4x2: claims by assumption set");
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(std::move(by_set_on_four));
  section.blocks.emplace_back(std::move(by_set_on_two));

  const OverPackets four{four_by_four, base(four_by_four)};
  add_figure(measurements, "figure7", "As figure 7 of the paper", four, effort, section);
  section.blocks.emplace_back(table_of(measurements, four, effort));
  section.blocks.emplace_back(repeats_table(measurements, four, effort));
  reproduction::Table causes = table_of_variants("with one cause of losses removed", effort);
  for (const Scheme scheme : schemes_of_causes)
    add_rows_of_variants(measurements, scheme, without_causes(scheme, effort), causes);
  section.blocks.emplace_back(std::move(causes));
  reproduction::Table choices = table_of_variants("sensitivity, one unprinted parameter changed at a time", effort);
  for (const Scheme scheme : schemes_of_causes)
    add_rows_of_variants(measurements, scheme, other_choices(scheme, effort), choices);
  section.blocks.emplace_back(std::move(choices));
  section.blocks.emplace_back(sets_table(measurements, effort));
  section.blocks.emplace_back(onsets_table(measurements,
                                           "4x4: the smallest k at which bandwidth is below that of a smaller one",
                                           four_by_four, {std::begin(shuffles), std::end(shuffles)}, effort));
  section.blocks.emplace_back(gains_table(measurements, effort));

  for (const auto& [shape, held] : sweeps_of_two) {
    const OverPackets two{shape, without_pauses(held)};
    const bool is_of_paper = shape == eight_by_two;
    add_figure(measurements, fmt::format("{}-q{}", is_of_paper ? "figure8" : shape.name(), held).c_str(),
               is_of_paper ? "As figure 8 of the paper" : "Not plotted in the paper", two, effort, section);
    section.blocks.emplace_back(table_of(measurements, two, effort));
    section.blocks.emplace_back(repeats_table(measurements, two, effort));
  }
  section.blocks.emplace_back(sets_table_of_two(measurements, effort));
  return section;
}

}  // namespace slackline::tam2000
