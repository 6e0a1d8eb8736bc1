#include "testbench/workloads/multicast/section.hpp"

#include <nlohmann/json.hpp>

#include "testbench/text/counted.hpp"

namespace slackline::multicast {

using present::fixed;
using present::Row;
using present::RunFacts;

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const statistics::Distribution& latency, const statistics::Estimate& mean) {
  if (latency.packets() == 0) return {{"messages", 0}};
  return {{"messages", latency.packets()},
          {"mean", latency.mean()},
          {"half_width", mean.interval ? Json(mean.interval->half_width) : Json()},
          {"min", latency.least()},
          {"max", latency.most()},
          {"p50", latency.percentile(500)},
          {"p95", latency.percentile(950)},
          {"p99", latency.percentile(990)}};
}

Row row_of(const char* name, const statistics::Distribution& latency, const statistics::Estimate& mean) {
  const std::string doubt = statistics::sentence(mean.doubt, "latency");
  return {name, fixed(latency.mean(), 2),
          "cycles" + (doubt.empty() ? present::plus_minus(mean, 1, 2) : " (no interval: " + doubt + ")") + ", of " +
              std::to_string(latency.packets()) + "; median " + std::to_string(latency.percentile(500)) + ", 95 % " +
              std::to_string(latency.percentile(950)) + ", 99 % " + std::to_string(latency.percentile(990)) +
              ", most " + std::to_string(latency.most())};
}

}  // namespace

Json Section::json(const RunFacts& run) const {
  Json json{{"algorithm", answers.algorithm}, {"groups", answers.groups},    {"members", answers.members},
            {"sources", answers.sources},     {"depth", answers.depth},      {"branching", answers.branching},
            {"created", answers.created},     {"complete", answers.complete}};
  json["tree_cost"] = {{"mean", answers.cost_mean}, {"max", answers.cost_most}};
  if (answers.cost_over_optimum) json["tree_cost"]["over_optimum"] = *answers.cost_over_optimum;
  json["groups_in_different_orders"] = answers.differing;
  if (!run.is_measured) return json;
  json["load"] = {{"offered", answers.per(answers.words_created, answers.sources)},
                  {"accepted", answers.per(answers.words_delivered, answers.members)}};
  json["latency"] = {{"to_member", json_of(answers.to_member, answers.to_member_mean)},
                     {"to_last", json_of(answers.to_last, answers.to_last_mean)}};
  return json;
}

std::vector<Row> Section::rows(const RunFacts& run) const {
  std::vector<Row> rows{
      {"multicasts", std::to_string(answers.created),
       std::to_string(answers.complete) + " at all members; " + answers.algorithm + ", of " +
           text::counted(answers.sources, "source") + " in " + text::counted(answers.groups, "group") + "; up to " +
           text::counted(answers.depth, "hop") + ", " + text::counted(answers.branching, "copy") + " of a host"},
      {"  cost of trees, mean", fixed(answers.cost_mean, 1),
       "cycles from the first copy to the header at the last member without other traffic, equation (1); most " +
           std::to_string(answers.cost_most) +
           (answers.cost_over_optimum ? "; " + fixed(*answers.cost_over_optimum, 3) + " of the cheapest tree's" : "")}};
  if (!run.is_measured) return rows;
  rows.push_back({"words created", fixed(answers.per(answers.words_created, answers.sources), 4),
                  "per cycle and source, each once"});
  rows.push_back({"words delivered", fixed(answers.per(answers.words_delivered, answers.members), 4),
                  "per cycle and member of a group"});
  if (answers.to_member.packets() != 0)
    rows.push_back(row_of("latency to a member", answers.to_member, answers.to_member_mean));
  if (answers.to_last.packets() != 0)
    rows.push_back(row_of("latency to the last", answers.to_last, answers.to_last_mean));
  return rows;
}

std::string Section::cut_off_after(std::uint64_t cycles) const {
  if (!answers.ends) return {};
  return "the run is partial: multicasts were still going on after " + std::to_string(cycles) +
         " cycles, run.max_cycles";
}

}  // namespace slackline::multicast
