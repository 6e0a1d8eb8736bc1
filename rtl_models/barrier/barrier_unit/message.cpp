#include "rtl_models/barrier/barrier_unit/message.hpp"

namespace slackline::barrier_unit {

std::string to_string(Address address) {
  return (address.is_host() ? "host " : "switch ") + std::to_string(address.number());
}

std::array<std::uint32_t, 2> Message::flits() const {
  return {static_cast<std::uint32_t>(type) << 28 | static_cast<std::uint32_t>(tag) << 26 |
              static_cast<std::uint32_t>(refused) << 25 | static_cast<std::uint32_t>(phase) << 24 |
              static_cast<std::uint32_t>(group) << 16 | to.bits(),
          static_cast<std::uint32_t>(from.bits()) << 16 | node};
}

Message Message::from_flits(std::uint32_t first, std::uint32_t second) {
  Message m;
  m.type = static_cast<Type>(first >> 28);
  m.tag = static_cast<Tag>(first >> 26 & 3);
  m.refused = (first >> 25 & 1) != 0;
  m.phase = (first >> 24 & 1) != 0;
  m.group = static_cast<std::uint8_t>(first >> 16);
  m.to = Address::from_bits(static_cast<std::uint16_t>(first));
  m.from = Address::from_bits(static_cast<std::uint16_t>(second >> 16));
  m.node = static_cast<std::uint16_t>(second);
  return m;
}

bool operator==(const Message& a, const Message& b) { return a.flits() == b.flits(); }

}  // namespace slackline::barrier_unit
