#include "testbench/tracing/words.hpp"

#include <cstdio>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/firmware/exports.hpp"
#include "rtl_models/nic/state.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/viewer.hpp"

namespace slackline::tracing {

static_assert(word_of_event(nic::start_event) == HandlerWord::start);
static_assert(static_cast<unsigned>(preemption_unit::Phase::give) == phase_words - 1);

const char* to_string(Stall stall) { return word_of("stalls", static_cast<unsigned>(stall)); }

const char* to_string(HandlerWord word) { return word_of("handlers", static_cast<unsigned>(word)); }

const char* to_string(EngineState state) { return word_of("engines", static_cast<unsigned>(state)); }

const char* to_string(CoreState state) { return word_of("cores", static_cast<unsigned>(state)); }

const char* to_string(MessageWord word) { return word_of("messages", static_cast<unsigned>(word)); }

const char* to_string(preemption_unit::Phase phase) { return word_of("phases", static_cast<unsigned>(phase)); }

MessageWord message_word(barrier_unit::Type type) {
  const auto number = static_cast<unsigned>(type);
  return number <= static_cast<unsigned>(barrier_unit::Type::release) ? static_cast<MessageWord>(number)
                                                                      : MessageWord::unknown;
}

MessageWord message_word(FlitKind kind) {
  switch (kind) {
    case FlitKind::barrier_second: return MessageWord::second;
    case FlitKind::padding_request: return MessageWord::padding_request;
    case FlitKind::padding_end: return MessageWord::padding_end;
    default: return MessageWord::unknown;
  }
}

std::string address_filter(const network::Netlist& netlist) {
  std::string text;
  const auto add = [&](barrier_unit::Address address, const std::string& name) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "%04X ", static_cast<unsigned>(address.bits()));
    text += digits + name + "\n";
  };
  for (std::uint32_t i = 0; i < netlist.switches.size(); ++i)
    add(barrier_unit::Address::of_switch(i), netlist.switches[i].name);
  for (const network::EndpointInstance& host : netlist.endpoints)
    add(barrier_unit::Address::of_host(host.place.node.value), host.name);
  return text;
}

namespace {

/// As the viewer shows a value of so many bits.
std::string digits_of(std::uint64_t value, unsigned bits) {
  std::string digits;
  for (unsigned i = (bits + 3) / 4; i-- > 0;) digits += "0123456789ABCDEF"[value >> 4 * i & 15];
  return digits;
}

}  // namespace

std::string host_filter(const network::Netlist& netlist, unsigned bits) {
  std::string text;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    text += digits_of(i, bits) + ' ' + netlist.endpoints[i].name + '\n';
  return text;
}

std::string queue_filter(const network::Netlist& netlist, unsigned host_bits) {
  std::string text;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    if (!netlist.has_interface(i)) continue;
    for (const firmware::ExportedQueue& queue : firmware::exported_queues(*netlist.nic_of(i).firmware))
      text += digits_of(std::uint64_t{queue.number} << host_bits | i, queue_bits + host_bits) + ' ' +
              netlist.endpoints[i].name + '.' + std::string(queue.name) + '\n';
  }
  return text;
}

std::string packet_filter(const std::vector<PacketNames>& hosts, unsigned digits) {
  std::string text;
  for (const PacketNames& host : hosts)
    for (std::uint64_t n = host.from; n < host.to; ++n) {
      char number[24];
      const std::uint64_t value = std::uint64_t{host.number} << packet_sequence_bits | (n & 0xffff);
      std::snprintf(number, sizeof number, "%0*llX ", static_cast<int>(digits), static_cast<unsigned long long>(value));
      text += number + host.host + ":" + std::to_string(n) + "\n";
    }
  return text;
}

}  // namespace slackline::tracing
