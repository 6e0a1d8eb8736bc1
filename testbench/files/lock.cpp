#include "testbench/files/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

namespace slackline::files {

Lock::Lock(const std::string& path, std::chrono::milliseconds patience) {
  descriptor_ = open(path.c_str(), O_RDWR | O_CLOEXEC);  // some file systems want to write for it
  if (descriptor_ < 0 && errno == EISDIR) descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) return;
  const auto end = std::chrono::steady_clock::now() + patience;
  int failed = flock(descriptor_, LOCK_EX | LOCK_NB);
  while (failed != 0 && (errno == EINTR || errno == EWOULDBLOCK) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    failed = flock(descriptor_, LOCK_EX | LOCK_NB);
  }
  if (failed == 0)
    state_ = State::held;
  else if (errno == EWOULDBLOCK)
    state_ = State::held_by_another;
}

Lock::~Lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace slackline::files
