// costs: how many cycles of the base clock the processor of a network interface spends on what its firmware does.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/common/violation.hpp"
#include "rtl_models/firmware/firmware.h"

namespace slackline::nic {

struct Costs {
  std::array<std::uint32_t, NIC_EVENTS> event{};  ///< to find out about an event, enter its handler and leave it
  std::uint32_t start = 0;                        ///< the same of what runs behind reset
  std::uint32_t register_read = 0, register_write = 0;
  std::uint32_t load = 0, store = 0;  ///< of a word of NIC memory

  Violations violations() const;
};

/// The tables that have a name.
///   free     a handler takes one cycle, whatever it does: the hardware alone
///   lanai4   assumed, not measured, for a 32-bit core of 33 MHz on a network of 160 MB/s, where a cycle is the time of
///            a flit of 4 bytes (25 ns): about 1.2 cycles an instruction, 20 instructions to dispatch an event
/// Nothing, where there is none of that name.
const Costs* find_costs(const std::string& name);
std::vector<std::string> costs_names();

}  // namespace slackline::nic
