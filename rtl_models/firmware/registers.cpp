#include "rtl_models/firmware/registers.hpp"

#include <algorithm>
#include <cstdio>

namespace slackline::firmware {

const char* to_string(Access access) {
  switch (access) {
    case Access::ro: return "ro";
    case Access::rw: return "rw";
    case Access::wo: return "wo";
  }
  return "";
}

const std::vector<Register>& registers() {
  static const std::vector<Register> map = {
#define SLACKLINE_NIC_REGISTER(name, offset, count, access, reset, text) \
  {#name, offset, count, Access::access, reset, text},
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
