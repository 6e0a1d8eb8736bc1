// Channels, hosts and packets of a network by their names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/feature.hpp"

namespace slackline::features {

class ChannelIndex {
 public:
  explicit ChannelIndex(const network::Netlist& netlist);

  /// The channel that reports call so.
  std::optional<std::uint32_t> find(const std::string& name) const;
  /// The other direction of the same link. Every link of a netlist has both.
  std::uint32_t opposite(std::uint32_t channel) const { return opposite_[channel]; }
  /// The names that there are, for messages: "name of one of the 224 channels, such as link_switch0_p0_to_switch1_p1".
  std::string wanted() const;
  /// The name that was probably meant; empty when none is near, or when there are too many to compare.
  std::string nearest_to(const std::string& name) const;

 private:
  std::unordered_map<std::string, std::uint32_t> by_name_;
  std::vector<std::uint32_t> opposite_;
  std::string example_;
};

class HostIndex {
 public:
  explicit HostIndex(const network::Netlist& netlist);

  std::optional<std::uint32_t> find(const std::string& host) const;

 private:
  std::unordered_map<std::string, std::uint32_t> nodes_;
};

/// Hosts by what a list of them may say.
class HostNames {
 public:
  /// The netlist must outlive it.
  explicit HostNames(const network::Netlist& netlist) : netlist_(netlist), index_(netlist) {}

  /// The hosts of a name, a number, a range of numbers such as `8-15`, `all`, or a glob; none: there are no such hosts.
  std::vector<std::uint32_t> find(const std::string& item) const;
  /// The values that there are, for messages: "hosts of the topology: names such as host3, ..."
  std::string wanted() const;

 private:
  const network::Netlist& netlist_;
  HostIndex index_;
};

struct PacketId {
  std::uint32_t host = 0, sequence = 0;
};

/// The packet of a name, or why there is none.
struct PacketIdReading {
  std::optional<PacketId> id;
  std::string wrong;   ///< "hots3 is no host"; empty: it is its number that is no number
  std::string wanted;  ///< "host0 .. host63, a colon, and the packet's number there"
  std::string hint;    ///< what was probably meant; empty: nothing
};

/// A host may be given by its number alone, as packets.csv has it.
PacketIdReading packet_id_of(const std::string& name, const network::Netlist& netlist);

}  // namespace slackline::features
