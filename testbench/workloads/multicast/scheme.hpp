// The firmware's parameters that decide how multicasts travel.
#pragma once

#include <cstdint>

#include "rtl_models/firmware/multicast_table.h"
#include "testbench/settings/values.hpp"

namespace slackline::multicast {

/// Of the firmware multicast; 0 with another.
std::uint32_t firmware_setting(const settings::Values& experiment, const char* key);

/// Worms get ACK. Without, interfaces have one class of buffers.
constexpr bool has_acks(std::uint32_t scheme) { return scheme == SCHEME_PLAIN || scheme == SCHEME_FIFO; }

}  // namespace slackline::multicast
