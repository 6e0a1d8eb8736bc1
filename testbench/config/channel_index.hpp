// Channels of a network by their names, and in pairs: a link is two channels of opposite directions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::config {

class ChannelIndex {
 public:
  explicit ChannelIndex(const network::Netlist& netlist);

  /// The channel that reports call so.
  std::optional<std::uint32_t> find(const std::string& name) const;
  /// The other direction of the same link. Every link of a netlist has both.
  std::uint32_t opposite(std::uint32_t channel) const { return opposite_[channel]; }
  /// Names that are allowed: "name of one of the 224 channels, such as link_switch0_p0_to_switch1_p1".
  std::string allowed() const;
  /// The name that was probably meant; empty when none is near, or when there are too many to compare.
  std::string nearest_to(const std::string& name) const;

 private:
  std::unordered_map<std::string, std::uint32_t> by_name_;
  std::vector<std::uint32_t> opposite_;
  std::string example_;
};

}  // namespace slackline::config
