// process_pool: jobs in processes of their own, some at a time: what needs many simulations needs many processes,
// because SystemC elaborates once a process; and a job that crashes takes no other one with it.
//
//   run(jobs, at_once, work, watch)
//     fork -> work(0) -> bytes -> pipe -+
//     fork -> work(1) -> bytes -> pipe -+-> outcomes[0 .. jobs-1], in the order of the jobs
//     ...                               |     `-> watch.finished(index, outcome), in the order in which they end
//
// A job sees the process as it was when run() was called. So: no threads, and no SystemC objects, before that. A job
// must not write to standard output, which it shares. It does not hear Ctrl-C, which goes to all processes of a
// terminal: the parent asks watch.go_on, and ends the jobs under way when the answer is no. It dies with its parent
// (on Linux).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace slackline::pool {

/// How a job ended.
enum class End {
  not_run,  ///< not begun, or ended by us, because go_on said no
  done,
  threw,    ///< an exception left it; `bytes` is its what()
  crashed,  ///< a signal, or an exit of its own; `bytes` says which
};

struct Outcome {
  End end = End::not_run;
  std::string bytes;  ///< the job's result
};

/// What the caller does meanwhile, in the parent process. Each may be left out.
struct Watch {
  std::function<void(std::size_t job, const Outcome&)> finished;
  std::function<bool()> go_on;  ///< asked several times a second
};

/// Runs work(0) ... work(jobs - 1) in forked processes, `at_once` (>= 1) of them at a time. Throws std::system_error
/// when the machine gives no process or pipe; what was under way is ended then.
std::vector<Outcome> run(std::size_t jobs, unsigned at_once, const std::function<std::string(std::size_t job)>& work,
                         const Watch& watch = {});

/// How many processes this machine runs at the same time, at least 1.
unsigned processors();

}  // namespace slackline::pool
