// run: a handler of a firmware on a device. While it runs, its calls of firmware.h go to that device, and the device is
// notified of every turn of its loops (Device::turn) and of calls nested deeper than most_calls (Device::too_deep). It
// may throw from these: the handler ends there.
#pragma once

#include <cstdint>

#include "rtl_models/firmware/device.hpp"
#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

/// Calls of functions within calls, in a handler. The stack of a thread of SystemC holds them.
inline constexpr std::uint32_t most_calls = 200;

/// After reset, before the first event.
void start(const nic_firmware& firmware, Device& device);
void handle(const nic_firmware& firmware, Device& device, nic_event event);

}  // namespace slackline::firmware
