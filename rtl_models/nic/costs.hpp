// costs: how many cycles of the base clock the processor of a network interface spends on what its firmware does.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/violation.hpp"
#include "rtl_models/firmware/firmware.h"

namespace slackline::nic {

inline constexpr std::uint32_t most_cost = 1'000'000;  ///< cycles

/// All 0: the hardware alone.
struct Costs {
  std::array<std::uint32_t, NIC_EVENTS> event{};  ///< to find out about an event, enter its handler and leave it
  std::uint32_t start = 0;                        ///< the same for start(), which runs after reset
  std::uint32_t register_read = 0, register_write = 0;
  std::uint32_t load = 0, store = 0;  ///< of a word of NIC memory

  Violations violations() const;
};

}  // namespace slackline::nic
