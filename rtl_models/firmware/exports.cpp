#include "rtl_models/firmware/exports.hpp"

#include <algorithm>

namespace slackline::firmware {

namespace {

constexpr std::uint32_t host_bits = 24, number_shift = 30;

/// The word of this kind of a queue; export_count: there is none.
std::uint32_t place_of(const nic_firmware& firmware, std::uint32_t queue, nic_export_kind kind) {
  const nic_own_export* const end = firmware.exports + firmware.export_count;
  return static_cast<std::uint32_t>(
      std::find_if(firmware.exports, end,
                   [&](const nic_own_export& word) { return word.queue == queue && word.kind == kind; }) -
      firmware.exports);
}

}  // namespace

std::optional<QueueRef> waits_for(std::uint32_t word) {
  if (word == 0) return std::nullopt;
  return QueueRef{word & ((1u << host_bits) - 1), word >> number_shift, (word & NIC_GIVES_WAY) != 0};
}

std::optional<std::uint32_t> host_of(std::uint32_t word) {
  if (word == 0) return std::nullopt;
  return word - 1;
}

std::string_view name_of(const nic_own_export& word, std::uint32_t value) {
  std::string_view names = word.names == nullptr ? "" : word.names;
  for (; value != 0; --value) {
    const std::size_t bar = names.find('|');
    if (bar == std::string_view::npos) return "?";
    names.remove_prefix(bar + 1);
  }
  names = names.substr(0, names.find('|'));
  return names.empty() ? "?" : names;
}

std::vector<ExportedQueue> exported_queues(const nic_firmware& firmware) {
  std::vector<ExportedQueue> queues;
  for (std::uint32_t i = 0; i < firmware.export_count; ++i) {
    const nic_own_export& word = firmware.exports[i];
    if (word.kind != NIC_EXPORT_WAITS_FOR) continue;
    const std::string_view key = word.key;
    ExportedQueue queue;
    queue.name = key.substr(0, key.find('_'));
    queue.number = word.queue;
    queue.state = place_of(firmware, word.queue, NIC_EXPORT_STATE);
    queue.source = place_of(firmware, word.queue, NIC_EXPORT_SOURCE);
    queue.message = place_of(firmware, word.queue, NIC_EXPORT_MESSAGE);
    queue.offset = place_of(firmware, word.queue, NIC_EXPORT_OFFSET);
    queue.waits_for = i;
    const bool has_all = std::max({queue.state, queue.source, queue.message, queue.offset}) < firmware.export_count;
    if (has_all) queues.push_back(queue);
  }
  return queues;
}

}  // namespace slackline::firmware
