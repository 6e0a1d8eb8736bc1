// A field of a Verilog vector, however wide: Verilator has integers up to 64 bits, and arrays of 32-bit words above.
// Only for sources that include Verilator's headers.
#pragma once

#include <cstdint>
#include <type_traits>

namespace slackline::cosim {

/// `width` bits from `low` on; width 1..64.
template <class Vector>
std::uint64_t bits_of(const Vector& vector, unsigned low, unsigned width) {
  std::uint64_t value = 0;
  if constexpr (std::is_integral_v<Vector>)
    value = std::uint64_t{vector} >> low;
  else
    for (unsigned n = 0; n < width; n += 32 - (low + n) % 32)
      value |= std::uint64_t{vector[(low + n) / 32] >> (low + n) % 32} << n;
  return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

/// Word `index` of a vector of words of `width` bits, 1..32, which divides 32.
template <class Vector>
void set_word(Vector& vector, unsigned index, unsigned width, std::uint32_t value) {
  const unsigned low = index * width;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  if constexpr (std::is_integral_v<Vector>)
    vector = static_cast<Vector>((vector & ~(mask << low)) | (value & mask) << low);
  else
    vector[low / 32] =
        static_cast<std::uint32_t>((vector[low / 32] & ~(mask << low % 32)) | (value & mask) << low % 32);
}

}  // namespace slackline::cosim
