// Writes registers: a checkpoint being loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "rtl_models/common/registers.hpp"

namespace slackline::test {

/// A visitor that gives each register its value of a RegisterSnapshot, in visiting order.
class RegisterLoader {
 public:
  explicit RegisterLoader(const RegisterSnapshot& saved) : values_(saved.values) {}

  template <class T>
  void reg(const char*, T& value) {
    if constexpr (std::is_same_v<T, Flit>)
      value = Flit(values_[next_++]);
    else
      value = static_cast<T>(values_[next_++]);
  }
  void open(const char*, unsigned) {}
  void close() {}

 private:
  const std::vector<std::uint64_t>& values_;
  std::size_t next_ = 0;
};

}  // namespace slackline::test
