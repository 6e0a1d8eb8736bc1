// Figures 12 and 14: latency over the size of the group, on irregular networks and meshes, without congestion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::at_most;
using reproduction::below;
using reproduction::cell;
using reproduction::Claim;
using reproduction::claim_of_model;
using reproduction::ClaimTable;
using reproduction::Criterion;
using reproduction::Figure;
using reproduction::judged;
using reproduction::Mean;
using reproduction::mean_difference;
using reproduction::mean_of;
using reproduction::Simulated;

using Of = double (*)(const Measurement&);

class Sizes {
 public:
  Sizes(const Measurements& measurements, const Network& network, Effort effort)
      : measurements_(measurements),
        network_(network),
        sizes_(group_sizes(network, effort)),
        is_large_(network.mesh == 0 && network.nodes >= 1200) {}

  std::vector<Figure> figures() const {
    std::vector<Figure> all;
    for (const unsigned overhead : overheads()) {
      const bool mesh = network_.mesh != 0;
      Figure figure{
          fmt::format("figure{}-{}-{}", mesh ? 14 : 12, network_.name(), overhead),
          fmt::format("Figure {} of the paper: {} hosts, Ts = {} cycles.", mesh ? 14 : 12, network_.hosts(), overhead),
          "members of the group",
          "latency (cycles)",
          {}};
      add(figure, "I, first barrier", Scheme::I, overhead, first_of);
      add(figure, "I, later ones", Scheme::I, overhead, later_of);
      for (const Scheme scheme : network_.waiting()) add(figure, to_string(scheme), scheme, overhead, later_of);
      add(figure, to_string(Scheme::dissemination), Scheme::dissemination, overhead, later_of);
      for (const Scheme scheme : {Scheme::path, Scheme::star})
        add(figure, to_string(scheme), scheme, overhead, later_of);
      figure.logarithmic_y = true;  // path and star take a hundred times as long as I
      if (!figure.series.empty()) all.push_back(std::move(figure));
    }
    return all;
  }

  void add_claims(ClaimTable& table) const {
    const auto add = [&](std::string claim, const char* where, const char* stated, std::optional<Simulated> simulated) {
      table.claims.push_back(claim_of_model(std::move(claim), network_.name(), where, stated, std::move(simulated)));
    };
    table.claims.push_back(first_of_two());
    add("(a) the cost of building the tree grows with the group", "sections 4.2, 4.3", "increases rapidly",
        building_costs());
    add("(c) the star is slower", "section 4.2", "slower",
        ratio_everywhere({Scheme::I, later_of}, {Scheme::star, later_of}, below(1), "I / star"));
    add("path-based worms are slower", "", "",
        ratio_everywhere({Scheme::I, later_of}, {Scheme::path, later_of}, below(1), "I / path"));
    if (network_.mesh == 0) table.claims.push_back(first_is_faster());
    for (const Scheme scheme : network_.waiting())
      add(fmt::format("(j) the first barrier is faster than {}", name_of(scheme)), "", "", first_against(scheme));
    add("(j) few members: building the tree costs little", "section 4.2", "little", few_members());
    if (network_.mesh != 0) {
      add("(k) I is equal to the mesh's tree", "section 4.3", "equal", equal_to_mesh_tree());
      add("(l) building the tree costs less than that of x-y", "section 4.3", "much smaller", {});
      table.claims.back().untestable = "how the planned tree gets to the switches is in a reference, not in the paper";
    } else {
      add("(d) switch ordering saturates beyond 0.6 of the hosts", is_large_ ? "section 4.2" : "",
          is_large_ ? "it does" : "", saturation(Scheme::switch_ordering, true));
      if (is_large_)
        table.claims.back().untestable =
            "in the paper full input buffers make it saturate, and the scheme's messages and buffers are in references";
      for (const Scheme scheme : {Scheme::ordering, Scheme::dissemination})
        add(fmt::format("(d) {} saturates beyond 0.6 of the hosts", name_of(scheme)), "", "", saturation(scheme, true));
    }
    add("(d) the tree of I does not saturate", is_large_ ? "section 4.2" : "", is_large_ ? "it does not" : "",
        saturation(Scheme::I, false));
    table.claims.push_back(theorem_2_kept());
    add("(e) the bound with what theorem 2 leaves out, where nothing is cut", "", "",
        of_bound(experiments_of_sizes(), "latency / bound",
                 [](const Measurement& m, double latency, unsigned) { return latency / m.bound; }));
  }

  /// Lines for the largest group: what the messages of the first barrier need at its centre, and twice a later barrier,
  /// with I as it is and with its variants.
  void add_least_times(reproduction::Table& table) const {
    const double messages = sizes_.back() - 1, overhead = overheads().front();
    for (const auto& [what, variant] : {std::pair("as it is", Variant::none),
                                        {"medoid", Variant::medoid},
                                        {"Tb = 16, unit", Variant::slow},
                                        {"Tb = 16, link", Variant::far},
                                        {"medoid; Tb = 16, link", Variant::medoid_far}}) {
      const auto later = value({Scheme::I, later_of, variant}, overheads().front(), sizes_.back());
      const auto first = value({Scheme::I, first_of, variant}, overheads().front(), sizes_.back());
      if (!later || !first) continue;
      table.rows.push_back({network_.name(), fmt::format("{}", sizes_.back()), what,
                            fmt::format("{:.0f}", messages + overhead), fmt::format("{:.0f}", 2 * messages + overhead),
                            cell(first->value, 0), cell(2 * later->value, 0),
                            messages + overhead <= 2 * later->value ? "yes" : "no"});
    }
  }

 private:
  /// A value of a scheme. Variants are of I alone.
  struct Curve {
    Scheme scheme;
    Of of;
    Variant variant = Variant::none;
  };

  std::vector<double> samples(const Curve& curve, unsigned overhead, unsigned members) const {
    return measurements_.samples(curve.variant == Variant::none
                                     ? experiment_of_size(network_, curve.scheme, overhead, members)
                                     : experiment_of_variant(network_, curve.variant, overhead, members),
                                 curve.of);
  }
  std::optional<Mean> value(const Curve& curve, unsigned overhead, unsigned members) const {
    return mean_of(samples(curve, overhead, members));
  }

  void add(Figure& figure, const std::string& label, Scheme scheme, unsigned overhead, Of of) const {
    reproduction::FigureSeries series{label, {}};
    for (const unsigned members : sizes_)
      if (const auto latency = value({scheme, of}, overhead, members))
        series.points.emplace_back(members, latency->value);
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }

  /// The ratio of one to the other, which must meet the criterion with its whole interval at each overhead and size; shown is
  /// the largest.
  std::optional<Simulated> ratio_everywhere(const Curve& curve, const Curve& other, Criterion criterion,
                                            const char* what) const {
    std::optional<Simulated> found;
    for (const unsigned overhead : overheads())
      for (const unsigned members : sizes_) {
        const auto a = samples(curve, overhead, members), b = samples(other, overhead, members);
        const auto ratio = reproduction::ratio(a, b);
        if (!ratio) continue;
        if (!found) found.emplace();
        found->checks.push_back({ratio->value + ratio->half_width.value_or(0), criterion});
        if (found->checks.size() > 1 && ratio->value <= found->value) continue;
        found->value = ratio->value;
        found->sample = {a.size(), ratio->half_width};
        found->note = fmt::format("the largest {}: {:.0f} / {:.0f} cycles, {} members, Ts = {}", what, ratio->larger,
                                  ratio->smaller, members, overhead);
      }
    return found;
  }

  /// Again without what the paper may do in another way, and without what the group's size brings about: that all messages
  /// meet at the centre.
  Claim first_of_two() const {
    const auto of = [&](Variant variant) {
      return ratio_everywhere({Scheme::I, first_of, variant}, {Scheme::I, later_of, variant}, at_most(2),
                              "first / later");
    };
    Claim claim = claim_of_model("(a) the first barrier takes at most twice a later one", network_.name(),
                                 "section 4.2", "at most 2", of(Variant::none));
    if (claim.simulated && !claim.simulated->holds())
      for (const Variant variant : variants) claim.reruns.push_back({without(variant), {}, of(variant)});
    return claim;
  }

  std::optional<Simulated> first_against(Scheme scheme) const {
    return ratio_everywhere({Scheme::I, first_of}, {scheme, later_of}, below(1),
                            fmt::format("first / {}", to_string(scheme)).c_str());
  }

  /// The scheme in [4] is read in two ways. Where the answer depends on the reading, it is no answer.
  Claim first_is_faster() const {
    const auto as_messages = first_against(network_.baseline()), as_tree = first_against(network_.planned());
    Claim claim = claim_of_model("(j) the first barrier is faster than the scheme in [4]", network_.name(),
                                 "section 4.2", "faster", as_messages);
    if (as_messages && as_tree && as_messages->holds() != as_tree->holds())
      claim.untestable =
          fmt::format("the paper has one sentence on that scheme, and the answer depends on how it is read; {}; {}",
                      as_messages->note, as_tree->note);
    return claim;
  }

  /// The cycles that the first barrier of the largest group takes more than a later one, less those of the smallest group.
  std::optional<Simulated> building_costs() const {
    const auto costs = [&](unsigned members) {
      const auto first = samples({Scheme::I, first_of}, overheads().front(), members),
                 later = samples({Scheme::I, later_of}, overheads().front(), members);
      std::vector<double> more;
      for (std::size_t i = 0; i < std::min(first.size(), later.size()); ++i) more.push_back(first[i] - later[i]);
      return more;
    };
    const auto found = mean_difference(costs(sizes_.back()), costs(sizes_.front()));
    if (!found) return std::nullopt;
    return Simulated{
        found->value,
        {found->samples, found->half_width},
        {{found->value - found->half_width.value_or(0), above(0)}},
        fmt::format("cycles that the first barrier takes more than a later one, with {} members less with {}; above 0 "
                    "with its interval",
                    sizes_.back(), sizes_.front())};
  }

  /// The messages that build the tree have two flits each, and meet at the centre at the worst.
  std::optional<Simulated> few_members() const {
    const unsigned members = sizes_.front();
    const auto found = mean_difference(samples({Scheme::I, first_of}, overheads().front(), members),
                                       samples({Scheme::I, later_of}, overheads().front(), members));
    if (!found) return std::nullopt;
    return judged(found->value, {found->samples, found->half_width}, at_most(2.0 * members),
                  fmt::format("cycles more than a later barrier, with {} members; at most two for each, of which all "
                              "messages meet at the centre",
                              members));
  }

  /// Trees on the same ways, whose roots may differ: a check for each size, and the largest difference is shown.
  std::optional<Simulated> equal_to_mesh_tree() const {
    std::optional<Simulated> found;
    for (const unsigned members : sizes_) {
      const auto difference = [&](Of of) {
        return mean_difference(samples({Scheme::I, of}, overheads().front(), members),
                               samples({Scheme::x_y, of}, overheads().front(), members));
      };
      const auto cycles = difference(later_of), hops = difference(hops_of);
      if (!cycles || !hops) return std::nullopt;
      const double allowed = Model().Tb * std::abs(hops->value) + cycles->half_width.value_or(0);
      if (!found) found.emplace();
      found->checks.push_back({cycles->value, reproduction::within(0, allowed)});
      if (found->checks.size() > 1 && std::abs(cycles->value) <= std::abs(found->value)) continue;
      found->value = cycles->value;
      found->sample = {cycles->samples, cycles->half_width};
      found->note = fmt::format(
          "the largest difference, cycles, with {} members; allowed are Tb = {} for each of {:.1f} hops between their "
          "trees, and the interval: {:.1f}",
          members, Model().Tb, std::abs(hops->value), allowed);
    }
    return found;
  }

  /// The latency that a member adds beyond 0.6 of the hosts, less that below: a scheme that saturates grows faster there, by
  /// more than one more level of its tree would add.
  std::optional<Simulated> saturation(Scheme scheme, bool expected) const {
    const unsigned middle =
        *std::find_if(sizes_.begin(), sizes_.end(), [&](unsigned size) { return 10 * size >= 6 * network_.hosts(); });
    const auto of = [&](unsigned members) { return samples({scheme, later_of}, overheads().front(), members); };
    const auto low = of(sizes_.front()), mid = of(middle), high = of(sizes_.back());
    std::vector<double> steeper;
    for (std::size_t i = 0; i < std::min({low.size(), mid.size(), high.size()}); ++i)
      steeper.push_back((high[i] - mid[i]) / (sizes_.back() - middle) - (mid[i] - low[i]) / (middle - sizes_.front()));
    const auto found = mean_of(steeper);
    if (!found) return std::nullopt;
    const double level = 2 * Model().Tb / (sizes_.back() - middle), half = found->half_width.value_or(0);
    return Simulated{found->value,
                     {found->samples, found->half_width},
                     {{found->value + (expected ? -half : half), expected ? above(level) : at_most(level)}},
                     fmt::format("cycles that a member adds beyond 0.6 of the hosts, less those below, Ts = {}; {} "
                                 "{:.3f} with its interval, 2 Tb, of 16, for a level more of the tree",
                                 overheads().front(), expected ? "above" : "at most", level)};
  }

  using Experiments = std::vector<std::pair<std::string, unsigned>>;  ///< with their Ts

  Experiments experiments_of_sizes() const {
    Experiments all;
    for (const unsigned overhead : overheads())
      for (const unsigned members : sizes_)
        all.emplace_back(experiment_of_size(network_, Scheme::I, overhead, members), overhead);
    return all;
  }

  /// The share of a bound that later barriers take, by `share_of`.
  std::optional<Simulated> of_bound(const Experiments& experiments, const char* what,
                                    double (*share_of)(const Measurement&, double, unsigned)) const {
    double most = 0;
    std::uint64_t barriers = 0, passed = 0;
    for (const auto& [experiment, overhead] : experiments)
      if (const auto* runs = measurements_.find(experiment))
        for (const Measurement& m : *runs)
          for (const std::uint64_t latency : m.later) {
            const double share = share_of(m, static_cast<double>(latency), overhead);
            ++barriers;
            passed += share > 1 ? 1 : 0;
            most = std::max(most, share);
          }
    if (barriers == 0) return std::nullopt;
    return judged(most, {barriers}, at_most(1),
                  fmt::format("the largest {}; passed by {} of {} barriers", what, passed, barriers));
  }

  /// As it is printed, 2 Tb max D, with the 6 cycles that a hop takes here, and again where no message waits at a branch.
  Claim theorem_2_kept() const {
    const auto of = [&](const Experiments& experiments) {
      return of_bound(experiments, "(latency - Ts) / bound with Tb = 6",
                      [](const Measurement& m, double latency, unsigned overhead) {
                        return (latency - overhead) / (hop_cycles * hops_with_hosts(m));
                      });
    };
    Claim claim = claim_of_model("(e) theorem 2's bound, where nothing is cut", network_.name(), "theorem 2",
                                 "never passed", of(experiments_of_sizes()));
    Experiments pairs;
    for (const unsigned overhead : overheads()) pairs.emplace_back(experiment_of_pair(network_, overhead), overhead);
    if (claim.simulated && !claim.simulated->holds())
      claim.reruns.push_back({"branches, at which messages follow one another: with groups of two", {}, of(pairs)});
    return claim;
  }

  const Measurements& measurements_;
  const Network network_;
  const std::vector<unsigned> sizes_;
  const bool is_large_;  ///< as that of which the paper says that a scheme saturates
};

}  // namespace

reproduction::Section size_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Size of the group", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      fmt::format("Without other traffic, all members enter at once; {} draws a point. "
                  "Building the tree is part of the first "
                  "barrier "
                  "alone. The star grows by its centre's overhead a member, path-based worms by as much a path. On "
                  "meshes I and its messages keep to the X-Y ways (`switch.barrier.ways`).",
                  draws_of_sizes(effort))});
  ClaimTable table{"Claims of sections 4.2 and 4.3", "", {}, 3, {}};
  reproduction::Table least{
      "Claim (a) with all hosts as members, Ts = 100: each member's message comes to the centre by itself",
      {"network", "members", "I", "messages at one a cycle", "two flits on one link", "first barrier",
       "twice a later one", "could (a) hold"},
      {}};
  for (const Network& network : networks(effort)) {
    const Sizes sizes(measurements, network, effort);
    sizes.add_claims(table);
    sizes.add_least_times(least);
    for (Figure& figure : sizes.figures()) add_with_values(section, std::move(figure), 1);
  }
  section.blocks.insert(section.blocks.begin() + 1, std::move(table));
  if (!least.rows.empty()) section.blocks.insert(section.blocks.begin() + 2, std::move(least));
  return section;
}

}  // namespace slackline::sun2001
