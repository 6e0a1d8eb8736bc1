// Figures 12 and 14: latency over the size of the group, on irregular networks and meshes, without congestion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::all_of;
using reproduction::at_least;
using reproduction::at_most;
using reproduction::below;
using reproduction::cell;
using reproduction::Claim;
using reproduction::claim_of_answer;
using reproduction::claim_of_model;
using reproduction::ClaimTable;
using reproduction::Criterion;
using reproduction::decided;
using reproduction::differences;
using reproduction::Figure;
using reproduction::judged;
using reproduction::Mean;
using reproduction::mean_difference;
using reproduction::shows_anything;
using reproduction::Simulated;
using reproduction::Untestable;

using Of = double (*)(const Measurement&);

/// Answers in the order of these values.
std::vector<Simulated> largest_first(std::vector<std::pair<double, Simulated>> parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Simulated> all;
  for (auto& part : parts) all.push_back(std::move(part.second));
  return all;
}

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
      if (!mesh) add(figure, to_string(Scheme::software_ordering), Scheme::software_ordering, overhead, later_of);
      add(figure, to_string(Scheme::dissemination), Scheme::dissemination, overhead, later_of);
      for (const Scheme scheme : {Scheme::path, Scheme::star})
        add(figure, to_string(scheme), scheme, overhead, later_of);
      figure.logarithmic_y = true;  // path and star take a hundred times as long as I
      if (!figure.series.empty()) all.push_back(std::move(figure));
      if (Figure varied = figure_of_variants(overhead); !varied.series.empty()) all.push_back(std::move(varied));
    }
    return all;
  }

  /// Section 4.2 is about irregular networks: its claims are ours on meshes.
  void add_claims(ClaimTable& table) const {
    const auto add = [&](std::string claim, const char* where, const char* stated, std::optional<Simulated> simulated) {
      table.claims.push_back(claim_of_answer(std::move(claim), network_.name(), where, stated, std::move(simulated)));
    };
    const bool is_mesh = network_.mesh != 0;
    const auto of_4_2 = [&](const char* text) { return is_mesh ? "" : text; };
    add("theorem 1: the messages of the first barrier build a tree of all members", "theorem 1", "always",
        tree_built());
    table.claims.push_back(first_of_two());
    for (const Variant variant : all_variants)
      add(fmt::format("(a) the same with {}", what(variant)), "", "", first_over_later(variant, sizes_));
    for (const Variant variant : all_variants)
      add(fmt::format("(a) the first barrier takes Ts and a cycle for each other member, or longer, with {}",
                      what(variant)),
          "", "", first_takes_least(variant));
    add("(a) the cost of building the tree grows with the group", "sections 4.2, 4.3", "increases rapidly",
        building_costs());
    add("(c) the star is slower", of_4_2("section 4.2"), of_4_2("slower"),
        ratio_everywhere({Scheme::I, later_of}, {Scheme::star, later_of}, below(1), "I / star"));
    add("path-based worms are slower", "", "",
        ratio_everywhere({Scheme::I, later_of}, {Scheme::path, later_of}, below(1), "I / path"));
    if (!is_mesh) table.claims.push_back(first_is_faster());
    for (const Scheme scheme : network_.waiting())
      add(fmt::format("(j) the first barrier is faster than {}", to_string(scheme)), "", "", first_against(scheme));
    add("(j) few members: building the tree costs little", of_4_2("section 4.2"), of_4_2("little"), few_members());
    if (is_mesh) {
      table.claims.push_back(alike_on_mesh());
      add("(l) building the tree costs less than that of x-y", "section 4.3", "much smaller", {});
      table.claims.back().untestable = {
          Untestable::Reason::paper, "how the planned tree gets to the switches is in a reference, not in the paper"};
    } else {
      table.claims.push_back(approaches());
      add("(k) without congestion I is no slower than either reading of the scheme in [4]", "", "",
          no_slower_than_both());
      add("(k) without congestion I takes as long as ordering", "", "", against_planned(true));
      table.claims.push_back(waiting_scheme_saturates());
    }
    add("(d) the tree of I does not saturate", is_large_ ? "section 4.2" : "", is_large_ ? "it does not" : "",
        slope(Scheme::I, false));
    if (!is_mesh) {
      add("(d) by the same measure the scheme in [4] saturates", "", "", slope(Scheme::switch_ordering, true));
      add("(d) the first barrier of I, while its tree is built, does not saturate", "", "",
          saturation_of(Scheme::I, first_of, false));
    }
    table.claims.push_back(theorem_2_kept());
    add("(e) the bound with what theorem 2 leaves out, where nothing is cut", "", "",
        of_bound(experiments_of_sizes(), "latency / bound",
                 [](const Measurement& m, double latency, unsigned) { return latency / m.bound; }));
  }

  /// Lines for the cost of buffers: both latencies, of each scheme and size.
  void add_buffers(reproduction::Table& table) const {
    for (const Scheme scheme : schemes_of_saturation)
      for (const unsigned members : sizes_of_saturation(network_)) {
        std::vector<std::string> row{network_.name(), to_string(scheme), fmt::format("{}", members)};
        bool is_run = true;
        for (const Of of : {Of(later_of), Of(first_of)})
          for (const unsigned messages : buffers_of_saturation) {
            const auto latency =
                mean_of(measurements_.samples(experiment_of_buffer(network_, scheme, messages, members), of));
            is_run = is_run && latency;
            row.push_back(cell(latency, 0));
          }
        if (is_run) table.rows.push_back(std::move(row));
      }
  }

  /// Lines for the largest group: the least time in which the centre can count the members, and twice a later barrier, with I as
  /// it is and with its variants.
  void add_least_times(reproduction::Table& table) const {
    const unsigned members = sizes_.back(), overhead = overheads().front();
    for (const Variant variant : all_variants) {
      const auto later = value({Scheme::I, later_of, variant}, overhead, members);
      const auto first = value({Scheme::I, first_of, variant}, overhead, members);
      if (!later || !first) continue;
      const double least = least_of_first(overhead, members);
      table.rows.push_back({network_.name(), fmt::format("{}", members), what(variant), fmt::format("{:.0f}", least),
                            cell(first, 0),
                            cell(Mean{2 * later->value, 2 * later->half_width.value_or(0), later->samples}, 0),
                            least <= 2 * later->value ? "no" : "yes"});
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

  Figure figure_of_variants(unsigned overhead) const {
    Figure figure{
        fmt::format("variants-{}-{}", network_.name(), overhead),
        fmt::format("First and later barriers of variants of I: {} hosts, Ts = {} cycles. Medoid: the centre in the "
                    "middle; slow: hops of 16 cycles, of which 12 in the barrier unit; far: of which 12 on "
                    "the link.",
                    network_.hosts(), overhead),
        "members of the group",
        "latency (cycles)",
        {}};
    for (const Variant variant : variants)
      for (const auto& [which, of] : {std::pair("first", Of(first_of)), {"later", later_of}})
        add_curve(figure, fmt::format("{}, {}", which, to_string(variant)), {Scheme::I, of, variant}, overhead);
    return figure;
  }

  void add(Figure& figure, const std::string& label, Scheme scheme, unsigned overhead, Of of) const {
    add_curve(figure, label, {scheme, of}, overhead);
  }
  void add_curve(Figure& figure, const std::string& label, const Curve& curve, unsigned overhead) const {
    reproduction::FigureSeries series{label, {}};
    for (const unsigned members : sizes_) series.add(members, value(curve, overhead, members));
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }

  /// The ratio of one to the other, which must meet the criterion with its whole interval at each overhead and size; shown is
  /// the largest.
  std::optional<Simulated> ratio_everywhere(const Curve& curve, const Curve& other, Criterion criterion,
                                            const char* what) const {
    return ratio_at(sizes_, curve, other, criterion, what);
  }
  std::optional<Simulated> ratio_at(const std::vector<unsigned>& sizes, const Curve& curve, const Curve& other,
                                    Criterion criterion, const char* what) const {
    std::vector<std::pair<double, Simulated>> parts;
    for (const unsigned overhead : overheads())
      for (const unsigned members : sizes)
        if (const auto ratio =
                reproduction::ratio(samples(curve, overhead, members), samples(other, overhead, members)))
          parts.emplace_back(
              ratio->value,
              decided(*ratio, criterion,
                      fmt::format("the largest {}: {:.0f} / {:.0f} cycles, {} members, Ts = {}; required: {} {}", what,
                                  ratio->larger, ratio->smaller, members, overhead,
                                  criterion.relation == Criterion::Relation::below ? "below" : "at most",
                                  criterion.limit)));
    if (parts.empty()) return std::nullopt;
    return all_of(largest_first(std::move(parts)));
  }

  std::optional<Simulated> first_over_later(Variant variant, const std::vector<unsigned>& sizes) const {
    return ratio_at(sizes, {Scheme::I, first_of, variant}, {Scheme::I, later_of, variant}, at_most(2), "first / later");
  }

  /// With the paper's Tb. Where the cycles that a hop takes more are, on the link or in the barrier unit, where a message keeps
  /// a place of its output's queue meanwhile, is not in the paper. Again with the smallest group, in both.
  Claim first_of_two() const {
    const bool is_mesh = network_.mesh != 0;
    const auto on_link = first_over_later(Variant::far, sizes_), in_unit = first_over_later(Variant::slow, sizes_);
    Claim claim = claim_of_answer("(a) the first barrier takes at most twice a later one", network_.name(),
                                  is_mesh ? "" : "section 4.2", is_mesh ? "" : "at most 2", on_link);
    if (is_mesh || !on_link || !in_unit) return claim;
    if (!claim.is_testable()) return claim;
    if (!shows_anything(*in_unit) || on_link->holds() != in_unit->holds()) {
      claim.untestable = {
          Untestable::Reason::readings,
          "the answer depends on where the 16 cycles of a hop are: 12 on the link, or in the barrier unit"};
      claim.simulated->note += "; " + in_unit->note;
    } else if (!on_link->holds()) {
      const std::vector<unsigned> smallest{sizes_.front()};
      claim.reruns.push_back(
          {fmt::format("so many members: with {}, wherever the cycles are", smallest.front()),
           {},
           all_of({*first_over_later(Variant::far, smallest), *first_over_later(Variant::slow, smallest)})});
    }
    return claim;
  }

  std::optional<Simulated> first_against(Scheme scheme) const {
    return ratio_everywhere({Scheme::I, first_of}, {scheme, later_of}, below(1),
                            fmt::format("first / {}", to_string(scheme)).c_str());
  }

  /// The scheme in [4] is read in two ways. Where the answer depends on the reading, it is no answer. Again with the reading as
  /// messages, where what combines is the software of members; for a tree over all switches there is no such run.
  Claim first_is_faster() const {
    const auto as_messages = first_against(network_.baseline()), as_tree = first_against(network_.planned());
    Claim claim = claim_of_answer("(j) the first barrier is faster than the scheme in [4]", network_.name(),
                                  "section 4.2", "much faster", as_messages);
    if (!as_messages || !as_tree) return claim;
    if (!claim.is_testable()) return claim;
    claim.simulated->note += "; " + as_tree->note + "; below 1 is a limit of ours for \"much faster\"";
    if (!shows_anything(*as_tree) || as_messages->holds() != as_tree->holds()) {
      claim.untestable = {Untestable::Reason::readings, "the answer depends on how that scheme is read"};
    } else if (!as_messages->holds()) {
      claim.reruns.push_back(
          {"hardware that combines, in the reading as messages: by the software of members, at Ts a message",
           {},
           first_against(Scheme::software_ordering)});
    }
    return claim;
  }

  /// The cycles that buffers of a single message cost, less than which none hold, with all hosts as members more than with 0.6 of
  /// them. In the paper messages that converge fill the input buffers, and these the ones before them. More than a level more
  /// of the tree takes is a saturation. `saturates`: whether the claim says so.
  std::optional<Simulated> saturation_of(Scheme scheme, Of of_barrier, bool saturates) const {
    const auto cost = [&](unsigned members) {
      const auto of = [&](unsigned messages) {
        return measurements_.samples(experiment_of_buffer(network_, scheme, messages, members), of_barrier);
      };
      return differences(of(buffers_of_saturation[0]), of(buffers_of_saturation[1]));
    };
    const std::vector<unsigned> sizes = sizes_of_saturation(network_);
    const auto at_all = cost(sizes.back()), at_some = cost(sizes.front());
    const auto found = mean_difference(at_all, at_some);
    if (!found) return std::nullopt;
    const double level = 2 * hop_cycles;
    const std::string note = fmt::format(
        "{}: cycles that buffers of 1 message cost, next to buffers of {}, of the same draws, with {} members {:.1f}, "
        "and {:.1f} with {}; required: a difference {} {:.0f}, two hops for a level more of the tree",
        to_string(scheme), buffers_of_saturation[1], sizes.back(), mean_of(at_all)->value, mean_of(at_some)->value,
        sizes.front(), saturates ? "above" : "of at most", level);
    return decided(*found, saturates ? above(level) : at_most(level), note);
  }

  /// The paper says so of 1,200 hosts. The reading as messages between members is asked, and asked again without its order of
  /// members. In that as a tree over all switches an edge has one message a phase, so that buffers play no part: it is shown as
  /// well, and cannot saturate.
  Claim waiting_scheme_saturates() const {
    const auto as_messages = saturation_of(Scheme::switch_ordering, later_of, true),
               as_tree = saturation_of(Scheme::ordering, later_of, true);
    Claim claim = claim_of_answer("(d) the scheme in [4] saturates beyond 0.6 of the hosts", network_.name(),
                                  is_large_ ? "section 4.2" : "", is_large_ ? "it does" : "", as_messages);
    if (!as_messages || !as_tree || !shows_anything(*as_messages)) return claim;
    claim.simulated->note += "; as a tree over all switches, which cannot saturate, " + as_tree->note;
    if (as_messages->holds()) return claim;
    if (shows_anything(*as_tree) && as_tree->holds()) {
      claim.untestable = {Untestable::Reason::readings, "the answer depends on how that scheme is read"};
      return claim;
    }
    if (auto again = saturation_of(Scheme::number_ordering, later_of, true))
      claim.reruns.push_back(
          {"the order of the members, switch by switch, which keeps their messages apart: with messages between "
           "members "
           "in the order of their numbers",
           {},
           std::move(again)});
    return claim;
  }

  /// The cycles that the first barrier of the largest group takes more than a later one, less those of the smallest group.
  std::optional<Simulated> building_costs() const {
    const auto costs = [&](unsigned members) {
      return differences(samples({Scheme::I, first_of}, overheads().front(), members),
                         samples({Scheme::I, later_of}, overheads().front(), members));
    };
    const auto found = mean_difference(costs(sizes_.back()), costs(sizes_.front()));
    if (!found) return std::nullopt;
    return decided(*found, above(0),
                   fmt::format("cycles that the first barrier takes more than a later one, with {} members less with "
                               "{}; required: above 0",
                               sizes_.back(), sizes_.front()));
  }

  /// The messages that build the tree have two flits each, and meet at the centre at the worst.
  std::optional<Simulated> few_members() const {
    const unsigned members = sizes_.front();
    const auto found = mean_difference(samples({Scheme::I, first_of}, overheads().front(), members),
                                       samples({Scheme::I, later_of}, overheads().front(), members));
    if (!found) return std::nullopt;
    return decided(*found, at_most(2.0 * members),
                   fmt::format("cycles more than a later barrier, with {} members; required: at most two for each, of "
                               "which all messages meet at the centre",
                               members));
  }

  /// Both trees have the X-Y ways to the same centre here. As long as no barrier differs, that is no finding.
  Claim alike_on_mesh() const {
    Claim claim = claim_of_answer("(k) I takes as long as the mesh's tree", network_.name(), "section 4.3",
                                  "approaching it", against_planned(true));
    const unsigned overhead = overheads().front();
    if (claim.simulated && std::all_of(sizes_.begin(), sizes_.end(), [&](unsigned members) {
          return samples({Scheme::I, later_of}, overhead, members) ==
                 samples({network_.planned(), later_of}, overhead, members);
        }))
      claim.untestable = {Untestable::Reason::model,
                          "both trees have the same ways to the same centre here, and are alike by construction"};
    return claim;
  }

  /// The members that the tree reaches, in the tables of the switches, in each run of I.
  std::optional<Simulated> tree_built() const {
    std::optional<Simulated> found;
    for (const auto& [experiment, overhead] : experiments_of_sizes())
      for (const double reached : measurements_.samples(experiment, reached_of)) {
        if (!found) found = Simulated{reached, {0}, {}, ""};
        found->checks.push_back({reached, reproduction::equal_to(100)});
        if (std::abs(reached - 100) > std::abs(found->value - 100)) found->value = reached;
        ++found->sample.draws;
      }
    if (found)
      found->note = "% of the members that the tree in the tables of the switches reaches once; the farthest from 100";
    return found;
  }

  /// Cycles that a later barrier of I takes more than that of the planned tree, draw by draw, beyond those of the hops that its
  /// longest way has more: at each size none, and the most are shown. `equal`: nor may it take less.
  std::optional<Simulated> against_planned(bool equal) const {
    const Scheme planned = network_.planned();
    const unsigned overhead = overheads().front();
    std::vector<std::pair<double, Simulated>> parts;
    for (const unsigned members : sizes_) {
      const auto difference = [&](Of of) {
        return differences(samples({Scheme::I, of}, overhead, members), samples({planned, of}, overhead, members));
      };
      std::vector<double> beyond = difference(later_of);
      const std::vector<double> hops = difference(hops_of);
      for (std::size_t i = 0; i < beyond.size(); ++i)
        beyond[i] = equal ? std::max(0.0, std::abs(beyond[i]) - hop_cycles * std::abs(hops[i]))
                          : beyond[i] - hop_cycles * std::max(0.0, hops[i]);
      const auto found = mean_of(beyond);
      if (!found) return std::nullopt;
      parts.emplace_back(
          found->value,
          decided(*found, at_most(0),
                  fmt::format("cycles {} than {}, beyond {} for each hop {}, of the same draws; the most at any size, "
                              "with {} members; required: at most 0",
                              equal ? "more or less" : "more", to_string(planned), hop_cycles,
                              equal ? "of difference" : "more", members)));
    }
    return all_of(largest_first(std::move(parts)));
  }

  /// Section 4 has no number for how near I comes: both ratios are shown, with all hosts as members.
  Claim approaches() const {
    const unsigned members = sizes_.back(), overhead = overheads().front();
    const auto over = [&](Scheme scheme) {
      return reproduction::ratio(samples({Scheme::I, later_of}, overhead, members),
                                 samples({scheme, later_of}, overhead, members));
    };
    const auto of_tree = over(network_.planned()), of_messages = over(network_.baseline());
    std::optional<Simulated> simulated;
    if (of_tree && of_messages)
      simulated = Simulated{of_tree->value,
                            sample_of(*of_tree),
                            {},
                            fmt::format("I / {} with {} members, Ts = {}; I / {} {}", to_string(network_.planned()),
                                        members, overhead, to_string(network_.baseline()), cell(of_messages, 2))};
    Claim claim = claim_of_model("(k) without congestion I comes near the scheme in [4]", network_.name(), "section 4",
                                 "approaches it", std::move(simulated));
    claim.untestable = {Untestable::Reason::paper, "the paper has no number"};
    return claim;
  }

  std::optional<Simulated> no_slower_than_both() const {
    const auto as_tree = against_planned(false);
    const auto as_messages = ratio_everywhere({Scheme::I, later_of}, {network_.baseline(), later_of}, at_most(1),
                                              fmt::format("I / {}", to_string(network_.baseline())).c_str());
    if (!as_tree || !as_messages) return std::nullopt;
    Simulated both = all_of({*as_tree, *as_messages});
    both.note = as_tree->note + "; " + as_messages->note;
    return both;
  }

  /// The latency that a member adds beyond 0.6 of the hosts, less that just below: a scheme that saturates grows faster there,
  /// by more than one more level of its tree would add. `saturates`: whether the claim says so.
  std::optional<Simulated> slope(Scheme scheme, bool saturates) const {
    const unsigned overhead = overheads().front();
    const auto at =
        std::find_if(sizes_.begin(), sizes_.end(), [&](unsigned size) { return 10 * size >= 6 * network_.hosts(); });
    const unsigned middle = *at, before = *std::prev(at);
    const auto of = [&](unsigned members) { return samples({scheme, later_of}, overhead, members); };
    const auto low = of(before), mid = of(middle), high = of(sizes_.back());
    std::vector<double> steeper;
    for (std::size_t i = 0; i < std::min({low.size(), mid.size(), high.size()}); ++i)
      steeper.push_back((high[i] - mid[i]) / (sizes_.back() - middle) - (mid[i] - low[i]) / (middle - before));
    const auto found = mean_of(steeper);
    if (!found) return std::nullopt;
    const double level = 2 * hop_cycles / (sizes_.back() - middle);
    return decided(
        *found, saturates ? above(level) : at_most(level),
        fmt::format(
            "cycles that a member adds from {} to {} members, less those from {} to {}, Ts = {}; required: {} {:.3f}, "
            "two hops of {} cycles for a level more of the tree",
            middle, sizes_.back(), before, middle, overhead, saturates ? "above" : "at most", level, hop_cycles));
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
                        return (latency - overhead) / theorem_2(simulated_hop(), hops_with_hosts(m) / 2);
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

  /// No switch combines the messages of the first barrier, and a barrier unit takes one message an edge, however long it then
  /// passes through.
  static double least_of_first(unsigned overhead, unsigned members) { return overhead + members - 1.0; }

  std::optional<Simulated> first_takes_least(Variant variant) const {
    std::optional<Simulated> found;
    for (const unsigned overhead : overheads())
      for (const unsigned members : sizes_) {
        const double least = least_of_first(overhead, members);
        for (const double first : samples({Scheme::I, first_of, variant}, overhead, members)) {
          if (!found) found = Simulated{first / least, {0}, {}, ""};
          found->value = std::min(found->value, first / least);
          found->checks.push_back({first / least, at_least(1)});
          ++found->sample.draws;
        }
      }
    if (found) found->note = fmt::format("the least first barrier over that time, with {}", what(variant));
    return found;
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
      "Claim (a) with all hosts as members, Ts = 100: no switch combines the messages of the first barrier",
      {"network", "members", "I", "Ts, and one message a cycle at the centre", "first barrier", "twice a later one",
       "(a) ruled out by the least time"},
      {}};
  reproduction::Table buffers{
      "Claim (d): barriers with buffers of 1 message in barrier units, and of 64, cycles, Ts = 100",
      {"network", "scheme", "members", "later, buffers of 1", "later, of 64", "first, buffers of 1", "first, of 64"},
      {}};
  for (const Network& network : networks(effort)) {
    const Sizes sizes(measurements, network, effort);
    sizes.add_claims(table);
    sizes.add_least_times(least);
    sizes.add_buffers(buffers);
    for (Figure& figure : sizes.figures()) add_with_values(section, std::move(figure), 1);
  }
  section.blocks.insert(section.blocks.begin() + 1, std::move(table));
  if (!least.rows.empty()) section.blocks.insert(section.blocks.begin() + 2, std::move(least));
  if (!buffers.rows.empty()) {
    section.blocks.emplace_back(std::move(buffers));
    section.blocks.emplace_back(reproduction::Paragraph{
        "Later barriers of I and of `ordering` take as long with either buffer: an edge of their trees has one message "
        "of a phase. Before the tree of I is built, its messages meet. All else on this page is with buffers of 2; the "
        "paper's assumption 4 is a buffer of one message, with which the first barriers of (a) and (j) take longer. An "
        "estimate by hand, in which each of the 2 log2 n messages, one after another, crosses the network from "
        "anywhere to anywhere, gives about 1,200 cycles for 300 members and 1,880 for 1,200. The messages of `number "
        "ordering` do so, and the table above has its cycles. In `switch ordering` most messages go to a neighbour; "
        "with `switch ordering by software`, in the figures, each message adds Ts."});
  }
  return section;
}

}  // namespace slackline::sun2001
