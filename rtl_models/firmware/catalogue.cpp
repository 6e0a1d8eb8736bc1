#include "rtl_models/firmware/catalogue.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"

#define SLACKLINE_OWN_FIRMWARE(name, delivery) extern "C" const nic_firmware firmware_##name;
#include "own_firmware.def"
#undef SLACKLINE_OWN_FIRMWARE

namespace slackline::firmware {

namespace {

template <class... Parameters>
constexpr std::uint32_t parameters(Parameters... used) {
  return (0u | ... | (1u << used));
}
constexpr std::uint32_t of_packets =
    parameters(NIC_PARAMETER_PACKET_WORDS, NIC_PARAMETER_WINDOW, NIC_PARAMETER_BUFFERS);
constexpr std::uint32_t of_flow_control =
    parameters(NIC_PARAMETER_PACKET_WORDS, NIC_PARAMETER_BUFFERS, NIC_PARAMETER_TIMEOUT_TICKS, NIC_PARAMETER_TRIES);

Entry flow_control(const nic_firmware& firmware, const char* text) {
  Entry entry{&firmware, Delivery::peer, text, of_flow_control};
  entry.reads = FLOW_OPERATION;
  return entry;
}

Entry multicast() {
  Entry entry{
      &firmware_multicast, Delivery::peer,
      "messages to groups, which the interfaces of the members forward; others as with unicast: docs/multicast.md",
      of_packets};
  entry.payload = static_cast<int>(own_parameter(firmware_multicast, "buffer_words"));
  return entry;
}

[[maybe_unused]] Entry own_firmware(const nic_firmware* firmware, Delivery delivery, const char* text) {
  Entry entry = firmware->is_flow_control != 0 ? flow_control(*firmware, text)
                                               : Entry{firmware, delivery, text, ~std::uint32_t{0}};
  entry.delivery = delivery;
  return entry;
}

/// Firmware of a user's own is called what its file is called, whatever it says itself, be it nothing.
template <const nic_firmware& firmware>
const nic_firmware* named(const char* name) {
  static const nic_firmware under_its_name = [name] {
    nic_firmware copy = firmware;
    copy.name = name;
    return copy;
  }();
  return &under_its_name;
}

}  // namespace

std::uint32_t own_parameter(const nic_firmware& firmware, std::string_view key) {
  for (std::uint32_t i = 0; i < firmware.own_count; ++i)
    if (firmware.own[i].key == key) return i;
  throw std::invalid_argument(std::string(firmware.name) + " declares no parameter " + std::string(key));
}

const std::vector<Entry>& catalogue() {
  static const std::vector<Entry> entries = {
      {&firmware_unicast, Delivery::peer, "messages in packets, several under way; with a timeout acknowledged",
       of_packets | parameters(NIC_PARAMETER_TIMEOUT_TICKS, NIC_PARAMETER_TRIES), Frees::without_timeout},
      {&firmware_request_response, Delivery::reply, "messages are requests, which the other interface answers itself",
       of_packets | parameters(NIC_PARAMETER_REPLY_WORDS, NIC_PARAMETER_TIMEOUT_TICKS)},
      {&firmware_echo, Delivery::sender, "the other interface sends each packet back while it still comes in",
       of_packets},
      {&firmware_fbs, Delivery::none, "clocks are synchronized by packets that hold one another up: docs/fbs.md",
       parameters(), Frees::whatever_happens},
      {&firmware_isotach, Delivery::none,
       "host 0 hands out tokens, with which the others send a packet each: docs/fbs.md", parameters(),
       Frees::whatever_happens},
      {&firmware_skeleton, Delivery::peer, "messages of one packet, one at a time: where a new firmware begins",
       parameters(NIC_PARAMETER_PACKET_WORDS), Frees::whatever_happens},
      {&firmware_barrier, Delivery::peer, "barriers by the barrier units of switches; messages as with unicast",
       of_packets | parameters(NIC_PARAMETER_TIMEOUT_TICKS, NIC_PARAMETER_TRIES), Frees::after_sending,
       Barriers::by_units},
      {&firmware_dissemination, Delivery::peer, "barriers by packets, in log2 steps; messages as with unicast",
       of_packets | parameters(NIC_PARAMETER_TIMEOUT_TICKS, NIC_PARAMETER_TRIES), Frees::after_sending,
       Barriers::by_packets},
      {&firmware_star, Delivery::peer, "barriers by packets to a centre and from it; messages as with unicast",
       of_packets | parameters(NIC_PARAMETER_TIMEOUT_TICKS, NIC_PARAMETER_TRIES), Frees::after_sending,
       Barriers::by_packets},
      flow_control(firmware_static_window,
                   "messages in requests that are answered, a number of them outstanding: docs/flow-control.md"),
      flow_control(firmware_alternating_window, "the same; once a number is outstanding, no more until only a few are"),
      flow_control(firmware_simplified_packet_pair,
                   "the same; round trips that follow one another set a delay between requests"),
      flow_control(firmware_packet_pair, "the same; the time between the answers to a pair sets the rate"),
      flow_control(firmware_aimd_window, "the same; the window grows, and is cut at a sign of congestion"),
      multicast(),
      {&firmware_go_back_n, Delivery::peer,
       "messages in packets that are acknowledged, a window for each pair of hosts, over switches that drop: "
       "docs/nic.md",
       of_packets | parameters(NIC_PARAMETER_TRIES), Frees::whatever_happens},
#define SLACKLINE_OWN_FIRMWARE(name, delivery) \
  own_firmware(named<firmware_##name>(#name), Delivery::delivery, "from " #name ".c"),
#include "own_firmware.def"
#undef SLACKLINE_OWN_FIRMWARE
  };
  return entries;
}

const Entry* find_firmware(std::string_view name) {
  const std::vector<Entry>& all = catalogue();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return name == e.firmware->name; });
  return found == all.end() ? nullptr : &*found;
}

bool takes_in_everything(const nic_firmware& firmware, const std::uint32_t* parameters) {
  const Entry* entry = find_firmware(firmware.name);
  const Frees frees = entry == nullptr ? Frees::after_sending : entry->frees;
  return frees == Frees::whatever_happens ||
         (frees == Frees::without_timeout && parameters[NIC_PARAMETER_TIMEOUT_TICKS] == 0);
}

}  // namespace slackline::firmware
