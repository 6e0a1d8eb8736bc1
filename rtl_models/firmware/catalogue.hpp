// catalogue: the firmwares by name, and what a host may expect of each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

/// Where a message ends, so that its latency can be measured and its arrival checked.
enum class Delivery : std::uint8_t {
  peer,    ///< at the host it is for: NIC_DONE_RECEIVED there, NIC_DONE_SENT at its sender
  reply,   ///< at its sender: NIC_DONE_SENT reports that the answer has come; its peer gets no completion
  sender,  ///< at its sender: NIC_DONE_RECEIVED of its own message, and NIC_DONE_SENT
  none,    ///< nowhere: hosts have no messages, and the firmware sends packets of its own
};

/// When the buffer of a packet that has come is free again.
enum class Frees : std::uint8_t {
  after_sending,     ///< it may have to send a packet first; the default for a firmware that does not specify it
  whatever_happens,  ///< in the end, even if no packet ever leaves
  without_timeout,   ///< the second without acknowledgements (NIC_PARAMETER_TIMEOUT_TICKS), the first with them
};

/// Whether it runs the barriers of its host (NIC_COMMAND_BARRIER), and by what.
enum class Barriers : std::uint8_t { none, by_units, by_packets };

struct Entry {
  const nic_firmware* firmware;
  Delivery delivery;
  const char* text;          ///< what it does, in a line
  std::uint32_t parameters;  ///< those it uses, a bit each: nic_parameter
  Frees frees = Frees::after_sending;
  Barriers barriers = Barriers::none;
  /// Its own parameter by which messages are fetched from their peer, to end at their sender; negative: it has none.
  std::int8_t reads = -1;
  /// Its own parameter that bounds the payload of packets besides those of nic.packet_words; negative: it has none.
  int payload = -1;

  /// With these own parameters.
  Delivery delivery_with(const std::uint32_t* own) const {
    return reads >= 0 && own[reads] != 0 ? Delivery::sender : delivery;
  }
  bool uses(nic_parameter parameter) const { return (parameters >> parameter & 1) != 0; }
};

/// The maximum number of words before the payload of a packet, with any of them.
inline constexpr std::uint32_t header_words = 5, worm_header_words = 8;  ///< the second: of Entry::payload

const std::vector<Entry>& catalogue();
/// nullptr: there is none of that name.
const Entry* find_firmware(std::string_view name);

/// The place of the parameter that a firmware declares under this key. Throws std::invalid_argument where it declares none.
std::uint32_t own_parameter(const nic_firmware& firmware, std::string_view key);

/// With these `parameters` a firmware takes in whatever comes, even if none of its own packets ever leaves.
bool takes_in_everything(const nic_firmware& firmware, const std::uint32_t* parameters);

}  // namespace slackline::firmware
