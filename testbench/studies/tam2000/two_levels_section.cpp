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

constexpr Scheme all_schemes[] = {Scheme::pairwise, Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs};

/// One efficiency is above another one.
std::optional<Simulated> above(const Measurements& measurements, const Setup& larger, const Setup& smaller,
                               const std::string& what) {
  const auto of = ratio(measurements, larger, smaller);
  if (!of) return std::nullopt;
  return judged_by(*of, larger.reading.is_drawn(), reproduction::above(1), what + "; required: above 1");
}

/// The scheme with window and reordering is better than others.
std::optional<Simulated> better_than(const Measurements& measurements, Setup setup, const std::vector<Scheme>& others) {
  std::vector<Simulated> parts;
  const auto of = [&](Scheme scheme) {
    Setup other = setup;
    other.scheme = scheme;
    return other;
  };
  for (const Scheme other : others) {
    auto part = above(measurements, of(Scheme::sync_gwrs), of(other),
                      fmt::format("bandwidth of sync+GWRS over that of {}, k = {}", to_string(other), setup.packets));
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return reproduction::all_of(parts);
}

/// Pairwise loses more on 4x4 than on 16x1, for each number of packets with which hardly any are lost.
std::optional<Simulated> pairwise_suffers(const Measurements& measurements, const Reading& reading, Effort effort) {
  std::vector<Simulated> parts;
  for (const unsigned k : packets_of_pairwise(reading, effort)) {
    const auto of = [&](const Shape& shape) {
      return ratios(measurements, exchange_of(shape, Scheme::pairwise, k, reading),
                    exchange_of(shape, Scheme::sync, k, reading));
    };
    const auto less = reproduction::mean_difference(of(one_switch), of(four_by_four));
    if (!less) return std::nullopt;
    parts.push_back(
        judged_by(*less, reading.is_drawn(), reproduction::above(0),
                  fmt::format("bandwidth of pairwise over that of sync on 16x1, less the same on 4x4, k = {}; "
                              "required: above 0",
                              k)));
  }
  return reproduction::all_of(parts);
}

void add_four(const Measurements& measurements, Effort effort, ClaimTable& table) {
  const auto in_readings = [&](Scheme scheme, const Beyond& beyond, bool it_does, const char* name,
                               const char* stated) {
    table.claims.push_back(falls_in_readings(
        measurements, exchange_of(four_by_four, scheme, 1), [&](const Reading&) { return beyond; }, it_does, effort,
        name, "section 5.2", stated));
  };
  in_readings(Scheme::sync_gwrs, beyond_on_four(effort), false,
              "(6) with window and reordering bandwidth does not fall", "consistently and efficiently");
  std::vector<ReadingAnswer> pairwise;
  for (const Reading& reading : pairwise_readings(effort))
    pairwise.push_back({reading.name(), pairwise_suffers(measurements, reading, effort)});
  table.claims.push_back(reproduction::claim_in_readings("(7) pairwise loses more on 4x4 than on 16x1",
                                                         four_by_four.name(), "section 5.2",
                                                         "more significant influence", pairwise));
  in_readings(Scheme::sync, beyond_on_four(effort), true, "(8) sync degrades beyond k = 64",
              "starts to degrade at k > 64");
  in_readings(Scheme::sync_gw, extended_on_four(effort), false,
              "(9) with the window alone it does not fall up to k = 128", "slightly extends, until k > 128");
  in_readings(Scheme::sync_gw, beyond_on_four_with_window(effort), true,
              "(9) with the window alone it falls beyond k = 128", "until k > 128");
  std::vector<ReadingAnswer> answers;
  for (const Reading& reading : readings(four_by_four, effort)) {
    const Setup sync = exchange_of(four_by_four, Scheme::sync, beyond_on_four(effort).to, reading);
    answers.push_back(where_it_loses(
        measurements, sync,
        {reading.name(),
         of_losses(better_than(measurements, sync, {Scheme::sync, Scheme::sync_gw, Scheme::sync_rs}), effort),
         reading.is_of_paper()}));
  }
  table.claims.push_back(reproduction::claim_in_readings(
      "(10) window and reordering are both needed", four_by_four.name(), "section 5.2", "both are required", answers));
}

/// The share of packets of so many streams without an end that switches take in; nothing: it was not simulated.
std::optional<double> kept_of_streams(const Measurements& measurements, unsigned hosts, Streams streams,
                                      unsigned held) {
  const Measurement* found = measurements.first_of(Streaming{hosts, streams, held}.name());
  return found == nullptr ? std::nullopt : std::optional(found->kept);
}

/// Claims about losses on 8x2, in each reading. Where an uplink loses packets of five streams it is not the paper's.
template <class Answer>
Claim on_two_in_readings(const Measurements& measurements, Effort effort, const std::string& name, const char* stated,
                         Answer&& answer) {
  std::vector<ReadingAnswer> answers;
  for (const UplinkReading& reading : uplink_readings(effort)) {
    answers.push_back(answer(reading));
    const auto kept = kept_of_streams(measurements, 5, reading.streams, reading.reading.held);
    answers.back().is_of_paper &= kept == 1.;
  }
  return reproduction::claim_in_readings(name, eight_by_two.name(), "section 5.3", stated, answers);
}

/// (12): sync and the window alone have less than without losses; and the two causes that the paper gives.
void add_causes_on_two(const Measurements& measurements, Effort effort, Scheme scheme, ClaimTable& table) {
  const unsigned most = most_on_two(effort);
  table.claims.push_back(on_two_in_readings(
      measurements, effort, fmt::format("(12) {} is slower than on schedule at one switch", to_string(scheme)),
      "not performing as good as it should be", [&](const UplinkReading& reading) {
        const Setup here = on_two(scheme, most, reading);
        std::optional<Simulated> answer;
        const auto full =
            mean_of(measurements, exchange_of(one_switch, scheme, most, on_schedule), &Measurement::efficiency);
        std::vector<double> shares = samples(measurements, here, &Measurement::efficiency);
        if (full && !shares.empty()) {
          for (double& share : shares) share /= full->value;
          answer =
              judged_by(*reproduction::mean_of(shares), here.reading.is_drawn(), reproduction::below(1 - precision),
                        fmt::format("bandwidth over that without losses on 16x1, k = {}; required: below {:.4f}", most,
                                    1 - precision));
        }
        return ReadingAnswer{reading.name(), of_losses(std::move(answer), effort)};
      }));
  const auto add_cause = [&](const char* cause, const char* stated, const char* what, auto&& without) {
    table.claims.push_back(on_two_in_readings(
        measurements, effort, fmt::format("(12) {} costs {} bandwidth", cause, to_string(scheme)), stated,
        [&](const UplinkReading& reading) {
          const Setup here = on_two(scheme, most, reading);
          return where_it_loses(measurements, here,
                                {reading.name(), of_losses(above(measurements, without(here), here,
                                                                 fmt::format("bandwidth {}, k = {}", what, most)),
                                                           effort)});
        }));
  };
  add_cause("the limit of the uplink", "not performing as good as it should be", "without the limit over that with it",
            [](const Setup& here) { return with(here, Streams::any); });
  add_cause("Go-Back-N", "known to suffer badly when the error rate is high",
            "with selective repeat over that with Go-Back-N", [](const Setup& here) { return selective(here); });
}

/// (13) and (14). Both readings of the limit are of five streams, so what four do follows from it.
void add_streams(const Measurements& measurements, ClaimTable& table) {
  const char* section = "section 5.3";
  const char* stated = "up to 5 channels without loss";
  std::vector<ReadingAnswer> continuous, of_exchange;
  const auto add_continuous = [&](Streams streams, unsigned held) {
    std::vector<Simulated> parts;
    for (const unsigned hosts : streams_tried)
      if (const auto kept = kept_of_streams(measurements, hosts, streams, held))
        parts.push_back(reproduction::judged(
            *kept, {1}, hosts > 5 ? reproduction::below(1) : reproduction::equal_to(1),
            fmt::format("share of packets of {} streams without an end that switches take in; required: {}", hosts,
                        hosts > 5 ? "below 1" : "all")));
    std::optional<Simulated> answer;
    if (parts.size() == std::size(streams_tried)) answer = reproduction::all_of(parts);
    continuous.push_back({fmt::format("Q = {}, {}", held, to_string(streams)), std::move(answer)});
  };
  for (const Streams streams : {Streams::rate, Streams::loss}) {
    for (const unsigned held : held_of_streams) add_continuous(streams, held);
    std::optional<Simulated> answer;
    if (const auto kept = mean_of(measurements, six_by_two_on_schedule(streams), &Measurement::kept))
      answer = reproduction::judged(kept->value, {1}, reproduction::below(1),
                                    "share of packets that switches take in; required: below 1");
    of_exchange.push_back({to_string(streams), std::move(answer)});
  }
  table.claims.push_back(reproduction::claim_in_readings("(13) six streams without an end lose packets, five do not",
                                                         "6x2, 5x2", section, stated, continuous));
  table.claims.push_back(reproduction::claim_in_readings("(13) an exchange of six hosts at a switch loses packets",
                                                         six_by_two.name(), section, stated, of_exchange));
  const auto add_given = [&](const char* name, const std::string& at, const char* why) {
    Claim given = claim_of_answer(name, at, section, stated, reproduction::shows_nothing(""));
    given.untestable = {reproduction::Untestable::Reason::model, why};
    table.claims.push_back(std::move(given));
  };
  add_given("(13) with four hosts at a switch none are lost", four_by_two.name(),
            "with a limit of five streams four have what they need");
  add_given("(14) an uplink carries five streams", eight_by_two.name(), "the limit is an input: a rate, or a loss");
}

void add_two(const Measurements& measurements, Effort effort, ClaimTable& table) {
  table.claims.push_back(on_two_in_readings(
      measurements, effort, "(11) the scheme with window and reordering is the best of those that the paper ran",
      "performs the best", [&](const UplinkReading& reading) {
        const Setup sync = on_two(Scheme::sync, most_on_two(effort), reading);
        return where_it_loses(
            measurements, sync,
            {reading.name(), of_losses(better_than(measurements, sync, {Scheme::sync, Scheme::sync_gw}), effort)});
      }));
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw}) add_causes_on_two(measurements, effort, scheme, table);
  add_streams(measurements, table);
}

reproduction::Table table_of(const Measurements& measurements, const std::string& title,
                             const std::vector<unsigned>& all, const std::vector<Scheme>& schemes,
                             Setup (*of)(Scheme scheme, unsigned packets)) {
  reproduction::Table table{title, {"k"}, {}};
  for (const Scheme scheme : schemes) table.columns.emplace_back(to_string(scheme));
  for (const Scheme scheme : schemes) table.columns.push_back(fmt::format("dropped, {}", to_string(scheme)));
  table.columns.emplace_back("draws without a pause, sync");
  for (const unsigned k : all) {
    std::vector<std::string> row{std::to_string(k)};
    for (const Scheme scheme : schemes) row.push_back(percent_cell(measurements, of(scheme, k), 1));
    for (const Scheme scheme : schemes)
      row.push_back(cell(mean_of(measurements, of(scheme, k), &Measurement::dropped), 0));
    const std::vector<double> pauses = samples(measurements, of(Scheme::sync, k), &Measurement::pauses);
    row.push_back(fmt::format("{} of {}", std::count(pauses.begin(), pauses.end(), 0), pauses.size()));
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

/// A part of the exchange replaced by another one, alone.
void add_rows_of_variants(const Measurements& measurements, Scheme scheme,
                          const std::vector<std::pair<std::string, Setup>>& variants, reproduction::Table& table) {
  for (const auto& [what, setup] : variants)
    table.rows.push_back({to_string(scheme), what, percent_cell(measurements, setup, 1),
                          cell(mean_of(measurements, setup, &Measurement::dropped), 0),
                          cell(mean_of(measurements, setup, &Measurement::repeated), 0)});
}
reproduction::Table table_of_variants(const char* what, Effort effort) {
  return {fmt::format("4x4, k = {}, {}: {}", packets_of_causes(effort), usual.name(), what),
          {"scheme", "what", "bandwidth, %", "dropped", "sent again"},
          {}};
}

Setup on_four(Scheme scheme, unsigned packets) { return exchange_of(four_by_four, scheme, packets); }

void add_row_of_schemes(const Measurements& measurements, std::vector<std::string> row, const Setup& setup,
                        reproduction::Table& table) {
  const auto of = [&](Scheme scheme) {
    Setup other = setup;
    other.scheme = scheme;
    return other;
  };
  for (const Scheme scheme : shuffles) row.push_back(percent_cell(measurements, of(scheme), 1));
  for (const Scheme scheme : shuffles) row.push_back(cell(mean_of(measurements, of(scheme), &Measurement::dropped), 0));
  table.rows.push_back(std::move(row));
}
reproduction::Table table_of_schemes(const std::string& title, std::vector<std::string> columns) {
  reproduction::Table table{title, std::move(columns), {}};
  for (const Scheme scheme : shuffles) table.columns.emplace_back(to_string(scheme));
  for (const Scheme scheme : shuffles) table.columns.push_back(fmt::format("dropped, {}", to_string(scheme)));
  return table;
}

/// What claims about losses depend on.
reproduction::Table readings_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table = table_of_schemes(
      "4x4 in each reading: bandwidth as a share of 12.5 MB/s, in %, and packets dropped", {"reading", "k"});
  for (const Reading& reading : readings(four_by_four, effort))
    for (const unsigned k :
         {beyond_on_four(effort).from, beyond_on_four_with_window(effort).from, beyond_on_four(effort).to})
      add_row_of_schemes(measurements, {reading.name(), std::to_string(k)},
                         exchange_of(four_by_four, Scheme::sync, k, reading), table);
  return table;
}
reproduction::Table readings_table_of_two(const Measurements& measurements, Effort effort) {
  const unsigned most = most_on_two(effort);
  reproduction::Table table = table_of_schemes(
      fmt::format("8x2 in each reading, k = {}: bandwidth as a share of 12.5 MB/s, in %, and packets dropped", most),
      {"reading"});
  for (const UplinkReading& reading : uplink_readings(effort))
    add_row_of_schemes(measurements, {reading.name()}, on_two(Scheme::sync, most, reading), table);
  return table;
}

/// Claim (10): what each mechanism gains alone, and next to the other one.
reproduction::Table gains_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      fmt::format("4x4, k = {}: bandwidth with window or reordering over that without it", beyond_on_four(effort).to),
      {"reading", "window", "window, reordered", "reordering", "reordering, with window", "both"},
      {}};
  for (const Reading& reading : readings(four_by_four, effort)) {
    const auto gain = [&](Scheme with, Scheme without) {
      const unsigned k = beyond_on_four(effort).to;
      const auto of = ratio(measurements, exchange_of(four_by_four, with, k, reading),
                            exchange_of(four_by_four, without, k, reading));
      return of ? cell(*of, 3) : cell(std::optional<reproduction::Mean>(), 3);
    };
    table.rows.push_back({reading.name(), gain(Scheme::sync_gw, Scheme::sync), gain(Scheme::sync_gwrs, Scheme::sync_rs),
                          gain(Scheme::sync_rs, Scheme::sync), gain(Scheme::sync_gwrs, Scheme::sync_gw),
                          gain(Scheme::sync_gwrs, Scheme::sync)});
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
            fmt::format("As figure 7 of the paper: achieved bandwidth on 4x4, {}; sync+RS is ours.", usual.name()),
            curves(four_by_four, on_4x4, effort, on_four)),
        bandwidth_figure(measurements, "figure8",
                         fmt::format("As figure 8 of the paper: achieved bandwidth on 8x2, {}, {}.",
                                     to_string(Streams::rate), usual.name()),
                         curves(eight_by_two, on_8x2, effort, on_two))})
    if (!figure.series.empty()) section.blocks.emplace_back(std::move(figure));
  section.blocks.emplace_back(table_of(measurements,
                                       "4x4: bandwidth as a share of 12.5 MB/s, in %, and packets dropped",
                                       packets(four_by_four, Scheme::sync, effort), on_4x4, on_four));
  section.blocks.emplace_back(repeats_table(measurements,
                                            "4x4: packets that hosts sent again, and the most that a buffer held",
                                            packets(four_by_four, Scheme::sync, effort), on_4x4, on_four));
  reproduction::Table causes = table_of_variants("one cause of losses is away", effort);
  for (const Scheme scheme : schemes_of_causes)
    add_rows_of_variants(measurements, scheme, without_causes(scheme, effort), causes);
  section.blocks.emplace_back(std::move(causes));
  reproduction::Table choices = table_of_variants("one choice is another, which the paper does not print", effort);
  for (const Scheme scheme : schemes_of_causes)
    add_rows_of_variants(measurements, scheme, other_choices(scheme, effort), choices);
  section.blocks.emplace_back(std::move(choices));
  section.blocks.emplace_back(readings_table(measurements, effort));
  section.blocks.emplace_back(onsets_table(measurements,
                                           "4x4: the least k at which bandwidth is below that of a smaller one",
                                           four_by_four, on_8x2, effort));
  section.blocks.emplace_back(gains_table(measurements, effort));
  section.blocks.emplace_back(table_of(
      measurements, "8x2, uplink modules of 500 Mb/s: bandwidth as a share of 12.5 MB/s, in %, and packets dropped",
      packets(eight_by_two, Scheme::sync, effort), on_8x2, on_two));
  section.blocks.emplace_back(repeats_table(
      measurements, "8x2, uplink modules of 500 Mb/s: packets that hosts sent again, and the most that a buffer held",
      packets(eight_by_two, Scheme::sync, effort), on_8x2, on_two));
  section.blocks.emplace_back(readings_table_of_two(measurements, effort));
  return section;
}

}  // namespace slackline::tam2000
