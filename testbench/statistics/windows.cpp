#include "testbench/statistics/windows.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

namespace slackline::statistics {

namespace {

/// The largest value beyond lag 1 that is larger than its neighbours; `off`: values less their mean.
std::optional<Throughput::Peak> highest_peak(const std::vector<double>& off) {
  const std::size_t most = off.size() / 2;
  std::vector<double> r(most + 2);  // times the variance
  for (std::size_t i = 0; i < off.size(); ++i)
    for (std::size_t lag = 0, lags = std::min(r.size(), off.size() - i); lag < lags; ++lag)
      r[lag] += off[i] * off[i + lag];
  std::optional<Throughput::Peak> highest;
  for (std::size_t lag = 2; lag <= most; ++lag)
    if (r[lag] > r[lag - 1] && r[lag] >= r[lag + 1] && (!highest || r[lag] / r[0] > highest->value))
      highest = {lag, r[lag] / r[0]};
  return highest;
}

}  // namespace

LinkClass class_of(const network::Channel& channel) {
  if (channel.from.kind == network::InstanceKind::endpoint) return LinkClass::host_to_switch;
  return channel.to.kind == network::InstanceKind::endpoint ? LinkClass::switch_to_host : LinkClass::switch_to_switch;
}

std::optional<double> Throughput::variation() const {
  if (!(mean > 0)) return std::nullopt;
  return deviation / mean;
}

double Throughput::significant() const {
  // Of independent values the autocorrelation at a lag is normal, with a variance of 1 / n; lags 2 to n / 2 are compared.
  constexpr double by_chance = 0.025;
  const double lags = static_cast<double>(windows < 6 ? 1 : windows / 2 - 1);
  const double quantile = boost::math::quantile(boost::math::normal(), 1 - by_chance / lags);
  return quantile / std::sqrt(static_cast<double>(windows));
}

std::optional<Throughput> throughput_of(const std::vector<std::uint64_t>& flits, std::uint64_t cycles) {
  if (flits.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(flits.size()), length = static_cast<double>(cycles);
  // Of flits, which are integers: where all windows are equal nothing is left by rounding.
  const double mean = static_cast<double>(std::accumulate(flits.begin(), flits.end(), std::uint64_t{0})) / count;
  std::vector<double> off(flits.size());
  std::transform(flits.begin(), flits.end(), off.begin(), [mean](auto f) { return static_cast<double>(f) - mean; });
  const double squares = std::inner_product(off.begin(), off.end(), off.begin(), 0.0);
  Throughput throughput{flits.size(), mean / length, std::sqrt(squares / (count - 1)) / length, std::nullopt};
  if (squares > 0) throughput.peak = highest_peak(off);
  if (throughput.peak && !(throughput.peak->value > throughput.significant())) throughput.peak.reset();
  return throughput;
}

Windows::Windows(const network::Netlist& netlist, std::uint64_t cycles) : cycles_(cycles) {
  for (const network::Channel& channel : netlist.channels) ++links_[static_cast<std::size_t>(class_of(channel))];
  if (netlist.has_packet_switches()) uplinks_ = uplinks_of(netlist);
}

void Windows::finish(Cycle begin, Cycle end) {
  marks_.resize(std::min<std::uint64_t>(marks_.size(), end.value / cycles_ + 1));
  std::vector<std::uint64_t> flits;
  for (std::size_t i = (begin.value + cycles_ - 1) / cycles_; i < size(); ++i)
    flits.push_back(at(i).hosts.flits_accepted);
  throughput_ = throughput_of(flits, cycles_);
}

WindowCounts Windows::at(std::size_t window) const {
  const WindowCounts &before = marks_.at(window), &after = marks_.at(window + 1);
  WindowCounts counts;
  counts.hosts = after.hosts - before.hosts;
  for (std::size_t c = 0; c < counts.links.size(); ++c)
    counts.links[c] = {after.links[c].busy - before.links[c].busy, after.links[c].demanded - before.links[c].demanded};
  if (after.transactions)
    counts.transactions = before.transactions ? *after.transactions - *before.transactions : *after.transactions;
  counts.packets = after.packets;
  if (counts.packets && before.packets) counts.packets->dropped -= before.packets->dropped;
  return counts;
}

}  // namespace slackline::statistics
