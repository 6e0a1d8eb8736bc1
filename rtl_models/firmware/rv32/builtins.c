/* builtins: functions that compilers call where RV32IM has no instruction for what C asks for. Their names are the
 * compilers'. There is none for floating point. */
#include <stddef.h>
#include <stdint.h>

void* memcpy(void* to, const void* from, size_t bytes);
void* memmove(void* to, const void* from, size_t bytes);
void* memset(void* to, int value, size_t bytes);
int memcmp(const void* a, const void* b, size_t bytes);
uint64_t __ashldi3(uint64_t value, int by);
uint64_t __lshrdi3(uint64_t value, int by);
int64_t __ashrdi3(int64_t value, int by);
uint64_t __muldi3(uint64_t a, uint64_t b);
uint64_t __udivdi3(uint64_t dividend, uint64_t divisor);
uint64_t __umoddi3(uint64_t dividend, uint64_t divisor);
int64_t __divdi3(int64_t dividend, int64_t divisor);
int64_t __moddi3(int64_t dividend, int64_t divisor);
int __clzsi2(uint32_t value);
int __ctzsi2(uint32_t value);
int __clzdi2(uint64_t value);
int __ctzdi2(uint64_t value);
int __popcountsi2(uint32_t value);
int __popcountdi2(uint64_t value);
uint32_t __bswapsi2(uint32_t value);
uint64_t __bswapdi2(uint64_t value);

void* memcpy(void* to, const void* from, size_t bytes) {
  unsigned char* written = to;
  for (const unsigned char* read = from; bytes != 0; --bytes) *written++ = *read++;
  return to;
}

void* memmove(void* to, const void* from, size_t bytes) {
  unsigned char* written = to;
  const unsigned char* read = from;
  if (written <= read) return memcpy(to, from, bytes);
  while (bytes-- != 0) written[bytes] = read[bytes];
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  for (unsigned char* written = to; bytes != 0; --bytes) *written++ = (unsigned char)value;
  return to;
}

int memcmp(const void* a, const void* b, size_t bytes) {
  const unsigned char *first = a, *second = b;
  for (; bytes != 0; --bytes, ++first, ++second)
    if (*first != *second) return *first < *second ? -1 : 1;
  return 0;
}

/* The halves of a word of 64 bits: shifts of it by less than 64 would call the functions below. */
union halves {
  uint64_t whole;
  struct {
    uint32_t low, high;
  } part;
};

uint64_t __ashldi3(uint64_t value, int by) {
  union halves v = {value};
  if (by >= 32) {
    v.part.high = v.part.low << (by - 32);
    v.part.low = 0;
  } else if (by != 0) {
    v.part.high = v.part.high << by | v.part.low >> (32 - by);
    v.part.low <<= by;
  }
  return v.whole;
}

uint64_t __lshrdi3(uint64_t value, int by) {
  union halves v = {value};
  if (by >= 32) {
    v.part.low = v.part.high >> (by - 32);
    v.part.high = 0;
  } else if (by != 0) {
    v.part.low = v.part.low >> by | v.part.high << (32 - by);
    v.part.high >>= by;
  }
  return v.whole;
}

int64_t __ashrdi3(int64_t value, int by) {
  const uint64_t moved = __lshrdi3((uint64_t)value, by);
  return (int64_t)(value < 0 && by != 0 ? moved | __ashldi3(UINT64_MAX, 64 - by) : moved);
}

uint64_t __muldi3(uint64_t a, uint64_t b) {
  const union halves x = {a}, y = {b};
  union halves product = {(uint64_t)x.part.low * y.part.low};
  product.part.high += x.part.low * y.part.high + x.part.high * y.part.low;
  return product.whole;
}

/* One bit of the quotient a turn. By 0, as the instruction does it: all ones, and the dividend as the remainder. */
static uint64_t divide(uint64_t dividend, uint64_t divisor, uint64_t* remainder) {
  uint64_t quotient = 0, left = 0;
  for (int i = 0; i < 64; ++i) {
    const uint64_t carry = left >> 63;
    left = left << 1 | dividend >> 63;
    dividend <<= 1;
    quotient <<= 1;
    if (carry != 0 || left >= divisor) {
      left -= divisor;
      quotient |= 1;
    }
  }
  *remainder = left;
  return quotient;
}

uint64_t __udivdi3(uint64_t dividend, uint64_t divisor) {
  uint64_t remainder;
  return divide(dividend, divisor, &remainder);
}

uint64_t __umoddi3(uint64_t dividend, uint64_t divisor) {
  uint64_t remainder;
  divide(dividend, divisor, &remainder);
  return remainder;
}

static uint64_t magnitude(int64_t value) { return value < 0 ? 0 - (uint64_t)value : (uint64_t)value; }

int64_t __divdi3(int64_t dividend, int64_t divisor) {
  const uint64_t quotient = __udivdi3(magnitude(dividend), magnitude(divisor));
  return (int64_t)((dividend < 0) != (divisor < 0) ? 0 - quotient : quotient);
}

int64_t __moddi3(int64_t dividend, int64_t divisor) {
  const uint64_t remainder = __umoddi3(magnitude(dividend), magnitude(divisor));
  return (int64_t)(dividend < 0 ? 0 - remainder : remainder);
}

/* Of 0 the number of bits; the compilers leave it open. */
int __clzsi2(uint32_t value) {
  int zeros = 32;
  for (; value != 0; value >>= 1) --zeros;
  return zeros;
}

int __ctzsi2(uint32_t value) { return value == 0 ? 32 : 31 - __clzsi2(value & (0 - value)); }

int __clzdi2(uint64_t value) {
  const union halves v = {value};
  return v.part.high != 0 ? __clzsi2(v.part.high) : 32 + __clzsi2(v.part.low);
}

int __ctzdi2(uint64_t value) {
  const union halves v = {value};
  return v.part.low != 0 ? __ctzsi2(v.part.low) : 32 + __ctzsi2(v.part.high);
}

int __popcountsi2(uint32_t value) {
  int ones = 0;
  for (; value != 0; value &= value - 1) ++ones;
  return ones;
}

int __popcountdi2(uint64_t value) {
  const union halves v = {value};
  return __popcountsi2(v.part.low) + __popcountsi2(v.part.high);
}

uint32_t __bswapsi2(uint32_t value) {
  return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

uint64_t __bswapdi2(uint64_t value) {
  const union halves v = {value};
  const union halves swapped = {.part = {__bswapsi2(v.part.high), __bswapsi2(v.part.low)}};
  return swapped.whole;
}
