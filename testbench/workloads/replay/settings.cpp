#include "testbench/workloads/replay/settings.hpp"

#include <utility>

#include "testbench/exchange/permutation_words.hpp"

namespace slackline::features {

namespace {

using multicast::PathSettings;
using replay::Algorithm;
using replay::Algorithms;
/// Some of the algorithms, and their words.
using Some = std::vector<std::pair<Algorithm, ChoiceWord>>;

std::vector<Key> collective_keys() {
  const std::pair<Algorithm, ChoiceWord> binomial{Algorithm::binomial, {"binomial", "along a binomial tree"}};
  const std::pair<Algorithm, ChoiceWord> from_root{Algorithm::linear, {"linear", "from the root to each"}},
      to_root{Algorithm::linear, {"linear", "each to the root"}};
  const ChoiceWord doubling{"recursive_doubling", "round k with the rank whose number differs in bit k"};
  const std::vector<ChoiceWord> all_orders = multicast::order_words();
  const std::vector<ChoiceWord> orders(all_orders.begin(),
                                       all_orders.begin() + 2);  // the others need keys of their own
  return {
      {"traffic.collectives.barrier",
       choice(Some{{Algorithm::dissemination, {"dissemination", "round k: to rank + 2^k, from rank - 2^k"}},
                   {Algorithm::recursive_doubling, doubling}},
              at<&Algorithms::barrier>),
       "", "How barrier becomes messages."},
      {"traffic.collectives.bcast",
       choice(Some{binomial,
                   from_root,
                   {Algorithm::multicast,
                    {"multicast", "one message to the group of all ranks, which network interfaces copy"}}},
              at<&Algorithms::bcast>),
       "", "How bcast becomes messages."},
      {"traffic.collectives.reduce", choice(Some{binomial, to_root}, at<&Algorithms::reduce>), "",
       "How reduce becomes messages."},
      {"traffic.collectives.allreduce",
       choice(Some{{Algorithm::recursive_doubling, doubling},
                   {Algorithm::ring, {"ring", "an equal part to the next rank, in 2 (ranks - 1) rounds"}},
                   {Algorithm::multicast,
                    {"multicast", "as reduce to rank 0, and from there one message to the group of all ranks"}}},
              at<&Algorithms::allreduce>),
       "", "How allreduce becomes messages."},
      {"traffic.collectives.alltoall",
       choice(
           Some{{Algorithm::pairwise,
                 {"pairwise", "one step of `permutation` after the other, each to one rank and from one"}},
                {Algorithm::linear, {"linear", "the same, all at once"}},
                {Algorithm::shuffle, {"shuffle", "a piece to each, in the same order, then the next piece to each"}}},
           at<&Algorithms::alltoall>),
       "", "How alltoall and alltoallv become messages."},
      {"traffic.collectives.piece", DataAmount{1, std::uint64_t{1} << 40, at<&Algorithms::piece>}, "",
       "For alltoall: shuffle. How much of what a rank sends to another goes at once."},
      {"traffic.collectives.permutation", choice(exchange::permutation_words(), at<&Algorithms::permutation>), "",
       "To whom a rank sends, and from whom it receives, in step i of an alltoall or alltoallv: 1 to the number of "
       "ranks less 1."},
      {"traffic.collectives.reorder",
       choice(
           {{"false", "ranks as the trace numbers them"},
            {"true",
             "numbers are dealt out to the switches in turn: messages of successive steps go to different switches"}},
           at<&ReplaySettings::reorders>),
       "",
       "The numbers of ranks by which the permutation works. Ranks of a switch follow one another, the same number at "
       "each switch."},
      {"traffic.collectives.gather", choice(Some{binomial, to_root}, at<&Algorithms::gather>), "",
       "How gather becomes messages. gatherv is linear."},
      {"traffic.collectives.allgather",
       choice(
           Some{{Algorithm::ring, {"ring", "what came last to the next rank, in ranks - 1 rounds"}},
                {Algorithm::recursive_doubling,
                 {"recursive_doubling",
                  "the same with all that has come so far; where the ranks are no power of two, Bruck's algorithm"}}},
           at<&Algorithms::allgather>),
       "", "How allgather and allgatherv become messages."},
      {"traffic.collectives.scatter", choice(Some{binomial, from_root}, at<&Algorithms::scatter>), "",
       "How scatter becomes messages. scatterv is linear."},
      {"traffic.collectives.multicast.algorithm",
       choice(multicast::algorithm_words(), at<&PathSettings::algorithm, CollectivePaths>), "",
       "How the copies of a collective call by multicast travel."},
      {"traffic.collectives.multicast.branching",
       AutoInteger{1, 1024, at<&PathSettings::branching, CollectivePaths>, "any"}, "copies",
       "The most copies that a host sends of such a message in a tree."},
      {"traffic.collectives.multicast.order", choice(orders, at<&PathSettings::order, CollectivePaths>), "",
       "The numbers of hosts by which the paths and trees of such messages are built."},
  };
}

}  // namespace

std::vector<Key> replay_keys() {
  std::vector<Key> keys{
      {"traffic.trace", FileName{at<&ReplaySettings::trace_file>, false}, "",
       "A program's trace that hosts replay, instead of random packets: a time-independent trace of SimGrid, one file, "
       "a file that lists one file a rank, or a folder of such files; or a .prof file of Open MPI's monitoring: "
       "docs/real-input.md."},
      {"traffic.mapping",
       choice({{"linear", "rank n on host n"},
               {"round_robin", "one rank to a host of each switch in turn, then again"},
               {"random", "to hosts that run.seed draws"},
               {"file", "as in traffic.mapping_file"}},
              at<&ReplaySettings::mapping>),
       "", "Which host each rank runs on. Hosts without a rank are silent."},
      {"traffic.mapping_file", FileName{at<&ReplaySettings::mapping_file>}, "",
       "For mapping: file. The host of rank 0, 1, ..., its name or number, one a line; # begins a comment."},
      {"traffic.speed", Speed{at<&ReplaySettings::speed>}, "",
       "How fast ranks compute: operations of the trace turn into cycles, rounded up."},
      {"traffic.eager", DataAmount{0, std::uint64_t{1} << 40, at<&ReplaySettings::eager>}, "",
       "Messages up to this size are sent at once; for larger ones a control packet asks the receiver first, and "
       "another one answers when the receive is there (rendezvous)."},
      {"traffic.send_overhead", CycleDelay{0, 1'000'000, at<&ReplaySettings::send_overhead>}, "cycles",
       "What a rank takes to hand over a message."},
      {"traffic.receive_overhead", CycleDelay{0, 1'000'000, at<&ReplaySettings::receive_overhead>}, "cycles",
       "What a rank takes for each message that it has waited for."},
  };
  const std::vector<Key> collectives = collective_keys();
  keys.insert(keys.end(), collectives.begin(), collectives.end());
  return keys;
}

}  // namespace slackline::features
