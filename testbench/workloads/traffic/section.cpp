#include "testbench/workloads/traffic/section.hpp"

#include <nlohmann/json.hpp>

#include "testbench/text/counted.hpp"

namespace slackline::traffic {

using present::fixed;
using present::Row;
using present::RunFacts;

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const statistics::Distribution& latency) {
  return {{"mean", latency.mean()},
          {"min", latency.least()},
          {"max", latency.most()},
          {"p50", latency.percentile(500)},
          {"p99", latency.percentile(990)}};
}

}  // namespace

Json Section::json(const RunFacts& run) const {
  Json json{{"hosts", answers.hosts}, {"created", answers.created}, {"delivered", answers.delivered}};
  json["load"] = run.is_measured ? Json{{"offered", answers.load(answers.flits_offered)},
                                        {"accepted", answers.load(answers.flits_accepted)},
                                        {"fairness", answers.fairness ? Json(*answers.fairness) : Json()}}
                                 : Json();
  json["latency"] = {{"packets", run.is_measured ? answers.total.packets() : 0}};
  if (run.is_measured && answers.total.packets() != 0) {
    json["latency"]["total"] = json_of(answers.total);
    json["latency"]["network"] = json_of(answers.network);
  }
  return json;
}

std::vector<Row> Section::rows(const RunFacts& run) const {
  const std::string what = answers.of_messages ? "messages" : "packets", unit = answers.of_messages ? "words" : "flits";
  std::vector<Row> rows{
      {what + " created", std::to_string(answers.created), "by " + text::counted(answers.hosts, "host")},
      {what + " delivered", std::to_string(answers.delivered), ""}};
  if (!run.is_measured) return rows;
  rows.push_back(
      {"offered load", fixed(answers.load(answers.flits_offered), 4), unit + " per cycle and host of the workload"});
  rows.push_back({"accepted load", fixed(answers.load(answers.flits_accepted), 4), ""});
  if (answers.fairness)
    rows.push_back({"fairness", fixed(*answers.fairness, 4), "Jain's index, over the hosts of the workload"});
  if (answers.total.packets() != 0)
    rows.push_back({"latency, mean", fixed(answers.total.mean(), 2),
                    "cycles, of " + text::counted(answers.total.packets(), answers.of_messages ? "message" : "packet") +
                        "; median " + std::to_string(answers.total.percentile(500)) + ", 99 % " +
                        std::to_string(answers.total.percentile(990)) + ", most " +
                        std::to_string(answers.total.most())});
  return rows;
}

}  // namespace slackline::traffic
