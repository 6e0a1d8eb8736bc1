#include "testbench/report/transactions_report.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "testbench/report/measures_report.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

using present::fixed;
using present::formatted;
using present::Row;
using statistics::Moments;
using statistics::Part;
using statistics::SourceCounts;
using statistics::SourceState;
using statistics::TransactionTotals;

namespace {

using Json = nlohmann::ordered_json;

/// Of which a round trip and the wait before it are made, and their sum.
constexpr std::pair<Part, const char*> parts[] = {{Part::wait, "wait"},   {Part::start_up, "start_up"},
                                                  {Part::there, "there"}, {Part::service, "service"},
                                                  {Part::back, "back"},   {Part::round_trip, "round_trip"}};
constexpr std::pair<SourceState, const char*> states[] = {{SourceState::sending, "sending"},
                                                          {SourceState::start_up, "start_up"},
                                                          {SourceState::held, "held"},
                                                          {SourceState::nothing, "nothing"}};

double ratio_of(std::uint64_t part, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(part) / static_cast<double>(of);
}

template <class T>
Json or_nothing(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

/// Requests outstanding on average, and what Little's law makes of their rate and the time that they stay.
Json outstanding_json(const TransactionTotals& t) {
  const Moments by_time = statistics::moments(t.all.outstanding);
  Json shares = Json::array();
  for (const std::uint64_t cycles : t.all.cycles_with) shares.push_back(ratio_of(cycles, t.all.outstanding.cycles));
  return {{"mean", by_time.mean},
          {"deviation", by_time.deviation},
          {"mean_by_request", statistics::moments(t.all.by_request).mean},
          {"rate_times_stay", ratio_of(t.all.stays.count, t.cycles * t.active) * statistics::moments(t.all.stays).mean},
          {"share_of_time", std::move(shares)}};
}

}  // namespace

Json transactions_json(const TransactionTotals& t) {
  Json json{{"sources", t.active},
            {"begun", t.all.begun},
            {"answered", t.all.answered},
            {"given_up", t.all.given_up},
            {"repeated", t.all.repeated},
            {"rate", t.rate()},
            {"outstanding", outstanding_json(t)}};
  for (const auto& [part, name] : parts)
    json["parts"][name] = moments_json(statistics::moments(t.all.of(part)), "requests");
  if (t.round_trip.packets() != 0)
    json["round_trip"] = {{"min", t.round_trip.least()},
                          {"max", t.round_trip.most()},
                          {"p50", t.round_trip.percentile(500)},
                          {"p90", t.round_trip.percentile(900)},
                          {"p99", t.round_trip.percentile(990)}};
  for (const auto& [state, name] : states) json["source_states"][name] = t.share_in(state);
  json["fairness"] = {{"sources", or_nothing(t.fairness_of_sources)}, {"pairs", or_nothing(t.fairness_of_pairs)}};
  return json;
}

std::vector<Row> transaction_rows(const TransactionTotals& t) {
  std::vector<Row> rows{{"requests answered", std::to_string(t.all.answered),
                         "of " + text::counted(t.active, "source") +
                             (t.all.given_up == 0 ? "" : ", " + std::to_string(t.all.given_up) + " given up") +
                             (t.all.repeated == 0 ? "" : ", " + std::to_string(t.all.repeated) + " sent again")}};
  const Moments round_trip = statistics::moments(t.all.of(Part::round_trip));
  if (round_trip.weight == 0) return rows;
  const auto mean = [&](Part part) { return fixed(statistics::moments(t.all.of(part)).mean, 1); };
  rows.push_back({"round trip, mean", fixed(round_trip.mean, 2),
                  "ticks: there " + mean(Part::there) + ", service " + mean(Part::service) + ", back " +
                      mean(Part::back) + "; 99 % " + std::to_string(t.round_trip.percentile(990))});
  rows.push_back({"  before it", fixed(statistics::moments(t.all.of(Part::wait)).mean, 2),
                  "cycles at the host; start-up " + mean(Part::start_up) + " ticks"});
  rows.push_back(
      {"requests outstanding", fixed(statistics::moments(t.all.outstanding).mean, 3),
       "a source, over time; " + fixed(statistics::moments(t.all.by_request).mean, 3) + " as each one begins"});
  rows.push_back({"sources sending", fixed(t.share_in(SourceState::sending), 4),
                  "of the time; start-up " + fixed(t.share_in(SourceState::start_up), 4) + ", held by flow control " +
                      fixed(t.share_in(SourceState::held), 4)});
  if (t.fairness_of_sources && t.fairness_of_pairs)
    rows.push_back({"fairness of answers", fixed(*t.fairness_of_sources, 4),
                    "between sources; between pairs " + fixed(*t.fairness_of_pairs, 4)});
  return rows;
}

std::string transactions_csv(const TransactionTotals& t) {
  std::string text = "host,begun,answered,given_up,repeated,rate,outstanding,stay";
  for (const auto& [part, name] : parts) text += std::string(",") + name;
  for (const auto& [state, name] : states) text += std::string(",share_") + name;
  text += '\n';
  const auto number = [](double value) { return formatted(value, "%.6g"); };
  for (std::size_t i = 0; i < t.sources.size(); ++i) {
    const SourceCounts& source = t.sources[i];
    text += t.names[i];
    for (const std::uint64_t count : {source.begun, source.answered, source.given_up, source.repeated})
      text += ',' + std::to_string(count);
    text += ',' + number(ratio_of(source.answered, t.cycles)) + ',' +
            number(statistics::moments(source.outstanding).mean) + ',' + number(statistics::moments(source.stays).mean);
    for (const auto& [part, name] : parts) {
      const Moments m = statistics::moments(source.of(part));
      text += ',' + (m.weight == 0 ? "" : number(m.mean));
    }
    for (const auto& [state, name] : states)
      text += ',' + number(ratio_of(source.cycles_in[static_cast<std::size_t>(state)], source.outstanding.cycles));
    text += '\n';
  }
  return text;
}

}  // namespace slackline::report
