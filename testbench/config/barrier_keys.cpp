// The keys of switch.barrier.*: the barrier units of switches; and of barriers.*: the groups of hosts.
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
/// A field of the group that was added last.
template <auto Field>
auto& of_last_group(E& e) {
  if (e.barriers.groups.empty()) e.barriers.groups.emplace_back();
  return e.barriers.groups.back().*Field;
}

std::vector<Key> make_group_fields() {
  return {
      {"barriers.groups.members", TextList{most_barrier_hosts, 100, of_last_group<&G::members>}, "",
       "The hosts of the group, each once: names, numbers, ranges of numbers such as `8-15`, or `all`."},
      {"barriers.groups.size", AutoInteger{1, most_barrier_hosts, of_last_group<&G::size>, "members"}, "hosts",
       "Number of hosts, drawn with `seed`, instead of `members`. members: the hosts listed there."},
      {"barriers.groups.seed", Integer{0, ~std::uint64_t{0}, of_last_group<&G::seed>}, "",
       "Draws the hosts of `size`, and what `spread` adds; run.seed does not change them."},
      {"barriers.groups.centre", Text{100, of_last_group<&G::centre>}, "",
       "The member to which the tree is built: lowest (of the members' numbers), medoid (with the shortest ways to all "
       "others, the lowest of several), or a member by its name or number."},
      {"barriers.groups.from", Integer{0, most_cycle, of_last_group<&G::from>}, "cycle",
       "The cycle in which the members enter their first barrier."},
      {"barriers.groups.spread", Integer{0, 1'000'000'000, of_last_group<&G::spread>}, "cycles",
       "Each member enters the first barrier later by less than this, drawn with `seed`. 0: all at once."},
      {"barriers.groups.absent", TextList{most_barrier_hosts, 100, of_last_group<&G::absent>}, "",
       "Members that never enter, given as in `members`: the run ends at barriers.timeout, or run.max_cycles, and "
       "lists them as missing."},
      {"barriers.groups.hold", AutoInteger{1, preemption_unit::longest_hold, of_last_group<&G::hold>}, "cycles",
       "The group's own switch.barrier.hold: of the groups whose messages have come since a worm was cut the longest "
       "counts. auto: switch.barrier.hold. Only with architecture I, II or III."},
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
       "", "Barrier units in the switches, and how their messages pass the worms: docs/barriers.md."},
      {"switch.barrier.entries", Integer{1, 256, unit_at<&U::entries>}, "groups",
       "Entries of the status table of each barrier unit. A group that finds one full falls back to software "
       "barriers."},
      {"switch.barrier.hold", CycleDelay{1, preemption_unit::longest_hold, unit_at<&U::hold>}, "cycles",
       "Time without a barrier message after which a cut channel is given back to its worm."},
      {"switch.barrier.preempt", CycleDelay{4, 64, unit_at<&U::preempt>}, "cycles",
       "From the cut of a worm to the first flit of the barrier message; the paper has 6 to 10."},
      {"switch.barrier.victim",
       choice({{"random", "any of them"}, {"lowest", "the one of the lowest number"}}, unit_at<&U::victim>), "",
       "Which of several virtual channels is cut."},
      {"switch.barrier.delay", CycleDelay{1, 16, unit_at<&U::delay>}, "cycles",
       "Delay of a message in the barrier unit, from its input buffer to its output queue."},
      {"switch.barrier.reliability", CycleDelay{0, 64, unit_at<&U::reliability>}, "cycles",
       "Additional delay of each message, to handle it reliably (Sivaram, Stunkel, Panda 1997: 4)."},
      {"switch.barrier.padding_delay", CycleDelay{1, 16, unit_at<&U::padding_delay>}, "cycles",
       "From a padding request, and from a padding end, to the reaction of the padding generator."},
      {"switch.barrier.buffer", AutoInteger{1, 64, unit_at<&U::buffer>}, "messages",
       "Buffer of each input of a barrier unit. auto: the smallest that loses nothing with stop_at; with credits 4."},
      {"switch.barrier.stop_at", Integer{1, 64, unit_at<&U::stop_at>}, "messages",
       "Occupancy of such a buffer at which its STOP is sent. Not for credit."},
      {"switch.barrier.queue", Integer{1, 64, unit_at<&U::queue>}, "messages",
       "Queue of each output of a barrier unit."},
      {"switch.barrier.adaptive",
       choice({{"false", "on the ways of the tree"},
               {"true",
                "by any port of a way up and down that is legal, the tree's first, whose output has a free virtual "
                "channel, and not by a link that has failed"}},
              unit_at<&U::adaptive>),
       "", "Routes of messages between the nodes of a tree that has been built."},
      {"switch.barrier.notice", CycleDelay{0, 1'000'000'000, unit_at<&U::notice>}, "cycles",
       "From the failure or return of a link to the edge from which on all barrier units use the remaining ways: the "
       "time in which the network's manager notifies them. Only with adaptive: true."},
      {"switch.barrier.root", Text{100, unit_at<&U::root>}, "",
       "The switch at the top: barrier messages go up and down. auto: levels on trees, otherwise the switch with the "
       "shortest ways to all others."},
  };
}

std::vector<Key> barrier_keys() {
  return {
      {"barriers.groups", record_list<&E::barriers, &B::groups>(256, "barriers.groups.", group_fields), "",
       "Groups of hosts that meet in barriers, each a map. They are numbered from 0 in this order; the run ends when "
       "all have finished their barriers."},
      {"barriers.tree",
       choice(
           {{"built", "by the messages of its first barrier, on the ways of barrier messages"},
            {"ordering",
             "it is in the switches' tables from the start: on one tree over all switches, each below "
             "the first of its neighbours in the order from switch.barrier.root, with its root where all "
             "members' ways have met (Sivaram, Stunkel, Panda 1997)"},
            {"x_y",
             "it is in the switches' tables from the start: on the dimension-order ways of a mesh to the centre (Yang, "
             "King 1998)"},
            {"path",
             "worms with many destinations are in the tables from the start (Panda 1995): each picks up the members on "
             "its way to the centre, whose host counts them, and sends one back on each path; by dimension order on a "
             "mesh without links or switches down, otherwise on the ways of barrier messages"},
            {"star", "no tree: each member notifies the centre, and the centre each member, one message at a time"}},
           barriers_at<&B::tree>),
       "", "How a group gets its tree."},
      {"barriers.acknowledge",
       choice({{"false", "members do not acknowledge a release"},
               {"true", "they acknowledge it, up the tree; until all have, the next barrier is not reported complete"}},
              barriers_at<&B::acknowledge>),
       "", "Only with ordering and x_y."},
      {"barriers.rounds", Integer{1, 100'000, barriers_at<&B::rounds>}, "barriers",
       "Number of barriers of each group, one after another. The first one builds the tree."},
      {"barriers.think", CycleDelay{0, 1'000'000'000, barriers_at<&B::think>}, "cycles",
       "Time from a host's leaving one barrier to its entering the next."},
      {"barriers.send_overhead", CycleDelay{0, 1'000'000, barriers_at<&B::send_overhead>}, "cycles",
       "Time in software from a host's entering to its message at the port."},
      {"barriers.receive_overhead", CycleDelay{0, 1'000'000, barriers_at<&B::receive_overhead>}, "cycles",
       "Time in software from the message that all have arrived to the host's leaving."},
      {"barriers.timeout", Integer{0, most_cycle, barriers_at<&B::timeout>}, "cycles",
       "Time in which no member of a group enters or leaves and its centre has no messages to process, while some "
       "members wait: then the run ends and lists the missing members. 0: never."},
  };
}

}  // namespace slackline::config
