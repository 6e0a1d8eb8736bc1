// paths: the channels that packets pass from one host to another, as the network routes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::schedule {

class Paths {
 public:
  /// Why there is not one path from a host to another: "packets take the way that is free"; empty: there is.
  static std::string objection(const network::Netlist& netlist);

  /// For a netlist without an objection. Time and memory: switches x hosts.
  explicit Paths(const network::Netlist& netlist);

  /// Channels on the way, from the link of the one host to that of the other; empty: no route arrives. A host reaches
  /// itself by way of its switch.
  void find(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& channels) const;
  std::vector<std::uint32_t> between(std::uint32_t from, std::uint32_t to) const;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::size_t states_ = 0;
  std::vector<std::uint32_t> inject_, eject_;  ///< of each host: its channels
  std::vector<std::uint32_t> behind_;  ///< of each channel: the state of a packet that has passed it; none: a host
  std::vector<std::uint32_t> next_;    ///< host x state: the channel by which packets to it go on
};

}  // namespace slackline::schedule
