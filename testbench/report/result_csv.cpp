#include "testbench/report/result_csv.hpp"

#include <cstdio>

namespace slackline::report {

namespace {

std::string share(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", value);
  return text;
}

/// Empty where it has no value.
std::string ratio(std::uint64_t of, std::uint64_t over) {
  return over == 0 ? "" : share(static_cast<double>(of) / static_cast<double>(over));
}

void add_buckets(std::string& text, const char* kind, const statistics::Distribution& latency) {
  for (const statistics::Bucket& bucket : latency.buckets())
    text += std::string(kind) + ',' + std::to_string(bucket.least) + ',' + std::to_string(bucket.most) + ',' +
            std::to_string(bucket.packets) + '\n';
}

/// Of a source, on average.
std::string transactions_of_window(const statistics::TransactionSums& sums) {
  using statistics::SourceState;
  std::string text = ',' + ratio(sums.outstanding.sum, sums.outstanding.cycles) + ',' +
                     ratio(static_cast<std::uint64_t>(sums.round_trips.sum), sums.round_trips.count);
  for (const SourceState state : {SourceState::sending, SourceState::start_up, SourceState::held})
    text += ',' + ratio(sums.cycles_in[static_cast<std::size_t>(state)], sums.outstanding.cycles);
  return text;
}

}  // namespace

std::string links_csv(const Result& result) {
  std::string text =
      "link,cycles,flits,busy,stalled,idle,utilisation,buffer_mean,buffer_peak,header_wait,hol_blocked,"
      "barrier_flits,padding_flits\n";
  const bool is_measured = result.is_measured();
  for (const statistics::LinkUse& link : result.totals.links) {
    text += link.name;
    for (const std::uint64_t count : {link.cycles, link.flits, link.busy, link.stalled, link.idle()})
      text += ',' + std::to_string(count);
    text += ',' + (is_measured ? share(link.utilisation()) : "");
    if (link.has_buffer)
      text += ',' + (is_measured ? share(link.mean_occupancy()) : "") + ',' + std::to_string(link.peak) + ',' +
              std::to_string(link.header_wait) + ',' + std::to_string(link.hol_blocked);
    else
      text += ",,,,";
    text += ',' + std::to_string(link.barrier_flits) + ',' + std::to_string(link.padding_flits) + '\n';
  }
  return text;
}

std::string latency_csv(const Result& result) {
  std::string text = "latency,least,most,packets\n";
  if (!result.is_measured()) return text;
  add_buckets(text, "total", result.totals.total_latency);
  add_buckets(text, "network", result.totals.network_latency);
  return text;
}

std::string windows_csv(const Result& result) {
  const statistics::Windows& windows = *result.totals.windows;
  std::string text = "first,cycles,accepted,packets,total_latency,network_latency";
  for (const std::string of_class : statistics::link_classes)
    for (const char* what : {"_busy", "_stalled", "_idle"}) text += ',' + of_class + what;
  const bool has_transactions = result.totals.transactions.has_value();
  if (has_transactions) text += ",outstanding,round_trip,sending,start_up,held";
  const bool has_packets = windows.size() != 0 && windows.at(0).packets.has_value();
  if (has_packets)
    text += ",packets_dropped,edge_held_from_uplink,edge_held_to_uplink,core_held_from_uplink,core_held_to_uplink";
  text += '\n';
  const std::uint64_t cycles = windows.cycles();
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const statistics::WindowCounts window = windows.at(i);
    const statistics::Counts& hosts = window.hosts;
    text += std::to_string(i * cycles) + ',' + std::to_string(cycles) + ',' + ratio(hosts.flits_accepted, cycles) +
            ',' + std::to_string(hosts.packets) + ',' + ratio(hosts.total, hosts.packets) + ',' +
            ratio(hosts.network, hosts.packets);
    for (std::size_t c = 0; c < window.links.size(); ++c) {
      const auto& [busy, demanded] = window.links[c];
      const std::uint64_t all = windows.links(static_cast<statistics::LinkClass>(c)) * cycles;
      for (const std::uint64_t part : {busy, demanded - busy, all - demanded}) text += ',' + ratio(part, all);
    }
    if (has_transactions) text += transactions_of_window(window.transactions.value_or(statistics::TransactionSums()));
    if (has_packets) {
      const auto& [dropped, edge, core] = *window.packets;
      for (const std::uint64_t count : {dropped, edge.from, edge.to, core.from, core.to})
        text += ',' + std::to_string(count);
    }
    text += '\n';
  }
  return text;
}

}  // namespace slackline::report
