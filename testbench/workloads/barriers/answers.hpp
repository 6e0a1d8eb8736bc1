// answers: the results of a run's barriers, from the counters of hosts and switches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::barriers {

/// One barrier of a group, in cycles. Hosts enter and leave in software; the time between belongs to the barrier.
struct Round {
  std::uint32_t entered = 0, left = 0;  ///< members that have
  Cycle first_in{never}, last_in;       ///< of those that have entered
  Cycle first_out{never}, last_out;     ///< of those that have left

  /// From the last entry to the last leave, of a barrier that all have left.
  std::uint64_t latency() const { return last_out - last_in; }
};

struct Group {
  std::uint32_t members = 0, centre = 0;  ///< centre: a host
  std::vector<Round> rounds;              ///< as far as a member has entered
  std::uint32_t complete = 0;             ///< of them: all have left
  bool fell_back = false;                 ///< a status table was full: the group does not use barrier units
  bool given_up = false;                  ///< nothing has happened in it for long: the next one will not complete
  // The first round that is not complete; hosts in ascending order:
  std::vector<std::uint32_t> missing;  ///< have not entered it
  std::vector<std::uint32_t> waiting;  ///< have entered it, and not left

  bool early() const;  ///< somebody has left a barrier before the last one had entered: must not happen
};

/// A link at which a message waits.
struct HeldUp {
  std::uint32_t channel = 0;  ///< index into Netlist::channels
  bool stopped = false;  ///< by STOP from the far end, or for lack of a credit; otherwise no virtual channel is free
};

/// Costs of the barriers.
struct Hardware {
  std::uint64_t passed = 0;                            ///< messages that found a free channel
  std::uint64_t cuts = 0;                              ///< worms cut by one
  std::uint64_t cut_cycles = 0;                        ///< for how long, of those that go on
  std::uint64_t barrier_flits = 0, padding_flits = 0;  ///< made by switches and hosts; padding: by switches
  std::uint64_t refused = 0;                           ///< messages for which a table had no entry
  std::uint32_t most_entries = 0;                      ///< of any table in use at once
  std::uint64_t cut_off = 0;                 ///< messages thrown away, as links have failed and no way was left to them
  std::vector<std::uint32_t> cut_off_links;  ///< those of their ways, as indices into Netlist::channels
  std::vector<HeldUp> held_up;               ///< at the moment, in the order of the channels
  std::vector<std::string> holding;          ///< names of switches whose units have messages, and nothing before a link
};

struct Answers {
  std::vector<Group> groups;  ///< by number
  bool by_firmware = false;   ///< of network interfaces
  Hardware hardware;
  std::uint32_t asked_rounds = 0;

  bool complete() const;
};

/// Whether hosts of a network have barriers.
bool has_barriers(const network::Netlist& netlist);

/// The parts of a network to look at. Valid as long as the engine exists.
struct View {
  const network::Netlist* netlist = nullptr;
  std::vector<const port::State*> hosts;              ///< by instance
  std::vector<const barrier::Member*> members;        ///< by instance, one for each of its groups
  std::vector<const barrier::SwitchState*> switches;  ///< by instance
  std::vector<const wormhole_switch::State*> states;  ///< by instance
};

/// Engine: network::Fabric or network::SignalNetwork.
template <class Engine>
View view_of(const Engine& engine) {
  View view;
  view.netlist = &engine.netlist();
  for (std::size_t i = 0; i < view.netlist->endpoints.size(); ++i) {
    view.hosts.push_back(&engine.port_state(i));
    view.members.push_back(view.netlist->has_interface(i) ? engine.interface_state(i).host.members
                                                          : engine.generator_state(i).members);
  }
  for (std::size_t s = 0; s < view.netlist->switches.size(); ++s) {
    const wormhole_switch::State& state = engine.switch_state(s);
    view.switches.push_back(state.barrier);
    view.states.push_back(&state);
  }
  return view;
}

/// The members of a group, in the order of the hosts.
std::vector<const barrier::Member*> members_of(const View& view, unsigned group);

struct Progress {
  std::vector<std::uint64_t> of_group;  ///< entries and leaves; with firmware those of its members in all groups
  std::vector<bool> waits;              ///< by group: a member has entered and not left
  std::vector<Cycle>
      busy_until;  ///< by group: by members that enter their first barrier later, and by a centre that sends messages
  std::vector<bool> over;  ///< by group: all have left all

  bool is_over() const;
};
Progress progress_of(const View& view);

Answers answers_of(const View& view);

}  // namespace slackline::barriers
