#include "testbench/studies/shurbanov2000/study.hpp"

#include <fmt/format.h>

#include <cmath>

#include "testbench/studies/shurbanov2000/pictures.hpp"

namespace slackline::shurbanov2000 {

using reproduction::Claim;
using reproduction::Paragraph;
using reproduction::Simulated;

namespace {

bool is_vague(const reproduction::Mean& found, double limit) {
  return found.low() < limit && limit < found.high() && found.half_width.value_or(0) > precision * std::abs(limit);
}

Simulated within_interval(const reproduction::Mean& found, double end, const reproduction::Criterion& criterion,
                          std::string note) {
  if (is_vague(found, criterion.limit))
    return shows_nothing(fmt::format("{:.2f} ± {:.2f}: the limit, {:.4g}, lies in an interval of more than 3 %",
                                     found.value, *found.half_width, criterion.limit));
  return {found.value, sample_of(found), {{end, criterion}}, std::move(note)};
}

}  // namespace

Simulated at_least_within(const reproduction::Mean& found, double limit, std::string note) {
  return within_interval(found, found.high(), reproduction::at_least(limit), std::move(note));
}
Simulated at_most_within(const reproduction::Mean& found, double limit, std::string note) {
  return within_interval(found, found.low(), reproduction::at_most(limit), std::move(note));
}

std::vector<double> OnTopology::whole(const Control& control, const Reading& reading) const {
  std::vector<double> sums = added(control, reading);
  const std::vector<double> round_trips = of(control, &Measurement::round_trip);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += round_trips[i];
  return sums;
}

std::optional<reproduction::Mean> OnTopology::change(const Control& control, const Reading& reading) const {
  std::vector<double> changes = of(control, &Measurement::drift);
  const std::vector<double> delays = added(control, reading), wholes = whole(control, reading);
  for (std::size_t i = 0; i < changes.size(); ++i) changes[i] *= wholes[i] > 0 ? delays[i] / wholes[i] : 0;
  return reproduction::mean_of(changes);
}

std::optional<std::string> OnTopology::unsettled(const Control& control, const Reading& reading) const {
  const auto found = change(control, reading);
  if (!found) return std::nullopt;
  const Simulated trend = reproduction::decided(*found, reproduction::within(0, precision), "");
  if (!shows_anything(trend) || trend.holds()) return std::nullopt;
  return fmt::format("the delay has not settled: its trend is {:.2f} ± {:.2f}", found->value,
                     found->half_width.value_or(0));
}

Claim claim_in_readings(const std::string& name, const std::string& at, const char* where, const char* stated,
                        const std::vector<ReadingAnswer>& answers) {
  std::optional<Simulated> shown;  // the first reading's that shows anything
  std::size_t readings = 0, holding = 0, showing = 0;
  std::string first_holding, first_failing, first_silent, first_other;
  for (const auto& [reading, found, is_of_paper] : answers) {
    if (!found) return reproduction::claim_of_model(name, at, where, stated, std::nullopt);
    if (!shows_anything(*found)) {
      std::string& first = is_of_paper ? first_silent : first_other;
      if (first.empty()) first = reading + ": " + found->note;
      if (!shown) shown = found;
      readings += is_of_paper;
      continue;
    }
    ++readings;
    ++showing;
    const bool holds = found->holds();
    holding += holds;
    std::string& first = holds ? first_holding : first_failing;
    if (first.empty()) first = reading + fmt::format(" ({:.2f})", found->value);
    if (showing == 1) shown = found;
  }
  if (showing == 0) shown->note = "no reading shows it; " + (first_silent.empty() ? first_other : first_silent);
  Claim claim = reproduction::claim_of_answer(name, at, where, stated, std::move(shown));
  if (showing == 0) return claim;
  const std::size_t silent = readings - showing;
  claim.simulated->note += fmt::format("; it holds in {} of {} readings", holding, showing);
  if (silent != 0) claim.simulated->note += fmt::format("; {} show nothing, the first {}", silent, first_silent);
  if (readings != answers.size())
    claim.simulated->note +=
        fmt::format("; {} are not the paper's, the first {}", answers.size() - readings, first_other);
  if (holding != 0 && holding != showing)
    claim.untestable =
        fmt::format("it depends on the reading: it holds with {}, and not with {}", first_holding, first_failing);
  else if (silent != 0 && (holding == 0 || 2 * showing <= readings))
    claim.untestable = fmt::format("it may depend on the reading: it {} with {}, and {} of {} show nothing",
                                   holding != 0 ? "holds" : "does not hold",
                                   holding != 0 ? first_holding : first_failing, silent, readings);
  return claim;
}

Claim claim_in_readings(const std::string& name, const std::string& at, const char* where, const char* stated,
                        const std::vector<Reading>& all,
                        const std::function<std::optional<Simulated>(const Reading&)>& of) {
  std::vector<ReadingAnswer> answers;
  for (const Reading& reading : all) answers.push_back({reading.name(), of(reading)});
  return claim_in_readings(name, at, where, stated, answers);
}

reproduction::Page page(const Measurements& measurements, Effort effort, const reproduction::Given& given) {
  reproduction::Page page;
  page.title = "Shurbanov, Avresky, Mehra, Watson 2000: end-to-end flow control";
  reproduction::Section about;
  about.blocks.emplace_back(Paragraph{
      "V. Shurbanov, D. Avresky, P. Mehra and W. Watson, \"Flow Control in ServerNet Clusters\", Euro-Par 2000, LNCS "
      "1900. Sources of requests limit how many of them are outstanding, or how fast they follow one another: a "
      "static window SW(n); an alternating one ASW(high, low), which after `high` goes on only at `low`; and the "
      "simplified packet pair SPP(delta), which keeps a delay I between requests and moves it by comparing "
      "neighbouring round trips. All of them run here as firmware of network interfaces; docs/flow-control.md "
      "describes them."});
  about.blocks.emplace_back(Paragraph{
      "The paper says hardly anything of the simulated network: its topology of 24 CPUs, the sizes of packets and "
      "buffers, start-up and service times and the axes of its figures are missing. Here the routers are those of the "
      "preset `servernet-6port`, on a cube of eight routers with three hosts each and on a tree of six with four "
      "each; requests are writes of 80 flits, responses have 12; a start-up of 3.8 us is what tables 1 and 2 make of "
      "a slot of SW(4), 30.2 less 26.4 us; the service takes 0.2 us. So absolute values cannot be compared. A claim "
      "is judged by ratios and signs, within their 95 % intervals, on each topology; one about SPP in each reading of "
      "what the paper leaves open: differences signed or absolute, delay and history of the source or of each "
      "destination, comparisons overlapping or disjoint, changes at each comparison or at every h-th. It is reproduced "
      "where it holds in all that show anything, more than half of them, and refuted only where all refute it; "
      "otherwise it depends on the reading. "
      "A reading says nothing about a claim where the interval of its delay's trend shows that the delay moves by more "
      "than 3 % of the delay and the round trip in the measured window, or where the limit lies in an interval of "
      "more than 3 %: so well do the printed numbers "
      "fit one another. Where the trend's interval is too wide to tell, (1) shows nothing, and the other claims are "
      "judged by their own intervals. A delay for each destination moves 23 times as slowly: it is tried on the cube "
      "alone, after "
      "1,000,000 ticks, with three draws."});
  about.blocks.emplace_back(Paragraph{fmt::format(
      "{} Uniform traffic past saturation: each host offers more than ten times what SW(4) accepts. {} draws of a "
      "point.",
      effort == Effort::full
          ? "All figures are those of the full study, as `slackline study shurbanov2000" +
                (given.fabric ? " --fabric " + given.fabric_name : "") + " --out DIR` makes it."
          : "This is the quick form of the study, the cube alone, two readings and short runs, as `slackline study "
            "shurbanov2000 --quick --out DIR` makes it.",
      draws(effort))});
  about.blocks.emplace_back(reproduction::Picture{"round_trip",
                                                  "The parts of a round trip: a write of 16 words from host0 to host1 "
                                                  "and its response, next to one another at one router, as `--waves` "
                                                  "dumps them.",
                                                  pictures().front().text});
  page.sections = {std::move(about),
                   arithmetic_section(),
                   controls_section(measurements, effort),
                   delay_section(measurements, effort),
                   time_section(measurements, effort),
                   beyond_section(measurements, effort),
                   networks_section(measurements, effort, given)};
  return page;
}

reproduction::Study study() {
  return {"shurbanov2000", "end-to-end flow control", true, reproduction::carrying_out(runs, measure, page)};
}

}  // namespace slackline::shurbanov2000
