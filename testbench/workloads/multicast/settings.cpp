#include "testbench/workloads/multicast/settings.hpp"

namespace slackline::features {

using settings::at;
using settings::AutoInteger;
using settings::choice;
using settings::Integer;
using settings::Real;
using settings::TextList;
using S = MulticastSettings;

std::vector<settings::Key> multicast_keys() {
  return {
      {"multicast.groups", TextList{1024, 10'000, at<&S::groups>}, "",
       "The groups, a text each: the members with spaces between them, as names, numbers, ranges of numbers such as "
       "`8-15`, or `all`. They are numbered from 0."},
      {"multicast.count", Integer{0, 1024, at<&S::count>}, "groups",
       "Number of groups that are drawn with `seed`, instead of `groups`. 0: none."},
      {"multicast.size", Integer{2, 1024, at<&S::size>}, "hosts", "Members of a group that is drawn."},
      {"multicast.seed", Integer{0, ~std::uint64_t{0}, at<&S::seed>}, "",
       "Draws the groups, and the numbers of hosts with `order: drawn`; run.seed does not change them."},
      {"multicast.sources",
       choice(
           {{"all", "each member of a group sends to the others"}, {"first", "the member with the lowest number does"}},
           at<&S::sources>),
       "", "Who sends."},
      {"multicast.load", Real{0, 1, at<&S::load>}, "words per cycle and source",
       "Words of its own that a source creates, each counted once, whatever the group's size; to each of its groups "
       "with the same probability."},
      {"multicast.words", Integer{1, 65'000, at<&S::words>}, "words",
       "Length of a message; one that is longer than a buffer goes in several worms."},
      {"multicast.messages", AutoInteger{1, 1'000'000'000, at<&S::messages>, "endless"}, "messages",
       "Messages of a source, after which the run ends when all members have them. endless: until run.max_cycles."},
      {"multicast.algorithm", choice(multicast::algorithm_words(), at<&S::algorithm, S>), "", "How copies travel."},
      {"multicast.by",
       choice(
           {{"interfaces",
             "network interfaces send copies on while a message still comes; only with nic.firmware: multicast"},
            {"hosts",
             "hosts do, with messages of their own, when they have the whole message; their software takes no time"}},
           at<&S::by, S>),
       "", "Who sends copies on."},
      {"multicast.branching", AutoInteger{1, 1024, at<&S::branching, S>, "any"}, "copies",
       "The most copies that a host sends of a message in a tree. Only with `up_down`, `wrap_around` or "
       "`ordered_tree`."},
      {"multicast.order", choice(multicast::order_words(), at<&S::order, S>), "",
       "The numbers of hosts by which paths and trees are built."},
      {"multicast.ids", TextList{100'000, 100, at<&S::ids>}, "",
       "All hosts in the order of their numbers, each once: names, numbers, ranges. Only with `order: given`."},
      {"multicast.forwarding", AutoInteger{0, 1'000'000, at<&S::forwarding, S>}, "cycles",
       "The time from a worm's head at a network interface to the head of its first copy, for the costs by which trees "
       "are "
       "built. auto: as nic.cost.* and the link of a host make it."},
      {"multicast.copying", AutoInteger{1, 1'000'000, at<&S::copying, S>}, "cycles",
       "The time from one copy of a host to the next, for the same costs. auto: as the firmware takes it by "
       "nic.cost.*, "
       "or as long as the worm takes on the link of a host, where that is longer."},
      {"multicast.classes",
       choice({{"one", "all copies use the buffers of one class; that may deadlock"},
               {"two", "lower and upper, which a copy changes once at most"}},
              at<&S::has_two_classes, S>),
       "", "Classes of buffers, with firmware.multicast.scheme plain or fifo."},
      {"multicast.allow_deadlock",
       choice({{"false", "copies whose buffers wait for one another in a circle are refused"},
               {"true", "they are run all the same"}},
              at<&S::allows_deadlock, S>),
       "",
       "Only with `classes: one`, `order: group`, nic.receive.when_full: stop, or firmware.multicast.scheme: credits."},
  };
}

}  // namespace slackline::features
