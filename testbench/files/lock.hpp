// lock: a claim on a file or folder that ends with the process, however that ends.
#pragma once

#include <chrono>
#include <string>

namespace slackline::files {

class Lock {
 public:
  /// Locks a file or folder that exists. Tries again for as long as `patience` while another holds it.
  explicit Lock(const std::string& path, std::chrono::milliseconds patience = std::chrono::milliseconds(0));
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
