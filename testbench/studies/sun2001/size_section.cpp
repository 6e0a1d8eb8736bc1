// Figures 12 and 14: latency over the size of the group, on irregular networks and meshes, without congestion.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::above;
using reproduction::at_most;
using reproduction::claim_of_model;
using reproduction::ClaimTable;
using reproduction::Criterion;
using reproduction::Figure;
using reproduction::judged;
using reproduction::Simulated;

/// Where first barriers are longer than claimed.
constexpr const char* not_combined =
    "messages that build the tree are not combined: each of them goes on to the centre's switch, over the few links "
    "that "
    "lead there, two flits each";
/// Where the baseline does not saturate.
constexpr const char* has_buffers =
    "its messages are combined on their way, too, and have buffers of their own in this model, with no other traffic";

class Sizes {
 public:
  Sizes(const Measurements& measurements, const Network& network, Effort effort)
      : measurements_(measurements), network_(network), sizes_(group_sizes(network, effort)) {}

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
      add(figure, to_string(network_.baseline()), network_.baseline(), overhead, later_of);
      if (overhead == overheads().front())
        for (const Scheme scheme : {Scheme::path, Scheme::star}) add_as_far_as_it_fits(figure, scheme, overhead);
      if (!figure.series.empty()) all.push_back(std::move(figure));
    }
    return all;
  }

  void add_claims(ClaimTable& table) const {
    const auto name = [&](const char* what) { return fmt::format("{}: {}", network_.name(), what); };
    table.claims.push_back(claim_of_model(name("(a) the first barrier takes at most twice a later one"), "section 4.2",
                                          "at most 2",
                                          worst(Scheme::I, first_of, Scheme::I, later_of, 2, "first / later")));
    table.claims.push_back(claim_of_model(name("(c) the star is worse"), "section 4.2", "below 1",
                                          worst(Scheme::I, later_of, Scheme::star, later_of, 1, "I / star")));
    table.claims.push_back(claim_of_model(name("path-based worms are slower"), "beyond the paper", "",
                                          worst(Scheme::I, later_of, Scheme::path, later_of, 1, "I / path")));
    table.claims.push_back(
        claim_of_model(name("(j) the first barrier is faster than the baseline"), "section 4.2", "below 1",
                       worst(Scheme::I, first_of, network_.baseline(), later_of, 1, "first / baseline")));
    table.claims.push_back(claim_of_model(name("(j) few members: building the tree costs little"), "section 4.2",
                                          "close to 1", few_members()));
    if (network_.mesh != 0)
      table.claims.push_back(
          claim_of_model(name("(k) equal to the mesh tree"), "section 4.3", "equal", equal_to_mesh_tree()));
    else
      table.claims.push_back(claim_of_model(name("(d) the baseline saturates beyond 0.6 of the hosts"), "section 4.2",
                                            "it does", saturation(network_.baseline(), above(2), has_buffers)));
    table.claims.push_back(claim_of_model(name("(d) the BSR tree does not saturate"), "section 4.2", "it does not",
                                          saturation(Scheme::I, at_most(2), "")));
    table.claims.push_back(claim_of_model(name("(e) theorem 2's bound, with what it leaves out, where nothing is cut"),
                                          "theorem 2", "never passed", bound()));
  }

 private:
  using Of = double (*)(const Measurement&);

  std::optional<double> value(Scheme scheme, unsigned overhead, unsigned members, Of of) const {
    return mean(measurements_, experiment_of_size(network_, scheme, overhead, members), of);
  }

  void add(Figure& figure, const std::string& label, Scheme scheme, unsigned overhead, Of of) const {
    reproduction::FigureSeries series{label, {}};
    for (const unsigned members : sizes_)
      if (const auto latency = value(scheme, overhead, members, of)) series.points.emplace_back(members, *latency);
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }

  /// As far as it fits next to the others: its latency grows by Ts with each member, or path, that the centre serves.
  void add_as_far_as_it_fits(Figure& figure, Scheme scheme, unsigned overhead) const {
    reproduction::FigureSeries series{to_string(scheme), {}};
    const double most = 3 * value(Scheme::I, overhead, sizes_.back(), first_of).value_or(0);
    for (const unsigned members : sizes_)
      if (const auto latency = value(scheme, overhead, members, later_of); latency && *latency <= most)
        series.points.emplace_back(members, *latency);
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }

  /// The largest ratio of one to the other over all sizes and overheads; the claim holds up to `most`.
  std::optional<Simulated> worst(Scheme scheme, Of of, Scheme other, Of of_other, double most, const char* what) const {
    std::optional<Simulated> found;
    for (const unsigned overhead : overheads())
      for (const unsigned members : sizes_) {
        const auto a = value(scheme, overhead, members, of), b = value(other, overhead, members, of_other);
        if (!a || !b) continue;
        const double ratio = *a / *b;
        if (found && ratio <= found->value) continue;
        found = judged(
            ratio, std::nullopt, at_most(most),
            fmt::format("the largest {}: {:.0f} / {:.0f} cycles, {} members, Ts = {}", what, *a, *b, members, overhead),
            of == first_of ? not_combined : "");
      }
    return found;
  }

  std::optional<Simulated> few_members() const {
    const auto first = value(Scheme::I, 100, sizes_.front(), first_of),
               later = value(Scheme::I, 100, sizes_.front(), later_of);
    if (!first || !later) return std::nullopt;
    return judged(*first / *later, std::nullopt, at_most(1.2),
                  fmt::format("first / later with {} members, Ts = 100; held to hold up to 1.2", sizes_.front()),
                  not_combined);
  }

  std::optional<Simulated> equal_to_mesh_tree() const {
    double most = 0;
    for (const unsigned members : sizes_) {
      const auto a = value(Scheme::I, 100, members, later_of), b = value(Scheme::x_y, 100, members, later_of);
      if (!a || !b) return std::nullopt;
      most = std::max(most, std::abs(*a / *b - 1));
    }
    return judged(100 * most, std::nullopt, at_most(10),
                  "% apart at most, Ts = 100, of ways up and down against X-Y ways; held to hold up to 10 %");
  }

  /// Latency added by a member beyond 0.6 of the hosts, as a multiple of that below: a scheme that saturates grows faster.
  std::optional<double> growth(Scheme scheme) const {
    const std::size_t middle = std::max<std::size_t>(2, sizes_.size() * 6 / 10);
    const auto low = value(scheme, 100, sizes_.front(), later_of),
               mid = value(scheme, 100, sizes_[middle - 1], later_of),
               high = value(scheme, 100, sizes_.back(), later_of);
    if (!low || !mid || !high) return std::nullopt;
    const double before = (*mid - *low) / (sizes_[middle - 1] - sizes_.front()),
                 behind = (*high - *mid) / (sizes_.back() - sizes_[middle - 1]);
    if (*high - *mid < 0.1 * *mid) return 0;  // flat
    return behind / std::max(before, 1e-3);
  }
  std::optional<Simulated> saturation(Scheme scheme, Criterion criterion, const char* because) const {
    const auto found = growth(scheme);
    if (!found) return std::nullopt;
    return judged(*found, std::nullopt, criterion,
                  "how many times as much a member adds to the latency beyond 0.6 of the hosts as below, Ts = 100; "
                  "0 where all of them add less than 10 %; "
                  "saturated from 2 on",
                  because);
  }

  std::optional<Simulated> bound() const {
    double most = 0;
    std::uint64_t barriers = 0, passed = 0;
    for (const unsigned overhead : overheads())
      for (const unsigned members : sizes_)
        if (const auto* runs = measurements_.find(experiment_of_size(network_, Scheme::I, overhead, members)))
          for (const Measurement& m : *runs)
            for (const std::uint64_t latency : m.later) {
              ++barriers;
              passed += static_cast<double>(latency) > m.bound ? 1 : 0;
              most = std::max(most, static_cast<double>(latency) / m.bound);
            }
    if (barriers == 0) return std::nullopt;
    return judged(most, std::nullopt, at_most(1),
                  fmt::format("the largest latency / bound; passed by {} of {} barriers", passed, barriers));
  }

  const Measurements& measurements_;
  const Network network_;
  const std::vector<unsigned> sizes_;
};

}  // namespace

reproduction::Section size_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Size of the group", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Without other traffic, all members enter at once. Building the tree is part of the first barrier alone. The "
      "star grows by its centre's overhead a member, path-based worms by as much a path; they are drawn as far as they "
      "fit next to the others."});
  ClaimTable table{"Claims of sections 4.2 and 4.3", "", {}, 3, {}};
  for (const Network& network : networks(effort)) {
    const Sizes sizes(measurements, network, effort);
    sizes.add_claims(table);
    for (Figure& figure : sizes.figures()) add_with_values(section, std::move(figure), 1);
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace slackline::sun2001
