// host_pins: what goes over the pins between a host and its network interface: commands to the host queue, completions
// from it. The fields are the registers HOST_* and DONE_* of registers.def.
#pragma once

#include <cstdint>

namespace slackline::firmware {

struct Command {
  std::uint32_t kind = 0;     ///< nic_command
  std::uint32_t peer = 0;     ///< host that the message goes to
  std::uint32_t message = 0;  ///< the host's number for it
  std::uint32_t words = 0;    ///< its length
};

struct Completion {
  std::uint32_t kind = 0;     ///< nic_completion
  std::uint32_t peer = 0;     ///< the other host
  std::uint32_t message = 0;  ///< number that the message has at its sender
  std::uint32_t words = 0;    ///< its length
};

}  // namespace slackline::firmware
