// exports: the meaning of the words that a firmware exports, by its list of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

/// A queue of packets, by its number.
struct QueueRef {
  std::uint32_t host = 0, number = 0;
  bool gives_way = false;  ///< the packet that waits may be moved elsewhere
};

/// Of a word of kind NIC_EXPORT_WAITS_FOR.
std::optional<QueueRef> waits_for(std::uint32_t word);
/// Of a word of kind NIC_EXPORT_HOST or NIC_EXPORT_SOURCE.
std::optional<std::uint32_t> host_of(std::uint32_t word);
/// The name of a value of kind NIC_EXPORT_NAME or NIC_EXPORT_STATE; "?": it has none.
std::string_view name_of(const nic_own_export& word, std::uint32_t value);

/// The words of one queue: places in the firmware's list.
struct ExportedQueue {
  std::string_view name;  ///< "lower"
  std::uint32_t number = 0;
  std::uint32_t state = 0, source = 0, message = 0, offset = 0, waits_for = 0;
};
/// Those that have all of these words, in the order of the list.
std::vector<ExportedQueue> exported_queues(const nic_firmware& firmware);

}  // namespace slackline::firmware
