#include "testbench/tracing/words.hpp"

#include <array>
#include <cstdio>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/nic/state.hpp"
#include "testbench/tracing/layout.hpp"

namespace slackline::tracing {

namespace {

struct Word {
  const char* word;
  const char* colour;  // of X11; empty: the trace's own
};

constexpr std::array<Word, stall_words> stalls{{
    {"idle", "gray15"},
    {"moving", "dark green"},
    {"empty", "gray35"},
    {"routing", "steel blue"},
    {"no_output", "dark orange"},
    {"stopped", "red3"},
    {"no_credit", "red3"},
    {"lost_arbitration", "purple"},
    {"link_busy", "goldenrod"},
    {"reading", "steel blue"},
    {"discarded", "magenta"},
    {"no_response", "brown"},
    {"no_tag", "magenta"},
    {"padding", "dark slate gray"},
    {"cut_by_barrier", "deep pink"},
}};

constexpr std::array<Word, handler_words> handlers{{
    {"idle", "gray15"},
    {"TIMER", "goldenrod"},
    {"RX_HEADER", "dark green"},
    {"RX_DONE", "medium sea green"},
    {"TX_DONE", "steel blue"},
    {"DMA_DONE", "purple"},
    {"SLOT", "goldenrod"},
    {"HOST", "dark orange"},
    {"BARRIER", "brown"},
    {"start", "gray35"},
    {"halted", "red3"},
}};
static_assert(word_of_event(nic::start_event) == HandlerWord::start);

constexpr std::array<Word, engine_words> engines{{
    {"idle", "gray15"},
    {"sending", "dark green"},
    {"stopped", "red3"},
    {"waiting_for_slot", "goldenrod"},
    {"done_queue_full", "dark orange"},
    {"reading", "steel blue"},
    {"following", "purple"},
    {"aborting", "magenta"},
    {"header", "steel blue"},
    {"filling", "dark green"},
    {"dropping", "red3"},
    {"beginning", "gray35"},
    {"to_nic", "dark green"},
    {"to_host", "medium sea green"},
}};

constexpr std::array<Word, message_words> messages{{
    {"unknown", "magenta"},
    {"build", "purple"},
    {"reduce", "steel blue"},
    {"distribute", "dark green"},
    {"release", "gray35"},
    {"second", "gray50"},
    {"padding_request", "deep pink"},
    {"padding_end", "medium sea green"},
}};

// A worm is cut in those that are red.
constexpr std::array<Word, phase_words> phases{{
    {"idle", "gray15"},
    {"pass", "dark green"},
    {"request", "deep pink"},
    {"connect", "deep pink"},
    {"hold", "red3"},
    {"restore", "dark orange"},
    {"give", "steel blue"},
}};
static_assert(static_cast<unsigned>(preemption_unit::Phase::give) == phase_words - 1);

/// The viewer compares the digits that it would show: hexadecimal, as many as the value is wide.
std::string line(unsigned value, const Word& word) {
  const char* colour = word.colour;
  return std::string(1, "0123456789ABCDEF"[value]) + " " + (*colour == 0 ? "" : "?" + std::string(colour) + "?") +
         word.word + "\n";
}

template <std::size_t count>
std::string lines(const std::array<Word, count>& words) {
  std::string text;
  for (unsigned value = 0; value < count; ++value) text += line(value, words[value]);
  return text;
}

}  // namespace

const char* to_string(Stall stall) { return stalls[static_cast<unsigned>(stall)].word; }

const char* to_string(HandlerWord word) { return handlers[static_cast<unsigned>(word)].word; }

const char* to_string(EngineState state) { return engines[static_cast<unsigned>(state)].word; }

const char* to_string(MessageWord word) { return messages[static_cast<unsigned>(word)].word; }

const char* to_string(preemption_unit::Phase phase) { return phases[static_cast<unsigned>(phase)].word; }

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

std::string stall_filter() { return lines(stalls); }

std::string handler_filter() { return lines(handlers); }

std::string engine_filter() { return lines(engines); }

std::string message_filter() { return lines(messages); }

std::string phase_filter() { return lines(phases); }

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

std::string kind_filter() {
  constexpr std::pair<FlitKind, const char*> colours[] = {
      {FlitKind::idle, "gray15"},
      {FlitKind::padding, "gray35"},
      {FlitKind::abort, "magenta"},
      {FlitKind::body, "dark green"},
      {FlitKind::head, "medium sea green"},
      {FlitKind::tail, "dark cyan"},
      {FlitKind::single, "medium sea green"},
      {FlitKind::barrier_first, "deep pink"},
      {FlitKind::barrier_second, "deep pink"},
      {FlitKind::padding_request, "deep pink"},
      {FlitKind::padding_end, "deep pink"},
  };
  std::string text;
  for (const auto& [kind, colour] : colours)
    text += line(static_cast<unsigned>(kind), {slackline::to_string(kind), colour});
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
