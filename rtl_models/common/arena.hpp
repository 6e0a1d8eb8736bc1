// Storage for the variable-sized registers of one instance. Whoever owns the instance (a SystemC module, the fabric)
// provides the memory; the core lays its arrays out in it. The same layout function first counts, then takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

namespace slackline {

class Arena {
 public:
  /// Counts only: every take() returns nullptr.
  Arena() = default;
  /// Takes from zeroed memory, aligned to 8 bytes.
  explicit Arena(std::byte* memory) : memory_(memory) {}

  /// `count` value-initialised elements.
  template <class T>
  T* take(std::size_t count) {
    static_assert(alignof(T) <= 8);
    const std::size_t start = used_;
    used_ += (count * sizeof(T) + 7) / 8 * 8;
    if (memory_ == nullptr || count == 0) return nullptr;
    return new (memory_ + start) T[count]();
  }

  std::size_t used_bytes() const { return used_; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace slackline
