// windows: what a run does over time, in windows of equal length from cycle 0 on, its warm-up included.
//
//   0        L       2 L      3 L      4 L      5 L   end
//   | window | window | window | window | window | rest |       the rest is no whole window, and is left out
//                         |<------ measured window ---->|
//                              |<- throughput ->|               of the windows that lie wholly in it
//
// Windows are differences of counters of the model: their sums are the totals of the run. Packets that switches hold are levels, as
// they are at the end of a window.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/statistics/link_counts.hpp"
#include "testbench/statistics/packet_switch_totals.hpp"
#include "testbench/statistics/series.hpp"
#include "testbench/statistics/snapshot.hpp"
#include "testbench/statistics/transactions.hpp"

namespace slackline::statistics {

/// Channels by what is at their ends.
enum class LinkClass : std::uint8_t { host_to_switch, switch_to_switch, switch_to_host };
inline constexpr std::array<const char*, 3> link_classes{"host_to_switch", "switch_to_switch", "switch_to_host"};
LinkClass class_of(const network::Channel& channel);

/// Cycles of all channels of a class together, as in LinkCounts.
struct LinkTime {
  std::uint64_t busy = 0, demanded = 0;
};

/// Counts since the beginning of the run, or of a window.
struct WindowCounts {
  Counts hosts;  ///< all of them
  std::array<LinkTime, link_classes.size()> links;
  std::optional<TransactionSums> transactions;  ///< where firmware reports any
  std::optional<PacketSwitchWindow> packets;    ///< where there are packet switches
};

/// The flits that all hosts accept per cycle, over windows of equal length.
struct Throughput {
  struct Peak {
    std::size_t lag = 0;  ///< in windows
    double value = 0;     ///< of the autocorrelation
  };

  std::size_t windows = 0;
  double mean = 0, deviation = 0;  ///< standard deviation of one window
  /// The largest peak of the autocorrelation beyond lag 1 that is above significant(): a sign of cycles.
  std::optional<Peak> peak;

  /// Coefficient of variation; nothing where no flit was accepted.
  std::optional<double> variation() const;
  /// The autocorrelation of independent values exceeds it at any of the lags in about one run of 40 (Bonferroni).
  double significant() const;
};

/// `flits` accepted in windows of `cycles` each; nothing: fewer than two. A cycle of more than half of the windows is not
/// looked for.
std::optional<Throughput> throughput_of(const std::vector<std::uint64_t>& flits, std::uint64_t cycles);

class Windows {
 public:
  Windows(const network::Netlist& netlist, std::uint64_t cycles);

  /// The end of the window that goes on.
  Cycle next() const { return Cycle(marks_.size() * cycles_); }
  const std::vector<Uplinks>& uplinks() const { return uplinks_; }  ///< of each switch, where there are packet switches
  /// The counts at next().
  void mark(const WindowCounts& counts) { marks_.push_back(counts); }
  /// The run is over. `begin`, `end`: the measured window.
  void finish(Cycle begin, Cycle end);

  std::uint64_t cycles() const { return cycles_; }  ///< of each
  std::size_t size() const { return marks_.size() - 1; }
  WindowCounts at(std::size_t window) const;
  /// Channels of a class.
  std::uint64_t links(LinkClass of) const { return links_[static_cast<std::size_t>(of)]; }
  /// Nothing: fewer than two windows lie in the measured window.
  const std::optional<Throughput>& throughput() const { return throughput_; }

 private:
  std::uint64_t cycles_;
  std::array<std::uint64_t, link_classes.size()> links_{};
  std::vector<Uplinks> uplinks_;
  std::vector<WindowCounts> marks_{1};  // at the beginning of the run, and at the end of each window
  std::optional<Throughput> throughput_;
};

/// Counts since the beginning of the run. `Engine` is network::Fabric or network::SignalNetwork, between two cycles.
template <class Engine>
WindowCounts count_for_windows(const Engine& engine, HostCounter& counter, const std::vector<Uplinks>& uplinks) {
  WindowCounts all;
  all.hosts = take_progress(engine, counter).counts;
  for (const network::Channel& channel : engine.netlist().channels) {
    const LinkCounts link = count_sender(engine, channel);
    LinkTime& of_class = all.links[static_cast<std::size_t>(class_of(channel))];
    of_class.busy += link.busy;
    of_class.demanded += link.demanded;
  }
  if (engine.netlist().has_packet_switches()) all.packets = count_packet_switches(engine, uplinks);
  return all;
}

}  // namespace slackline::statistics
