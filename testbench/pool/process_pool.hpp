// process_pool: jobs in processes of their own, some at a time: what needs many simulations needs many processes,
// because SystemC elaborates once a process; and a job that crashes takes no other one with it.
//
//   run(jobs, at_once, work, watch)                       all jobs are known before
//     fork -> work(0) -> bytes -> pipe -+
//     fork -> work(1) -> bytes -> pipe -+-> outcomes[0 .. jobs-1], in the order of the jobs
//     ...                               |     `-> watch.finished(index, outcome), in the order in which they end
//   Jobs: begin(job), listen(), end(job)                  results decide which jobs there are
//
// A job sees the process as it was when run() was called. So: no threads, and no SystemC objects, before that. A job
// must not write to standard output, which it shares. It does not hear Ctrl-C, which goes to all processes of a
// terminal: the parent asks watch.go_on, and ends the jobs under way when the answer is no. It dies with its parent
// (on Linux).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace slackline::pool {

/// How a job ended.
enum class End {
  not_run,  ///< not begun, or ended by us, because go_on returned false
  done,
  threw,    ///< an exception left it; `bytes` is its what()
  crashed,  ///< a signal, or an exit of its own; `bytes` tells which
};

struct Outcome {
  End end = End::not_run;
  std::string bytes;  ///< the job's result
};

/// Jobs under way, each a forked process.
class Jobs {
 public:
  using Work = std::function<std::string(std::size_t job)>;

  explicit Jobs(Work work);
  /// Ends those under way.
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  /// Throws std::system_error when the machine gives no process or pipe.
  void begin(std::size_t job);
  /// Ends a job under way; no outcome of it will come.
  void end(std::size_t job);
  /// Those that ended meanwhile, with their outcomes. Waits a tenth of a second at most.
  std::vector<std::pair<std::size_t, Outcome>> listen();

  std::size_t count() const { return running_.size(); }
  bool runs(std::size_t job) const;

 private:
  struct Child {
    int process;
    int from;  ///< the reading end of its pipe
    std::size_t job;
    std::string bytes;
  };
  static bool at_end(Child& child);
  static int reap(const Child& child);
  static Outcome outcome_of(Child& child, int status);

  Work work_;
  std::vector<Child> running_;
};

/// Callbacks of the caller, in the parent process. Each may be left out.
struct Watch {
  std::function<void(std::size_t job, const Outcome&)> finished;
  std::function<void(std::size_t done, std::size_t jobs)> progress;  ///< called several times a second, before go_on
  std::function<bool()> go_on;                                       ///< asked as often: false ends the jobs
};

/// Runs work(0) ... work(jobs - 1) in forked processes, `at_once` (>= 1) of them at a time. Throws std::system_error
/// when the machine gives no process or pipe; what was under way is ended then.
std::vector<Outcome> run(std::size_t jobs, unsigned at_once, const Jobs::Work& work, const Watch& watch = {});

/// How many processes this machine runs at the same time, 1 or more.
unsigned processors();

}  // namespace slackline::pool
