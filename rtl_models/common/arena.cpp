#include "rtl_models/common/arena.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace slackline {

void ZeroedMemory::ask_for_huge_pages([[maybe_unused]] std::byte* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + page - 1) & ~(page - 1), end = (begin + bytes) & ~(page - 1);
  madvise(memory + (first - begin), end - first, MADV_HUGEPAGE);  // a wish: it may be refused
#endif
}

}  // namespace slackline
