// The keys of traffic.* that are about a program's trace.
#include <algorithm>
#include <utility>

#include "testbench/config/choice.hpp"
#include "testbench/config/key_sections.hpp"

namespace slackline::config {

namespace {

using E = Experiment;
using replay::Algorithm;
using replay::Algorithms;

template <auto Field>
auto& replay_at(E& e) {
  return e.traffic.replay.*Field;
}

/// A choice among some of the algorithms.
template <auto Field>
Choice algorithm_choice(const std::vector<std::pair<Algorithm, ChoiceWord>>& all) {
  std::vector<ChoiceWord> words;
  for (const auto& [algorithm, word] : all) words.push_back(word);
  const auto get = [all](E& e) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return one.first == e.traffic.replay.collectives.*Field; });
    return static_cast<unsigned>(found - all.begin());
  };
  return {std::move(words), get,
          [all](E& e, unsigned index) { e.traffic.replay.collectives.*Field = all.at(index).first; }};
}

const std::pair<Algorithm, ChoiceWord> binomial{Algorithm::binomial, {"binomial", "along a binomial tree"}};

std::vector<Key> collective_keys() {
  const std::pair<Algorithm, ChoiceWord> from_root{Algorithm::linear, {"linear", "from the root to each"}},
      to_root{Algorithm::linear, {"linear", "each to the root"}};
  const ChoiceWord doubling{"recursive_doubling", "round k with the rank whose number differs in bit k"};
  return {
      {"traffic.collectives.barrier",
       algorithm_choice<&Algorithms::barrier>(
           {{Algorithm::dissemination, {"dissemination", "round k: to rank + 2^k, from rank - 2^k"}},
            {Algorithm::recursive_doubling, doubling}}),
       "", "How barrier becomes messages."},
      {"traffic.collectives.bcast", algorithm_choice<&Algorithms::bcast>({binomial, from_root}), "",
       "How bcast becomes messages."},
      {"traffic.collectives.reduce", algorithm_choice<&Algorithms::reduce>({binomial, to_root}), "",
       "How reduce becomes messages."},
      {"traffic.collectives.allreduce",
       algorithm_choice<&Algorithms::allreduce>(
           {{Algorithm::recursive_doubling, doubling},
            {Algorithm::ring, {"ring", "an equal part to the next rank, in 2 (ranks - 1) rounds"}}}),
       "", "How allreduce becomes messages."},
      {"traffic.collectives.alltoall",
       algorithm_choice<&Algorithms::alltoall>(
           {{Algorithm::pairwise, {"pairwise", "round k: to rank + k, from rank - k, one round after the other"}},
            {Algorithm::linear, {"linear", "the same, all at once"}}}),
       "", "How alltoall and alltoallv become messages."},
      {"traffic.collectives.gather", algorithm_choice<&Algorithms::gather>({binomial, to_root}), "",
       "How gather becomes messages. gatherv is linear."},
      {"traffic.collectives.allgather",
       algorithm_choice<&Algorithms::allgather>(
           {{Algorithm::ring, {"ring", "what came last to the next rank, in ranks - 1 rounds"}},
            {Algorithm::recursive_doubling,
             {"recursive_doubling",
              "the same with all that has come so far; where the ranks are no power of two, Bruck's algorithm"}}}),
       "", "How allgather and allgatherv become messages."},
      {"traffic.collectives.scatter", algorithm_choice<&Algorithms::scatter>({binomial, from_root}), "",
       "How scatter becomes messages. scatterv is linear."},
  };
}

}  // namespace

std::vector<Key> replay_keys() {
  std::vector<Key> keys{
      {"traffic.trace", FileName{replay_at<&ReplaySettings::trace_file>}, "",
       "A program's trace that hosts replay, instead of random packets: a time-independent trace of SimGrid, one file, "
       "a file that lists one file a rank, or a folder of such files; or a .prof file of Open MPI's monitoring: "
       "docs/real-input.md."},
      {"traffic.mapping",
       choice({{"linear", "rank n on host n"},
               {"round_robin", "one rank to a host of each switch in turn, then again"},
               {"random", "to hosts that run.seed draws"},
               {"file", "as in traffic.mapping_file"}},
              replay_at<&ReplaySettings::mapping>),
       "", "Which host each rank runs on. Hosts without a rank are silent."},
      {"traffic.mapping_file", FileName{replay_at<&ReplaySettings::mapping_file>}, "",
       "For mapping: file. The host of rank 0, 1, ..., its name or number, one a line; # begins a comment."},
      {"traffic.speed", Speed{replay_at<&ReplaySettings::speed>}, "",
       "How fast ranks compute: operations of the trace turn into cycles, rounded up."},
      {"traffic.eager", DataAmount{0, std::uint64_t{1} << 40, replay_at<&ReplaySettings::eager>}, "",
       "Messages up to this size are sent at once; for larger ones a control packet asks the receiver first, and "
       "another one answers when the receive is there (rendezvous)."},
      {"traffic.send_overhead", CycleDelay{0, 1'000'000, replay_at<&ReplaySettings::send_overhead>}, "cycles",
       "What a rank takes to hand over a message."},
      {"traffic.receive_overhead", CycleDelay{0, 1'000'000, replay_at<&ReplaySettings::receive_overhead>}, "cycles",
       "What a rank takes for each message that it has waited for."},
  };
  const std::vector<Key> collectives = collective_keys();
  keys.insert(keys.end(), collectives.begin(), collectives.end());
  return keys;
}

}  // namespace slackline::config
