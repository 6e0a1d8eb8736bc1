// datatypes: what SimGrid's traces call datatypes by number.
#pragma once

#include <array>
#include <cstdint>

namespace slackline::trace_file {

/// Bytes of SimGrid's datatypes by their numbers; 0: none that messages consist of.
inline constexpr std::array<std::uint8_t, 54> datatype_bytes{
    8,  4, 1, 2, 8,  4,  1, 8, 1, 1,  2,  4, 8, 8, 16, 4, 1,  1,  2, 4, 8, 1, 2,  4,  8, 8, 16,
    32, 8, 8, 8, 16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 32, 1, 2, 4, 8, 16, 32, 0, 0, 1};
inline constexpr std::uint64_t number_of_byte = 6, number_of_double = 0;

}  // namespace slackline::trace_file
