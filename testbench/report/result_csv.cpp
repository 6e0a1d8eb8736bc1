#include "testbench/report/result_csv.hpp"

#include <cstdio>

namespace slackline::report {

namespace {

std::string share(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", value);
  return text;
}

void add_buckets(std::string& text, const char* kind, const statistics::Distribution& latency) {
  for (const statistics::Bucket& bucket : latency.buckets())
    text += std::string(kind) + ',' + std::to_string(bucket.least) + ',' + std::to_string(bucket.most) + ',' +
            std::to_string(bucket.packets) + '\n';
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

}  // namespace slackline::report
