// mentions: cables by the lines of formats that list each cable at both its ends. From mentions, cables.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "testbench/fabric_file/fabric_file.hpp"
#include "testbench/fabric_file/node_index.hpp"

namespace slackline::fabric_file {

/// One end's line: what is at a port.
struct Mention {
  End here;
  std::string other;  ///< id of the node there
  std::uint32_t other_port = 0;
  LinkSpeed speed;
  unsigned widths = 0, rates = 0;  ///< ibsim: what this end may run at, a bit each; 0: not in the file
  Place place;                     ///< of the words about the other end
};

/// Things that refused lines may have described: what only they leave open is no further error.
class Refused {
 public:
  void add_port(const End& end) { ports_.insert(key_of(end)); }
  /// A node whose ports are not all known, or that is not there.
  void add_node(const std::string& id) { nodes_.insert(id); }
  /// A node whose id is not known, either.
  void add_some_node() { some_node_ = true; }
  /// A port of which nothing is known.
  void add_some_port() { some_node_ = some_port_ = true; }

  bool may_have(const End& end, const std::string& id) const {
    return some_port_ || ports_.count(key_of(end)) != 0 || nodes_.count(id) != 0;
  }
  bool may_have(const std::string& id) const { return some_node_ || nodes_.count(id) != 0; }

 private:
  std::unordered_set<std::uint64_t> ports_;
  std::unordered_set<std::string> nodes_;
  bool some_node_ = false, some_port_ = false;
};

/// Adds the cables that are mentioned at both ends in the same way. Complaints are of ends that do not agree, of nodes
/// that the file does not have, of two mentions of one port, and of cables from a node to itself (of InfiniBand, where
/// they are for testing, they are left out with a note). The slower of two speeds counts, with a note. A dump of
/// ibnetdiscover that has lost its end gets one complaint for all that is missing.
void join(const std::vector<Mention>& mentions, const Refused& refused, const NodeIndex& nodes, FabricFile& file,
          Complaints& complaints);

}  // namespace slackline::fabric_file
