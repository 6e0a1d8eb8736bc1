#include "testbench/soak/soak_table.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "testbench/soak/firmware_experiment.hpp"

namespace slackline::soak {

namespace {

constexpr std::size_t most_listed = 20, most_differences = 3;

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, " ");
  return text;
}

std::string count_of(std::uint64_t n, const std::string& what) { return grouped(n) + ' ' + what + (n == 1 ? "" : "s"); }

std::string to_string(const Seeds& seeds) {
  if (seeds.count == 1) return "seed " + std::to_string(seeds.first);
  return "seeds " + std::to_string(seeds.first) + " to " + std::to_string(seeds.first + seeds.count - 1);
}

const char* option_of(Networks kind) {
  switch (kind) {
    case Networks::barriers: return " --barriers";
    case Networks::firmware: return " --firmware";
    case Networks::packets: return " --packets";
    case Networks::all: break;
  }
  return "";
}

const char* title_of(Networks kind) {
  switch (kind) {
    case Networks::barriers: return "irregular networks with barriers, ";
    case Networks::firmware: return "random networks of interfaces with firmware, ";
    case Networks::packets: return "random networks with packet switches, ";
    case Networks::all: break;
  }
  return "random networks, ";
}

std::string again(const Plan& plan, const Seeds& seeds) {
  return "      slackline compare-engines --random " + std::to_string(seeds.count) + option_of(plan.kind) + " --seed " +
         std::to_string(seeds.first) + " --cycles " + std::to_string(plan.cycles) + '\n';
}

/// The experiment of a network with firmware, to be run alone; "" for other networks.
std::string experiment_of(const Plan& plan, std::uint64_t seed) {
  if (plan.kind != Networks::firmware) return "";
  std::istringstream lines(firmware_experiment(seed));
  std::string text;
  for (std::string line; std::getline(lines, line);) text += "      | " + line + '\n';
  return text;
}

/// Networks of most kinds are alike in much, and none is on a grid.
bool is_listed(const Feature& feature, Networks kind) {
  if (kind == Networks::all) return feature.networks != 0 || feature.group != "queueing";
  return feature.networks != 0 && feature.group != "shape";
}

std::string coverage_table(const Summary& summary) {
  std::vector<Feature> features = summary.coverage.features();
  if (summary.plan.kind == Networks::all) features.push_back({"order", "components permuted", {}, summary.permuted});
  features.erase(std::remove_if(features.begin(), features.end(),
                                [&](const Feature& f) { return !is_listed(f, summary.plan.kind); }),
                 features.end());
  std::size_t width = 0;
  for (const Feature& feature : features) width = std::max(width, feature.name.size());
  std::string text = "\n  networks that use\n";
  std::string group;
  for (const Feature& feature : features) {
    char line[160];
    std::snprintf(line, sizeof line, "    %-10s%-*s%9s\n", feature.group == group ? "" : feature.group.c_str(),
                  static_cast<int>(width), feature.name.c_str(), grouped(feature.networks).c_str());
    group = feature.group;
    text += line;
  }
  return text;
}

/// "" where no barriers were asked for.
std::string barriers_text(const Summary& summary) {
  const BarrierCounts& b = summary.barriers;
  if (summary.plan.kind != Networks::barriers) return "";
  return "  " + grouped(b.complete) + " of " + count_of(b.asked, "barrier") + " complete, " +
         count_of(b.worms_cut, "worm") + " cut, " + count_of(b.padding, "padding flit") + ", " +
         count_of(b.packets, "packet") + " delivered alongside them\n";
}

std::string described(const Plan& plan, const NetworkResult& result) {
  std::string text = "    " + to_string(Seeds{result.seed, 1}) + ":";
  const std::vector<monitors::Difference>& all = result.comparison.differences;
  if (!all.empty()) {
    text += ' ' + count_of(all.size(), "value") + " in cycle " + std::to_string(all.front().cycle.value);
    for (std::size_t i = 0; i < std::min(all.size(), most_differences); ++i) {
      char line[400];
      std::snprintf(line, sizeof line, "\n      %s: signal %llx, fabric %llx", all[i].what.c_str(),
                    static_cast<unsigned long long>(all[i].signal), static_cast<unsigned long long>(all[i].fabric));
      text += line;
    }
  }
  const std::vector<std::string>& stale = result.comparison.stale;
  for (std::size_t i = 0; i < std::min(stale.size(), most_differences); ++i) text += "\n      " + stale[i];
  for (const std::string& error : result.errors) text += "\n      error: " + error;
  return text + '\n' + again(plan, {result.seed, 1}) + experiment_of(plan, result.seed);
}

std::string findings(const Summary& summary) {
  std::string text;
  if (summary.different() != 0)
    text +=
        "\n  DIFFERENT: " + count_of(summary.different(), "network") + ", each compared up to its first difference\n";
  if (summary.failed() != 0) text += "\n  FAILED: " + count_of(summary.failed(), "network") + ", in both engines\n";
  for (std::size_t i = 0; i < std::min(summary.bad.size(), most_listed); ++i)
    text += described(summary.plan, summary.bad[i]);
  if (summary.bad.size() > most_listed) text += "    and " + grouped(summary.bad.size() - most_listed) + " more\n";
  if (!summary.crashes.empty()) text += "\n  CRASHED: brought no results\n";
  for (const Crash& crash : summary.crashes)
    text += "    " + to_string(crash.seeds) + ": " + crash.how +
            (crash.seeds.count == 1 ? "" : "; found in none of them alone") + '\n' + again(summary.plan, crash.seeds);
  if (text.empty()) text = "\n  no difference\n";
  return text;
}

}  // namespace

std::string soak_table(const Summary& summary) {
  const Plan& plan = summary.plan;
  const bool barriers = plan.kind == Networks::barriers;
  return title_of(plan.kind) + to_string(Seeds{plan.first_seed, plan.networks}) + ": signal_network against fabric" +
         (summary.finished ? "" : " (interrupted)") + "\n  " + count_of(summary.networks, "network") +
         (barriers ? " of up to " : " of ") + count_of(plan.cycles, "cycle") + ", " +
         count_of(summary.cycles, "cycle") + " altogether\n  " + count_of(summary.registers, "register") + " and " +
         count_of(summary.channels, "channel") + " compared, " + count_of(summary.flits_delivered, "flit") +
         " delivered\n" + barriers_text(summary) + coverage_table(summary) + findings(summary);
}

}  // namespace slackline::soak
