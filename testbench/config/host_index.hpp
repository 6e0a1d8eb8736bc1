// Finds the hosts of a network by their names and by their numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "rtl_models/network/netlist.hpp"

namespace slackline::config {

class HostIndex {
 public:
  explicit HostIndex(const network::Netlist& netlist);

  std::optional<std::uint32_t> find(const std::string& host) const;

 private:
  std::unordered_map<std::string, std::uint32_t> nodes_;
};

}  // namespace slackline::config
