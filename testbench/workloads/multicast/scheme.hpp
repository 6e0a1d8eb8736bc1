// The firmware's parameters that decide how multicasts travel.
#pragma once

#include <cstdint>

#include "rtl_models/firmware/multicast_table.h"
#include "testbench/settings/values.hpp"

namespace slackline::multicast {

/// Of the firmware multicast; 0 with another.
std::uint32_t firmware_setting(const settings::Values& experiment, const char* key);

/// Worms are sent with a grant or a credit, without ACK: interfaces have one class of buffers.
constexpr bool has_permits(std::uint32_t scheme) { return scheme == SCHEME_MANAGER || scheme == SCHEME_CREDITS; }

}  // namespace slackline::multicast
