#include "testbench/report/result_csv.hpp"

#include <cstdio>
#include <functional>
#include <vector>

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

struct Window {
  std::uint64_t first, cycles;
  statistics::WindowCounts counts;
};

/// A column of windows.csv.
struct Column {
  std::string name;
  std::function<std::string(const Window&)> cell;
};

std::vector<Column> columns_of_hosts() {
  return {
      {"first", [](const Window& w) { return std::to_string(w.first); }},
      {"cycles", [](const Window& w) { return std::to_string(w.cycles); }},
      {"accepted", [](const Window& w) { return ratio(w.counts.hosts.flits_accepted, w.cycles); }},
      {"packets", [](const Window& w) { return std::to_string(w.counts.hosts.packets); }},
      {"total_latency", [](const Window& w) { return ratio(w.counts.hosts.total, w.counts.hosts.packets); }},
      {"network_latency", [](const Window& w) { return ratio(w.counts.hosts.network, w.counts.hosts.packets); }},
  };
}

/// Shares of the time of all links of a class.
void add_columns_of_links(std::vector<Column>& columns, std::size_t of_class, std::uint64_t links) {
  using statistics::LinkTime;
  const auto add = [&](const char* what, auto part) {
    columns.push_back({statistics::link_classes[of_class] + std::string(what), [=](const Window& w) {
                         const std::uint64_t all = links * w.cycles;
                         return ratio(part(w.counts.links[of_class], all), all);
                       }});
  };
  add("_busy", [](const LinkTime& t, std::uint64_t) { return t.busy; });
  add("_stalled", [](const LinkTime& t, std::uint64_t) { return t.demanded - t.busy; });
  add("_idle", [](const LinkTime& t, std::uint64_t all) { return all - t.demanded; });
}

/// Of a source, on average.
void add_columns_of_transactions(std::vector<Column>& columns) {
  using statistics::SourceState;
  using statistics::TransactionSums;
  const auto add = [&](const char* name, auto cell) {
    columns.push_back({name, [=](const Window& w) { return cell(w.counts.transactions.value_or(TransactionSums())); }});
  };
  const auto share_of = [](SourceState state) {
    return [=](const TransactionSums& s) {
      return ratio(s.cycles_in[static_cast<std::size_t>(state)], s.outstanding.cycles);
    };
  };
  add("outstanding", [](const TransactionSums& s) { return ratio(s.outstanding.sum, s.outstanding.cycles); });
  add("round_trip", [](const TransactionSums& s) {
    return ratio(static_cast<std::uint64_t>(s.round_trips.sum), s.round_trips.count);
  });
  add("sending", share_of(SourceState::sending));
  add("start_up", share_of(SourceState::start_up));
  add("held", share_of(SourceState::held));
}

void add_columns_of_packet_switches(std::vector<Column>& columns) {
  using statistics::PacketSwitchWindow;
  const auto add = [&](const char* name, auto count) {
    columns.push_back({name, [=](const Window& w) { return std::to_string(count(*w.counts.packets)); }});
  };
  add("packets_dropped", [](const PacketSwitchWindow& p) { return p.dropped; });
  add("edge_held_from_uplink", [](const PacketSwitchWindow& p) { return p.edge.from; });
  add("edge_held_to_uplink", [](const PacketSwitchWindow& p) { return p.edge.to; });
  add("core_held_from_uplink", [](const PacketSwitchWindow& p) { return p.core.from; });
  add("core_held_to_uplink", [](const PacketSwitchWindow& p) { return p.core.to; });
}

std::vector<Column> columns_of_windows(const Result& result) {
  const statistics::Windows& windows = *result.totals.windows;
  std::vector<Column> columns = columns_of_hosts();
  for (std::size_t c = 0; c < statistics::link_classes.size(); ++c)
    add_columns_of_links(columns, c, windows.links(static_cast<statistics::LinkClass>(c)));
  if (result.totals.transactions) add_columns_of_transactions(columns);
  if (windows.size() != 0 && windows.at(0).packets) add_columns_of_packet_switches(columns);
  return columns;
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
  const std::vector<Column> columns = columns_of_windows(result);
  std::string text;
  const auto add_line = [&](auto field_of) {
    for (const Column& column : columns) text += (&column == &columns.front() ? "" : ",") + field_of(column);
    text += '\n';
  };
  add_line([](const Column& column) { return column.name; });
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const Window window{i * windows.cycles(), windows.cycles(), windows.at(i)};
    add_line([&](const Column& column) { return column.cell(window); });
  }
  return text;
}

}  // namespace slackline::report
