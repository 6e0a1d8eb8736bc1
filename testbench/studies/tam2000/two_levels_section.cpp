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

/// (9): with the window bandwidth falls at more packets than without it. Where both fall between the same numbers of packets nothing is shown.
std::optional<Simulated> falls_later(const Measurements& measurements, const Assumptions& set, Effort effort) {
  const auto onset = [&](Scheme scheme) {
    return onset_of(measurements, exchange_of(four_by_four, scheme, 1, set), effort);
  };
  const auto plain = onset(Scheme::sync), windowed = onset(Scheme::sync_gw);
  if (!plain || !windowed) return std::nullopt;
  const auto text = [](const char* scheme, const Onset& of) {
    return fmt::format("{} keeps its level to k = {} and {}", scheme, of.kept,
                       of.fallen == 0 ? "is not shown to fall" : fmt::format("has fallen at {}", of.fallen));
  };
  const std::string note = text("sync", *plain) + ", " + text("with the window it", *windowed) +
                           "; the value is the second over the first, as far as they are apart";
  if (plain->fallen != 0 && windowed->kept >= plain->fallen)
    return reproduction::judged(1. * windowed->kept / plain->fallen, {1}, reproduction::at_least(1), note);
  if (windowed->fallen != 0 && windowed->fallen <= plain->kept)
    return reproduction::judged(1. * windowed->fallen / plain->kept, {1}, reproduction::above(1), note);
  return reproduction::shows_nothing("no difference between their numbers of packets is shown");
}

/// (10): both mechanisms together keep the level, and neither does alone.
std::optional<Simulated> takes_both(const Measurements& measurements, const Setup& both, Effort effort) {
  std::vector<Simulated> parts;
  for (const Scheme scheme : {Scheme::sync_gwrs, Scheme::sync_gw, Scheme::sync_rs}) {
    auto part = at_level(measurements, with_scheme(both, scheme), scheme == Scheme::sync_gwrs);
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return of_losses(reproduction::all_of(parts), effort);
}

void add_four(const Measurements& measurements, Effort effort, TriedClaims& tried) {
  const char* where = "section 5.2";
  const std::string at = four_by_four.name();
  const Beyond plain = beyond_on_four(effort), windowed = beyond_on_four_with_window(effort);
  const auto levels = [&](Scheme scheme, const std::vector<Level>& all, const char* name, const char* stated) {
    add_levels(measurements, tried, exchange_of(four_by_four, scheme, plain.to), all, effort, name, where, stated);
  };
  const auto in_pairwise_sets = [&](const char* name, const char* stated, auto&& answer) {
    std::vector<ReadingAnswer> answers;
    for (const Assumptions& set : pairwise_sets(effort))
      answers.push_back({set.name(), answer(measurements, set, effort)});
    tried.add(name, at, where, stated, answers);
  };
  levels(Scheme::sync_gwrs, {{plain.to, true}}, "(6) with window and reordering bandwidth does not fall up to k = 256",
         "consistently and efficiently");
  in_pairwise_sets("(6) with window and reordering it is above that of pairwise, for each k up to 256",
                   "consistently and efficiently", beats_pairwise);
  in_pairwise_sets("(7) pairwise loses more on 4x4 than on 16x1, for each k up to 64", "more significant influence",
                   pairwise_suffers);
  levels(Scheme::sync, {{plain.from, true}, {plain.to, false}},
         "(8) sync keeps its bandwidth up to k = 64, and degrades beyond, at k = 256", "starts to degrade at k > 64");
  levels(Scheme::sync_gw, {{windowed.from, true}, {windowed.to, false}},
         "(9) with the window alone it keeps its bandwidth up to k = 128, and degrades beyond, at k = 256",
         "slightly extends, until k > 128");
  std::vector<ReadingAnswer> later, both;
  for (const Assumptions& set : assumption_sets(four_by_four, effort)) {
    later.push_back({set.name(), of_losses(falls_later(measurements, set, effort), effort)});
    const Setup of_both = exchange_of(four_by_four, Scheme::sync_gwrs, beyond_on_four(effort).to, set);
    both.push_back(where_it_loses(measurements, with_scheme(of_both, Scheme::sync),
                                  {set.name(), takes_both(measurements, of_both, effort)}));
  }
  tried.add("(9) with the window it falls at more packets than without it", at, where, "slightly extends", later);
  Claim& needed = tried.add("(10) window and reordering are both needed", at, where, "both are required", both);
  for (const auto& [without, variant] : without_causes_of_fall(exchange_of(four_by_four, Scheme::sync_gwrs, plain.to)))
    needed.reruns.push_back({without, {}, takes_both(measurements, variant, effort)});
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

/// (13) and (14). Where the limit drops packets of a sixth stream they hold by construction, and continuous streams do where it is a rate.
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
            lost_of_1000(*kept), {1}, hosts > 5 ? reproduction::above(0) : reproduction::equal_to(0),
            fmt::format("packets of 1000 of {} continuous streams that switches drop; required: {}", hosts,
                        hosts > 5 ? "above 0" : "none")));
    std::optional<Simulated> answer;
    if (parts.size() == std::size(streams_tried)) answer = reproduction::all_of(parts);
    continuous.push_back({set.name(), std::move(answer), is_of_paper(measurements, set)});
    const auto of_exchange = [&](const Shape& shape, const reproduction::Criterion& criterion, const char* required) {
      std::optional<Simulated> share;
      if (const auto kept = mean_of(measurements, exchange_of_streams(shape, held), &Measurement::kept))
        share = reproduction::judged(lost_of_1000(kept->value), {1}, criterion,
                                     std::string("packets of 1000 that switches drop; required: ") + required);
      return ReadingAnswer{set.name(), std::move(share), is_of_paper(measurements, set)};
    };
    of_six.push_back(of_exchange(six_by_two, reproduction::above(0), "above 0"));
    of_four.push_back(of_exchange(four_by_two, reproduction::equal_to(0), "none"));
  }
  const auto is_input = [](Claim& claim, std::string why) {
    claim.simulated = reproduction::shows_nothing("");
    claim.untestable = {reproduction::Untestable::Reason::model, std::move(why)};
  };
  is_input(tried.add("(13) six continuous streams lose packets, five and four do not", "6x2, 5x2, 4x2", section, stated,
                     continuous),
           "five streams of 100 Mb/s are the 500 Mb/s of the module");
  Claim& exchanged =
      tried.add("(13) an exchange of six hosts at a switch loses packets", six_by_two.name(), section, stated, of_six);
  // Hosts of an exchange do not all send to the other switch in each step. Six continuous streams lose by construction.
  if (const auto kept = kept_of_streams(measurements, six_by_two.hosts_of_switch, Streams::rate, held_of_streams[0]))
    exchanged.reruns.push_back(
        {"the exchange: six continuous streams in its place",
         {},
         reproduction::judged(lost_of_1000(*kept), {1}, reproduction::above(0), "by construction of the limit")});
  tried.add("(13) an exchange of four hosts at a switch loses none", four_by_two.name(), section, stated, of_four);
  Claim given = claim_of_answer("(14) an uplink carries five streams", eight_by_two.name(), section, stated,
                                reproduction::shows_nothing(""));
  is_input(given, "the limit is an input: a rate, or a loss");
  table.claims.push_back(std::move(given));
}

void add_two(const Measurements& measurements, Effort effort, ClaimTable& table, TriedClaims& tried) {
  const auto is_best = [&](const Setup& setup) {
    return of_losses(better_than(measurements, setup, {Scheme::pairwise, Scheme::sync, Scheme::sync_gw}), effort);
  };
  add_on_two(measurements, effort, tried,
             "(11) the scheme with window and reordering is the best of those that the paper ran", "performs the best",
             [&](const Assumptions& set) {
               const Setup sync = exchange_of(eight_by_two, Scheme::sync, most_on_two(effort), set);
               return where_it_loses(measurements, sync, {set.name(), is_best(sync)});
             });
  Setup shared = exchange_of(eight_by_two, Scheme::sync_gwrs, most_on_two(effort));
  shared = with_shared_window(shared);
  table.claims.back().reruns.push_back({text_of_shared_window(shared), {}, is_best(shared)});
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

/// The effect of a smaller W_g: that of equation (4), and the buffer divided by all hosts that share it.
reproduction::Table windows_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "W_g by equation (4), and floor(B_L / hosts that share the buffer): bandwidth as a share of 12.5 MB/s, in %",
      {"exchange", "hosts that share", "W_g", "hosts times W_g", "bandwidth", "dropped", "sent again"},
      {}};
  std::vector<Setup> all{exchange_of(one_switch, Scheme::sync_gw, beyond_on_one_switch(effort).to)};
  for (const Scheme scheme : {Scheme::sync_gw, Scheme::sync_gwrs})
    for (const auto& [shape, k] :
         {std::pair(four_by_four, beyond_on_four(effort).to), std::pair(eight_by_two, most_on_two(effort))})
      all.push_back(exchange_of(shape, scheme, k));
  for (const Setup& setup : all)
    for (const Setup& here : {setup, with_shared_window(setup)}) {
      const unsigned window = here.window != 0 ? here.window : window_of(here.shape), hosts = sharing(here.shape);
      table.rows.push_back({fmt::format("{}, {}, k = {}, {}", here.shape.name(), to_string(here.scheme), here.packets,
                                        here.assumptions.name()),
                            std::to_string(hosts), std::to_string(window), std::to_string(hosts * window),
                            percent_cell(measurements, here, 1),
                            cell(mean_of(measurements, here, &Measurement::dropped), 0),
                            cell(mean_of(measurements, here, &Measurement::repeated), 0)});
    }
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
  add_rows_of_variants(measurements, Scheme::pairwise, other_windows(Scheme::pairwise, effort), choices);
  section.blocks.emplace_back(std::move(choices));
  section.blocks.emplace_back(reproduction::Paragraph{
      "Pairwise sends to one host at a time, so it waits for acknowledgements where the Go-Back-N window is smaller "
      "than what is on its way: what (3), the second line of (6), (7) and (11) say about pairwise depends on that "
      "window, which the paper does not print. Other claims are about schemes that send to all hosts in turn."});
  section.blocks.emplace_back(windows_table(measurements, effort));
  section.blocks.emplace_back(sets_table(measurements, effort));
  section.blocks.emplace_back(onsets_table(measurements,
                                           "4x4: between which k bandwidth falls below 95 % of that without losses",
                                           four_by_four, {Scheme::sync, Scheme::sync_gw, Scheme::sync_gwrs}, effort));
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
