// Theorem 2 with real worms: the barriers that keep its bound.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::cell;
using reproduction::claim_of_model;
using reproduction::Simulated;

/// All barriers except the first of their group, against both bounds.
class Against {
 public:
  explicit Against(unsigned overhead) : overhead_(overhead) {}

  void add(const Measurements& measurements, const std::string& experiment) {
    const auto* runs = measurements.find(experiment);
    if (runs == nullptr) return;
    for (const Measurement& m : *runs)
      for (const std::uint64_t latency : m.later) add(m, static_cast<double>(latency));
  }

  bool empty() const { return barriers_ == 0; }
  std::uint64_t barriers() const { return barriers_; }
  std::uint64_t kept() const { return kept_; }
  double share_kept() const { return share(kept_); }
  double share_kept_with_preemption() const { return share(kept_with_preemption_); }
  double worst_as_printed() const { return worst_as_printed_; }
  double worst() const { return worst_; }

 private:
  void add(const Measurement& m, double latency) {
    ++barriers_;
    kept_ += latency <= m.bound ? 1 : 0;
    const double farthest = hops_with_hosts(m) / 2, messages = latency - overhead_;
    Model preempting = simulated_hop();
    preempting.Tb += preempting.Tp;
    kept_with_preemption_ += messages <= theorem_2(preempting, farthest) ? 1 : 0;
    worst_ = std::max(worst_, latency / m.bound);
    worst_as_printed_ = std::max(worst_as_printed_, messages / theorem_2(simulated_hop(), farthest));
  }
  double share(std::uint64_t part) const { return 100 * static_cast<double>(part) / static_cast<double>(barriers_); }

  unsigned overhead_;
  std::uint64_t barriers_ = 0, kept_ = 0, kept_with_preemption_ = 0;
  double worst_ = 0, worst_as_printed_ = 0;
};

reproduction::Table bound_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "Barriers next to data worms that kept the bound",
      {"network", "load", "scheme", "barriers", "kept, %", "largest latency / bound", "2 (Tb + Tp) max D: kept, %"},
      {}};
  for (const Loaded& loaded : loaded(effort))
    for (const double load : loaded.loads)
      for (const Scheme scheme : schemes_with_data) {
        Against against(loaded.overhead);
        against.add(measurements, experiment_of_load(loaded, scheme, load));
        if (!against.empty())
          table.rows.push_back({loaded.name(), fmt::format("{}", load), to_string(scheme),
                                fmt::format("{}", against.barriers()), cell(against.share_kept(), 1),
                                cell(against.worst(), 2), cell(against.share_kept_with_preemption(), 1)});
      }
  return table;
}

std::optional<Simulated> share_kept(const Against& against, const char* over) {
  if (against.empty()) return std::nullopt;
  return judged(against.share_kept(), {against.barriers()}, reproduction::equal_to(100),
                fmt::format("% of {} barriers, over all {}; required: 100; the longest took {:.2f} of it",
                            against.barriers(), over, against.worst()));
}

std::optional<Simulated> share_kept_with_preemption(const Against& against) {
  if (against.empty()) return std::nullopt;
  return judged(against.share_kept_with_preemption(), {against.barriers()}, reproduction::equal_to(100),
                fmt::format("% of {} barriers, over all congestions; required: 100", against.barriers()));
}

void add_claim(const std::string& at, Scheme scheme, const Against& against, bool in_congestion,
               reproduction::ClaimTable& table) {
  table.claims.push_back(
      claim_of_model(fmt::format("(e) {} keeps the bound with what theorem 2 leaves out, {}", to_string(scheme),
                                 in_congestion ? "in a congestion" : "with real worms"),
                     at, "", "", share_kept(against, in_congestion ? "congestions" : "loads")));
}

/// Of all congestions of a network.
void add_congestions(const Measurements& measurements, const Network& network, unsigned overhead, Effort effort,
                     reproduction::ClaimTable& table) {
  const std::string at = fmt::format("{}, Ts = {}", network.name(), overhead);
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, network.planned()}) {
    Against against(overhead);
    for (const Congestion& congestion : congestions(effort))
      if (congestion.network.name() == network.name())
        for (const std::uint64_t duration : durations(effort, overhead))
          against.add(measurements, experiment_of_congestion(congestion, scheme, overhead, duration));
    if (scheme == Scheme::I || scheme == Scheme::II)
      table.claims.push_back(
          claim_of_model(fmt::format("(e) {} keeps 2 (Tb + Tp) max D in a congestion", to_string(scheme)), at, "", "",
                         share_kept_with_preemption(against)));
    add_claim(at, scheme, against, true, table);
  }
}

/// Theorem 2 speaks of architectures I and II, where every preemption succeeds, and of the paper's own congestion. Its bound has
/// neither the time of a preemption nor turns at branches.
void add_theorem_2(const Measurements& measurements, const Network& network, Effort effort,
                   reproduction::ClaimTable& table) {
  const unsigned overhead = overheads().front();
  const std::uint64_t longest = durations(effort, overhead).back();
  for (const Scheme scheme : {Scheme::I, Scheme::II}) {
    const auto largest = [&](const std::vector<Congestion>& of, std::uint64_t duration) {
      Against against(overhead);
      for (const Congestion& congestion : of)
        if (congestion.network.name() == network.name())
          against.add(measurements, experiment_of_congestion(congestion, scheme, overhead, duration));
      std::optional<Simulated> simulated;
      if (!against.empty())
        simulated = judged(against.worst_as_printed(), {against.barriers()}, reproduction::at_most(1),
                           "the largest (latency - Ts) / bound with Tb = 6");
      return simulated;
    };
    const std::vector<Congestion> pair{congested_pair(network)};
    reproduction::Claim claim =
        claim_of_model(fmt::format("(e) {} keeps theorem 2's bound in a congestion", to_string(scheme)), network.name(),
                       "theorem 2", "never passed", largest(congestions(effort), longest));
    if (claim.simulated && !claim.simulated->holds())
      claim.reruns = {{"preemptions: without a congestion", {}, largest(congestions(effort), 0)},
                      {"branches: with groups of two", {}, largest(pair, longest)},
                      {"both: with groups of two, without a congestion", {}, largest(pair, 0)}};
    table.claims.push_back(std::move(claim));
  }
}

reproduction::ClaimTable claims_as_printed(const Measurements& measurements, Effort effort) {
  reproduction::ClaimTable table{"The bound of theorem 2 as printed, at the longest congestion", "", {}, 3, {}};
  for (const Network& network : congested_networks(effort)) add_theorem_2(measurements, network, effort, table);
  return table;
}

reproduction::ClaimTable claims(const Measurements& measurements, Effort effort) {
  reproduction::ClaimTable table{"Barriers that keep a bound with what theorem 2 leaves out", "%", {}, 1, {}};
  for (const Loaded& loaded : loaded(effort))
    for (const Scheme scheme : schemes_with_data) {
      Against against(loaded.overhead);
      for (const double load : loaded.loads) against.add(measurements, experiment_of_load(loaded, scheme, load));
      add_claim(loaded.name(), scheme, against, false, table);
    }
  for (const Network& network : congested_networks(effort))
    for (const unsigned overhead : overheads()) add_congestions(measurements, network, overhead, effort, table);
  return table;
}

}  // namespace

reproduction::Section bound_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Theorem 2 with worms", {}};
  section.blocks.emplace_back(
      reproduction::Paragraph{"Of the runs above, every barrier after the first one of its group. As printed the bound "
                              "is 2 Tb max D. It is held "
                              "against the latency less Ts, which it leaves out; a hop takes 6 cycles on a free "
                              "channel, and the link between a "
                              "host and its switch counts as a hop. Where messages cut worms, a hop takes Tp = 6 more, "
                              "which the theorem leaves "
                              "out as well: 2 (Tb + Tp) max D allows that on every hop. The other bound of ours adds "
                              "up, hop by hop, the longest "
                              "way of the group's tree up and down: the software, what a hop takes on a free channel, "
                              "one preemption a hop where "
                              "the scheme cuts worms, and the turns at branches."});
  section.blocks.emplace_back(claims_as_printed(measurements, effort));
  section.blocks.emplace_back(claims(measurements, effort));
  section.blocks.emplace_back(bound_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
