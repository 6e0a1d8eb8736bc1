// Figures 13 and 15: latency over the duration of a congestion of members' switches.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::all_of;
using reproduction::at_least;
using reproduction::at_most;
using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::decided;
using reproduction::differences;
using reproduction::Figure;
using reproduction::mean_difference;
using reproduction::Simulated;
using reproduction::within;

/// The equations for a tree with so many hops, of which the longest way has half up and half down.
Model model_of(double hops, unsigned overhead, unsigned k) {
  Model m;
  m.Ts = overhead;
  m.k = k;
  m.levels = hops / 2 + 1;
  return m;
}

/// Ports of a switch of the simulated network.
unsigned ports_of(const Network& network) { return network.mesh != 0 ? 5 : 4; }

double equation_of(Scheme scheme, const Model& m, double duration) {
  switch (scheme) {
    case Scheme::I: return latency_1(m);
    case Scheme::II: return latency_2(m);
    case Scheme::III: return latency_3(m, duration);
    default: return latency_4(m, duration);
  }
}

/// One congestion at one Ts.
class Durations {
 public:
  Durations(const Measurements& measurements, const Congestion& congestion, unsigned overhead, Effort effort)
      : measurements_(measurements), of_(congestion), overhead_(overhead), durations_(durations(effort, overhead)) {}

  std::string name() const {
    return fmt::format("{}, {} members, {} congested, Ts = {}", of_.network.name(), of_.members, of_.congested,
                       overhead_);
  }

  std::optional<Figure> figure() const {
    const bool mesh = of_.network.mesh != 0;
    Figure figure{
        fmt::format("figure{}-{}-{}-{}-{}", mesh ? 15 : 13, of_.network.name(), of_.members, of_.congested, overhead_),
        fmt::format("Figure {} of the paper: {}; a later barrier.", mesh ? 15 : 13, name()),
        "duration of congestion (cycles)",
        "latency (cycles)",
        {}};
    figure.logarithmic = true;
    for (const Scheme scheme : congested_schemes(of_.network)) {
      reproduction::FigureSeries series{to_string(scheme), {}};
      for (const std::uint64_t duration : durations_)
        series.add(static_cast<double>(duration), mean_of(later(scheme, duration)));
      if (!series.points.empty()) figure.series.push_back(std::move(series));
    }
    if (figure.series.empty()) return std::nullopt;
    return figure;
  }

  /// Figures 13 and 15 are of the shorter Ts: with the longer one the claims are ours.
  void add_claims(ClaimTable& table) const {
    const bool is_printed = overhead_ == overheads().front();
    const char* section = of_.network.mesh != 0 ? "section 4.3" : "section 4.2";
    const auto add = [&](const std::string& claim, bool is_of_paper, const char* where, const char* stated,
                         std::optional<Simulated> simulated) {
      const bool printed = is_of_paper && is_printed;
      table.claims.push_back(
          claim_of_answer(claim, name(), printed ? where : "", printed ? stated : "", std::move(simulated)));
    };
    add("(b) I hardly depends on the congestion", true, section, "almost constant", growth(Scheme::I));
    add("(b) II hardly depends on the congestion", true, "section 4.1", "a fixed constant", growth(Scheme::II));
    for (const Scheme scheme : of_.network.waiting())
      add(fmt::format("(b) {} waits for its end", to_string(scheme)), scheme == of_.network.baseline(), section,
          "changes dramatically", waiting(scheme));
    add("(g) III lies between I and the schemes that wait", false, "", "", between());
    if (is_printed) table.claims.push_back(ahead());
    add("(g) III is hardly slower than II in the shortest congestion", false, "", "", no_slower());
    for (const Scheme scheme : {Scheme::I, of_.network.baseline()})
      add(fmt::format("(i) the shortest congestion changes {} little", to_string(scheme)), true, section,
          "little change", little_change(scheme));
  }

  /// Simulated latencies next to the equations at the hops of the simulated trees, at the longest congestion. `factors`: how
  /// many times as long equation (4) takes.
  void add_equations(reproduction::Table& table, std::vector<double>& factors, unsigned channels) const {
    for (const Scheme scheme : congested_schemes(of_.network)) {
      const std::uint64_t duration = durations_.back();
      const std::string experiment = experiment_of_congestion(of_, scheme, overhead_, duration, channels);
      const auto latency = mean_of(measurements_.samples(experiment, later_of));
      if (!latency) continue;
      const double hops = hops_of_equation(scheme);
      std::vector<std::string> row{
          name(), fmt::format("{}", channels), to_string(scheme),
          scheme == Scheme::switch_ordering ? fmt::format("{:.0f} messages", hops) : cell(hops, 1)};
      for (const unsigned k : {16u, ports_of(of_.network), channels})
        row.push_back(cell(equation_of(scheme, model_of(hops, overhead_, k), static_cast<double>(duration)), 0));
      row.push_back(cell(latency, 0));
      const auto waiting = of_.network.waiting();
      if (std::find(waiting.begin(), waiting.end(), scheme) != waiting.end())
        factors.push_back(latency_4(model_of(hops, overhead_, channels), static_cast<double>(duration)) /
                          latency->value);
      table.rows.push_back(std::move(row));
    }
  }

 private:
  std::string experiment(Scheme scheme, std::uint64_t duration) const {
    return experiment_of_congestion(of_, scheme, overhead_, duration);
  }
  std::vector<double> later(const std::string& experiment) const { return measurements_.samples(experiment, later_of); }
  std::vector<double> later(Scheme scheme, std::uint64_t duration) const { return later(experiment(scheme, duration)); }
  /// The mean number of hops on the longest way of a scheme's tree.
  double hops(Scheme scheme) const {
    const auto found = mean_of(measurements_.samples(experiment(scheme, durations_.front()), hops_of));
    return found ? found->value : 0;
  }
  /// Those that the equations count. Members pass the messages of switch ordering to one another, so that its levels are those
  /// of their binomial tree.
  double hops_of_equation(Scheme scheme) const {
    return scheme == Scheme::switch_ordering ? 2 * std::ceil(std::log2(of_.members)) : hops(scheme);
  }

  /// By equations (1) and (2) each hop may have to cut one worm, at any duration.
  std::optional<Simulated> growth(Scheme scheme) const {
    const double most = Model().Tp * hops(scheme);
    std::vector<Simulated> parts;
    for (auto duration = durations_.rbegin(); duration != durations_.rend(); ++duration) {
      const auto more = mean_difference(later(scheme, *duration), later(scheme, 0));
      if (!more) return std::nullopt;
      parts.push_back(decided(
          *more, at_most(most),
          fmt::format("cycles more at {} than without a congestion, of the same draws; required: at each duration at "
                      "most Tp = {} a hop, {:.0f}",
                      *duration, Model().Tp, most)));
    }
    return all_of(parts);
  }

  /// Nothing leaves a congested switch before the end, and then the messages go on: from the second longest congestion to the
  /// longest a barrier takes as much longer, but for what its messages take without one, which they may do before the end or
  /// after it. So it waits once, and not p Delta at each hop as equation (4) adds: the congestion of section 4.2 is everywhere
  /// at once.
  std::optional<Simulated> waiting(Scheme scheme) const {
    const std::uint64_t longest = durations_.back(), shorter = durations_[durations_.size() - 2];
    const auto found = mean_difference(later(scheme, longest), later(scheme, shorter));
    const auto without = mean_of(later(scheme, 0));
    if (!found || !without) return std::nullopt;
    const double messages = without->value - overhead_, longer = static_cast<double>(longest - shorter);
    return decided(
        *found, within(longer, messages),
        fmt::format("cycles more at {} than at {}, of the same draws; required: {:.0f}, but for the {:.0f} of the "
                    "messages without a congestion; equation (4) adds {:.0f}, p = {} of them at each of {:.0f} {}",
                    longest, shorter, longer, messages, Model().p * longer * hops_of_equation(scheme), Model().p,
                    hops_of_equation(scheme), scheme == Scheme::switch_ordering ? "messages" : "hops"));
  }

  /// At the longest congestion III takes no less than I in any draw, and less than those that wait.
  std::optional<Simulated> between() const {
    const std::uint64_t longest = durations_.back();
    const std::vector<double> three = later(Scheme::III, longest),
                              above_1 = differences(three, later(Scheme::I, longest));
    if (above_1.empty()) return std::nullopt;
    const double least = *std::min_element(above_1.begin(), above_1.end());
    const reproduction::Mean mean = *mean_of(three);
    std::vector<Simulated> parts{{mean.value, sample_of(mean), {{least, at_least(0)}}, ""}};
    std::string note = fmt::format("cycles of III at {}: {:.0f} or more above I in each draw", longest, least);
    for (const Scheme scheme : of_.network.waiting()) {
      const auto below = mean_difference(later(scheme, longest), three);
      if (!below) return std::nullopt;
      parts.push_back(decided(*below, above(0), ""));
      note += fmt::format(", {:.0f} ± {:.0f} below {}", below->value, below->half_width.value_or(0), to_string(scheme));
    }
    parts.front().note = note + "; required: 0 or more above I, and below each that waits";
    return all_of(parts);
  }

  /// Equations (2) and (3): II may cut one channel alone. Here all are held, and that one as well.
  reproduction::Claim ahead() const {
    const std::uint64_t shortest = durations_.front();
    const auto found = mean_difference(later(Scheme::III, shortest), later(Scheme::II, shortest));
    std::optional<Simulated> simulated;
    if (found)
      simulated = decided(*found, reproduction::below(0),
                          fmt::format("cycles more than II at {}; required: below 0", shortest));
    reproduction::Claim claim = claim_of_answer("(g) III is ahead of II in the shortest congestion", name(),
                                                "equations (2), (3)", "ahead", std::move(simulated));
    if (found && later(Scheme::II, shortest) == later(Scheme::I, shortest))
      claim.untestable = {
          reproduction::Untestable::Reason::model,
          "all channels of a congested switch are held here, so that II takes in each draw what I takes"};
    return claim;
  }

  /// III waits where none of a link's worms moves, and II never: on a hop by that probability for the congestion.
  std::optional<Simulated> no_slower() const {
    const std::uint64_t shortest = durations_.front();
    const auto found = mean_difference(later(Scheme::III, shortest), later(Scheme::II, shortest));
    if (!found) return std::nullopt;
    const double most =
        std::pow(1 - moving_of_paper, channels_of_congestion[0]) * static_cast<double>(shortest) * hops(Scheme::III);
    return decided(*found, at_most(most),
                   fmt::format("cycles more than II at {}, of the same draws; required: at most {:.2f}, the "
                               "congestion on the share of hops none of whose {} worms moves",
                               shortest, most, channels_of_congestion[0]));
  }

  /// Whoever waits does so for no longer than the congestion lasts; a message that cuts a worm in its last cycle takes Tp more.
  std::optional<Simulated> little_change(Scheme scheme) const {
    const std::uint64_t shortest = durations_.front();
    const auto found = mean_difference(later(scheme, shortest), later(scheme, 0));
    if (!found) return std::nullopt;
    const bool cuts = scheme == Scheme::I;
    const double most = static_cast<double>(shortest) + (cuts ? Model().Tp : 0);
    return decided(*found, at_most(most),
                   fmt::format("cycles more at {} than without a congestion, of the same draws; required: at most {}, "
                               "{:.0f}",
                               shortest, cuts ? "these cycles and Tp = 6" : "these cycles", most));
  }

  const Measurements& measurements_;
  const Congestion of_;
  const unsigned overhead_;
  const std::vector<std::uint64_t> durations_;
};

/// (h): the same members, of which more or fewer are congested. Of those that cut worms, a hop more is congested where its
/// switch belongs to the further members. Messages that wait may have come farther before they do, by no more than all of a
/// barrier take without a congestion.
void add_number_of_congested(const Measurements& measurements, unsigned overhead, Effort effort, ClaimTable& table) {
  const std::uint64_t longest = durations(effort, overhead).back();
  const bool is_printed = overhead == overheads().front();
  for (const auto& [few, many] : few_and_many(effort))
    for (const Scheme scheme : {Scheme::I, few.network.baseline()}) {
      const auto later = [&, scheme](const Congestion& of, std::uint64_t duration) {
        return measurements.samples(experiment_of_congestion(of, scheme, overhead, duration), later_of);
      };
      std::optional<Simulated> simulated;
      const auto hops = mean_of(measurements, experiment_of_congestion(few, scheme, overhead, longest), hops_of);
      const auto found = mean_difference(later(many, longest), later(few, longest));
      const auto without = mean_of(later(few, 0));
      if (found && hops && without) {
        const double share = static_cast<double>(many.congested - few.congested) / few.members;
        const bool cuts = scheme == Scheme::I;
        const double most = cuts ? Model().Tp * hops->value * share : without->value - overhead;
        simulated = decided(
            *found, within(0, most),
            fmt::format(
                "cycles more with {} congested than with {}, at {}, of the same draws; required: either way at most "
                "{}, {:.0f}",
                many.congested, few.congested, longest,
                cuts ? fmt::format("Tp = 6 for {:.2f} of the hops", share)
                     : std::string("what its messages take without a congestion"),
                most));
      }
      table.claims.push_back(
          claim_of_answer(fmt::format("(h) {} does not depend on how many are congested", to_string(scheme)),
                          fmt::format("{}, {} members, Ts = {}", few.network.name(), few.members, overhead),
                          !is_printed             ? ""
                          : few.network.mesh != 0 ? "section 4.3"
                                                  : "section 4.2",
                          is_printed ? "not sensitive" : "", std::move(simulated)));
    }
}

/// The model's Tp, which is the least of table 1: what a message that cuts a worm takes more than one that finds a free channel.
void add_preemptions(const Measurements& measurements, Effort effort, ClaimTable& table) {
  const unsigned overhead = overheads().front();
  const std::uint64_t longest = durations(effort, overhead).back();
  for (const Network& network : congested_networks(effort))
    for (const Scheme scheme : {Scheme::I, Scheme::II}) {
      const auto later = [&, scheme](std::uint64_t duration) {
        return measurements.samples(experiment_of_congestion(congested_pair(network), scheme, overhead, duration),
                                    later_of);
      };
      std::optional<Simulated> simulated;
      if (const auto more = mean_difference(later(longest), later(0))) {
        constexpr double cuts = held_channels_of_pair;
        simulated =
            decided({more->value / cuts, more->half_width.value_or(0) / cuts, more->samples},
                    reproduction::equal_to(Model().Tp),
                    fmt::format("cycles more in a congestion than without, of the same draws, for each of the {} "
                                "channels that the messages of two congested members find held; required: 6",
                                held_channels_of_pair));
      }
      table.claims.push_back(claim_of_answer(fmt::format("(m) to cut a worm takes {} Tp = 6 cycles", to_string(scheme)),
                                             network.name(), "", "", std::move(simulated)));
    }
}

/// III at the longest congestion, next to equation (3), over the share of worms that move.
reproduction::Table shares_table(const Measurements& measurements, Effort effort) {
  const Congestion first = congestions(effort).front();
  const unsigned overhead = overheads().front();
  const std::uint64_t longest = durations(effort, overhead).back();
  reproduction::Table table{
      fmt::format("III at a congestion of {} cycles, over the share of worms that move: {}, {} members, {} congested",
                  longest, first.network.name(), first.members, first.congested),
      {"channels", "moving", "no worm of a link moves, %", "equation (3) / (4), k = 16", "k = its ports",
       "k = channels", "III / ordering, simulated"},
      {}};
  const Scheme planned = first.network.planned();
  for (const unsigned channels : channels_of_congestion)
    for (const double moving : moving_shares(effort)) {
      const std::string of_three = experiment_of_congestion(first, Scheme::III, overhead, longest, channels, moving);
      const std::string of_planned = experiment_of_congestion(first, planned, overhead, longest, channels);
      const auto found =
          reproduction::ratio(measurements.samples(of_three, later_of), measurements.samples(of_planned, later_of));
      const auto hops = mean_of(measurements, of_three, hops_of),
                 hops_of_planned = mean_of(measurements, of_planned, hops_of);
      if (!found || !hops || !hops_of_planned) continue;
      std::vector<std::string> row{fmt::format("{}", channels), fmt::format("{}", moving),
                                   cell(100 * std::pow(1 - moving, channels), 4)};
      for (const unsigned k : {16u, ports_of(first.network), channels}) {
        Model m = model_of(hops->value, overhead, k);
        m.pf = 1 - moving;
        const auto delta = static_cast<double>(longest);
        row.push_back(cell(latency_3(m, delta) / latency_4(model_of(hops_of_planned->value, overhead, k), delta), 3));
      }
      row.push_back(cell(found, 3));
      table.rows.push_back(std::move(row));
    }
  return table;
}

}  // namespace

reproduction::Section congestion_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Duration of congestion", {}};
  section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
      "The congestion of section 4.2. All members enter the second barrier together. From the cycle in which their "
      "messages come to the network, after the software's half of Ts, the switches of some members forward nothing for "
      "so many cycles, neither data nor barrier messages, and take in what fits into their buffers. There is no other "
      "load. In the model a worm holds each virtual channel of each output of such a switch (`faults.kind: held`); it "
      "moves with the probability 1 - pf = {}, and architecture III cuts only those that move. Where all channels are "
      "held, the one that II may cut is as good as any: I and II take the same here, and differ where real worms take "
      "some of the channels. The congestion ends everywhere at once, so that by (h) and (i) a scheme that waits goes "
      "on "
      "where it is: a model in which messages waited for one another after the end would deny both. All schemes of a "
      "draw have the same network, members and congested switches, "
      "{} draws a point.",
      moving_of_paper, draws_of_congestion(effort))});
  ClaimTable table{"Claims about congestion", "cycles", {}, 1, {}};
  reproduction::Table equations{
      "The longest congestion, next to equations (1) to (4) at the hops of the simulated trees, with p = 0.8",
      {"congestion", "channels", "scheme", "hops, or messages", "equation, k = 16", "k = its ports", "k = channels",
       "simulated, cycles"},
      {}};
  std::vector<double> factors;
  for (const Congestion& congestion : congestions(effort))
    for (const unsigned overhead : overheads()) {
      const Durations durations(measurements, congestion, overhead, effort);
      durations.add_claims(table);
      for (const unsigned channels : channels_of_congestion)
        if (channels == channels_of_congestion[0] || overhead == overheads().front())
          durations.add_equations(equations, factors, channels);
      if (auto figure = durations.figure()) add_with_values(section, std::move(*figure), 1);
    }
  for (const unsigned overhead : overheads()) add_number_of_congested(measurements, overhead, effort, table);
  add_preemptions(measurements, effort, table);
  section.blocks.insert(section.blocks.begin() + 1, std::move(table));
  if (!equations.rows.empty()) {
    section.blocks.emplace_back(std::move(equations));
    const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
    section.blocks.emplace_back(reproduction::Paragraph{fmt::format(
        "Equation (4) is {:.0f} to {:.0f} times what is simulated of the schemes that wait: it adds p Delta at each "
        "hop, "
        "where a congestion that is everywhere at once holds a barrier up once, as the claims (b) measure. "
        "The equations (1) and (2) count Tb = 16 twice a hop, where 6 are simulated.",
        *least, *most)});
    section.blocks.emplace_back(reproduction::Paragraph{
        "The row of `switch ordering`, the paper's baseline, has equation (4) with the messages of the members' "
        "binomial tree, up and down, in the place of hops between switches: the equation counts the levels of the tree "
        "of SO, and does not require a hop to be between switches. Each message takes more than Tb: it crosses several "
        "switches, and on a level a member sends its messages one after another."});
  }
  if (reproduction::Table shares = shares_table(measurements, effort); !shares.rows.empty()) {
    section.blocks.emplace_back(std::move(shares));
    section.blocks.emplace_back(reproduction::Paragraph{
        "The equations spread a congestion of probability p over all hops of the way and let each channel be blocked "
        "by "
        "itself; in the simulation all channels of the congested switches are taken, and none elsewhere. With k "
        "channels "
        "III waits where none of a link's worms moves, (1 - moving) to the power of k, on any link of a congested "
        "switch "
        "that the barrier takes: the more links and the fewer channels, the more often one of them holds it up for the "
        "whole congestion."});
  }
  return section;
}

}  // namespace slackline::sun2001
