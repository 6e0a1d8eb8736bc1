// Table 1: the delay between requests, claims (1) and (2).
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/shurbanov2000/study.hpp"

namespace slackline::shurbanov2000 {

namespace {

using reproduction::cell;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::Mean;
using reproduction::Simulated;

/// One topology.
class Delays : private OnTopology {
 public:
  Delays(const Measurements& measurements, Topology topology, Effort effort)
      : OnTopology(measurements, topology), effort_(effort) {}

  void add_claims(ClaimTable& table) const {
    for (const double delta : deltas()) {
      const std::string at = fmt::format("{}, delta = {} us", to_string(topology()), delta);
      const auto in_readings = [&](const char* name, const char* where, const char* stated, auto of) {
        std::vector<reproduction::ReadingAnswer> answers;
        for (const Reading& reading : of_one_delay())
          answers.push_back(answer(reading.name(), spp(delta, reading), reading, of));
        table.claims.push_back(reproduction::claim_in_readings(name, at, where, stated, answers));
      };
      in_readings("(1) SPP is stable: I has no trend", "section 2, table 1", "an equilibrium state",
                  &Delays::has_no_trend);
      in_readings("(1) I varies at a source no more than in the paper", "table 1", "29.47 us around 25.96",
                  &Delays::varies_no_more);
    }
    // The delta of table 1 is not printed: each is a reading of its own.
    std::vector<reproduction::ReadingAnswer> answers;
    for (const double delta : deltas())
      for (const Reading& reading : readings(effort_, topology()))
        answers.push_back(answer(fmt::format("delta = {} us, {}", delta, reading.name()), spp(delta, reading), reading,
                                 &Delays::moves_delay));
    table.claims.push_back(
        claim_in_readings("(2) SPP moves the delay from the network to the source, and does not shorten the whole",
                          to_string(topology()), "section 2, table 1", "5.94 + 25.96 us, without SPP 30.2", answers));
  }

  reproduction::Table table() const {
    reproduction::Table table{
        fmt::format("Table 1 on the {}: means, with the deviation of single requests; times in us",
                    to_string(topology())),
        {"control", "wins of 8", "deviation", "I", "deviation", "wait because of I", "round trip", "SW's",
         "I + round trip", "over SW's", "c.v. at a source", "drift of I, %"},
        {}};
    const PublishedDelay printed;
    table.rows.push_back({"printed", fmt::format("{}", printed.wins), fmt::format("{}", printed.wins_deviation),
                          fmt::format("{}", printed.interval), fmt::format("{}", printed.interval_deviation), "–",
                          fmt::format("{}", printed.round_trip), fmt::format("{}", printed.round_trip_without),
                          fmt::format("{:.1f}", printed.interval + printed.round_trip),
                          fmt::format("{:.2f}", (printed.interval + printed.round_trip) / printed.round_trip_without),
                          fmt::format("{:.2f}", printed.interval_deviation / printed.interval), "–"});
    for (const unsigned window : {4u, 0u})
      for (const bool absolute : {false, true})
        for (const double delta : deltas()) {
          const Control control = spp(delta, {absolute}, window);
          const auto value = [&](Value v, int decimals) { return cell(mean(control, v), decimals); };
          const auto drift = mean(control, &Measurement::drift);
          table.rows.push_back(
              {fmt::format("SPP({} us){}, {}", delta, window == 0 ? " alone" : "", absolute ? "absolute" : "signed"),
               value(&Measurement::wins, 2), value(&Measurement::wins_deviation, 2), value(&Measurement::interval, 2),
               value(&Measurement::interval_deviation, 2), value(&Measurement::interval_wait, 2),
               value(&Measurement::round_trip, 2), cell(mean(sw(4), &Measurement::round_trip), 2),
               cell(reproduction::mean_of(whole(control, {absolute})), 2),
               cell(reproduction::ratio(whole(control, {absolute}), of(sw(4), &Measurement::round_trip)), 2),
               value(&Measurement::variation, 2),
               drift ? cell(Mean{100 * drift->value,
                                 drift->half_width ? std::optional(100 * *drift->half_width) : std::nullopt,
                                 drift->samples},
                            0)
                     : cell(std::optional<Mean>(), 0)});
        }
    return table;
  }

 private:
  /// Readings in which a source has one delay: the trend and the variation of several would be mixed.
  std::vector<Reading> of_one_delay() const {
    std::vector<Reading> all = readings(effort_, topology());
    all.erase(std::remove_if(all.begin(), all.end(), [](const Reading& reading) { return reading.of_destination; }),
              all.end());
    return all;
  }
  bool was_run(const Control& control) const { return mean(control, &Measurement::interval).has_value(); }

  using Of = Simulated (Delays::*)(const Control&, const Reading&) const;

  /// Table 1 prints a delay of four fifths of the delay and the round trip: where it is less than one fifth, and stays so, a
  /// reading is not the paper's.
  reproduction::ReadingAnswer answer(std::string name, const Control& control, const Reading& reading, Of of) const {
    if (!was_run(control)) return {std::move(name), std::nullopt};
    const reproduction::Mean share = reproduction::ratio(added(control, reading), whole(control, reading)).value();
    const Simulated is_large = decided(share, reproduction::at_least(least_share), "");
    if (!shows_anything(is_large))
      return {std::move(name), shows_nothing("whether the delay is a fifth of the delay and the round trip, a limit of "
                                             "ours, in table 1 four fifths: " +
                                             is_large.note)};
    if (!is_large.holds()) {
      const bool may_grow = unsettled(control, reading).has_value();
      const std::string why = "the delay is less than a fifth of the delay and the round trip, in table 1 four fifths";
      return {std::move(name), shows_nothing(may_grow ? why + ", and may still grow" : why), may_grow};
    }
    return {std::move(name), (this->*of)(control, reading)};
  }

  Simulated has_no_trend(const Control& control, const Reading& reading) const {
    const Mean found = *change(control, reading);
    // One of so many readings is not to fail by chance (Bonferroni).
    const std::size_t judged = of_one_delay().size();
    const double half = found.half_width.value_or(0) * reproduction::widening(found.samples, judged);
    return decided(
        {found.value, half, found.samples}, reproduction::within(0, precision),
        fmt::format(
            "change of I over the window by its trend, as a share of I and the round trip; required: at most {} "
            "either way, with an interval that holds for all {} readings together",
            precision, judged));
  }

  Simulated varies_no_more(const Control& control, const Reading& reading) const {
    if (const auto why = unsettled(control, reading)) return shows_nothing(*why);
    const PublishedDelay one;
    const double printed = one.interval_deviation / one.interval;
    return decided(
        *mean(control, &Measurement::variation), reproduction::at_most(printed),
        fmt::format("coefficient of variation of I at a source; required: at most {:.3f}, as the printed deviation and "
                    "mean give",
                    printed));
  }

  Simulated moves_delay(const Control& control, const Reading& reading) const {
    if (const auto why = unsettled(control, reading)) return shows_nothing(*why);
    const auto over = reproduction::ratio(whole(control, reading), of(sw(4), &Measurement::round_trip));
    const auto throughput = ratio(control, sw(4), &Measurement::throughput);
    constexpr double least = 0.9, most = 1.2;
    return decided(
        *over, reproduction::within((least + most) / 2, (most - least) / 2),
        fmt::format(
            "the added delay and the round trip over SW's round trip, printed 1.06; required: {} to {}, limits of "
            "ours; {:.2f} of SW's throughput",
            least, most, throughput->value));
  }

  static constexpr double least_share = 0.2;
  const Effort effort_;
};

}  // namespace

reproduction::Section delay_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"The delay between requests", {}};
  ClaimTable claims{"Claims (1) and (2)", "", {}, 2, {}};
  for (const Topology topology : topologies(effort)) Delays(measurements, topology, effort).add_claims(claims);
  section.blocks.emplace_back(std::move(claims));
  for (const Topology topology : topologies(effort))
    section.blocks.emplace_back(Delays(measurements, topology, effort).table());
  section.blocks.emplace_back(reproduction::Paragraph{
      "Wins near h / 2 prove nothing: a delay that is held at 0 forces them as well. So claim (1) is held against the "
      "trend of I and its variation at a source. The delta of table 1 is not printed: (1) is judged at each, and for "
      "(2) each is a reading of its own. The wait because of I counts only the time for which I alone holds a request "
      "back; past saturation the wait in the "
      "queue of the host grows without end, and is not in the sum. With a delay for each destination a request waits "
      "because of some of them only: there that wait is what is added, and not I. SPP alone does not settle in the "
      "time "
      "of these runs, as its drift shows: its rows are of a delay that has not settled."});
  return section;
}

}  // namespace slackline::shurbanov2000
