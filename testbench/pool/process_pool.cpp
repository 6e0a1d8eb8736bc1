#include "testbench/pool/process_pool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <system_error>
#include <thread>
#include <utility>

namespace slackline::pool {

namespace {

// The first byte of what a job sends.
constexpr char says_done = 'd', says_threw = 't';

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void write_all(int to, const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = write(to, bytes.data() + at, bytes.size() - at);
    if (written < 0 && errno != EINTR) _exit(1);  // the parent no longer listens
    if (written > 0) at += static_cast<std::size_t>(written);
  }
}

/// The whole life of a child.
[[noreturn]] void live(std::size_t job, const std::function<std::string(std::size_t)>& work, int to, pid_t parent) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before we asked
#else
  (void)parent;
#endif
  std::string bytes;
  try {
    bytes = says_done + work(job);
  } catch (const std::exception& e) {
    bytes = std::string(1, says_threw) + e.what();
  } catch (...) {
    bytes = std::string(1, says_threw) + "an exception of unknown type";
  }
  write_all(to, bytes);
  _exit(0);  // nothing of the parent's is flushed or destroyed a second time
}

/// Output in our buffers is written now, or a child that crashes could write it a second time.
void flush_all() {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
}

}  // namespace

Jobs::Jobs(Work work) : work_(std::move(work)) {}

Jobs::~Jobs() {
  for (const Child& child : running_) kill(child.process, SIGKILL);
  for (const Child& child : running_) reap(child);
}

bool Jobs::runs(std::size_t job) const {
  return std::any_of(running_.begin(), running_.end(), [job](const Child& child) { return child.job == job; });
}

void Jobs::begin(std::size_t job) {
  flush_all();
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  const pid_t parent = getpid(), process = fork();
  if (process < 0) {
    const int why = errno;
    close(ends[0]);
    close(ends[1]);
    errno = why;
    fail("fork");
  }
  if (process == 0) {
    close(ends[0]);
    live(job, work_, ends[1], parent);
  }
  close(ends[1]);
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  running_.push_back({process, ends[0], job, {}});
}

void Jobs::end(std::size_t job) {
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (running_[i].job == job) {
      kill(running_[i].process, SIGKILL);
      reap(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
}

std::vector<std::pair<std::size_t, Outcome>> Jobs::listen() {
  std::vector<std::pair<std::size_t, Outcome>> ended;
  std::vector<pollfd> polled;
  for (const Child& child : running_) polled.push_back({child.from, POLLIN, 0});
  if (poll(polled.data(), polled.size(), 100) < 0) {
    if (errno == EINTR) return ended;
    fail("poll");
  }
  std::vector<Child> still;
  for (std::size_t i = 0; i < polled.size(); ++i) {
    Child& child = running_[i];
    if (polled[i].revents == 0 || !at_end(child)) {
      still.push_back(std::move(child));
      continue;
    }
    const int status = reap(child);
    ended.emplace_back(child.job, outcome_of(child, status));
  }
  running_ = std::move(still);
  return ended;
}

/// Takes one portion out of the pipe. True: the child has closed it.
bool Jobs::at_end(Child& child) {
  char portion[1 << 16];
  const ssize_t got = read(child.from, portion, sizeof portion);
  if (got < 0 && errno == EINTR) return false;
  if (got <= 0) return true;
  child.bytes.append(portion, static_cast<std::size_t>(got));
  return false;
}

int Jobs::reap(const Child& child) {
  close(child.from);
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Outcome Jobs::outcome_of(Child& child, int status) {
  if (WIFSIGNALED(status)) return {End::crashed, std::string("ended by signal: ") + strsignal(WTERMSIG(status))};
  if (WEXITSTATUS(status) != 0 || child.bytes.empty())
    return {End::crashed, "ended with exit status " + std::to_string(WEXITSTATUS(status)) + ", without a result"};
  const End end = child.bytes.front() == says_done ? End::done : End::threw;
  child.bytes.erase(0, 1);
  return {end, std::move(child.bytes)};
}

std::vector<Outcome> run(std::size_t jobs, unsigned at_once, const Jobs::Work& work, const Watch& watch) {
  std::vector<Outcome> outcomes(jobs);
  Jobs running(work);
  std::size_t begun = 0, done = 0;
  while (begun < jobs || running.count() != 0) {
    if (watch.progress) watch.progress(done, jobs);
    if (watch.go_on && !watch.go_on()) break;
    while (begun < jobs && running.count() < std::max(at_once, 1u)) running.begin(begun++);
    for (auto& [job, outcome] : running.listen()) {
      outcomes[job] = std::move(outcome);
      ++done;
      if (watch.finished) watch.finished(job, outcomes[job]);
    }
  }
  return outcomes;
}

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace slackline::pool
