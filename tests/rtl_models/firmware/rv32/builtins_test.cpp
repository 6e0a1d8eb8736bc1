// The functions of rv32/builtins.c against the operators that they stand for.
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

extern "C" {
void* rv32_memcpy(void* to, const void* from, std::size_t bytes);
void* rv32_memmove(void* to, const void* from, std::size_t bytes);
void* rv32_memset(void* to, int value, std::size_t bytes);
int rv32_memcmp(const void* a, const void* b, std::size_t bytes);
std::uint64_t rv32_ashldi3(std::uint64_t value, int by);
std::uint64_t rv32_lshrdi3(std::uint64_t value, int by);
std::int64_t rv32_ashrdi3(std::int64_t value, int by);
std::uint64_t rv32_muldi3(std::uint64_t a, std::uint64_t b);
std::uint64_t rv32_udivdi3(std::uint64_t dividend, std::uint64_t divisor);
std::uint64_t rv32_umoddi3(std::uint64_t dividend, std::uint64_t divisor);
std::int64_t rv32_divdi3(std::int64_t dividend, std::int64_t divisor);
std::int64_t rv32_moddi3(std::int64_t dividend, std::int64_t divisor);
int rv32_clzsi2(std::uint32_t value);
int rv32_ctzsi2(std::uint32_t value);
int rv32_clzdi2(std::uint64_t value);
int rv32_ctzdi2(std::uint64_t value);
int rv32_popcountsi2(std::uint32_t value);
int rv32_popcountdi2(std::uint64_t value);
std::uint32_t rv32_bswapsi2(std::uint32_t value);
std::uint64_t rv32_bswapdi2(std::uint64_t value);
}

namespace {

/// The edges of 64 and of 32 bits, and numbers in between.
const std::vector<std::uint64_t> numbers = {0,
                                            1,
                                            2,
                                            3,
                                            10,
                                            0x7fffffff,
                                            0x80000000,
                                            0xffffffff,
                                            0x100000000,
                                            0x123456789,
                                            0xdeadbeefcafe,
                                            0x7fffffffffffffff,
                                            0x8000000000000000,
                                            0x8000000000000001,
                                            0xfffffffffffffffe,
                                            0xffffffffffffffff};

}  // namespace

TEST_CASE("Shifts of 64 bits by 0 to 63 are those of the operators", "[quick]") {
  for (const std::uint64_t value : numbers)
    for (int by = 0; by < 64; ++by) {
      INFO(value << " by " << by);
      CHECK(rv32_ashldi3(value, by) == value << by);
      CHECK(rv32_lshrdi3(value, by) == value >> by);
      CHECK(rv32_ashrdi3(static_cast<std::int64_t>(value), by) == static_cast<std::int64_t>(value) >> by);
    }
}

TEST_CASE("Products, quotients and remainders of 64 bits are those of the operators", "[quick]") {
  for (const std::uint64_t a : numbers)
    for (const std::uint64_t b : numbers) {
      INFO(a << " and " << b);
      CHECK(rv32_muldi3(a, b) == a * b);
      if (b == 0) continue;
      CHECK(rv32_udivdi3(a, b) == a / b);
      CHECK(rv32_umoddi3(a, b) == a % b);
      const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
      if (x == std::numeric_limits<std::int64_t>::min() && y == -1) continue;
      CHECK(rv32_divdi3(x, y) == x / y);
      CHECK(rv32_moddi3(x, y) == x % y);
    }
}

TEST_CASE("A division by 0 gives what the instructions of 32 bits give: all ones, and the dividend") {
  CHECK(rv32_udivdi3(7, 0) == ~std::uint64_t{0});
  CHECK(rv32_umoddi3(7, 0) == 7);
}

TEST_CASE("Zeros and ones of a word are counted, and its bytes swapped", "[quick]") {
  for (const std::uint64_t value : numbers) {
    INFO(value);
    const auto low = static_cast<std::uint32_t>(value);
    CHECK(rv32_popcountdi2(value) == __builtin_popcountll(value));
    CHECK(rv32_popcountsi2(low) == __builtin_popcount(low));
    CHECK(rv32_bswapdi2(value) == __builtin_bswap64(value));
    CHECK(rv32_bswapsi2(low) == __builtin_bswap32(low));
    CHECK(rv32_clzdi2(value) == (value == 0 ? 64 : __builtin_clzll(value)));
    CHECK(rv32_ctzdi2(value) == (value == 0 ? 64 : __builtin_ctzll(value)));
    CHECK(rv32_clzsi2(low) == (low == 0 ? 32 : __builtin_clz(low)));
    CHECK(rv32_ctzsi2(low) == (low == 0 ? 32 : __builtin_ctz(low)));
  }
}

TEST_CASE("Memory is copied, moved over itself either way, set and compared") {
  char memory[] = "0123456789";
  CHECK(rv32_memcpy(memory, "abc", 3) == memory);
  CHECK(memory == std::string("abc3456789"));
  CHECK(rv32_memmove(memory + 2, memory, 6) == memory + 2);
  CHECK(memory == std::string("ababc34589"));
  CHECK(rv32_memmove(memory, memory + 2, 6) == memory);
  CHECK(memory == std::string("abc3454589"));
  CHECK(rv32_memset(memory + 1, 'x', 2) == memory + 1);
  CHECK(memory == std::string("axx3454589"));
  CHECK(rv32_memset(memory, 'y', 0) == memory);
  CHECK(memory[0] == 'a');
  CHECK(rv32_memcmp("abc", "abd", 2) == 0);
  CHECK(rv32_memcmp("abc", "abd", 3) < 0);
  CHECK(rv32_memcmp("\xff", "a", 1) > 0);
}
