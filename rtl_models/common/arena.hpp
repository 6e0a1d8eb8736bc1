// Storage for the variable-sized registers of one instance. Whoever owns the instance (a SystemC module, the fabric)
// provides the memory; the core lays its arrays out in it. The same layout function first counts, then takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace slackline {

/// Zeroed memory, aligned for every fundamental type. The system gives a page of it when something first reads or writes there: a run
/// pays for the memory of its interfaces as far as it uses it.
class ZeroedMemory {
 public:
  ZeroedMemory() = default;
  /// Throws std::bad_alloc.
  explicit ZeroedMemory(std::size_t bytes) : memory_(static_cast<std::byte*>(std::calloc(bytes, 1))) {
    if (memory_ == nullptr && bytes != 0) throw std::bad_alloc();
    if (bytes >= large) ask_for_huge_pages(memory_.get(), bytes);
  }

  std::byte* data() { return memory_.get(); }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  /// The memory of hundreds of interfaces, which are stepped in turn, is too large for a processor to keep the addresses of its pages:
  /// huge ones save a quarter of the time of 1,024 hosts. They make more of it resident.
  static constexpr std::size_t large = std::size_t{64} << 20;
  static void ask_for_huge_pages(std::byte* memory, std::size_t bytes);

  std::unique_ptr<std::byte[], Free> memory_;
};

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
    std::byte* place = next<T>(count);
    return place == nullptr ? nullptr : new (place) T[count]();
  }
  /// `count` words that are 0. The memory is not touched.
  std::uint32_t* take_words(std::size_t count) { return reinterpret_cast<std::uint32_t*>(next<std::uint32_t>(count)); }

  std::size_t used_bytes() const { return used_; }

 private:
  /// The place of the next elements; nullptr: there is none, as they are only counted, or are none.
  template <class T>
  std::byte* next(std::size_t count) {
    const std::size_t start = used_;
    used_ += (count * sizeof(T) + 7) / 8 * 8;
    return memory_ == nullptr || count == 0 ? nullptr : memory_ + start;
  }

  std::byte* memory_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace slackline
