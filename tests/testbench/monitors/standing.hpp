// Flits that do not move, found from the pointers of the buffers only: an oracle for the detection of standstills.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

/// The number of flits, the read and the write pointer of each buffer, switch by switch and lane by lane.
using Pointers = std::vector<std::array<std::uint32_t, 3>>;
Pointers pointers(const network::Fabric& fabric);

/// The buffers, by their place in Pointers, that hold flits of which none moves for the next `cycles`.
std::vector<std::size_t> standing_buffers(network::Fabric& fabric, std::uint64_t cycles);

}  // namespace slackline::test
