#include "testbench/tracing/words.hpp"

#include <array>
#include <cstdio>

#include "rtl_models/common/flit.hpp"
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
}};

/// The viewer compares the digits that it would show: hexadecimal, as many as the value is wide.
std::string line(unsigned value, const Word& word) {
  const char* colour = word.colour;
  return std::string(1, "0123456789ABCDEF"[value]) + " " + (*colour == 0 ? "" : "?" + std::string(colour) + "?") +
         word.word + "\n";
}

}  // namespace

const char* to_string(Stall stall) { return stalls[static_cast<unsigned>(stall)].word; }

std::string stall_filter() {
  std::string text;
  for (unsigned value = 0; value < stall_words; ++value) text += line(value, stalls[value]);
  return text;
}

std::string kind_filter() {
  constexpr std::array<const char*, 8> colours{"gray15",     "gray35",           "magenta",   "gray15",
                                               "dark green", "medium sea green", "dark cyan", "medium sea green"};
  std::string text;
  for (unsigned value = 0; value < colours.size(); ++value)
    if (value != 3)  // no kind of flit
      text += line(value, {slackline::to_string(static_cast<FlitKind>(value)), colours[value]});
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
