#include "testbench/report/result_table.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace slackline::report {

namespace {

struct Row {
  std::string label, value, remark;
};

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

/// "1.5 million"
std::string rounded(double value) {
  if (value >= 1e9) return fixed(value / 1e9, 2) + " billion";
  if (value >= 1e6) return fixed(value / 1e6, 2) + " million";
  return fixed(value, 0);
}

/// Labels to the left, values lined up at their decimal point, remarks behind.
std::string aligned(const std::vector<Row>& rows) {
  const auto whole = [](const std::string& value) { return std::min(value.find('.'), value.size()); };
  std::size_t label = 0, before = 0, after = 0;
  for (const Row& row : rows) {
    label = std::max(label, row.label.size());
    before = std::max(before, whole(row.value));
    after = std::max(after, row.value.size() - whole(row.value));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line =
        "  " + row.label + std::string(label - row.label.size() + 2 + before - whole(row.value), ' ') + row.value;
    if (!row.remark.empty()) line += std::string(after - (row.value.size() - whole(row.value)) + 2, ' ') + row.remark;
    text += line + "\n";
  }
  return text;
}

std::string headline(const Result& result) {
  std::string size;
  for (const std::uint64_t along : result.experiment.topology.size)
    size += (size.empty() ? "" : "x") + std::to_string(along);
  std::string text = result.experiment.name + ": mesh " + size + ", " + std::to_string(result.totals.hosts) +
                     " hosts, " + std::to_string(result.channels) + " channels";
  if (result.status != Status::complete) text += std::string(" (") + to_string(result.status) + ")";
  return text + "\n";
}

}  // namespace

const char* to_string(Status status) {
  switch (status) {
    case Status::complete: return "complete";
    case Status::partial: return "partial";
    case Status::faulty: break;
  }
  return "faulty";
}

std::string version() { return SLACKLINE_VERSION; }

std::string result_table(const Result& result) {
  const statistics::RunTotals& t = result.totals;
  const auto count = [](std::uint64_t n) { return std::to_string(n); };
  std::vector<Row> rows = {
      {"cycles", count(t.cycles), count(t.measured_cycles()) + " measured, behind a warm-up of " + count(t.warmup)},
      {"offered load", fixed(t.offered_load(), 4), "flits per cycle and host"},
      {"accepted load", fixed(t.accepted_load(), 4), "flits per cycle and host"},
  };
  if (t.latency.packets == 0) {
    rows.push_back({"latency", "-", "no measured packet has arrived"});
  } else {
    rows.push_back({"latency, mean", fixed(t.latency.total_mean(), 2),
                    "cycles, from creation to the tail's arrival, of " + count(t.latency.packets) + " packets"});
    rows.push_back({"latency, least", count(t.latency.total_least), ""});
    rows.push_back({"latency, most", count(t.latency.total_most), ""});
    rows.push_back({"network latency", fixed(t.latency.network_mean(), 2), "cycles, mean, from the head's injection"});
  }
  rows.push_back({"packets created", count(t.at_end.packets_created), ""});
  rows.push_back({"packets delivered", count(t.packets_delivered),
                  count(t.packets_waiting()) + " wait at hosts, " +
                      count(t.at_end.packets_begun - t.packets_delivered) + " are in flight"});
  rows.push_back({"busiest link", fixed(t.busiest_link_load(), 4),
                  t.busiest_link.empty() ? "no flit was sent" : "flits per cycle, " + t.busiest_link});
  rows.push_back({"flits injected", count(t.at_end.flits_injected),
                  std::string(t.conserved() ? "= " : "IS NOT ") + count(t.flits_delivered) + " delivered + " +
                      count(t.flits_in_switches) + " in switches + " + count(t.flits_on_links) + " on links"});
  for (const statistics::InstanceFault& f : t.faults)
    rows.push_back({"FAULT", count(f.count), f.instance + ": " + f.fault});
  return headline(result) + aligned(rows);
}

std::string speed_line(const Manifest& manifest) {
  return rounded(static_cast<double>(manifest.cycles)) + " cycles in " + fixed(manifest.wall_seconds, 2) + " s, " +
         rounded(manifest.cycles_per_second()) + " cycles/s";
}

}  // namespace slackline::report
