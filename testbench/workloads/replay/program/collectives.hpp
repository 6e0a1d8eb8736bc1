// collectives: a collective call as messages between pairs of ranks, by the algorithms that MPI libraries use (Thakur,
// Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH", 2005). P ranks, b bytes.
//
//   barrier     dissemination       round k: to r + 2^k, from r - 2^k; ceil(log2 P) rounds
//               recursive_doubling  round k: with r xor 2^k
//   bcast       binomial            from the root down a binomial tree; linear: the root to each
//               multicast           the root to all others at once
//   reduce      binomial            up the same tree; linear: each to the root
//   allreduce   recursive_doubling  round k: b bytes with r xor 2^k
//               ring                2 (P - 1) rounds of b / P bytes to the next rank: reduce-scatter, then allgather
//               multicast           reduce to rank 0, which sends the result to all others at once
//   gather      binomial            up the tree, each with all of its subtree; linear: each to the root
//   scatter     binomial            down the tree; linear: the root to each
//   allgather   ring                P - 1 rounds: the block that came last to the next rank
//               recursive_doubling  round k: 2^k blocks with r xor 2^k; P no power of two: Bruck's algorithm
//   alltoall    pairwise            step i of P - 1: to one rank and from one, those of a permutation
//               linear              all at once, in the same order
//               shuffle             the same in pieces: the first piece to each, then the second to each, and so on (Tam and Wang,
//                                   "Contention-free complete exchange", 2000: synchronous shuffle exchange)
//   reducescatter                   pairwise, by shift
//
// Permutations of an alltoall are those of complete exchanges (testbench/exchange/orders.hpp): shift, to r + i and from r - i; xor
// and edge colouring, to and from the same rank; of ranks that may be reordered over switches.
//
// Recursive doubling with P no power of two: of the first 2 (P - 2^n) ranks each even one gives its part to its
// neighbour before, and gets the result from it afterwards. The calls with a v: gatherv and scatterv linear, allgatherv
// and alltoallv as their sisters; by shuffle, each rank knows from its counts how many pieces it sends and receives.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/exchange/orders.hpp"
#include "testbench/workloads/replay/program/trace.hpp"

namespace slackline::replay {

enum class Algorithm : std::uint8_t {
  linear,
  binomial,
  ring,
  recursive_doubling,
  dissemination,
  pairwise,
  shuffle,
  multicast
};

struct Algorithms {
  Algorithm barrier = Algorithm::dissemination;
  Algorithm bcast = Algorithm::binomial;
  Algorithm reduce = Algorithm::binomial;
  Algorithm allreduce = Algorithm::recursive_doubling;
  Algorithm alltoall = Algorithm::pairwise;
  std::uint64_t piece = 1492;  ///< bytes of a message of an alltoall by shuffle, 1 or more; the last one may have fewer
  exchange::Permutation permutation = exchange::Permutation::shift;  ///< of an alltoall; fits the number of ranks
  exchange::Reordering reordering;                                   ///< of the ranks of an alltoall
  Algorithm gather = Algorithm::binomial;
  Algorithm allgather = Algorithm::ring;
  Algorithm scatter = Algorithm::binomial;

  bool any_multicast() const { return bcast == Algorithm::multicast || allreduce == Algorithm::multicast; }
};

/// One step of a rank.
struct Step {
  enum class Kind : std::uint8_t {
    send,       ///< begins, without waiting for its end
    multicast,  ///< the same to all other ranks at once
    receive,    ///< begins, without waiting for its end
    wait,       ///< for the end of all that this call has begun
    compute,
  };
  Kind kind = Kind::wait;
  std::uint32_t peer = 0;
  std::uint64_t amount = 0;  ///< bytes, or operations
};

/// Whether any rank has others to exchange with by alltoall or alltoallv.
bool has_alltoall(const Trace& trace);

/// The maximum number of messages that all ranks together send in one alltoall by shuffle, unless each sends all at once.
inline constexpr std::uint64_t most_pieces = 4'000'000;
/// The smallest Algorithms::piece, `from` or longer, with which no alltoall or alltoallv of the trace has more.
std::uint64_t least_piece(const Trace& trace, std::uint64_t from);

/// The steps of rank `rank` of `trace` for its collective call `action`.
std::vector<Step> steps_of(const Trace& trace, std::uint32_t rank, const Action& action, const Algorithms& algorithms);

}  // namespace slackline::replay
