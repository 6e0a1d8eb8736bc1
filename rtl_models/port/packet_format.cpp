#include "rtl_models/port/packet_format.hpp"

namespace slackline::port {

std::uint32_t flit_data(PacketFormat format, const PacketRecord& packet, std::uint32_t n) {
  if (n + trailer_flits(format) < packet.flits)
    return counts_for_crc(format, n) ? detail::framed_byte(format, packet, n) : payload_word(packet, n);
  Framer framer;
  start(format, framer);
  std::uint32_t data = 0;
  for (std::uint32_t i = 0; i <= n; ++i) data = frame(format, framer, packet, i);
  return data;
}

}  // namespace slackline::port
