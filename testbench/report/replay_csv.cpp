#include <cstdio>

#include "testbench/report/replay_facts.hpp"
#include "testbench/report/result_csv.hpp"
#include "testbench/report/rows.hpp"

namespace slackline::report {

std::string ranks_csv(const Result& result) {
  std::string text = "rank,host,end,computing,communicating";
  for (unsigned i = 0; i < replay::calls; ++i)
    text += std::string(",") + replay::to_string(static_cast<replay::Call>(i));
  text += ",messages_sent,bytes_sent,messages_received,bytes_received\n";
  for (std::size_t r = 0; r < result.replay->ranks.size(); ++r) {
    const replay::RankAnswer& rank = result.replay->ranks[r];
    std::uint64_t communicating = 0;
    std::string calls;
    for (const replay::CallTally& call : rank.times.by_call) {
      communicating += call.cycles;
      calls += ',' + std::to_string(call.cycles);
    }
    text += std::to_string(r) + ',' + result.rank_hosts[r];
    for (const std::uint64_t cycles : {rank.times.end, rank.times.computing, communicating})
      text += ',' + std::to_string(cycles);
    text += calls;
    for (const std::uint64_t n : {rank.messages_sent, rank.bytes_sent, rank.messages_received, rank.bytes_received})
      text += ',' + std::to_string(n);
    text += '\n';
  }
  return text;
}

std::string messages_csv(const Result& result) {
  std::string text =
      "least_bytes,most_bytes,messages,bytes,packets,latency,latency_min,latency_p50,latency_p99,latency_max\n";
  const std::vector<replay::SizeClass>& sizes = result.replay->sizes;
  for (unsigned i = 0; i < sizes.size(); ++i) {
    if (sizes[i].messages == 0) continue;
    const MessageLatency latency = latency_of(sizes[i]);
    const std::uint64_t least = i == 0 ? 0 : std::uint64_t{1} << (i - 1);
    text += std::to_string(least);
    for (const std::uint64_t n : {i == 0 ? 0 : 2 * least - 1, sizes[i].messages, sizes[i].bytes, sizes[i].packets})
      text += ',' + std::to_string(n);
    text += ',' + fixed(latency.mean, 3);
    for (const std::uint64_t n : {latency.least, latency.p50, latency.p99, latency.most})
      text += ',' + std::to_string(n);
    text += '\n';
  }
  return text;
}

std::string trunks_csv(const Result& result) {
  std::string text = "from,to,links,flits,busy,cycles,utilisation\n";
  for (const statistics::Trunk& trunk : result.trunks) {
    text += trunk.from + ',' + trunk.to;
    for (const std::uint64_t n : {trunk.links, trunk.flits, trunk.busy, trunk.cycles}) text += ',' + std::to_string(n);
    text += ',' + (result.is_measured() ? fixed(trunk.utilisation(), 6) : "") + '\n';
  }
  return text;
}

}  // namespace slackline::report
