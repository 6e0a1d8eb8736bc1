#include "testbench/workloads/replay/section.hpp"

#include <nlohmann/json.hpp>

#include "testbench/workloads/replay/facts.hpp"

namespace slackline::replay {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_links = 20;

Json calls_of(const RankTimes& times) {
  Json json = Json::object();
  for (unsigned i = 0; i < calls; ++i)
    if (times.by_call[i].calls != 0)
      json[to_string(static_cast<Call>(i))] = {{"calls", times.by_call[i].calls}, {"cycles", times.by_call[i].cycles}};
  return json;
}

Json ranks(const Section& section) {
  Json all = Json::array();
  for (std::size_t r = 0; r < section.answers.ranks.size(); ++r) {
    const RankAnswer& rank = section.answers.ranks[r];
    std::uint64_t communicating = 0;
    for (const CallTally& call : rank.times.by_call) communicating += call.cycles;
    all.push_back({{"rank", r},
                   {"host", section.rank_hosts[r]},
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

Json messages(const Answers& a) {
  Json sizes = Json::array();
  std::uint64_t arrived = 0;
  for (unsigned i = 0; i < a.sizes.size(); ++i) {
    const SizeClass& size = a.sizes[i];
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

Json Section::json(const present::RunFacts& run) const {
  const Answers& a = answers;
  const ProgramShares shares = shares_of(a);
  Json json{{"finished", a.finished},
            {"cycles", a.cycles},
            {"ranks", a.ranks.size()},
            {"computing", shares.computing},
            {"communicating", shares.communicating}};
  json["by_call"] = Json::object();
  for (const CallShare& call : shares.calls)
    json["by_call"][to_string(call.call)] = {{"calls", call.calls}, {"cycles", call.cycles}, {"share", call.share}};
  json["messages"] = messages(a);
  if (a.trees)
    json["multicasts"] = {{"messages", a.multicasts},
                          {"receivers", a.ranks.size() - 1},
                          {"algorithm", a.trees->algorithm},
                          {"depth", a.trees->depth},
                          {"branching", a.trees->branching},
                          {"tree_cost", {{"mean", a.trees->cost_mean()}, {"max", a.trees->cost_most}}}};
  const auto utilisation = [&](const auto& of) { return run.is_measured ? Json(of.utilisation()) : Json(); };
  json["busiest_links"] = Json::array();
  for (const statistics::LinkUse* link : statistics::busiest_links(run.totals.links, most_links))
    json["busiest_links"].push_back(
        {{"name", link->name}, {"flits", link->flits}, {"utilisation", utilisation(*link)}});
  if (!trunks.empty()) {
    const statistics::Trunk& hottest = trunks.front();
    json["hottest_trunk"] = {{"from", hottest.from},
                             {"to", hottest.to},
                             {"links", hottest.links},
                             {"flits", hottest.flits},
                             {"utilisation", utilisation(hottest)}};
  }
  json["per_rank"] = ranks(*this);
  if (!a.stuck.empty()) {
    json["waits_for_ever"] = Json::array();
    for (const StuckRank& stuck : a.stuck)
      json["waits_for_ever"].push_back({{"rank", stuck.rank}, {"in", stuck.waits_for}, {"cycles", stuck.cycles}});
  }
  return json;
}

}  // namespace slackline::replay
