// Curves without a claim of their own: the time to the last member over offered load, number of groups and link speed. And drawings
// of paths and trees.
#include <fmt/format.h>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/multicast_table.h"
#include "rtl_models/firmware/multicast_worm.h"
#include "testbench/multicast/algorithms.hpp"
#include "testbench/run/network.hpp"
#include "testbench/studies/anglano/study.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/multicast/firmware_cycles.hpp"

namespace slackline::anglano {

namespace {

using reproduction::Figure;
using reproduction::FigureSeries;

/// A curve of each algorithm. `of`: the experiment at a place.
template <class Places, class Of>
Figure times_over(const Measurements& measurements, const char* name, const std::string& caption, const char* x_label,
                  const Places& places, Of&& of) {
  Figure figure{name, caption, x_label, "time to the last member (cycles)", {}};
  for (const Algorithm algorithm : swept_algorithms) {
    FigureSeries series{multicast::to_string(algorithm), {}};
    for (const auto place : places)
      series.add(place, mean_of(measurements, of(algorithm, place), &Measurement::to_last));
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  return figure;
}

/// Where a host of the torus is drawn: column and row, from 1 on.
reproduction::FigurePoint place_of(std::uint32_t host) {
  const std::uint32_t column = host % 8, row = host / 8;
  return {1. + column, 1. + row};
}

/// The copies of one message of 16 words on the torus, as the interfaces of the study make them.
Figure drawing_of(const network::Netlist& torus, Algorithm algorithm) {
  constexpr std::uint32_t source = 27;
  const std::vector<std::uint32_t> members = {3, 8, 13, 22, source, 36, 41, 50, 60, 62};
  const multicast::Order order = multicast::shortest_order(multicast::hop_counts(torus));
  const std::uint64_t forwarding = multicast::cycles_of_forwarding(
      costs_of_processor(), SCHEME_FIFO, {1, 1 + firmware::worm_header_words, 1 + CONTROL_WORDS});
  multicast::Costs costs{multicast::header_latencies(torus, static_cast<std::uint32_t>(forwarding))};
  costs.copy_cycles = multicast::cycles_of_copy(costs_of_processor(), SCHEME_FIFO, algorithm, Setup().worm_flits());
  const multicast::Tree tree = multicast::build(algorithm, members, source, order, costs);
  FigureSeries dots{"member", {}, FigureSeries::Mark::dots},
      first{"source", {place_of(source)}, FigureSeries::Mark::dots},
      lower{"copy to class lower", {}, FigureSeries::Mark::arrows},
      upper{"copy to class upper", {}, FigureSeries::Mark::arrows};
  for (const std::uint32_t member : members)
    if (member != source) dots.points.push_back(place_of(member));
  for (const multicast::Edge& edge : tree.edges) {
    FigureSeries& series = edge.buffer == multicast::BufferClass::upper ? upper : lower;
    series.points.push_back(place_of(edge.parent));
    series.points.push_back(place_of(edge.child));
  }
  Figure figure{
      fmt::format("tree-{}", multicast::to_string(algorithm)),
      fmt::format("{}: the copies of one message to ten hosts of the torus; {} at most, {} of a host at most, "
                  "{} cycles by equation (1).",
                  multicast::to_string(algorithm), text::counted(multicast::depth(tree), "hop"),
                  text::counted(multicast::branching(tree), "copy"), multicast::cost(tree, costs)),
      "column of the torus",
      "row",
      {},
      Figure::Style::map};
  for (FigureSeries* series : {&dots, &first, &lower, &upper})
    if (!series->points.empty()) figure.series.push_back(std::move(*series));
  return figure;
}

}  // namespace

static reproduction::Section drawings() {
  reproduction::Section section{"Paths and trees", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "The copies of one message to one group. Hosts have numbers along a short way over all of "
      "them; an arrow leads from a "
      "host to the one to which it sends a copy, whatever way the network takes."});
  Run run;
  run.setup = Setup();
  run.seed = 1;
  run.cycles = 1;  // it is not run
  const network::Netlist torus = features::network_of(experiment_of(run));
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::bus, Algorithm::up_down, Algorithm::wrap_around})
    section.blocks.emplace_back(drawing_of(torus, algorithm));
  return section;
}

reproduction::Section drawings_section() {
  static const reproduction::Section drawn = drawings();  // the same for all pages
  return drawn;
}

reproduction::Section sweeps_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Load, groups and link speed", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "The torus, groups of 16; FIFO ACK/NACK with two buffers of a class. There is no claim about these curves."});
  const auto add = [&](Figure figure) {
    if (!figure.series.empty()) section.blocks.emplace_back(std::move(figure));
  };
  Figure offered =
      times_over(measurements, "offered-load",
                 std::string("Four groups, worms of 16 words, at more and more messages.") + grows_past_what_is_carried,
                 "messages of 16 sources per 1000 cycles", swept_rates(effort), at_rate);
  offered.logarithmic = offered.logarithmic_y = true;  // past saturation it is a hundred times as long
  add(std::move(offered));
  add(times_over(
      measurements, "groups",
      "More and more groups, worms of 16 words. Each source sends a message in 64,000 cycles, to one of its groups.",
      "groups", swept_groups(effort), of_groups));
  add(times_over(measurements, "link-speed", "Four groups, worms of 512 words, over slower and slower links.",
                 "cycles per flit of all links", swept_link_cycles(effort), at_link_cycles));
  return section;
}

}  // namespace slackline::anglano
