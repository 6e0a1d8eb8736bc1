#include "testbench/workloads/barriers/section.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "testbench/features/barrier/settings.hpp"
#include "testbench/features/faults/settings.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/text/some_of.hpp"
#include "testbench/workloads/barriers/settings.hpp"

namespace slackline::barriers {

using present::fixed;
using present::Row;
using present::RunFacts;

namespace {

using Json = nlohmann::ordered_json;

/// Latencies of some barriers.
struct Latencies {
  std::uint64_t count = 0, sum = 0, least = 0, most = 0;

  void add(std::uint64_t latency) {
    least = count == 0 ? latency : std::min(least, latency);
    most = std::max(most, latency);
    sum += latency;
    ++count;
  }
  double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
};

/// Latencies of the first barriers of groups, which build their trees, and of the others; those that all have left.
struct Summary {
  Latencies first, later;
  std::vector<statistics::Batch> by_number;  ///< of the others: one batch for the n-th barriers of all groups

  void add(const Group& group) {
    for (std::uint32_t n = 0; n < group.complete; ++n) {
      const std::uint64_t latency = group.rounds[n].latency();
      (n == 0 ? first : later).add(latency);
      if (n == 0) continue;
      if (by_number.size() < n) by_number.resize(n);
      by_number[n - 1].sum += static_cast<double>(latency);
      by_number[n - 1].weight += 1;
    }
  }
  statistics::Estimate later_mean() const { return statistics::estimate(by_number, 0); }
};

class BarrierReport {
 public:
  BarrierReport(const Section& section, const RunFacts& run) : run_(run), a_(section.answers), hosts_(section.hosts) {}

  Json json() const {
    Summary all;
    Json groups = Json::array();
    for (const Group& group : a_.groups) {
      all.add(group);
      groups.push_back(json_of(group));
    }
    Json json{{"asked", a_.asked_rounds},
              {"complete", a_.complete()},
              {"first", json_of(all.first)},
              {"later", json_of_later(all)}};
    if (has_own_units()) json.update(json_of_units());
    json["groups"] = std::move(groups);
    return json;
  }

  std::vector<Row> rows() const {
    Summary all;
    std::uint64_t complete = 0;
    for (const Group& group : a_.groups) {
      all.add(group);
      complete += group.complete;
    }
    std::vector<Row> rows{{"barriers", std::to_string(complete),
                           "complete, of " + text::counted(a_.groups.size() * a_.asked_rounds, "barrier") + " in " +
                               text::counted(a_.groups.size(), "group")}};
    add(rows, "  the first of a group", all.first, "cycles, mean, from the last to enter to the last to leave");
    const statistics::Estimate later = all.later_mean();
    const std::string doubt = statistics::sentence(later.doubt, "their latency");
    add(rows, "  those after it", all.later,
        "cycles, mean" + (doubt.empty() ? present::plus_minus(later, 1, 1) : " (no interval: " + doubt + ")"));
    if (has_own_units() && features::has_barrier_units(run_.experiment)) add_flits(rows);
    const auto fallen =
        std::count_if(a_.groups.begin(), a_.groups.end(), [this](const Group& g) { return fell_back(g); });
    if (fallen != 0)
      rows.push_back({"groups fallen back", std::to_string(fallen),
                      "to messages between their hosts, as a status table was full"});
    if (has_own_units()) add_messages_left(rows);
    for (std::size_t g = 0; g < a_.groups.size(); ++g) add_unfinished(rows, g);
    return rows;
  }

  /// The counters of barrier units, which are those of all workloads.
  std::optional<present::SharedPart> shared() const {
    if (!features::has_barrier_units(run_.experiment)) return std::nullopt;
    std::vector<Row> rows{{"barrier units", "", "of all switches"}};
    add_flits(rows);
    add_messages_left(rows);
    return present::SharedPart{"barrier_units", std::make_shared<const Json>(json_of_units()), std::move(rows)};
  }

 private:
  /// No other workload of the run has barriers: what the barrier units count is of this one.
  bool has_own_units() const { return run_.of_kind.size() == 1; }

  Json json_of_units() const {
    const Hardware& h = a_.hardware;
    return {{"messages_passed", h.passed},
            {"worms_cut", h.cuts},
            {"cut_cycles", h.cut_cycles},
            {"barrier_flits", h.barrier_flits},
            {"padding_flits", h.padding_flits},
            {"cut_off", {{"messages", h.cut_off}, {"links", cut_off_links()}}},
            {"held_up",
             any_given_up()
                 ? Json{{"stopped", held_up_links(true)}, {"no_channel", held_up_links(false)}, {"inside", h.holding}}
                 : Json()},
            {"refused", h.refused},
            {"most_entries", h.most_entries}};
  }

  void add_flits(std::vector<Row>& rows) const {
    const Hardware& h = a_.hardware;
    rows.push_back({"barrier messages", std::to_string(h.passed),
                    "found a free channel; " + text::counted(h.cuts, "worm") + " cut for others, for " +
                        text::counted(h.cut_cycles, "cycle") + " in all"});
    rows.push_back({"padding flits", std::to_string(h.padding_flits),
                    "and " + text::counted(h.barrier_flits, "flit") + " of barriers"});
  }

  /// Messages that came to no end.
  void add_messages_left(std::vector<Row>& rows) const {
    const Hardware& h = a_.hardware;
    if (h.cut_off != 0)
      rows.push_back({"messages cut off", std::to_string(h.cut_off),
                      "links have failed, and left them no way: theirs went by " + text::some_of(cut_off_links())});
    if (!any_given_up()) return;
    for (const bool stopped : {true, false}) add_held_up(rows, stopped);
    if (!h.holding.empty())
      rows.push_back({"messages held up", std::to_string(h.holding.size()),
                      "inside, for other ways than by links that have failed, at " + text::some_of(h.holding)});
  }

  static void add(std::vector<Row>& rows, const char* label, const Latencies& of, const std::string& what) {
    if (of.count == 0) return;
    const bool alike = of.least == of.most;
    rows.push_back({label, fixed(of.mean(), 1),
                    what + (alike ? "" : "; " + std::to_string(of.least) + " to " + std::to_string(of.most))});
  }

  /// A group that never had a tree did not fall back.
  bool fell_back(const Group& group) const {
    return group.fell_back && !features::counts_at_host(run_.experiment.get<features::BarrierSettings>().tree);
  }

  /// Lists the members that are missing.
  void add_unfinished(std::vector<Row>& rows, std::size_t number) const {
    const Group& group = a_.groups[number];
    if (group.complete == a_.asked_rounds) return;
    if (!group.given_up) {
      rows.push_back({"group " + std::to_string(number), std::to_string(group.complete),
                      "barriers complete; the next ones were still to come when the run ended"});
      return;
    }
    const std::string missing = group.missing.empty()
                                    ? "all have entered"
                                    : "not entered by " + text::some_of(text::in_runs(names(group.missing)));
    rows.push_back({"group " + std::to_string(number), std::to_string(group.complete),
                    "barriers complete; in the next one " + text::counted(group.waiting.size(), "member") + " of " +
                        std::to_string(group.members) + (group.waiting.size() == 1 ? " waits, " : " wait, ") +
                        missing});
  }

  std::vector<std::string> cut_off_links() const {
    std::vector<std::string> names;
    for (const std::uint32_t channel : a_.hardware.cut_off_links) names.push_back(run_.totals.links.at(channel).name);
    return names;
  }

  /// In any workload: whose messages wait the switches do not tell.
  bool any_given_up() const {
    return std::any_of(run_.of_kind.begin(), run_.of_kind.end(), [](const present::Section* section) {
      const std::vector<Group>& groups = dynamic_cast<const Section&>(*section).answers.groups;
      return std::any_of(groups.begin(), groups.end(), [](const Group& group) { return group.given_up; });
    });
  }

  /// Links at which messages wait when a barrier does not complete.
  void add_held_up(std::vector<Row>& rows, bool stopped) const {
    const std::vector<std::string> links = held_up_links(stopped);
    if (!links.empty())
      rows.push_back({"messages held up", std::to_string(links.size()),
                      (stopped ? "by STOP, or for lack of a credit, at " : "with no free virtual channel at ") +
                          text::some_of(links)});
  }

  /// With the faults on them that may be why.
  std::vector<std::string> held_up_links(bool stopped) const {
    std::vector<std::string> names;
    for (const HeldUp& h : a_.hardware.held_up) {
      if (h.stopped != stopped) continue;
      const std::string& link = run_.totals.links.at(h.channel).name;
      std::vector<std::string> faults;
      for (const statistics::InjectedFault& fault : run_.totals.injected)
        if (fault.link == link) faults.emplace_back(features::word_of(fault.kind));
      names.push_back(link);
      if (!faults.empty()) names.back().append(" (").append(text::some_of(faults)).append(")");
    }
    return names;
  }

  std::vector<std::string> names(const std::vector<std::uint32_t>& hosts) const {
    std::vector<std::string> names;
    for (const std::uint32_t host : hosts) names.push_back(hosts_.at(host));
    return names;
  }

  static Json json_of(const Latencies& of) {
    if (of.count == 0) return {{"barriers", 0}};
    return {{"barriers", of.count}, {"mean", of.mean()}, {"min", of.least}, {"max", of.most}};
  }

  /// The results of all groups.
  static Json json_of_later(const Summary& all) {
    Json json = json_of(all.later);
    const statistics::Estimate mean = all.later_mean();
    json["half_width"] = mean.interval ? Json(mean.interval->half_width) : Json();
    return json;
  }

  Json json_of(const Group& group) const {
    Summary summary;
    summary.add(group);
    Json json{{"members", group.members},
              {"centre", hosts_.at(group.centre)},
              {"complete", group.complete},
              {"first", json_of(summary.first)},
              {"later", json_of(summary.later)}};
    if (!a_.by_firmware) json["fell_back"] = fell_back(group);  // firmware keeps that to itself
    if (group.given_up) {
      json["missing"] = names(group.missing);
      json["waiting"] = names(group.waiting);
    }
    return json;
  }

  const RunFacts& run_;
  const Answers& a_;
  const std::vector<std::string>& hosts_;
};

}  // namespace

Json Section::json(const RunFacts& run) const { return BarrierReport(*this, run).json(); }

std::vector<Row> Section::rows(const RunFacts& run) const { return BarrierReport(*this, run).rows(); }

std::optional<present::SharedPart> Section::shared(const RunFacts& run) const {
  return BarrierReport(*this, run).shared();
}

std::string Section::cut_off_after(std::uint64_t cycles) const {
  return "the run is partial: barriers were still going on after " + std::to_string(cycles) + " cycles, run.max_cycles";
}

present::Files Section::files(const RunFacts&) const {
  std::string text = "group,barrier,members,entered,left,first_in,last_in,first_out,last_out\n";
  const auto field = [&](std::uint64_t value) { text += ',' + std::to_string(value); };
  const auto cycle = [&](bool known, Cycle value) { text += ',' + (known ? std::to_string(value.value) : ""); };
  for (std::size_t g = 0; g < answers.groups.size(); ++g) {
    const Group& group = answers.groups[g];
    for (std::size_t n = 0; n < group.rounds.size(); ++n) {
      const Round& round = group.rounds[n];
      text += std::to_string(g);
      field(n);
      field(group.members);
      field(round.entered);
      field(round.left);
      cycle(round.entered != 0, round.first_in);
      cycle(round.entered != 0, round.last_in);
      cycle(round.left != 0, round.first_out);
      cycle(round.left != 0, round.last_out);
      text += '\n';
    }
  }
  return {{"barriers.csv", std::move(text)}};
}

}  // namespace slackline::barriers
