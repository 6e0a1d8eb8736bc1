#include "testbench/studies/shurbanov2000/study.hpp"

#include <fmt/format.h>

#include <cmath>

#include "testbench/studies/shurbanov2000/pictures.hpp"

namespace slackline::shurbanov2000 {

using reproduction::Claim;
using reproduction::Paragraph;
using reproduction::Simulated;

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

std::optional<Simulated> OnTopology::stays(const Control& control, const Reading& reading) const {
  const auto found = change(control, reading);
  if (!found) return std::nullopt;
  return reproduction::decided(*found, reproduction::within(0, precision),
                               fmt::format("{:.2f} ± {:.2f}", found->value, found->half_width.value_or(0)));
}

std::optional<std::string> OnTopology::unsettled(const Control& control, const Reading& reading) const {
  const auto trend = stays(control, reading);
  if (!trend || (shows_anything(*trend) && trend->holds())) return std::nullopt;
  return (shows_anything(*trend) ? "the delay has not settled: its trend is "
                                 : "whether the delay has settled is unknown: its trend is ") +
         trend->note;
}

Claim claim_in_readings(const std::string& name, const std::string& at, const char* where, const char* stated,
                        const std::vector<Reading>& all,
                        const std::function<std::optional<Simulated>(const Reading&)>& of) {
  std::vector<reproduction::ReadingAnswer> answers;
  for (const Reading& reading : all) answers.push_back({reading.name(), of(reading)});
  return reproduction::claim_in_readings(name, at, where, stated, answers);
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
      "each; requests are writes of 80 flits, responses have 12; the start-up of 3.8 us is calibrated: tables 1 and 2 "
      "make it of a slot of SW(4), 30.2 less 26.4 us; the service takes 0.2 us. So absolute values cannot be compared. "
      "A claim "
      "is judged by ratios and signs, on each topology: it holds where the whole 95 % interval meets the limit, it "
      "does not where the whole interval misses it, and a limit within the interval decides nothing. A claim about SPP "
      "is tried in each reading of what the paper leaves open: differences signed or absolute, delay and history of "
      "the source or of each destination, comparisons overlapping or disjoint, changes at each comparison or at every "
      "h-th. It is reproduced only where it holds in all of them, and refuted only where all refute it; where one of "
      "them shows nothing, or contradicts another, it is not testable here. A reading shows nothing about a claim, "
      "but for (1), unless the whole interval of its delay's trend shows that the delay moves, in the measured window, "
      "by at most 3 % of the delay and the round trip: within so much two of the paper's printed windows fit Little's "
      "law, those of SW and ASW. The lengths of runs were chosen after a first one, by the width of these trends. A "
      "delay that changes at each comparison fluctuates: after 200,000 ticks it is measured in as many more, or in "
      "1,500,000 with signed differences at 1 us and absolute ones at 8 us, whose trends longer windows narrow faster "
      "than more draws. One that "
      "changes at every h-th is measured in 300,000 ticks after 450,000. One for each destination moves 23 times as "
      "slowly: it is tried on the cube alone, in 200,000 ticks after 1,000,000, with three draws."});
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
