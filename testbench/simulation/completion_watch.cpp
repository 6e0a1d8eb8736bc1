#include "testbench/simulation/completion_watch.hpp"

#include <algorithm>
#include <numeric>

namespace slackline::simulation {

namespace {

constexpr std::uint64_t most_looks = 100;        // in vain
constexpr std::uint64_t cycles_per_word = 4096;  // of a message that is under way: 64 of them at once, 64 cycles each
constexpr std::uint64_t most_lost = 8;           // messages in a row, where nothing guards them against loss

}  // namespace

void CompletionWatch::add(Seen& seen, std::size_t host, const port::State& port,
                          const network::HostInterface& interface, Cycle now) const {
  const host::State& s = interface.host;
  seen.ended += s.packets_received + s.failed;
  seen.last_end = std::max(seen.last_end, s.ended);
  seen.posted += s.packets_sent;
  // The counts of all hosts together, since another host counts what is done.
  seen.open += s.packets_sent + s.failed_done - s.packets_received - s.failed;
  seen.open_words += s.flits_sent - s.flits_received;
  seen.host_words += interface.nic.dma.host_words;
  const auto& runs = interface.nic.processor.runs;
  seen.activity += port.flits_sent + port.flits_received + std::accumulate(runs.begin(), runs.end(), std::uint64_t{0});
  seen.at_rest = seen.at_rest && network::is_at_rest(netlist_.interface_of(host), interface, port,
                                                     port::open_channels(netlist_.port_of(host), port), now);
  seen.blocked = seen.blocked || host::command(s) != nullptr || (nic::room(interface.nic) == 0 && s.sources.due <= now);
}

std::optional<Cycle> CompletionWatch::judge(const Seen& seen, Cycle now, bool computes) {
  const bool progress = seen.ended != last_.ended || seen.open == 0 || computes;
  const bool rests = seen.at_rest && last_.at_rest && seen.activity == last_.activity;
  const bool arrives = seen.host_words != last_.host_words && seen.host_words - words_before_ <= seen.open_words;
  const bool lost = last_.posted - posted_before_ >= most_lost || (seen.blocked && last_.blocked);
  last_ = seen;
  if (progress) {
    since_ = now;
    posted_before_ = seen.posted;
    words_before_ = seen.host_words;
    return std::nullopt;
  }
  if (arrives) since_ = now;
  const std::uint64_t patience = std::max(most_looks * interval_, cycles_per_word * (seen.open_words / seen.open));
  if (lost && (rests || now - since_ >= patience)) return seen.last_end;
  return std::nullopt;
}

}  // namespace slackline::simulation
