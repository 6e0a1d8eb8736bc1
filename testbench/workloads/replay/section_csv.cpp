#include "testbench/workloads/replay/facts.hpp"
#include "testbench/workloads/replay/section.hpp"

namespace slackline::replay {

namespace {

using present::fixed;

/// A line for each rank, with the cycles it took in each kind of call.
std::string ranks_csv(const Section& section) {
  std::string text = "rank,host,end,computing,communicating";
  for (unsigned i = 0; i < calls; ++i) text += std::string(",") + to_string(static_cast<Call>(i));
  text += ",messages_sent,bytes_sent,messages_received,bytes_received\n";
  for (std::size_t r = 0; r < section.answers.ranks.size(); ++r) {
    const RankAnswer& rank = section.answers.ranks[r];
    std::uint64_t communicating = 0;
    std::string of_calls;
    for (const CallTally& call : rank.times.by_call) {
      communicating += call.cycles;
      of_calls += ',' + std::to_string(call.cycles);
    }
    text += std::to_string(r) + ',' + section.rank_hosts[r];
    for (const std::uint64_t cycles : {rank.times.end, rank.times.computing, communicating})
      text += ',' + std::to_string(cycles);
    text += of_calls;
    for (const std::uint64_t n : {rank.messages_sent, rank.bytes_sent, rank.messages_received, rank.bytes_received})
      text += ',' + std::to_string(n);
    text += '\n';
  }
  return text;
}

/// A line for each class of sizes that has messages.
std::string messages_csv(const std::vector<SizeClass>& sizes) {
  std::string text =
      "least_bytes,most_bytes,messages,bytes,packets,latency,latency_min,latency_p50,latency_p99,latency_max\n";
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

/// A line for each pair of switches with links, a direction each.
std::string trunks_csv(const std::vector<statistics::Trunk>& trunks, bool is_measured) {
  std::string text = "from,to,links,flits,busy,cycles,utilisation\n";
  for (const statistics::Trunk& trunk : trunks) {
    text += trunk.from + ',' + trunk.to;
    for (const std::uint64_t n : {trunk.links, trunk.flits, trunk.busy, trunk.cycles}) text += ',' + std::to_string(n);
    text += ',' + (is_measured ? fixed(trunk.utilisation(), 6) : "") + '\n';
  }
  return text;
}

}  // namespace

present::Files Section::files(const present::RunFacts& run) const {
  return {{"ranks.csv", ranks_csv(*this)},
          {"messages.csv", messages_csv(answers.sizes)},
          {"trunks.csv", trunks_csv(trunks, run.is_measured)}};
}

}  // namespace slackline::replay
