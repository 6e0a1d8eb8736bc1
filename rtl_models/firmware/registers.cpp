#include "rtl_models/firmware/registers.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

namespace slackline::firmware {

const char* to_string(Access access) {
  switch (access) {
    case Access::ro: return "ro";
    case Access::rw:
    case Access::hw: return "rw";
    case Access::wo: return "wo";
  }
  return "";
}

namespace {

constexpr const char* reset_words[] = {"none",       "node",           "nodes",         "memory_bytes",
                                       "parameters", "own_parameters", "table_address", "table_words",
                                       "position",   "slot_ticks",     "host_queue",    "barrier_port"};

/// The reset value for a text in the map.
ResetValue reset_of(std::string_view text) {
  if (text.front() >= '0' && text.front() <= '9')
    return {static_cast<std::uint32_t>(std::stoul(std::string(text), nullptr, 0)), Reset::none};
  const auto word = std::find(std::begin(reset_words), std::end(reset_words), text);
  return {0, static_cast<Reset>(word - std::begin(reset_words))};
}

}  // namespace

std::string to_string(const ResetValue& value) {
  return value.word == Reset::none ? std::to_string(value.number) : reset_words[static_cast<unsigned>(value.word)];
}

const std::vector<Register>& registers() {
  static const std::vector<Register> map = {
#define SLACKLINE_NIC_REGISTER(name, offset, count, access, reset, text) \
  {#name, offset, count, Access::access, reset_of(#reset), text},
#include "rtl_models/firmware/registers.def"
#undef SLACKLINE_NIC_REGISTER
  };
  return map;
}

const Register* find_register(std::uint32_t offset) {
  const std::vector<Register>& map = registers();
  const auto behind = std::upper_bound(map.begin(), map.end(), offset,
                                       [](std::uint32_t wanted, const Register& r) { return wanted < r.offset; });
  if (behind == map.begin() || offset % 4 != 0) return nullptr;
  const Register& found = *(behind - 1);
  return offset < found.end() ? &found : nullptr;
}

std::string register_name(std::uint32_t offset) {
  const Register* found = find_register(offset);
  if (found == nullptr) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(offset));
    return text;
  }
  if (found->count == 1) return found->name;
  return std::string(found->name) + '[' + std::to_string((offset - found->offset) / 4) + ']';
}

}  // namespace slackline::firmware
