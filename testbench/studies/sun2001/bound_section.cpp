// Theorem 2 with real worms: the barriers that keep its bound.
#include <fmt/format.h>

#include <algorithm>
#include <set>

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
  double share_kept_as_printed() const { return share(kept_as_printed_); }
  double worst() const { return worst_; }

 private:
  void add(const Measurement& m, double latency) {
    ++barriers_;
    kept_ += latency <= m.bound ? 1 : 0;
    kept_as_printed_ += latency - overhead_ <= (hop_cycles + Model().Tp) * hops_with_hosts(m) ? 1 : 0;
    worst_ = std::max(worst_, latency / m.bound);
  }
  double share(std::uint64_t part) const { return 100 * static_cast<double>(part) / static_cast<double>(barriers_); }

  unsigned overhead_;
  std::uint64_t barriers_ = 0, kept_ = 0, kept_as_printed_ = 0;
  double worst_ = 0;
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
                                cell(against.worst(), 2), cell(against.share_kept_as_printed(), 1)});
      }
  return table;
}

std::optional<Simulated> share_kept(const Against& against, const char* over, bool as_printed) {
  if (against.empty()) return std::nullopt;
  const double share = as_printed ? against.share_kept_as_printed() : against.share_kept();
  return judged(share, {against.barriers()}, reproduction::equal_to(100),
                fmt::format("% of {} barriers, over all {}", against.barriers(), over) +
                    (as_printed ? std::string() : fmt::format("; the longest took {:.2f} of it", against.worst())));
}

/// Theorem 2 speaks of architectures I and II, where every preemption succeeds, and of the paper's own congestion. It has no
/// time for the preemption: 2 (Tb + Tp) max D is used.
void add_claims(const std::string& at, Scheme scheme, const Against& against, bool in_congestion,
                reproduction::ClaimTable& table) {
  const char* where = in_congestion ? "in a congestion" : "with real worms";
  const char* over = in_congestion ? "congestions" : "loads";
  if (in_congestion && (scheme == Scheme::I || scheme == Scheme::II))
    table.claims.push_back(
        claim_of_model(fmt::format("(e) {} keeps theorem 2's bound {}, with Tp on each hop", to_string(scheme), where),
                       at, "theorem 2", "never passed", share_kept(against, over, true)));
  table.claims.push_back(
      claim_of_model(fmt::format("(e) {} keeps the bound with what theorem 2 leaves out, {}", to_string(scheme), where),
                     at, "", "", share_kept(against, over, false)));
}

/// Of all congestions of a network.
void add_congestions(const Measurements& measurements, const Network& network, unsigned overhead, Effort effort,
                     reproduction::ClaimTable& table) {
  for (const Scheme scheme : {Scheme::I, Scheme::II, Scheme::III, network.planned()}) {
    Against against(overhead);
    for (const Congestion& congestion : congestions(effort))
      if (congestion.network.name() == network.name())
        for (const std::uint64_t duration : durations(effort, overhead))
          against.add(measurements, experiment_of_congestion(congestion, scheme, overhead, duration));
    add_claims(fmt::format("{}, Ts = {}", network.name(), overhead), scheme, against, true, table);
  }
}

reproduction::ClaimTable claims(const Measurements& measurements, Effort effort) {
  reproduction::ClaimTable table{"Barriers that keep the bound of theorem 2", "%", {}, 1, {}};
  for (const Loaded& loaded : loaded(effort))
    for (const Scheme scheme : schemes_with_data) {
      Against against(loaded.overhead);
      for (const double load : loaded.loads) against.add(measurements, experiment_of_load(loaded, scheme, load));
      add_claims(loaded.name(), scheme, against, false, table);
    }
  std::set<std::string> networks;
  for (const Congestion& congestion : congestions(effort))
    if (networks.insert(congestion.network.name()).second)
      for (const unsigned overhead : overheads())
        add_congestions(measurements, congestion.network, overhead, effort, table);
  return table;
}

}  // namespace

reproduction::Section bound_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Theorem 2 with worms", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Of the runs above, every barrier after the first one of its group. As printed the bound is 2 Tb max D, held "
      "against the latency less Ts, which it leaves out. A hop takes 6 cycles on a free channel, and the link between "
      "a "
      "host and its switch counts as a hop; where messages cut worms, a hop takes Tp = 6 more, which the theorem "
      "leaves "
      "out as well. Ours adds up, hop by hop, the longest way of the group's tree up and down: the software, what a "
      "hop "
      "takes on a free channel, one preemption a hop where the scheme cuts worms, and the turns at branches."});
  section.blocks.emplace_back(claims(measurements, effort));
  section.blocks.emplace_back(bound_table(measurements, effort));
  return section;
}

}  // namespace slackline::sun2001
