#include "testbench/workloads/barriers/settings.hpp"

#include "rtl_models/barrier/barrier_unit/barrier_unit.hpp"
#include "rtl_models/barrier/preemption_unit/preemption_unit.hpp"
#include "testbench/features/run/settings.hpp"

namespace slackline::features {

using B = BarrierSettings;
using G = BarrierGroup;

namespace {

constexpr std::uint64_t most_barrier_hosts = barrier_unit::Address::most + 1u;

}  // namespace

const KeyTable& group_fields() {
  static const KeyTable fields({
      {"barriers.groups.members", TextList{most_barrier_hosts, 100, at<&G::members>}, "",
       "The hosts of the group, each once: names, numbers, ranges of numbers such as `8-15`, or `all`."},
      {"barriers.groups.size", AutoInteger{1, most_barrier_hosts, at<&G::size>, "members"}, "hosts",
       "Number of hosts, drawn with `seed`, instead of `members`. members: the hosts listed there."},
      {"barriers.groups.seed", Integer{0, ~std::uint64_t{0}, at<&G::seed>}, "",
       "Draws the hosts of `size`, and what `spread` adds; run.seed does not change them."},
      {"barriers.groups.centre", Text{100, at<&G::centre>}, "",
       "The member to which the tree is built: lowest (of the members' numbers), medoid (with the shortest ways to all "
       "others, the lowest of several), or a member by its name or number."},
      {"barriers.groups.from", Integer{0, most_cycles, at<&G::from>}, "cycle",
       "The cycle in which the members enter their first barrier."},
      {"barriers.groups.spread", Integer{0, 1'000'000'000, at<&G::spread>}, "cycles",
       "Each member enters the first barrier later by less than this, drawn with `seed`. 0: all at once."},
      {"barriers.groups.absent", TextList{most_barrier_hosts, 100, at<&G::absent>}, "",
       "Members that never enter, given as in `members`: the run ends at barriers.timeout, or run.max_cycles, and "
       "lists them as missing."},
      {"barriers.groups.hold", AutoInteger{1, preemption_unit::longest_hold, at<&G::hold>}, "cycles",
       "The group's own switch.barrier.hold: of the groups whose messages have come since a worm was cut the longest "
       "counts. auto: switch.barrier.hold. Only with architecture I, II or III."},

  });
  return fields;
}

std::vector<Key> barrier_keys() {
  return {
      {"barriers.groups", record_list<&B::groups, group_fields>(256), "",
       "Groups of hosts that meet in barriers, each a map. They are numbered from 0 in this order; the run ends when "
       "all have finished their barriers."},
      {"barriers.tree",
       choice(
           {{"built", "by the messages of its first barrier, on the ways of barrier messages"},
            {"ordering",
             "it is in the switches' tables from the start: on one tree over all switches, each below the first of its "
             "neighbours in the order from switch.barrier.root, with its root where all members' ways have met "
             "(Sivaram, Stunkel, Panda 1997)"},
            {"x_y",
             "it is in the switches' tables from the start: on the dimension-order ways of a mesh to the centre (Yang, "
             "King 1998)"},
            {"path",
             "worms with many destinations are in the tables from the start (Panda 1995): each picks up the members on "
             "its way to the centre, whose host counts them, and sends one back on each path; by dimension order on a "
             "mesh without links or switches down, otherwise on the ways of barrier messages"},
            {"star", "no tree: each member notifies the centre, and the centre each member, one message at a time"},
            {"switch_ordering",
             "a binomial tree of the members, which are ordered switch by switch: each member combines what its "
             "children "
             "report, and passes the release on to them, one message at a time"}},
           at<&B::tree>),
       "", "How a group gets its tree."},
      {"barriers.combining",
       choice({{"software", "each message that a member passes on costs it both overheads"},
               {"hardware", "next to its port: both overheads are paid once, on entering a barrier and on leaving it"}},
              at<&B::combines_in_hardware>),
       "", "Who combines reports and passes releases on in a tree of members. Only with switch_ordering."},
      {"barriers.order",
       choice(
           {{"depth_first", "depth first on the tree of ways up and down, so that neighbours come one after another"},
            {"number", "by their numbers, which on a random network say nothing about where they are"}},
           at<&B::orders_by_number>),
       "", "The order of the switches in which a tree of members takes its members. Only with switch_ordering."},
      {"barriers.acknowledge",
       choice({{"false", "members do not acknowledge a release"},
               {"true", "they acknowledge it, up the tree; until all have, the next barrier is not reported complete"}},
              at<&B::acknowledge>),
       "", "Only with ordering and x_y."},
      {"barriers.rounds", Integer{1, 100'000, at<&B::rounds>}, "barriers",
       "Number of barriers of each group, one after another. The first one builds the tree."},
      {"barriers.think", CycleDelay{0, 1'000'000'000, at<&B::think>}, "cycles",
       "Time from a host's leaving one barrier to its entering the next."},
      {"barriers.period", CycleDelay{0, 1'000'000'000, at<&B::period>}, "cycles",
       "A host enters barrier n, counted from 0, n of these times after its first entry, or when it has left the one "
       "before and `think` has passed, whichever is later. 0: always the latter."},
      {"barriers.send_overhead", CycleDelay{0, 1'000'000, at<&B::send_overhead>}, "cycles",
       "Time in software from a host's entering to its message at the port."},
      {"barriers.receive_overhead", CycleDelay{0, 1'000'000, at<&B::receive_overhead>}, "cycles",
       "Time in software from the message that all have arrived to the host's leaving."},
      {"barriers.timeout", Integer{0, most_cycles, at<&B::timeout>}, "cycles",
       "Time in which no member of a group enters or leaves and its centre has no messages to process, while some "
       "members wait: then the run ends and lists the missing members. 0: never."},
  };
}

}  // namespace slackline::features
