#include "testbench/workloads/replay/program/trace.hpp"

#include <array>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::replay {

const char* to_string(Call call) {
  static constexpr std::array<const char*, calls> words{
      "compute",  "sleep",   "send",      "isend",      "recv",    "irecv",     "wait",         "waitall",
      "sendrecv", "test",    "barrier",   "bcast",      "reduce",  "allreduce", "alltoall",     "alltoallv",
      "gather",   "gatherv", "allgather", "allgatherv", "scatter", "scatterv",  "reducescatter"};
  return words[static_cast<unsigned>(call)];
}

std::uint64_t Trace::digest() const {
  std::uint64_t hash = ranks.size();
  const auto add = [&hash](std::uint64_t value) { hash = mix64(hash ^ mix64(value)); };
  for (const RankTrace& rank : ranks) {
    add(rank.actions.size());
    for (const Action& a : rank.actions) {
      add(static_cast<std::uint64_t>(a.call) << 1 | unsigned{a.receives});
      add(std::uint64_t{static_cast<std::uint32_t>(a.peer)} << 32 | static_cast<std::uint32_t>(a.tag));
      add(static_cast<std::uint32_t>(a.from));
      add(a.bytes);
      add(a.taken);
      add(a.amount);
    }
    for (const std::uint64_t count : rank.counts) add(count);
  }
  return hash;
}

}  // namespace slackline::replay
