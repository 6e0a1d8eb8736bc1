// Reads files of fabrics that are written in the tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/fabric_file/network_of.hpp"

namespace slackline::test {

struct FabricRead {
  fabric_file::Format format{};
  fabric_file::FabricFile file;
  std::shared_ptr<const topology::GivenNetwork> network;
  std::vector<std::string> complaints;  ///< "line: found or problem; expected"
};

FabricRead read_fabric(const std::string& text, std::uint64_t hosts_per_switch = 1);

/// "leaf:3-spine:1": the switches' links by names and ports, sorted, and "host:leaf:3".
std::vector<std::string> links_of(const topology::GivenNetwork& network);
std::vector<std::string> hosts_of(const topology::GivenNetwork& network);

}  // namespace slackline::test
