// up_down_search: ways that first go up and then down, over an order of the switches (up_down.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "testbench/routing/switch_graph.hpp"

namespace slackline::routing {

inline constexpr std::uint16_t unreached_rank = 0xffff;

/// The channels of the network between ranks: places in the order.
class Ranked {
 public:
  struct Step {
    std::uint32_t to;  ///< rank
    std::uint8_t port;
  };

  Ranked(const SwitchGraph& graph, const std::vector<std::uint32_t>& order) : rank_(order.size()), first_{0} {
    for (std::uint32_t r = 0; r < order.size(); ++r) rank_[order[r]] = r;
    for (std::uint32_t r = 0; r < order.size(); ++r) {
      for (const SwitchGraph::Link& link : graph.from(order[r]))
        if (rank_[link.other] < r) steps_.push_back({rank_[link.other], link.out});
      first_.push_back(steps_.size());
      for (const SwitchGraph::Link& link : graph.from(order[r]))
        if (rank_[link.other] > r) steps_.push_back({rank_[link.other], link.out});
      first_.push_back(steps_.size());
    }
  }

  std::uint32_t of(std::uint32_t s) const { return rank_[s]; }

  template <class Body>
  void each_up(std::uint32_t r, Body&& body) const {
    for (std::size_t i = first_[2 * r]; i < first_[2 * r + 1]; ++i) body(steps_[i]);
  }
  template <class Body>
  void each_down(std::uint32_t r, Body&& body) const {
    for (std::size_t i = first_[2 * r + 1]; i < first_[2 * r + 2]; ++i) body(steps_[i]);
  }

 private:
  std::vector<std::uint32_t> rank_;
  std::vector<Step> steps_;
  std::vector<std::size_t> first_;  ///< of each rank, those up and those down
};

/// The ways from everywhere to one switch. Ways down lead to higher ranks only and ways up to lower ones, so that each is
/// found by going once over all ranks, in their order.
class UpDownSearch {
 public:
  enum class Prefer {
    shortest,  ///< the shortest legal way
    down,      ///< a way that only goes down wherever there is one: then a switch alone decides on the way
  };

  UpDownSearch(const Ranked& ranked, std::size_t switches, Prefer prefer)
      : ranked_(ranked), prefer_(prefer), down_(switches), any_(switches), ports_(2 * switches) {}

  void find(std::uint32_t to) {
    const auto n = static_cast<std::uint32_t>(down_.size());
    std::fill(down_.begin(), down_.end(), unreached_rank);
    std::fill(ports_.begin(), ports_.end(), PortSet());
    down_[to] = 0;
    for (std::uint32_t r = to; r-- > 0;) {
      PortSet ports;
      std::uint16_t least = unreached_rank;
      ranked_.each_down(r, [&](const Ranked::Step& step) { take(down_[step.to], step.port, least, ports); });
      down_[r] = least;
      ports_[2 * r + 1] = ports;
    }
    for (std::uint32_t r = 0; r < n; ++r) {
      PortSet ports = ports_[2 * r + 1];
      std::uint16_t least = down_[r];
      if (prefer_ == Prefer::shortest || is_empty(ports))
        ranked_.each_up(r, [&](const Ranked::Step& step) { take(any_[step.to], step.port, least, ports); });
      any_[r] = least;
      ports_[2 * r] = ports;
    }
  }

  /// The ports of all shortest legal ways; none: no way.
  const PortSet& ports(std::uint32_t rank, unsigned row) const { return ports_[2 * rank + row]; }

 private:
  /// A way over a channel: the shortest so far, or as short.
  static void take(std::uint16_t behind, std::uint8_t port, std::uint16_t& least, PortSet& ports) {
    if (behind >= least) return;  // at least 1 longer
    if (behind + 1 < least) {
      least = static_cast<std::uint16_t>(behind + 1);
      ports = {};
    }
    insert(ports, port);
  }

  const Ranked& ranked_;
  const Prefer prefer_;
  std::vector<std::uint16_t> down_, any_;  ///< channels on the shortest way, going down only, and any legal one
  std::vector<PortSet> ports_;
};

}  // namespace slackline::routing
