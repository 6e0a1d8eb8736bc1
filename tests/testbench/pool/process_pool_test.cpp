#include "testbench/pool/process_pool.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>

using namespace slackline;
using pool::End;
using pool::Outcome;

namespace {

void rest(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

/// The counters that the test shares with its jobs, which are separate processes.
struct Counters {
  std::atomic<int> running{0}, most{0}, ended{0};
};
struct Unmap {
  void operator()(Counters* counters) const { munmap(counters, sizeof(Counters)); }
};
std::unique_ptr<Counters, Unmap> shared() {
  void* memory = mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  return std::unique_ptr<Counters, Unmap>(new (memory) Counters);
}

/// Half a minute at most.
template <class Condition>
void wait_until(Condition&& condition) {
  for (int i = 0; i < 30'000 && !condition(); ++i) rest(1);
}

}  // namespace

TEST_CASE("results are in the order of the jobs, whichever ends first") {
  std::vector<std::size_t> ended;
  const auto counters = shared();
  pool::Watch watch;
  watch.finished = [&](std::size_t job, const Outcome&) {
    ended.push_back(job);
    ++counters->ended;
  };
  const auto outcomes = pool::run(
      3, 3,
      [&](std::size_t job) {
        wait_until([&] { return counters->ended == 2 - static_cast<int>(job); });
        return "job " + std::to_string(job);
      },
      watch);
  REQUIRE(outcomes.size() == 3);
  for (std::size_t job = 0; job < 3; ++job) {
    CHECK(outcomes[job].end == End::done);
    CHECK(outcomes[job].bytes == "job " + std::to_string(job));
  }
  CHECK(ended == std::vector<std::size_t>{2, 1, 0});
}

TEST_CASE("many more jobs than processes run, and changes in a job do not reach others") {
  int touched = 0;
  const auto outcomes = pool::run(200, 4, [&](std::size_t job) {
    ++touched;
    return std::to_string(job * job) + "," + std::to_string(touched);
  });
  for (std::size_t job = 0; job < 200; ++job) CHECK(outcomes[job].bytes == std::to_string(job * job) + ",1");
  CHECK(touched == 0);
}

TEST_CASE("no more jobs run at once than requested") {
  for (const unsigned at_once : {1u, 2u, 4u}) {
    const auto counters = shared();
    pool::run(8, at_once, [&](std::size_t) {
      const int now = ++counters->running;
      for (int most = counters->most; most < now && !counters->most.compare_exchange_weak(most, now);) continue;
      // As many run at once as allowed.
      wait_until([&] { return counters->most >= static_cast<int>(at_once); });
      rest(20);
      --counters->running;
      return std::string();
    });
    CHECK(counters->most == static_cast<int>(at_once));
  }
}

TEST_CASE("a result much larger than a pipe arrives complete, with every byte value", "[quick]") {
  const auto outcomes = pool::run(3, 2, [](std::size_t job) {
    std::string bytes(5'000'000 + job, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 >> 3);
    return bytes;
  });
  for (std::size_t job = 0; job < 3; ++job) {
    REQUIRE(outcomes[job].bytes.size() == 5'000'000 + job);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < outcomes[job].bytes.size(); ++i)
      wrong += outcomes[job].bytes[i] != static_cast<char>(i * 31 >> 3);
    CHECK(wrong == 0);
  }
}

TEST_CASE("an empty result is a result, and no jobs have none", "[quick]") {
  const auto outcomes = pool::run(1, 1, [](std::size_t) { return std::string(); });
  CHECK(outcomes[0].end == End::done);
  CHECK(outcomes[0].bytes.empty());
  CHECK(pool::run(0, 2, [](std::size_t) { return std::string(); }).empty());
}

TEST_CASE("a job that crashes is reported with its signal, and the others go on") {
  const auto outcomes = pool::run(6, 2, [](std::size_t job) {
    if (job == 1) {
      signal(SIGABRT, SIG_DFL);  // not Catch's handler, which would report the test itself as failed
      abort();
    }
    if (job == 2) raise(SIGKILL);
    if (job == 3) _exit(7);
    if (job == 4) _exit(0);
    return std::string("fine");
  });
  CHECK(outcomes[0].bytes == "fine");
  CHECK(outcomes[1].end == End::crashed);
  CHECK(outcomes[1].bytes == "ended by signal: Aborted");
  CHECK(outcomes[2].end == End::crashed);
  CHECK(outcomes[2].bytes == "ended by signal: Killed");
  CHECK(outcomes[3].end == End::crashed);
  CHECK(outcomes[3].bytes == "ended with exit status 7, without a result");
  CHECK(outcomes[4].end == End::crashed);  // an exit with status 0 is no success
  CHECK(outcomes[5].bytes == "fine");
}

TEST_CASE("bytes that a job sends before it ends with an error are no result") {
  const auto open_files = [] {
    std::set<int> files;
    for (int file = 0; file < 1000; ++file)
      if (fcntl(file, F_GETFD) != -1) files.insert(file);
    return files;
  };
  const std::set<int> before = open_files();
  // The only file of a job is the pipe for its result; a complete result is 'd' for done, and its bytes.
  const auto outcomes = pool::run(1, 1, [&](std::size_t) -> std::string {
    for (const int file : open_files())
      if (before.count(file) == 0) _exit(write(file, "dfine", 5) == 5 ? 7 : 8);
    return "no pipe";
  });
  CHECK(outcomes[0].end == End::crashed);
  CHECK(outcomes[0].bytes == "ended with exit status 7, without a result");
}

TEST_CASE("an exception that leaves a job is reported with its message", "[quick]") {
  const auto outcomes = pool::run(3, 1, [](std::size_t job) -> std::string {
    if (job == 0) throw std::runtime_error("no such network");
    if (job == 1) throw 5;
    return "fine";
  });
  CHECK(outcomes[0].end == End::threw);
  CHECK(outcomes[0].bytes == "no such network");
  CHECK(outcomes[1].end == End::threw);
  CHECK(outcomes[2].bytes == "fine");
}

TEST_CASE("progress tells the number of ended jobs, and comes before each question whether to go on", "[quick]") {
  std::vector<std::size_t> reported;
  bool asked = true;
  pool::Watch watch;
  watch.progress = [&](std::size_t done, std::size_t jobs) {
    CHECK(jobs == 3);
    CHECK(asked);
    asked = false;
    reported.push_back(done);
  };
  watch.go_on = [&] { return asked = true; };
  pool::run(
      3, 1, [](std::size_t) { return std::string("fine"); }, watch);
  REQUIRE_FALSE(reported.empty());
  CHECK(reported.front() == 0);
  CHECK(reported.back() == 2);
}

TEST_CASE("when go_on returns false, running jobs are ended at once and the others are not started", "[quick]") {
  std::size_t finished = 0;
  pool::Watch watch;
  watch.finished = [&](std::size_t, const Outcome&) { ++finished; };
  watch.go_on = [&] { return finished == 0; };
  const auto counters = shared();
  const auto outcomes = pool::run(
      5, 2,
      [&](std::size_t job) {
        ++counters->running;
        if (job == 0) wait_until([&] { return counters->running == 2; });
        if (job != 0) {
          rest(20'000);
          ++counters->ended;
        }
        return std::string("fine");
      },
      watch);
  CHECK(counters->running == 2);
  CHECK(counters->ended == 0);  // none was waited for, and none is left
  const bool no_child = waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
  CHECK(no_child);
  CHECK(outcomes[0].end == End::done);
  for (std::size_t job = 1; job < 5; ++job) CHECK(outcomes[job].end == End::not_run);
}

TEST_CASE("a job does not hear Ctrl-C") {
  const auto outcomes = pool::run(1, 1, [](std::size_t) {
    raise(SIGINT);
    return std::string("fine");
  });
  CHECK(outcomes[0].bytes == "fine");
}
