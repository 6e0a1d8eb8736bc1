// Hosts at several switches below a backbone: claims (6) to (14), figures 7 and 8.
#include <fmt/format.h>

#include "testbench/studies/tam2000/study.hpp"

namespace slackline::tam2000 {

namespace {

using reproduction::cell;
using reproduction::Claim;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::ReadingAnswer;
using reproduction::Simulated;

constexpr Scheme all_schemes[] = {Scheme::pairwise, Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs};

/// One efficiency is above another one.
std::optional<Simulated> above(const Measurements& measurements, const Setup& larger, const Setup& smaller,
                               const std::string& what) {
  const auto of = ratio(measurements, larger, smaller);
  if (!of) return std::nullopt;
  return judged_by(*of, larger.reading.pauses > 0, reproduction::above(1), what + "; required: above 1");
}

/// The scheme with window and reordering is the best of all shuffles.
std::optional<Simulated> best_of_shuffles(const Measurements& measurements, Setup setup) {
  std::vector<Simulated> parts;
  const auto of = [&](Scheme scheme) {
    Setup other = setup;
    other.scheme = scheme;
    return other;
  };
  for (const Scheme other : {Scheme::sync, Scheme::sync_gw, Scheme::sync_rs}) {
    auto part = above(measurements, of(Scheme::sync_gwrs), of(other),
                      fmt::format("bandwidth of sync+GWRS over that of {}, k = {}", to_string(other), setup.packets));
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return reproduction::all_of(parts);
}

/// Pairwise loses more on 4x4 than on 16x1, for each number of packets up to the one at which losses may begin.
std::optional<Simulated> pairwise_suffers(const Measurements& measurements, const Reading& reading, Effort effort) {
  std::vector<Simulated> parts;
  for (const unsigned k : packets(four_by_four, Scheme::pairwise, effort)) {
    if (k > 16) break;
    const auto of = [&](const Shape& shape) {
      return ratio(measurements, exchange_of(shape, Scheme::pairwise, k, reading),
                   exchange_of(shape, Scheme::sync, k, reading));
    };
    const auto four = of(four_by_four), one = of(one_switch);
    if (!four || !one) return std::nullopt;
    parts.push_back(
        judged_by(less(*one, *four), reading.pauses > 0, reproduction::above(0),
                  fmt::format("bandwidth of pairwise over that of sync on 16x1, less the same on 4x4, k = {}; "
                              "required: above 0",
                              k)));
  }
  return reproduction::all_of(parts);
}

void add_four(const Measurements& measurements, Effort effort, ClaimTable& table) {
  const auto in_readings = [&](Scheme scheme, const Beyond& beyond, bool it_does, const char* name,
                               const char* stated) {
    table.claims.push_back(falls_in_readings(measurements, exchange_of(four_by_four, scheme, 1), beyond, it_does,
                                             effort, name, "section 5.2", stated));
  };
  in_readings(Scheme::sync_gwrs, beyond_on_four(effort), false,
              "(6) with window and reordering bandwidth does not fall", "consistently and efficiently");
  table.claims.push_back(reproduction::claim_in_readings(
      "(7) pairwise loses more on 4x4 than on 16x1", four_by_four.name(), "section 5.2", "more significant influence",
      {{usual.name(), pairwise_suffers(measurements, usual, effort)},
       {on_schedule.name(), pairwise_suffers(measurements, on_schedule, effort)}}));
  in_readings(Scheme::sync, beyond_on_four(effort), true, "(8) sync degrades beyond k = 64",
              "starts to degrade at k > 64");
  in_readings(Scheme::sync_gw, extended_on_four(effort), false,
              "(9) with the window alone it does not fall up to k = 128", "slightly extends, until k > 128");
  in_readings(Scheme::sync_gw, beyond_on_four_with_window(effort), true,
              "(9) with the window alone it falls beyond k = 128", "until k > 128");
  std::vector<ReadingAnswer> answers;
  for (const Reading& reading : readings(four_by_four, effort)) {
    answers.push_back(
        {reading.name(), of_losses(best_of_shuffles(measurements, exchange_of(four_by_four, Scheme::sync,
                                                                              beyond_on_four(effort).to, reading)),
                                   effort)});
  }
  table.claims.push_back(reproduction::claim_in_readings(
      "(10) window and reordering are both needed", four_by_four.name(), "section 5.2", "both are required", answers));
}

void add_two(const Measurements& measurements, Effort effort, ClaimTable& table) {
  const unsigned most = most_on_two(effort);
  const std::string at = eight_by_two.name();
  std::vector<ReadingAnswer> best;
  for (const Streams streams : {Streams::rate, Streams::loss})
    best.push_back({to_string(streams),
                    of_losses(best_of_shuffles(measurements, with(on_two(Scheme::sync, most), streams)), effort)});
  table.claims.push_back(reproduction::claim_in_readings("(11) the scheme with window and reordering is the best", at,
                                                         "section 5.3", "performs the best", best));
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw}) {
    const Setup here = on_two(scheme, most);
    table.claims.push_back(claim_of_answer(
        fmt::format("(12) the limit of the uplink costs {} bandwidth", to_string(scheme)), at, "section 5.3",
        "not performing as good as it should be",
        of_losses(above(measurements, with(here, Streams::any), here,
                        fmt::format("bandwidth with uplinks of 1 Gb/s over that with 500 Mb/s, k = {}", most)),
                  effort)));
    table.claims.push_back(claim_of_answer(
        fmt::format("(12) Go-Back-N costs {} bandwidth", to_string(scheme)), at, "section 5.3",
        "known to suffer badly when the error rate is high",
        of_losses(above(measurements, selective(here), here,
                        fmt::format("bandwidth with selective repeat over that with Go-Back-N, k = {}", most)),
                  effort)));
  }
  for (const bool loses : {true, false}) {
    std::vector<ReadingAnswer> answers;
    for (const Streams streams : {Streams::rate, Streams::loss}) {
      const auto kept =
          mean_of(measurements, of_streams(loses ? six_by_two : four_by_two, streams), &Measurement::kept);
      std::optional<Simulated> answer;
      if (kept)
        answer = reproduction::judged(kept->value, {1}, loses ? reproduction::below(1) : reproduction::equal_to(1),
                                      loses ? "share of packets that switches take in; required: below 1"
                                            : "share of packets that switches take in; required: all");
      answers.push_back({to_string(streams), std::move(answer)});
    }
    table.claims.push_back(reproduction::claim_in_readings(
        loses ? "(13) with six hosts at a switch packets are lost on schedule" : "(13) with four hosts none are",
        loses ? six_by_two.name() : four_by_two.name(), "section 5.3", "up to 5 channels without loss", answers));
  }
  Claim limit = claim_of_answer("(14) an uplink carries five streams", at, "section 5.3", "up to 5 channels",
                                reproduction::shows_nothing(""));
  limit.untestable = {reproduction::Untestable::Reason::model, "the limit is an input: a rate, or a loss"};
  table.claims.push_back(std::move(limit));
}

reproduction::Table table_of(const Measurements& measurements, const std::string& title,
                             const std::vector<unsigned>& all, const std::vector<Scheme>& schemes,
                             Setup (*of)(Scheme scheme, unsigned packets)) {
  reproduction::Table table{title, {"k"}, {}};
  for (const Scheme scheme : schemes) table.columns.emplace_back(to_string(scheme));
  for (const Scheme scheme : schemes) table.columns.push_back(fmt::format("dropped, {}", to_string(scheme)));
  for (const unsigned k : all) {
    std::vector<std::string> row{std::to_string(k)};
    for (const Scheme scheme : schemes) row.push_back(percent_cell(measurements, of(scheme, k), 1));
    for (const Scheme scheme : schemes)
      row.push_back(cell(mean_of(measurements, of(scheme, k), &Measurement::dropped), 0));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// What drops cost, and what buffers held.
reproduction::Table repeats_table(const Measurements& measurements, const std::string& title,
                                  const std::vector<unsigned>& all, const std::vector<Scheme>& schemes,
                                  Setup (*of)(Scheme scheme, unsigned packets)) {
  reproduction::Table table{title, {"k"}, {}};
  for (const Scheme scheme : schemes) table.columns.push_back(fmt::format("sent again, {}", to_string(scheme)));
  for (const Scheme scheme : schemes) table.columns.push_back(fmt::format("most held, {}", to_string(scheme)));
  for (const unsigned k : all) {
    std::vector<std::string> row{std::to_string(k)};
    for (const Value value : {&Measurement::repeated, &Measurement::most_held})
      for (const Scheme scheme : schemes) row.push_back(cell(mean_of(measurements, of(scheme, k), value), 0));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Each cause of losses taken away alone.
reproduction::Table causes_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      fmt::format("4x4, k = {}, {}: one part is another", beyond_on_four(effort).to, usual.name()),
      {"scheme", "what", "bandwidth, %", "dropped", "sent again"},
      {}};
  for (const Scheme scheme : shuffles)
    for (const auto& [what, setup] : without_causes(scheme, effort))
      table.rows.push_back({to_string(scheme), what, percent_cell(measurements, setup, 1),
                            cell(mean_of(measurements, setup, &Measurement::dropped), 0),
                            cell(mean_of(measurements, setup, &Measurement::repeated), 0)});
  return table;
}

Setup on_four(Scheme scheme, unsigned packets) { return exchange_of(four_by_four, scheme, packets); }

/// What claims about losses depend on.
reproduction::Table readings_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "4x4 in each reading: bandwidth as a share of 12.5 MB/s, in %, and packets dropped", {"reading", "k"}, {}};
  for (const Scheme scheme : shuffles) table.columns.emplace_back(to_string(scheme));
  for (const Scheme scheme : shuffles) table.columns.push_back(fmt::format("dropped, {}", to_string(scheme)));
  for (const Reading& reading : readings(four_by_four, effort))
    for (const unsigned k :
         {beyond_on_four(effort).from, beyond_on_four_with_window(effort).from, beyond_on_four(effort).to}) {
      std::vector<std::string> row{reading.name(), std::to_string(k)};
      for (const Scheme scheme : shuffles)
        row.push_back(percent_cell(measurements, exchange_of(four_by_four, scheme, k, reading), 1));
      for (const Scheme scheme : shuffles)
        row.push_back(
            cell(mean_of(measurements, exchange_of(four_by_four, scheme, k, reading), &Measurement::dropped), 0));
      table.rows.push_back(std::move(row));
    }
  return table;
}

std::vector<std::vector<Setup>> curves(const Shape& shape, const std::vector<Scheme>& schemes, Effort effort,
                                       Setup (*of)(Scheme scheme, unsigned packets)) {
  std::vector<std::vector<Setup>> all;
  for (const Scheme scheme : schemes) {
    all.emplace_back();
    for (const unsigned k : packets(shape, scheme, effort)) all.back().push_back(of(scheme, k));
  }
  return all;
}

}  // namespace

reproduction::Section two_levels_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Two levels", {}};
  ClaimTable claims{"Claims (6) to (14)", "", {}, 3, {}};
  add_four(measurements, effort, claims);
  add_two(measurements, effort, claims);
  section.blocks.emplace_back(std::move(claims));
  const std::vector<Scheme> on_4x4(std::begin(all_schemes), std::end(all_schemes)),
      on_8x2(std::begin(shuffles), std::end(shuffles));
  for (reproduction::Figure figure :
       {bandwidth_figure(
            measurements, "figure7",
            fmt::format("Figure 7 of the paper: achieved bandwidth on 4x4, {}; sync+RS is ours.", usual.name()),
            curves(four_by_four, on_4x4, effort, on_four)),
        bandwidth_figure(
            measurements, "figure8",
            fmt::format("Figure 8 of the paper: achieved bandwidth on 8x2, uplinks of 500 Mb/s, {}.", usual.name()),
            curves(eight_by_two, on_8x2, effort, on_two))})
    if (!figure.series.empty()) section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(table_of(measurements,
                                       "4x4: bandwidth as a share of 12.5 MB/s, in %, and packets dropped",
                                       packets(four_by_four, Scheme::sync, effort), on_4x4, on_four));
  section.blocks.emplace_back(repeats_table(measurements,
                                            "4x4: packets that hosts sent again, and the most that a buffer held",
                                            packets(four_by_four, Scheme::sync, effort), on_4x4, on_four));
  section.blocks.emplace_back(causes_table(measurements, effort));
  section.blocks.emplace_back(readings_table(measurements, effort));
  section.blocks.emplace_back(
      table_of(measurements, "8x2, uplinks of 500 Mb/s: bandwidth as a share of 12.5 MB/s, in %, and packets dropped",
               packets(eight_by_two, Scheme::sync, effort), on_8x2, on_two));
  section.blocks.emplace_back(repeats_table(
      measurements, "8x2, uplinks of 500 Mb/s: packets that hosts sent again, and the most that a buffer held",
      packets(eight_by_two, Scheme::sync, effort), on_8x2, on_two));
  return section;
}

}  // namespace slackline::tam2000
