#include "testbench/workloads/replay/trace_file/call_forms.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "testbench/settings/nearest.hpp"

namespace slackline::trace_file {

namespace {

using replay::Call;

constexpr std::array<CallForm, 29> call_forms{{
    {"init", Form::init, Call::compute},
    {"finalize", Form::nothing, Call::compute},
    {"comm_size", Form::nothing, Call::compute},
    {"comm_split", Form::nothing, Call::compute},
    {"comm_dup", Form::nothing, Call::compute},
    {"location", Form::nothing, Call::compute},
    {"compute", Form::compute, Call::compute},
    {"sleep", Form::sleep, Call::sleep},
    {"send", Form::peer, Call::send},
    {"isend", Form::peer, Call::isend},
    {"recv", Form::peer, Call::recv},
    {"irecv", Form::peer, Call::irecv},
    {"wait", Form::wait, Call::wait},
    {"waitall", Form::waitall, Call::waitall},
    {"test", Form::wait, Call::test},
    {"sendrecv", Form::sendrecv, Call::sendrecv},
    {"barrier", Form::barrier, Call::barrier},
    {"bcast", Form::bcast, Call::bcast},
    {"reduce", Form::reduce, Call::reduce},
    {"allreduce", Form::allreduce, Call::allreduce},
    {"alltoall", Form::alltoall, Call::alltoall},
    {"alltoallv", Form::alltoallv, Call::alltoallv},
    {"gather", Form::rooted, Call::gather},
    {"scatter", Form::rooted, Call::scatter},
    {"allgather", Form::allgather, Call::allgather},
    {"gatherv", Form::gatherv, Call::gatherv},
    {"scatterv", Form::scatterv, Call::scatterv},
    {"allgatherv", Form::allgatherv, Call::allgatherv},
    {"reducescatter", Form::reducescatter, Call::reducescatter},
}};

/// Calls that MPI has and a trace may not: one of these is not a misspelt other.
constexpr std::array<std::string_view, 34> other_calls{
    "ssend",     "bsend",      "rsend",       "issend",    "ibsend",      "irsend",   "probe",
    "iprobe",    "mprobe",     "waitany",     "waitsome",  "testall",     "testany",  "testsome",
    "scan",      "exscan",     "iscan",       "ibarrier",  "ibcast",      "ireduce",  "iallreduce",
    "ialltoall", "ialltoallv", "igather",     "igatherv",  "iallgather",  "iscatter", "iscatterv",
    "alltoallw", "comm_free",  "comm_create", "comm_rank", "iallgatherv", "abort"};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace

const CallForm* find_form(const std::string& word) {
  const std::string lower = lower_case(word);
  const auto* form =
      std::find_if(call_forms.begin(), call_forms.end(), [&](const CallForm& f) { return f.word == lower; });
  return form == call_forms.end() ? nullptr : form;
}

std::string nearest_call(const std::string& word) {
  const std::string lower = lower_case(word);
  if (std::find(other_calls.begin(), other_calls.end(), lower) != other_calls.end()) return "";
  std::vector<std::string_view> words;
  for (const CallForm& form : call_forms) words.push_back(form.word);
  return settings::nearest(lower, words);
}

std::string all_calls() {
  std::string all;
  for (const CallForm& form : call_forms) all += (all.empty() ? "" : ", ") + std::string(form.word);
  return all;
}

}  // namespace slackline::trace_file
