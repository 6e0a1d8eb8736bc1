#include "testbench/workloads/exchange/section.hpp"

#include <nlohmann/json.hpp>

#include "testbench/text/counted.hpp"

namespace slackline::exchange {

using present::fixed;
using present::Row;
using present::RunFacts;

namespace {

using Json = nlohmann::ordered_json;

const char* name_of(features::ExchangeMethod method) {
  return method == features::ExchangeMethod::pairwise ? "pairwise" : "shuffle";
}

}  // namespace

std::optional<double> Result::accepted() const {
  if (!is_over || answers.cycles == 0) return std::nullopt;
  const double flits = static_cast<double>(params.settings.packets * (params.hosts.size() - 1)) * params.flits;
  return flits / static_cast<double>(answers.cycles);
}

Json Section::json(const RunFacts&) const {
  const Answers& answers = result.answers;
  Json json{{"method", name_of(result.params.settings.method)},
            {"permutation", to_string(result.params.settings.permutation)},
            {"hosts", result.params.hosts.size()},
            {"packets", result.packets()},
            {"flits", result.params.flits},
            {"sent", answers.sent},
            {"taken", answers.taken},
            {"finished", result.is_over}};
  json["window"] = result.window ? Json(*result.window) : Json();
  json["cycles"] = result.is_over ? Json(answers.cycles) : Json();
  json["first_host_after"] = result.is_over ? Json(answers.first_end) : Json();
  json["accepted"] = result.accepted() ? Json(*result.accepted()) : Json();
  json["most_waiting"] = answers.most_waiting;
  json["most_ahead"] = answers.most_ahead;
  json["window_closed_cycles"] = answers.closed_cycles;
  json["pauses"] = answers.pauses;
  return json;
}

std::vector<Row> Section::rows(const RunFacts&) const {
  const Answers& answers = result.answers;
  std::vector<Row> rows;
  rows.push_back({"exchange", std::to_string(result.packets()),
                  "packets of " + text::counted(result.params.flits, "flit") + " between " +
                      text::counted(result.params.hosts.size(), "host") + "; " +
                      name_of(result.params.settings.method) + ", " + to_string(result.params.settings.permutation) +
                      "; " + std::to_string(answers.taken) + " taken"});
  if (result.is_over) {
    rows.push_back({"  cycles", std::to_string(answers.cycles),
                    "until the last host had taken all; the first one after " + std::to_string(answers.first_end)});
    rows.push_back({"  accepted", fixed(*result.accepted(), 4), "flits per cycle and host"});
  }
  rows.push_back(
      {"  most waiting", std::to_string(answers.most_waiting), "packets that had come to a host and it had not taken"});
  if (result.window)
    rows.push_back(
        {"  window", std::to_string(*result.window),
         "packets; hosts waited for it " +
             fixed(static_cast<double>(answers.closed_cycles) / static_cast<double>(result.params.hosts.size()), 0) +
             " cycles each, on average"});
  return rows;
}

std::string Section::cut_off_after(std::uint64_t cycles) const {
  return "the run is partial: the exchange was still going on after " + std::to_string(cycles) +
         " cycles, run.max_cycles: " + std::to_string(result.answers.taken) + " of " +
         std::to_string(result.packets()) + " packets taken";
}

}  // namespace slackline::exchange
