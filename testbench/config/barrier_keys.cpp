// The keys of switch.barrier.*: what takes part in barriers in a switch; and of barriers.*: who meets in them.
#include "testbench/config/choice.hpp"
#include "testbench/config/key_sections.hpp"

namespace slackline::config {

namespace {

using E = Experiment;
using B = BarrierSettings;
using G = BarrierGroup;
using U = BarrierUnitSettings;

constexpr std::uint64_t most_cycle = 1'000'000'000'000'000;
constexpr std::uint64_t most_barrier_hosts = barrier_unit::Address::most + 1u;

template <auto Field>
auto& unit_at(E& e) {
  return e.switches.barrier.*Field;
}
template <auto Field>
auto& barriers_at(E& e) {
  return e.barriers.*Field;
}
/// Of the group that was added last.
template <auto Field>
auto& of_last_group(E& e) {
  if (e.barriers.groups.empty()) e.barriers.groups.emplace_back();
  return e.barriers.groups.back().*Field;
}

std::vector<Key> make_group_fields() {
  return {
      {"barriers.groups.members", TextList{most_barrier_hosts, 100, of_last_group<&G::members>}, "",
       "Its hosts, each once: names, numbers, ranges of numbers such as `8-15`, or `all`."},
      {"barriers.groups.size", AutoInteger{1, most_barrier_hosts, of_last_group<&G::size>, "members"}, "hosts",
       "Instead of `members`: so many hosts, drawn with `seed`. members: those that stand there."},
      {"barriers.groups.seed", Integer{0, ~std::uint64_t{0}, of_last_group<&G::seed>}, "",
       "Draws the hosts of `size`, and what `spread` adds; run.seed does not change them."},
      {"barriers.groups.centre", Text{100, of_last_group<&G::centre>}, "",
       "The member to which the tree is built: lowest (of the members' numbers), medoid (with the shortest ways to all "
       "others, the lowest of several), or a member by its name or number."},
      {"barriers.groups.from", Integer{0, most_cycle, of_last_group<&G::from>}, "cycle",
       "In which its members enter their first barrier."},
      {"barriers.groups.spread", Integer{0, 1'000'000'000, of_last_group<&G::spread>}, "cycles",
       "Each member enters the first barrier later by less than that, drawn with `seed`. 0: all at once."},
      {"barriers.groups.absent", TextList{most_barrier_hosts, 100, of_last_group<&G::absent>}, "",
       "Members that never enter, as `members` are given: the run ends at barriers.timeout, or run.max_cycles, and "
       "tells them missing."},
      {"barriers.groups.hold", AutoInteger{1, preemption_unit::longest_hold, of_last_group<&G::hold>}, "cycles",
       "Its own switch.barrier.hold: of the groups whose messages have come since a worm was cut the longest counts. "
       "auto: switch.barrier.hold. Only with architecture I, II or III."},
  };
}

}  // namespace

const std::vector<Key>& group_fields() {
  static const std::vector<Key> fields = make_group_fields();
  return fields;
}

std::vector<Key> barrier_unit_keys() {
  return {
      {"switch.barrier.architecture",
       choice(
           {{"none", "switches take no part in barriers"},
            {"I", "a barrier message cuts any virtual channel whose worm holds it: a crossbar of its own reaches all"},
            {"II", "it cuts the last virtual channel of the link, the only one that the small crossbar reaches"},
            {"III", "without that crossbar: it cuts a virtual channel only while the worm's flits can move"},
            {"waiting", "it cuts nothing, and waits until a virtual channel is free (Sivaram, Stunkel, Panda 1997)"}},
           unit_at<&U::architecture>),
       "", "Barrier units in the switches, and how their messages get by the worms: docs/barriers.md."},
      {"switch.barrier.entries", Integer{1, 256, unit_at<&U::entries>}, "groups",
       "Entries of the status table of each barrier unit. A group for which one is full is told so, and has to do "
       "without."},
      {"switch.barrier.hold", CycleDelay{1, preemption_unit::longest_hold, unit_at<&U::hold>}, "cycles",
       "Without a barrier message, behind which a cut channel is given back to its worm."},
      {"switch.barrier.preempt", CycleDelay{4, 64, unit_at<&U::preempt>}, "cycles",
       "From the cut of a worm to the first flit of the barrier message; the paper has 6 to 10."},
      {"switch.barrier.victim",
       choice({{"random", "any of them"}, {"lowest", "the one of the lowest number"}}, unit_at<&U::victim>), "",
       "Which of several virtual channels is cut."},
      {"switch.barrier.delay", CycleDelay{1, 16, unit_at<&U::delay>}, "cycles",
       "Of a message through the barrier unit, from its input buffer to its output queue."},
      {"switch.barrier.reliability", CycleDelay{0, 64, unit_at<&U::reliability>}, "cycles",
       "More of them, for each message to be handled reliably (Sivaram, Stunkel, Panda 1997: 4)."},
      {"switch.barrier.padding_delay", CycleDelay{1, 16, unit_at<&U::padding_delay>}, "cycles",
       "From a padding request, and from a padding end, to what the padding generator then does."},
      {"switch.barrier.buffer", AutoInteger{1, 64, unit_at<&U::buffer>}, "messages",
       "Of each input of a barrier unit. auto: the fewest that lose nothing behind stop_at; with credits 4."},
      {"switch.barrier.stop_at", Integer{1, 64, unit_at<&U::stop_at>}, "messages",
       "In such a buffer at which its STOP is sent. Not for credit."},
      {"switch.barrier.queue", Integer{1, 64, unit_at<&U::queue>}, "messages", "Of each output of a barrier unit."},
      {"switch.barrier.adaptive",
       choice({{"false", "on the ways of the tree"},
               {"true",
                "by any port of a way up and down that is legal, the tree's first, whose output has a free virtual "
                "channel, and not by a link that has failed"}},
              unit_at<&U::adaptive>),
       "", "How messages go between the nodes of a tree that has been built."},
      {"switch.barrier.notice", CycleDelay{0, 1'000'000'000, unit_at<&U::notice>}, "cycles",
       "From a link's failing, or coming back, to the edge from which on all barrier units go by the ways that are "
       "left: "
       "so long it takes whoever manages the network to tell them. Only with adaptive: true."},
      {"switch.barrier.root", Text{100, unit_at<&U::root>}, "",
       "Barrier messages go up and down: the switch at the top. auto: levels on trees, otherwise the switch with the "
       "shortest ways to all others."},
  };
}

std::vector<Key> barrier_keys() {
  return {
      {"barriers.groups", record_list<&E::barriers, &B::groups>(256, "barriers.groups.", group_fields), "",
       "Hosts that meet in barriers, each a map. As many as groups have numbers, from 0 on in this order; the run ends "
       "when all have done with theirs."},
      {"barriers.tree",
       choice(
           {{"built", "by the messages of its first barrier, on the ways of barrier messages"},
            {"ordering",
             "it stands in the switches' tables from the start: on one tree over all switches, each below "
             "the first of its neighbours in the order from switch.barrier.root, with its root where all "
             "members' ways have met (Sivaram, Stunkel, Panda 1997)"},
            {"x_y", "likewise, on the dimension-order ways of a mesh to the centre (Yang, King 1998)"},
            {"path",
             "worms with many destinations stand there likewise (Panda 1995): each picks up the members on its way to "
             "the centre, whose host counts them, and sends one back on each path; by dimension order on a mesh "
             "without links or switches down, otherwise on the ways of barrier messages"},
            {"star", "there is none: each member tells the centre, and the centre each member, one message at a time"}},
           barriers_at<&B::tree>),
       "", "How a group comes by its tree."},
      {"barriers.acknowledge",
       choice({{"false", "members that are told to leave do not answer"},
               {"true", "they acknowledge it, up the tree; before all have, the next barrier is not told complete"}},
              barriers_at<&B::acknowledge>),
       "", "Only with ordering and x_y."},
      {"barriers.rounds", Integer{1, 100'000, barriers_at<&B::rounds>}, "barriers",
       "Of each group, one behind the other. The first one builds the tree."},
      {"barriers.think", CycleDelay{0, 1'000'000'000, barriers_at<&B::think>}, "cycles",
       "From a host's leaving one barrier to its entering the next."},
      {"barriers.send_overhead", CycleDelay{0, 1'000'000, barriers_at<&B::send_overhead>}, "cycles",
       "Of software, from a host's entering to its message at the port."},
      {"barriers.receive_overhead", CycleDelay{0, 1'000'000, barriers_at<&B::receive_overhead>}, "cycles",
       "Likewise, from the message that all have come to the host's leaving."},
      {"barriers.timeout", Integer{0, most_cycle, barriers_at<&B::timeout>}, "cycles",
       "In which no member of a group enters or leaves, nor its centre has messages to work through, while some wait: "
       "then the run ends, and says who is missing. "
       "0: never."},
  };
}

}  // namespace slackline::config
