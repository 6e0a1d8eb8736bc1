#include "testbench/studies/shurbanov2000/study.hpp"

#include <fmt/format.h>

#include "testbench/studies/shurbanov2000/pictures.hpp"

namespace slackline::shurbanov2000 {

using reproduction::Claim;
using reproduction::Paragraph;
using reproduction::Simulated;

Claim claim_in_readings(const std::string& name, const std::string& at, const char* where, const char* stated,
                        Effort effort, const std::function<std::optional<Simulated>(const Reading&)>& of) {
  std::optional<Simulated> shown;  // the first reading's
  std::size_t holding = 0, all = 0;
  std::string first_holding, first_failing;
  for (const Reading& reading : readings(effort)) {
    std::optional<Simulated> found = of(reading);
    if (!found) return reproduction::claim_of_model(name, at, where, stated, std::nullopt);
    ++all;
    const bool holds = found->holds();
    holding += holds;
    std::string& first = holds ? first_holding : first_failing;
    if (first.empty()) first = reading.name() + fmt::format(" ({:.2f})", found->value);
    if (!shown) shown = std::move(found);
  }
  Claim claim = reproduction::claim_of_model(name, at, where, stated, shown);
  claim.simulated->note += fmt::format("; it holds in {} of {} readings", holding, all);
  if (holding != 0 && holding != all)
    claim.untestable =
        fmt::format("it depends on the reading: it holds with {}, and not with {}", first_holding, first_failing);
  return claim;
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
      "destination, comparisons overlapping or disjoint, changes at each comparison or at every h-th. It is refuted "
      "only if all of them refute it."});
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
