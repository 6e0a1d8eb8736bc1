#include "testbench/files/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace slackline::files {

Lock::Lock(const std::string& path, Wait wait) {
  descriptor_ = open(path.c_str(), O_RDWR | O_CLOEXEC);  // some file systems want to write for it
  if (descriptor_ < 0 && errno == EISDIR) descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) return;
  int failed = 0;
  do failed = flock(descriptor_, LOCK_EX | (wait == Wait::yes ? 0 : LOCK_NB));
  while (failed != 0 && errno == EINTR);
  if (failed == 0)
    state_ = State::held;
  else if (errno == EWOULDBLOCK)
    state_ = State::held_by_another;
}

Lock::~Lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace slackline::files
