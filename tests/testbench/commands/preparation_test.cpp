#include "testbench/commands/preparation.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <string>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/interrupt.hpp"
#include "tests/support/test_folder.hpp"

using namespace slackline::commands;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

/// The output of a child process to a terminal that is its error stream.
template <class Body>
std::string on_terminal(Body body) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(grantpt(terminal) == 0);
  REQUIRE(unlockpt(terminal) == 0);
  const std::string name = ptsname(terminal);
  const pid_t process = fork();
  if (process == 0) {
    dup2(open(name.c_str(), O_RDWR | O_NOCTTY), STDERR_FILENO);
    body();
    _exit(0);
  }
  REQUIRE(waitpid(process, nullptr, 0) == process);
  // The kernel may deliver the last output late. Reading fails when all is read and nobody holds the other end.
  std::string text;
  char piece[4096];
  for (ssize_t length = 0; (length = read(terminal, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(length));
  close(terminal);
  return text;
}

void do_long_work(bool wanted) {
  const auto on_progress = show_preparation(wanted);
  for (const char* work : {"routes", "deadlock-free?"})
    for (unsigned done = 0; done < 2; ++done) {
      on_progress(work, done, 4);
      usleep(250'000);
    }
}

}  // namespace

TEST_CASE("on a terminal each long task is shown by name in turn, then cleared", "[quick]") {
  const std::string text = on_terminal([] { do_long_work(true); });
  const std::size_t routes = text.find("\r\033[K 25.0 %  "), proof = text.rfind("\r\033[K 25.0 %  ");
  REQUIRE(routes < proof);
  CHECK_THAT(text.substr(routes, proof - routes), Contains("s left  routes"));
  CHECK_THAT(text.substr(proof), Contains("s left  deadlock-free?") && EndsWith("\r\033[K"));
  CHECK(on_terminal([] { do_long_work(false); }).empty());
}

TEST_CASE("schedule shows the progress of its network's routes on a terminal") {
  const slackline::test::TestFolder folder;
  folder.write("large.yaml",
               "schema_version: 1\ntopology: { kind: mesh, size: [72, 72] }\nrouting: { kind: up_down }\n");
  slackline::commands::ScheduleOptions options;
  options.file = folder / "large.yaml";
  options.routes = "tree";
  options.root = "nosuch";  // it ends when the network is built
  const std::string text = on_terminal([&] { slackline::commands::schedule(options); });
  CHECK_THAT(text, Contains("s left  routes") &&
                       Contains("--root: expected the name of a switch, such as switch0, found nosuch"));
}

TEST_CASE("long work ends when it is interrupted", "[quick]") {
  const pid_t process = fork();
  if (process == 0) {
    const auto on_progress = show_preparation(false);
    note_interrupts();
    on_progress("routes", 0, 2);
    std::raise(SIGINT);
    try {
      on_progress("routes", 1, 2);
    } catch (const Interrupted&) {
      _exit(7);
    }
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}
