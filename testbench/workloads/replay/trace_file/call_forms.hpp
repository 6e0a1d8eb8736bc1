// call_forms: the words of a time-independent trace, and the values after each (ti_trace.hpp has them all).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "testbench/workloads/replay/program/trace.hpp"

namespace slackline::trace_file {

enum class Form : std::uint8_t {
  nothing,
  compute,
  sleep,
  peer,
  wait,
  waitall,
  sendrecv,
  barrier,
  bcast,
  reduce,
  allreduce,
  alltoall,
  alltoallv,
  rooted,
  allgather,
  gatherv,
  scatterv,
  allgatherv,
  reducescatter,
  init
};

struct CallForm {
  std::string_view word;
  Form form;
  replay::Call call;
};

/// The form of a word in whatever case; nullptr: no call that is read.
const CallForm* find_form(const std::string& word);

/// The call that was probably meant by a word that is none, and none of MPI's either.
std::string nearest_call(const std::string& word);

/// All words, for messages.
std::string all_calls();

}  // namespace slackline::trace_file
