// answers: how the barriers of a run went, put together from what hosts and switches have counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::barriers {

/// One barrier of a group. Cycles; hosts enter and leave with their software: what is between is the barrier's.
struct Round {
  std::uint32_t entered = 0, left = 0;  ///< members that have
  Cycle first_in{never}, last_in;       ///< of those that have entered
  Cycle first_out{never}, last_out;     ///< of those that have left

  /// From the last one's entering to the last one's leaving; of a barrier that all have left.
  std::uint64_t latency() const { return last_out - last_in; }
};

struct Group {
  std::uint32_t members = 0, centre = 0;  ///< centre: a host
  std::vector<Round> rounds;              ///< as far as a member has entered
  std::uint32_t complete = 0;             ///< of them: all have left
  bool fell_back = false;                 ///< a status table was full: it does without barrier units
  bool given_up = false;                  ///< nothing has happened in it for long: the next one does not come about
  // Of the first round that is not complete; hosts, ascending:
  std::vector<std::uint32_t> missing;  ///< have not entered it
  std::vector<std::uint32_t> waiting;  ///< have entered it, and not left

  bool early() const;  ///< somebody has left a barrier before the last one had entered: must not happen
};

/// A link before which a message stands.
struct HeldUp {
  std::uint32_t channel = 0;  ///< index into Netlist::channels
  bool stopped =
      false;  ///< by STOP, or for want of a credit, from behind it; otherwise no virtual channel is to be had
};

/// What the barriers cost.
struct Hardware {
  std::uint64_t passed = 0;                            ///< messages that found a free channel
  std::uint64_t cuts = 0;                              ///< worms cut by one
  std::uint64_t cut_cycles = 0;                        ///< for how long, of those that go on
  std::uint64_t barrier_flits = 0, padding_flits = 0;  ///< made by switches and hosts; padding: by switches
  std::uint64_t refused = 0;                           ///< messages for which a table had no entry
  std::uint32_t most_entries = 0;                      ///< of any table in use at once
  std::uint64_t cut_off = 0;                 ///< messages thrown away, as links have failed and no way was left to them
  std::vector<std::uint32_t> cut_off_links;  ///< those of their ways, as indices into Netlist::channels
  std::vector<HeldUp> held_up;               ///< as it stands, in the order of the channels
  std::vector<std::string> holding;          ///< names of switches whose units have messages, and nothing before a link
};

struct Answers {
  std::vector<Group> groups;  ///< by number
  Hardware hardware;
  std::uint32_t asked_rounds = 0;

  bool complete() const;
};

/// Whether hosts of a network have barriers.
bool has_barriers(const network::Netlist& netlist);

/// What of a network there is to look at. Stays valid as long as the engine does.
struct View {
  const network::Netlist* netlist = nullptr;
  std::vector<const endpoint::State*> hosts;                   ///< by instance
  std::vector<const endpoint::Member*> members;                ///< likewise, of each of its groups
  std::vector<const wormhole_switch::BarrierPorts*> switches;  ///< likewise
  std::vector<const flow_controller::State*> flow;             ///< likewise, of messages of barriers
};

/// Engine: network::Fabric or network::SignalNetwork.
template <class Engine>
View view_of(const Engine& engine) {
  View view;
  view.netlist = &engine.netlist();
  for (std::size_t i = 0; i < view.netlist->endpoints.size(); ++i) {
    view.hosts.push_back(&engine.endpoint_state(i));
    view.members.push_back(view.netlist->interfaces == nullptr ? engine.endpoint_state(i).members
                                                               : engine.interface_state(i).host.members);
  }
  for (std::size_t s = 0; s < view.netlist->switches.size(); ++s) {
    const wormhole_switch::State& state = engine.switch_state(s);
    view.switches.push_back(state.barrier);
    view.flow.push_back(state.barrier == nullptr ? nullptr
                                                 : &state.vc[view.netlist->switch_params.virtual_channels].flow);
  }
  return view;
}

struct Progress {
  std::vector<std::uint64_t> of_group;  ///< enterings and leavings; with firmware those of its members in all groups
  std::vector<bool> waits;              ///< likewise: somebody has entered, and not left
  std::vector<Cycle>
      busy_until;  ///< likewise: by who enters its first barrier later by itself, and a centre that tells members one by one
  bool over = true;  ///< all have left all
};
Progress progress_of(const View& view);

Answers answers_of(const View& view);

}  // namespace slackline::barriers
