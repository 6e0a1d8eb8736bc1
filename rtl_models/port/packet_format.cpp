#include "rtl_models/port/packet_format.hpp"

namespace slackline::port {

std::uint32_t flit_data(PacketFormat format, const PacketRecord& packet, std::uint32_t n) {
  if (format == PacketFormat::compact) return payload_word(packet, n);
  if (n + 1 != packet.flits) return detail::myrinet_byte(packet, n);
  std::uint8_t crc = 0;
  for (std::uint32_t i = 0; i < n; ++i) crc = crc8_step(crc, detail::myrinet_byte(packet, i));
  return crc;
}

}  // namespace slackline::port
