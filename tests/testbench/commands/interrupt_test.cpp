#include "testbench/commands/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>

using namespace slackline::commands;

namespace {

/// The wait status of a child process that notes interrupts and runs `body`.
template <class Body>
int end_of(Body body) {
  const pid_t process = fork();
  if (process == 0) {
    note_interrupts();
    _exit(body());
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  return status;
}

}  // namespace

TEST_CASE("an interrupt is noted, and a second one at once counts as the same", "[quick]") {
  CHECK_FALSE(interrupt_noted());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = end_of([&] {
      std::raise(signal);
      const bool noted = interrupt_noted();
      std::raise(SIGINT);
      std::raise(SIGTERM);
      return noted ? 7 : 8;
    });
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
  }
}

TEST_CASE("under nohup a hangup of the terminal is no interrupt", "[quick]") {
  const pid_t process = fork();
  if (process == 0) {
    std::signal(SIGHUP, SIG_IGN);
    note_interrupts();
    std::raise(SIGHUP);
    _exit(interrupt_noted() ? 8 : 7);
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("an interrupt more than a second after the first ends the process", "[quick]") {
  const int status = end_of([] {
    std::raise(SIGINT);
    usleep(1'050'000);
    std::raise(SIGTERM);
    return 0;
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
}
