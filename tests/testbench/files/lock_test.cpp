// Locks of files and folders between processes.
#include "testbench/files/lock.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/support/test_folder.hpp"

using namespace slackline;
using files::Lock;

namespace {

/// Another process that holds a lock until go().
class Holder {
 public:
  explicit Holder(const std::string& path) {
    std::array<int, 2> held{};
    REQUIRE(pipe(held.data()) == 0);
    process_ = fork();
    if (process_ == 0) {
      const Lock lock(path);
      if (write(held[1], "", 1) != 1) _exit(1);
      for (;;) pause();
    }
    char byte = 0;
    REQUIRE(read(held[0], &byte, 1) == 1);
    for (const int end : held) close(end);
  }
  ~Holder() { go(); }
  void go() {
    if (process_ == 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
};

}  // namespace

TEST_CASE("a lock that another process holds is not waited for longer than asked, and is free when that has ended",
          "[quick]") {
  const test::TestFolder folder;
  Holder holder(folder.path());
  CHECK(Lock(folder.path()).held_by_another());
  CHECK(Lock(folder.path(), std::chrono::milliseconds(30)).held_by_another());
  holder.go();
  CHECK(Lock(folder.path()).held());
}

TEST_CASE("what is not there has no lock", "[quick]") {
  const Lock lock("/nowhere/at/all", std::chrono::seconds(60));
  CHECK_FALSE(lock.held());
  CHECK_FALSE(lock.held_by_another());
}
