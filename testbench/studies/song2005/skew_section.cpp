// The bounds of skews that the text prints, and the simulated skews.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "testbench/studies/song2005/clock.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

using reproduction::Claim;
using reproduction::Figure;

/// By how much the bound of SSS falls from one routing delay to another: as the text prints it at both, and as rd rises, which
/// is how it falls by equation (8) while GAPmin is negative.
std::vector<std::optional<double>> fall(double from, double to) {
  const auto printed = [](double rd) {
    const auto found = std::find_if(printed_skews().begin(), printed_skews().end(), [&](const PrintedSkew& skew) {
      return skew.m == 2 && skew.p.rd == rd && skew.p.bl == Parameters().bl;
    });
    return std::strtod(found->published.text.c_str(), nullptr);
  };
  return {printed(from) - printed(to), to - from};
}

/// The printed values next to one another: whatever the other parameters are, equation (8) falls as rd rises.
Claim printed_falls() {
  const double middle = Parameters().rd, last = printed_last_rd;
  Claim claim;
  claim.name = "the printed bounds fall as rd rises";
  claim.at = fmt::format("SSS, rd = {} to {} ns", misprinted_rd, last);
  claim.where = "section 5.1, figure 4";
  claim.published.text = "from 298 to 197 ns";
  claim.analytic = fall(misprinted_rd, last);
  claim.has_formula = true;
  claim.reruns.push_back(
      {fmt::format("the value that is printed at rd = {} ns: from {} to {} ns", misprinted_rd, middle, last),
       fall(middle, last),
       {}});
  return claim;
}

/// The values that the text prints, by its equations.
reproduction::ClaimTable printed_bounds() {
  constexpr double rounding = 1;  // of the difference of two printed nanoseconds
  reproduction::ClaimTable table{
      "What the text prints as bounds of skews, by its equations", "ns", analytic_columns(), 2, {}};
  for (const PrintedSkew& printed : printed_skews()) {
    const auto equation = [&](const Model& model) { return bound(model, printed.m); };
    Claim& claim = table.claims.emplace_back();
    claim.name = "the printed value of a bound";
    claim.at = printed.at;
    claim.where = printed.where;
    claim.published = printed.published;
    claim.analytic = evaluated(printed.p, equation);
    if (printed.m != 2 || printed.p.bl != Parameters().bl) continue;
    if (const auto falls = fall(printed.p.rd, Parameters().rd); std::abs(*falls[0] - *falls[1]) > rounding)
      claim.untestable = {
          reproduction::Untestable::Reason::paper,
          fmt::format("the paper contradicts itself: the printed values at rd = {} and {} ns differ by {:.0f}, and by "
                      "equation (8) by {:.0f}, whatever its other parameters are",
                      printed.p.rd, Parameters().rd, *falls[0], *falls[1])};
  }
  return table;
}

/// An experiment without leads, without drift and without both. `p`: its parameters.
std::vector<SkewRerun> reruns_of_causes(const std::string& experiment, const Parameters& p) {
  std::vector<SkewRerun> reruns;
  for (const Variant variant : without_leads_or_drift) reruns.push_back(rerun_of(experiment, p, variant));
  return reruns;
}

/// The skews of these networks with the printed kg: equation (8) or (10) for them has the printed value.
reproduction::ClaimTable skews_with_printed_kg(const Measurements& measurements) {
  reproduction::ClaimTable table{
      "The greatest skew with kg = 53 and ks = bl - 7, next to the estimate of equation (8) or (10)",
      "ns",
      skew_columns(),
      2,
      {}};
  for (const PrintedSkew& printed : printed_skews())
    table.claims.push_back(skew_claim(
        "no skew exceeds what is printed as its bound", printed.at, printed.where, "never exceeded",
        [&](const Model& model) { return bound(model, printed.m); }, measurements,
        experiment_of(printed.experiment, Variant::printed_kg),
        reruns_of_causes(experiment_of(printed.experiment, Variant::printed_kg),
                         parameters_of(printed.p, Variant::printed_kg)),
        parameters_of(printed.p, Variant::printed_kg)));
  return table;
}

std::string place_of(const Network& network) {
  return network.m == 2 ? fmt::format("SSS, {} ports", network.k)
                        : fmt::format("HSS, k = {}, m = {}: {} hosts", network.k, network.m,
                                      full_tree_hosts(network.k, network.m));
}

/// A claim of its own for each equation and kg.
std::string name_of(const Network& network, const char* of) {
  return fmt::format("no skew of {}, {}", network.m == 2 ? "SSS exceeds equation (8)" : "HSS exceeds equation (10)",
                     of);
}

/// Equation (8) at the longest routing delay of figure 4, which makes it the smallest; and again with the kg with which it has its
/// printed value.
Claim skew_at_longest_routing(const Measurements& measurements) {
  const std::string experiment = experiment_of_rd(printed_last_rd),
                    with_printed_kg = experiment_of("printed-rd-140", Variant::printed_kg);
  Parameters p;
  p.rd = printed_last_rd;
  std::vector<SkewRerun> reruns = reruns_of_causes(experiment, p);
  reruns.push_back({without(Variant::printed_kg) + ", and " + without(Variant::apart),
                    experiment_of(with_printed_kg, Variant::apart), parameters_of(p, Variant::printed_kg)});
  return skew_claim(
      name_of({8, 2}, "kg = 17"), fmt::format("SSS, 8 ports, rd = {} ns", p.rd), "equation (8), figure 4",
      "never exceeded", [](const Model& model) { return bound(model, 2); }, measurements, experiment, reruns, p);
}

/// Equation (8) with the longest buffer of figure 5, whose ks leaves as much room above it as that of the others.
Claim skew_with_longest_buffer(const Measurements& measurements) {
  const int bl = figure_5_bl().back();
  const Parameters p = parameters_of_bl(bl);
  return skew_claim(
      name_of({8, 2}, "kg = 17"), fmt::format("SSS, 8 ports, bl = {}, ks = {}", bl, p.ks), "equation (8), figure 5",
      "never exceeded", [](const Model& model) { return bound(model, 2); }, measurements, experiment_of_bl(bl),
      reruns_of_causes(experiment_of_bl(bl), p), p);
}

reproduction::ClaimTable sampled_skews(const Measurements& measurements) {
  reproduction::ClaimTable table{
      "The greatest skew after a synchronization, over random drifts and offsets", "ns", skew_columns(), 2, {}};
  for (const Network& network : networks()) {
    const auto equation = [&](const Model& model) { return bound(model, network.m); };
    const char* where = network.m == 2 ? "equation (8)" : "equation (10)";
    const auto reruns = network.m == 2 ? reruns_of_causes(network.name(), {}) : std::vector<SkewRerun>();
    table.claims.push_back(skew_claim(name_of(network, "kg = 17"), place_of(network), where, "never exceeded", equation,
                                      measurements, network.name(), reruns));
    if (network.m != 2) continue;
    table.claims.push_back(skew_claim(
        name_of(network, "kg = 53"), place_of(network) + ", kg = 53", where, "never exceeded", equation, measurements,
        experiment_of(network.name(), Variant::printed_kg),
        reruns_of_causes(experiment_of(network.name(), Variant::printed_kg), parameters_of({}, Variant::printed_kg)),
        parameters_of({}, Variant::printed_kg)));
    table.claims.push_back(skew_claim(name_of(network, "STOP next to GO: kg = 53, ks = 54"),
                                      place_of(network) + ", ks = 54", "", "", equation, measurements,
                                      experiment_of(network.name(), Variant::stop_next_to_go), {},
                                      parameters_of({}, Variant::stop_next_to_go)));
  }
  table.claims.push_back(skew_at_longest_routing(measurements));
  table.claims.push_back(skew_with_longest_buffer(measurements));
  return table;
}

/// A share of draws with its 95 % interval.
std::string share(std::size_t of, std::size_t all) {
  const reproduction::Share share = reproduction::share_of(of, all);
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * share.value(), 100 * share.low, 100 * share.high);
}

/// How often random drifts and offsets leave which skew: the estimates are no bounds.
reproduction::Table distribution(const Measurements& measurements) {
  reproduction::Table table{
      "The greatest skew after a synchronization, kg = 17: quantiles over random drifts and offsets, ns, "
      "and the draws beyond the paper's estimate and beyond the drain-corrected one, as simulated",
      {"network", "draws", "50 %", "90 %", "99 %", "largest", "beyond the paper's estimate",
       "beyond the drain-corrected estimate"},
      {}};
  std::vector<Network> all = networks();
  all.push_back(crowded);
  for (const Network& network : all) {
    std::vector<double> skews = greatest_skews(measurements, network.name());
    if (skews.empty()) continue;
    std::sort(skews.begin(), skews.end());
    const auto beyond = [&](Drain drain) {
      const double limit = bound(as_simulated({}, drain), network.m);
      return share(static_cast<std::size_t>(skews.end() - std::upper_bound(skews.begin(), skews.end(), limit)),
                   skews.size());
    };
    /// The smallest skew that so large a share of the draws does not exceed; nothing where fewer than 100 draws show none.
    const auto quantile = [&](double q) {
      const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(skews.size())));
      return q == 0.99 && skews.size() < 100 ? std::string("–") : fmt::format("{:.2f}", skews[rank - 1]);
    };
    table.rows.push_back({place_of(network), std::to_string(skews.size()), quantile(0.5), quantile(0.9), quantile(0.99),
                          fmt::format("{:.2f}", skews.back()), beyond(Drain::at_switch), beyond(Drain::at_link)});
  }
  return table;
}

constexpr const char* who_pauses =
    "Who pauses the clock. In the paper the firmware finds out that its packet is blocked, and pauses the clock; its "
    "equations take no time for that. Above, the interface holds the clock in the cycle in which the packet is stopped "
    "(`nic.synchronization.pause: hardware`). With `firmware` the event TX_STOPPED calls a handler, at the costs of "
    "`nic.costs`: until it has ended the clock runs on, and when the packet goes on, the clock waits for it as well. A "
    "delay that is the same at both ends cancels. With `free`, handlers of a cycle, nothing is left of it.";

/// The drain-corrected estimate with the time that the firmware takes, as its run has measured it.
double estimate_with_pause(const Measurements& measurements, const Network& network, const std::string& costs) {
  Parameters p;
  if (const Measurement* run = measurements.first_of(experiment_of_pause(network, costs))) p.pause = run->pause;
  return bound(as_simulated(p, Drain::at_link), network.m);
}

/// The same with the firmware's handler in the place of the hardware.
reproduction::ClaimTable paused_skews(const Measurements& measurements) {
  reproduction::ClaimTable table{
      "The greatest skew where firmware pauses the clock, kg = 17, next to the estimate, which has no time for that",
      "ns",
      skew_columns(),
      2,
      {}};
  table.analytic.emplace_back("drain-corrected, with the firmware's time");
  for (const Network& network : pause_networks())
    for (const std::string& costs : pause_costs()) {
      const std::string experiment = experiment_of_pause(network, costs);
      std::vector<SkewRerun> reruns{{"the time of the firmware: pause by hardware", network.name(), {}}};
      if (network.m == 2) {
        for (const Variant variant : without_leads_or_drift) reruns.push_back(rerun_of(experiment, {}, variant));
        for (const Variant variant : {Variant::apart, Variant::apart_one_speed})
          reruns.push_back(
              {"the time of the firmware, " + without(variant), experiment_of(network.name(), variant), {}});
      }
      Claim claim = skew_claim(
          name_of(network, "firmware pauses"), fmt::format("{}, {}", place_of(network), costs),
          network.m == 2 ? "equation (8)" : "equation (10)", "never exceeded",
          [&](const Model& model) { return bound(model, network.m); }, measurements, experiment, reruns);
      claim.analytic.emplace_back(estimate_with_pause(measurements, network, costs));
      table.claims.push_back(std::move(claim));
    }
  return table;
}

/// How much the firmware's time adds to a skew, draw by draw.
reproduction::Table pause_differences(const Measurements& measurements) {
  reproduction::Table table{
      "The greatest skew with the pause by firmware, less that with the pause by hardware, kg = 17, ns",
      {"network", "costs", "draws", "mean with hardware", "mean difference", "largest skew",
       "beyond the estimate with the firmware's time"},
      {}};
  for (const Network& network : pause_networks())
    for (const std::string& costs : pause_costs()) {
      const std::vector<double> by_firmware = greatest_skews(measurements, experiment_of_pause(network, costs));
      std::vector<double> by_hardware = greatest_skews(measurements, network.name());
      by_hardware.resize(std::min(by_hardware.size(), by_firmware.size()));  // of the same seeds
      const auto difference = reproduction::mean_difference(by_firmware, by_hardware);
      const auto mean = reproduction::mean_of(by_hardware);
      if (!difference || !mean) continue;
      table.rows.push_back(
          {place_of(network), costs, std::to_string(difference->samples), fmt::format("{:.2f}", mean->value),
           reproduction::cell(difference, 2),
           fmt::format("{:.2f}", *std::max_element(by_firmware.begin(), by_firmware.end())),
           share(static_cast<std::size_t>(std::count_if(by_firmware.begin(), by_firmware.end(),
                                                        [limit = estimate_with_pause(measurements, network, costs)](
                                                            double skew) { return skew > limit; })),
                 by_firmware.size())});
    }
  return table;
}

/// The distribution of the skews of all pairs.
std::optional<Figure> histogram(const Network& network, const std::vector<Measurement>* measurements) {
  if (measurements == nullptr) return std::nullopt;
  constexpr std::size_t bins = 40;
  std::vector<double> pairs;
  for (const Measurement& measurement : *measurements)
    for (const std::vector<double>& ended : measurement.ended)
      for (std::size_t i = 0; i < ended.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) pairs.push_back(std::abs(ended[i] - ended[j]));
  if (pairs.empty()) return std::nullopt;
  const double greatest = std::max(*std::max_element(pairs.begin(), pairs.end()), 1.0);
  std::vector<double> count(bins, 0);
  for (const double skew : pairs) ++count[std::min(bins - 1, static_cast<std::size_t>(skew / greatest * bins))];
  Figure figure{"skews-" + network.name(), "", "skew of a pair of interfaces (ns)",
                "share of pairs (%)",      {}, Figure::Style::bars};
  figure.caption =
      fmt::format("Skews of all pairs after a synchronization, kg = 17, {}: {} pairs.", network.name(), pairs.size());
  figure.series.push_back({network.name(), {}});
  for (std::size_t bin = 0; bin < bins; ++bin)
    figure.series.back().add((static_cast<double>(bin) + 0.5) * greatest / bins,
                             100 * count[bin] / static_cast<double>(pairs.size()));
  return figure;
}

/// The worst synchronization of each network on which the paper's bound was exceeded with the delays as simulated, and the
/// command that repeats it.
reproduction::Table beyond_the_bound(const Measurements& measurements) {
  reproduction::Table table{"The worst synchronizations beyond the paper's estimate, kg = 17",
                            {"network", "draw", "early", "late", "skew, ns", "paper's estimate, ns",
                             "the same as simulated, ns", "to see it"},
                            {}};
  for (const Network& network : networks()) {
    const auto* all = network.m == 2 ? measurements.find(network.name()) : nullptr;
    if (all == nullptr) continue;
    const auto limit = [&](const Model& model) { return bound(model, network.m); };
    const double asked = limit({}), is = limit(as_simulated({}, Drain::at_switch));
    std::size_t draw = 0, early = 0, late = 0;
    double most = is;
    for (std::size_t i = 0; i < all->size(); ++i)
      for (const std::vector<double>& ended : (*all)[i].ended) {
        if (greatest_skew(ended) <= most) continue;
        const auto [first, last] = std::minmax_element(ended.begin(), ended.end());
        most = *last - *first;
        draw = i + 1;
        early = static_cast<std::size_t>(first - ended.begin());
        late = static_cast<std::size_t>(last - ended.begin());
      }
    if (draw == 0) continue;
    table.rows.push_back({network.name(), std::to_string(draw), fmt::format("host{}", early),
                          fmt::format("host{}", late), fmt::format("{:.2f}", most), fmt::format("{:.2f}", asked),
                          fmt::format("{:.2f}", is),
                          fmt::format("`slackline run testbench/experiments/song2005/sss_sample.yaml --set "
                                      "topology.hosts_per_switch={} --set nic.clock_seed={} --waves worst.vcd`",
                                      network.k, draw)});
  }
  return table;
}

/// The reasons, with the time that a buffer of the paper takes from full to kg, and how far the clocks of so many hosts drift
/// apart while they synchronize.
reproduction::Paragraph how_it_is_passed() {
  const Parameters p;
  const auto drift_of = [ppm = Run().drift_ppm](int ports) {
    return ppm * 1e-6 * static_cast<double>(slot_flits) * Parameters().cp * ports;
  };
  return {fmt::format(
      "How equation (8) is passed. By equation (5) with the paper's drain, whoever was stopped is ahead of whom it "
      "waited for: GAP1, the time in which a buffer fills, outweighs GAP2 and GAP3. But GO is sent only when the "
      "buffer "
      "has emptied to kg, and the link takes each of its flits in {} ns and not in {}: from full to kg = {} these are "
      "{:.0f} ns instead of {:.0f}. So whoever was stopped may lag instead. And who is ahead by less than what "
      "a buffer takes up to ks, {} flits or {:.0f} ns, is not stopped at all, and keeps its lead. The one's lag and "
      "the "
      "other's lead add up. "
      "Drift is a cause of its own: clocks of different speeds part while a synchronization lasts, by up to {} ppm of "
      "its slots, {:.0f} ns on 4 ports and {:.0f} ns on 32, for which the equation has no term. The lines below each "
      "claim are without leads, without drift, and without both. No bound is proved, and both values are estimates. "
      "`docs/reproduction/song2005/worst_case.md` goes through draw 30 of 8 hosts, cycle by cycle, with its "
      "waveform.",
      p.cp, p.sd, p.kg, (p.bl - p.kg) * p.cp, (p.bl - p.kg) * p.sd, p.ks, p.ks * p.cp, Run().drift_ppm, drift_of(4),
      drift_of(32))};
}

/// The delays in cycles of the simulations' clock, and the bound with them.
reproduction::Paragraph about_simulations() {
  const Clock clock = clock_of({}, simulated_cycles_per_character);
  std::string delays;
  for (const RoundedDelay& delay : clock.delays)
    delays += fmt::format("{}{} = {} ({})", delays.empty() ? "" : ", ", delay.symbol, delay.is, delay.error);
  return {fmt::format(
      "Simulated at a clock of {}, a flit in {} cycles, the delays are {}. ld is that of a flit: link.delay, and the "
      "{} further cycles in which it comes in; STOP and GO have link.delay alone. With these the estimate of SSS, "
      "{:.2f} "
      "ns "
      "as asked, is {:.2f} ns, and drain-corrected {:.2f} ns instead of {:.2f}. The largest difference of two clocks "
      "is "
      "300 ppm, each has its first offset below half a slot. Where clocks begin further apart than the flits up to ks "
      "take, each begins two flits more than that after the one before, in an order that is drawn: 32 of them within "
      "a slot.",
      clock.period, clock.cycles_per_character, delays, clock.cycles_per_character - 1,
      sss_bound({{}, Drain::at_switch}), sss_bound(as_simulated({}, Drain::at_switch)),
      sss_bound(as_simulated({}, Drain::at_link)), sss_bound({{}, Drain::at_link}))};
}

}  // namespace

reproduction::Section skew_section(const Measurements& measurements) {
  reproduction::Section section{"Skews", {}};
  section.blocks.emplace_back(about_simulations());
  section.blocks.emplace_back(printed_bounds());
  section.blocks.emplace_back(reproduction::ClaimTable{
      "The fall of the printed bounds", "ns", {"as printed", "as rd rises"}, 0, {printed_falls()}});
  section.blocks.emplace_back(skews_with_printed_kg(measurements));
  section.blocks.emplace_back(sampled_skews(measurements));
  if (reproduction::Table quantiles = distribution(measurements); !quantiles.rows.empty())
    section.blocks.emplace_back(std::move(quantiles));
  if (reproduction::Table worst = beyond_the_bound(measurements); !worst.rows.empty()) {
    section.blocks.emplace_back(std::move(worst));
    section.blocks.emplace_back(how_it_is_passed());
  }
  section.blocks.emplace_back(reproduction::Paragraph{who_pauses});
  section.blocks.emplace_back(paused_skews(measurements));
  if (reproduction::Table differences = pause_differences(measurements); !differences.rows.empty())
    section.blocks.emplace_back(std::move(differences));
  for (const Network& network : networks())
    if (std::optional<Figure> figure = histogram(network, measurements.find(network.name())))
      section.blocks.emplace_back(std::move(*figure));
  return section;
}

}  // namespace slackline::song2005
