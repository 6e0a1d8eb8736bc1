// Switches that consist only of their barrier units, joined by FIFO links with random delays, and hosts that take part
// in barriers. For properties that must hold for every order of messages.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit_instance.hpp"
#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::barrier_unit::test {

/// The links of a network, and the next port on the way to each switch.
struct Graph {
  struct End {
    unsigned node = 0;  ///< a switch, or a host where `is_host`
    unsigned port = 0;
    bool is_host = false;
  };
  std::vector<std::vector<End>> ports;  ///< per switch and port: the other end
  std::vector<std::uint16_t> switch_of_host;
  std::vector<std::uint16_t> port_of_host;
  std::vector<std::vector<std::uint16_t>> ports_to_switch;  ///< per switch: its row of Place

  unsigned switches() const { return static_cast<unsigned>(ports.size()); }
  unsigned hosts() const { return static_cast<unsigned>(switch_of_host.size()); }
  /// The next switch from `at` towards `to`.
  unsigned next(unsigned at, unsigned to) const { return ports[at][ports_to_switch[at][to]].node; }
};

/// The graph of a network, with up*/down* ways from this root.
Graph graph_of(const network::Netlist& netlist, unsigned root);

struct Group {
  std::uint8_t number = 0;
  unsigned centre = 0;
  std::vector<unsigned> members;  ///< hosts, the centre among them
  unsigned barriers = 1;          ///< number of consecutive barriers
};

/// The tree of a group as its nodes see it: the child at each channel, per switch that is a node.
using Tree = std::map<unsigned, std::map<unsigned, Address>>;

/// The union of the members' ways to the centre: the switch of the centre, and each in which ways meet, are nodes.
Tree tree_of_routes(const Graph& graph, const Group& group);

class UnitNetwork {
 public:
  UnitNetwork(const Graph& graph, const Params& params, std::vector<Group> groups, std::uint64_t seed);

  /// Runs until all members have completed all their barriers and released their groups, or nothing has happened for a
  /// long time. Errors on the way are in `problems`.
  void run();

  Tree tree_in_tables(const Group& group) const;
  /// Messages sent over links between switches since the start.
  std::uint64_t messages() const { return messages_; }

  std::vector<std::string> problems;
  std::vector<std::unique_ptr<Instance>> units;
  std::vector<Tree> trees;          ///< per group: its tree in the tables after the first barrier
  std::vector<unsigned> completed;  ///< per group: barriers that all members have left
  std::vector<unsigned> notices;    ///< per group: refused `build` messages that reached the centre
  bool release_at_end = true;

 private:
  struct Word {
    std::uint32_t word;
    std::uint64_t due;
  };
  using Link = std::deque<Word>;
  struct Member {
    unsigned host = 0, group = 0;
    unsigned sent = 0, done = 0;  ///< barriers it has arrived at, and left
    bool released = false;
    std::uint64_t ready_at = 0;  ///< when it arrives at the next one
    Address parent;
  };

  void hosts_act();
  void host_sends(Member& member, Message message);
  void host_receives(unsigned host, const Message& message);
  void links_take_flits();
  void edge();
  bool has_room(const Graph::End& end) const;
  std::uint64_t some_delay() { return now_ + 1 + random_.below(12); }
  static void append(Link& link, std::uint32_t word, std::uint64_t due);

  const Graph& graph_;
  std::vector<Group> groups_;
  RandomStream random_;
  std::vector<Member> members_;
  std::vector<std::vector<Link>> to_switch_;      ///< per switch and port
  std::vector<std::vector<std::uint32_t>> half_;  ///< per host: a first flit
  std::vector<PortSet> taken_;                    ///< per switch
  std::uint64_t now_ = 0, last_event_ = 0, messages_ = 0;
};

}  // namespace slackline::barrier_unit::test
