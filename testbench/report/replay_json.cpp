#include "testbench/report/replay_json.hpp"

#include <nlohmann/json.hpp>

#include "testbench/report/replay_facts.hpp"

namespace slackline::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_links = 20;

Json calls_of(const replay::RankTimes& times) {
  Json calls = Json::object();
  for (unsigned i = 0; i < replay::calls; ++i)
    if (times.by_call[i].calls != 0)
      calls[replay::to_string(static_cast<replay::Call>(i))] = {{"calls", times.by_call[i].calls},
                                                                {"cycles", times.by_call[i].cycles}};
  return calls;
}

Json ranks(const Result& result) {
  Json all = Json::array();
  for (std::size_t r = 0; r < result.replay->ranks.size(); ++r) {
    const replay::RankAnswer& rank = result.replay->ranks[r];
    std::uint64_t communicating = 0;
    for (const replay::CallTally& call : rank.times.by_call) communicating += call.cycles;
    all.push_back({{"rank", r},
                   {"host", result.rank_hosts[r]},
                   {"ended", rank.times.ended},
                   {"end", rank.times.end},
                   {"computing", rank.times.computing},
                   {"communicating", communicating},
                   {"calls", calls_of(rank.times)},
                   {"messages_sent", rank.messages_sent},
                   {"bytes_sent", rank.bytes_sent},
                   {"messages_received", rank.messages_received},
                   {"bytes_received", rank.bytes_received}});
  }
  return all;
}

Json messages(const replay::Answers& a) {
  Json sizes = Json::array();
  std::uint64_t arrived = 0;
  for (unsigned i = 0; i < a.sizes.size(); ++i) {
    const replay::SizeClass& size = a.sizes[i];
    if (size.messages == 0) continue;
    arrived += size.messages;
    const MessageLatency latency = latency_of(size);
    sizes.push_back({{"least_bytes", i == 0 ? 0 : std::uint64_t{1} << (i - 1)},
                     {"most_bytes", i == 0 ? 0 : (std::uint64_t{1} << i) - 1},
                     {"messages", size.messages},
                     {"bytes", size.bytes},
                     {"packets", size.packets},
                     {"latency",
                      {{"mean", latency.mean},
                       {"min", latency.least},
                       {"p50", latency.p50},
                       {"p99", latency.p99},
                       {"max", latency.most}}}});
  }
  return {{"sent", a.messages},
          {"arrived", arrived},
          {"never_received", a.never_received},
          {"rendezvous", a.rendezvous},
          {"control_packets", a.control_packets},
          {"sizes", std::move(sizes)}};
}

}  // namespace

Json replay_json(const Result& result) {
  const replay::Answers& a = *result.replay;
  const ProgramShares shares = shares_of(a);
  Json json{{"finished", a.finished},
            {"cycles", a.cycles},
            {"ranks", a.ranks.size()},
            {"computing", shares.computing},
            {"communicating", shares.communicating}};
  json["by_call"] = Json::object();
  for (const CallShare& call : shares.calls)
    json["by_call"][replay::to_string(call.call)] = {
        {"calls", call.calls}, {"cycles", call.cycles}, {"share", call.share}};
  json["messages"] = messages(a);
  const auto utilisation = [&](const auto& of) { return result.is_measured() ? Json(of.utilisation()) : Json(); };
  json["busiest_links"] = Json::array();
  for (const statistics::LinkUse* link : busiest_links(result.totals, most_links))
    json["busiest_links"].push_back(
        {{"name", link->name}, {"flits", link->flits}, {"utilisation", utilisation(*link)}});
  if (!result.trunks.empty()) {
    const statistics::Trunk& hottest = result.trunks.front();
    json["hottest_trunk"] = {{"from", hottest.from},
                             {"to", hottest.to},
                             {"links", hottest.links},
                             {"flits", hottest.flits},
                             {"utilisation", utilisation(hottest)}};
  }
  json["per_rank"] = ranks(result);
  if (!a.stuck.empty()) {
    json["waits_for_ever"] = Json::array();
    for (const replay::StuckRank& stuck : a.stuck)
      json["waits_for_ever"].push_back({{"rank", stuck.rank}, {"in", stuck.waits_for}, {"cycles", stuck.cycles}});
  }
  return json;
}

}  // namespace slackline::report
