// catalogue: the firmwares by name, and what a host may expect of each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

/// Where a message ends, so that its latency can be told and its arrival checked.
enum class Delivery : std::uint8_t {
  peer,    ///< at the host it is for: NIC_DONE_RECEIVED there, NIC_DONE_SENT at its sender
  reply,   ///< at its sender: NIC_DONE_SENT says that the answer is there, and its peer is told nothing
  sender,  ///< at its sender: NIC_DONE_RECEIVED of its own message, and NIC_DONE_SENT
  none,    ///< nowhere: hosts have no messages, and the firmware sends packets of its own
};

struct Entry {
  const nic_firmware* firmware;
  Delivery delivery;
  const char* text;          ///< what it does, in a line
  std::uint32_t parameters;  ///< those it has a use for, a bit each: nic_parameter

  bool uses(nic_parameter parameter) const { return (parameters >> parameter & 1) != 0; }
};

/// Of a packet before its payload, at most, with any of them.
inline constexpr std::uint32_t header_words = 5;

const std::vector<Entry>& catalogue();
/// nullptr: there is none of that name.
const Entry* find_firmware(std::string_view name);

}  // namespace slackline::firmware
