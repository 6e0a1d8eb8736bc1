// trace: the calls of the ranks of a parallel program, one after another: computing, messages, collective calls. Plain
// data, as in the trace: amounts of data in bytes, of computing in operations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace slackline::replay {

enum class Call : std::uint8_t {
  compute,
  sleep,
  send,
  isend,
  recv,
  irecv,
  wait,
  waitall,
  sendrecv,
  test,
  barrier,
  bcast,
  reduce,
  allreduce,
  alltoall,
  alltoallv,
  gather,
  gatherv,
  allgather,
  allgatherv,
  scatter,
  scatterv,
  reducescatter,
};
inline constexpr unsigned calls = 23;  ///< how many there are
/// The word of a trace: "allreduce".
const char* to_string(Call call);
constexpr bool is_collective(Call call) { return call >= Call::barrier; }

/// Any source, any tag. In a message: a tag that nobody knows, and that any receive takes.
inline constexpr std::int32_t any = -1;

/// One call of one rank. Fields that a call does not use are 0.
struct Action {
  Call call = Call::compute;
  std::uint32_t line = 0;    ///< of the trace, 1-based
  std::uint32_t counts = 0;  ///< of the calls with a v, and reducescatter: where its counts begin in RankTrace::counts
  std::int32_t peer = 0;     ///< the other rank, or the root
  std::int32_t from = 0;     ///< sendrecv: the rank to receive from; peer is the one to send to
  std::int32_t tag = 0;
  bool receives = false;     ///< wait, test: of a receive, not of a send
  std::uint64_t bytes = 0;   ///< sent: to each rank where there are several
  std::uint64_t taken = 0;   ///< received: from each rank where there are several
  std::uint64_t amount = 0;  ///< operations to be computed; sleep: nanoseconds
};

struct RankTrace {
  std::uint32_t file = 0;  ///< index into Trace::files
  std::vector<Action> actions;
  /// Bytes, one a rank for each call that has them; alltoallv has two: those sent, then those received.
  std::vector<std::uint64_t> counts;
};

struct Trace {
  std::vector<std::string> files;
  std::vector<RankTrace> ranks;

  /// Differs between traces that differ in what they do.
  std::uint64_t digest() const;
};

}  // namespace slackline::replay
