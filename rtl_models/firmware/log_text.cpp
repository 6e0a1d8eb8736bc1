#include "rtl_models/firmware/log_text.hpp"

#include <cstdio>
#include <string_view>

namespace slackline::firmware {

std::string log_text(const char* text, std::uint32_t a, std::uint32_t b) {
  std::string line;
  std::uint32_t next = a;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(1)) {
    const std::string_view two = rest.substr(0, 2);
    if (two != "%u" && two != "%x") {
      line += rest.front();
      continue;
    }
    char value[16];
    std::snprintf(value, sizeof value, two == "%u" ? "%u" : "0x%x", next);
    line += value;
    next = b;
    rest.remove_prefix(1);
  }
  return line;
}

}  // namespace slackline::firmware
