// What stands in a network, told by nothing but the pointers of its buffers: an oracle for what finds standstills.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

/// Of each buffer, switch by switch and lane by lane: flits in it, where it is read and where it is written.
using Pointers = std::vector<std::array<std::uint32_t, 3>>;
Pointers pointers(const network::Fabric& fabric);

/// The buffers, by their place in Pointers, that hold flits for the next `cycles` of which none moves.
std::vector<std::size_t> standing_buffers(network::Fabric& fabric, std::uint64_t cycles);

}  // namespace slackline::test
