#include "rtl_models/firmware/image.hpp"

#include <algorithm>
#include <cstdio>

namespace slackline::firmware {

namespace {

std::string hexadecimal(std::uint32_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(number));
  return text;
}

}  // namespace

std::string FirmwareImage::place_of(std::uint32_t address) const {
  const auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                      [](std::uint32_t wanted, const Function& f) { return wanted < f.address; });
  if (after == functions.begin()) return hexadecimal(address);
  const Function& function = *(after - 1);
  const std::uint32_t offset = address - function.address;
  if (function.bytes != 0 && offset >= function.bytes) return hexadecimal(address);
  return offset == 0 ? function.name : function.name + '+' + hexadecimal(offset);
}

}  // namespace slackline::firmware
