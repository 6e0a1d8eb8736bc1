#include "testbench/studies/anglano/study.hpp"

#include <fmt/format.h>

#include <utility>

namespace slackline::anglano {

using reproduction::Paragraph;
using reproduction::Simulated;

std::optional<Simulated> below_one(const std::optional<reproduction::Mean>& ratio, const std::string& note) {
  if (!ratio) return std::nullopt;
  return reproduction::decided(*ratio, reproduction::below(1), note + "; required: below 1");
}
std::optional<Simulated> above_one(const std::optional<reproduction::Mean>& ratio, const std::string& note) {
  if (!ratio) return std::nullopt;
  return reproduction::decided(*ratio, reproduction::above(1), note + "; required: above 1");
}

const char* name_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::none: return "no flow control";
    case Scheme::plain: return "plain";
    case Scheme::manager: return "manager";
    case Scheme::credits: return "credits of pairs";
    case Scheme::fifo: break;
  }
  return "FIFO";
}

bool carries(const Measurements& measurements, const Setup& setup) {
  const auto delivered = mean_of(measurements, setup, &Measurement::delivered);
  return delivered && delivered->value >= carried;
}

std::optional<Simulated> where_carried(const Measurements& measurements, const std::vector<Setup>& setups,
                                       std::optional<Simulated> answer) {
  if (!answer) return answer;
  for (const Setup& setup : setups)
    if (!carries(measurements, setup))
      return reproduction::shows_nothing(
          fmt::format("of the load of \"{}\" {:.0f} % arrive: past it messages have no latency", setup.name(),
                      100 * mean_of(measurements, setup, &Measurement::delivered)->value));
  return answer;
}

std::optional<Simulated> lacking(const Measurements& measurements, const std::vector<Named>& experiments, Value value,
                                 const reproduction::Criterion& criterion, std::string note) {
  double lacks = 0;
  std::uint64_t runs = 0;
  const char* separator = ": ";
  for (const Named& experiment : experiments) {
    const auto found = samples(measurements, experiment.setup, value);
    if (found.empty()) return std::nullopt;
    double of_one = 0;
    for (const double one : found) of_one += 1 - one;
    lacks += of_one;
    runs += found.size();
    if (experiment.name.empty()) continue;
    note += fmt::format("{}{}: {} of {}", std::exchange(separator, "; "), experiment.name, of_one, found.size());
  }
  return reproduction::judged(lacks, {runs}, criterion, std::move(note));
}

std::optional<Simulated> deadlocks(const Measurements& measurements, Setup (*of)(Scheme scheme, unsigned buffers),
                                   bool they_do, const std::string& note) {
  std::vector<Named> schemes;
  for (const Scheme scheme : paper_schemes)
    for (const unsigned k : {1u, 2u}) schemes.push_back({fmt::format("{}, K = {}", name_of(scheme), k), of(scheme, k)});
  return lacking(measurements, schemes, &Measurement::went_on,
                 they_do ? reproduction::above(0) : reproduction::equal_to(0), note);
}

reproduction::Page page(const Measurements& measurements, Effort effort, const reproduction::Given& /*given*/) {
  reproduction::Page page;
  page.title = "Anglano, Casetti, Leonardi, Neri: multicast by network interfaces";
  reproduction::Section about;
  about.blocks.emplace_back(Paragraph{
      "C. Anglano, C. Casetti, E. Leonardi and F. Neri: multicast on wormhole networks whose interfaces forward worms "
      "to "
      "the members of a group, along paths and trees, with a flow control between interfaces. docs/multicast.md has "
      "the "
      "protocols and trees as they are built here. The figures of the paper's results are lost: its claims are tested, "
      "and those of the introduction and of the sections on protocols and trees with them. A claim is confirmed, or "
      "refuted, where 95 % intervals are apart."});
  about.blocks.emplace_back(Paragraph{fmt::format(
      "An 8x8 torus with a host a node (datelines, or up*/down*), and a star of 32 hosts, four switches of eight hosts "
      "below one: the paper does not say what its hierarchical star is. Words have 4 bytes: worms of 64 B are 16 "
      "words, of 2 KiB 512. An interface's processor takes about "
      "150 "
      "cycles to send a header on: 20 for an event, and one for each access. Groups are drawn; each member sends. {0} "
      "draws of points with cut-through but for the load of an eighth, of (2) to (4), of schemes of flow control, of "
      "rings with credits and of (19) to (21), twice as many of the reruns in which hosts store worms, {1} of others. "
      "In claims a load is "
      "carried where 95 % of its words arrive in the measured window, of all draws together. A count "
      "has the number of runs in brackets: "
      "16.000 (16) are all of 16 runs.",
      many_draws(effort), draws(effort))});
  about.blocks.emplace_back(
      Paragraph{effort == Effort::full
                    ? "All figures are those of the full study, as `slackline study anglano --out DIR` makes it."
                    : "This is the quick form of the study: fewer sizes, short worms and short runs, as "
                      "`slackline study anglano --quick --out DIR` makes it. The single group of (19) has as many "
                      "draws as in the full study."});
  about.blocks.emplace_back(Paragraph{"Not testable: the figures and the ranking of section 5, which the text lacks."});
  page.sections = {std::move(about),
                   drawings_section(),
                   trees_section(measurements, effort),
                   sweeps_section(measurements, effort),
                   protocol_section(measurements, effort),
                   memory_section(measurements, effort),
                   hops_section(measurements, effort),
                   order_section(measurements, effort),
                   baselines_section(measurements, effort)};
  return page;
}

reproduction::Study study() {
  return {"anglano", "multicast by network interfaces", false, reproduction::carrying_out(runs, measure, page)};
}

}  // namespace slackline::anglano
