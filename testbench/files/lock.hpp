// lock: a claim on a file or folder that ends with the process, however that ends.
#pragma once

#include <string>

namespace slackline::files {

class Lock {
 public:
  enum class Wait : bool { no, yes };

  /// Locks a file or folder that exists. With Wait::yes, waits until its holder lets go.
  explicit Lock(const std::string& path, Wait wait = Wait::no);
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  bool held() const { return state_ == State::held; }
  /// False, too, where the file system knows no locks.
  bool held_by_another() const { return state_ == State::held_by_another; }

 private:
  enum class State : unsigned char { held, held_by_another, unknown };
  int descriptor_ = -1;
  State state_ = State::unknown;
};

}  // namespace slackline::files
