// Plans of multicasts: which host sends a worm on to which others, and the tables of the firmware that follow from them.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/firmware/multicast_parts.h"

namespace slackline::firmware::test {

struct Successor {
  std::uint32_t host = 0, worm_class = CLASS_LOWER;
};

/// The path of the worms of an originator in a group.
struct Plan {
  struct Hop {
    std::uint32_t from = 0;
    Successor to;
  };
  std::uint32_t group = 0, originator = 0;
  std::vector<Successor> own;          ///< copies that the originator sends of its own
  std::vector<Hop> hops;               ///< copies of worms that have come, in the order of copies
  std::uint32_t hop_count = 0;         ///< that own worms begin with
  std::uint32_t own_flags = 0;         ///< of its own entry: multicast_flag
  std::vector<std::uint32_t> members;  ///< hosts to which worms are delivered
};

/// A path, or a tree, by pairs of hosts; each in one class. The hosts that it reaches are the members.
Plan tree(std::uint32_t group, std::uint32_t originator, const std::vector<Plan::Hop>& hops);
/// A path through these hosts, of which the first one is the originator.
Plan path(std::uint32_t group, const std::vector<Successor>& hosts);
/// With permits there is one class of buffers.
std::vector<Plan> in_one_class(std::vector<Plan> plans);
/// The tables of all hosts. `scheme`: with one that has no ACK, copies are sent with permits; the manager is host 0.
std::vector<std::vector<std::uint32_t>> tables(std::uint32_t nodes, const std::vector<Plan>& plans,
                                               multicast_scheme scheme = SCHEME_FIFO);

}  // namespace slackline::firmware::test
