/* packet: the header that the firmwares here put before a payload: five words, the first in the receive engine's form
 * (class and type) with the sender's number. */
#pragma once

#include "rtl_models/firmware/firmware.h"

/* Byte offsets of the words of a header. */
enum {
  PACKET_FIRST = 0,     /* class in bits 31..30, type in 29..24, source in 23..0 */
  PACKET_MESSAGE = 4,   /* the source's number of the message */
  PACKET_TOTAL = 8,     /* words of the message */
  PACKET_OFFSET = 12,   /* of the payload in it */
  PACKET_SEQUENCE = 16, /* reliable.h: number of the packet in bits 15..0, check of its header above; otherwise 0 */
  HEADER_BYTES = 20,
  HEADER_WORDS = 5
};

static inline uint32_t first_word(uint32_t packet_class, uint32_t type, uint32_t source) {
  return packet_class << 30 | type << 24 | source;
}
/* A packet with this bit may take a buffer that RX_RESERVED keeps. Only firmware that reserves buffers knows the bit; in
 * that of others it belongs to the type. */
enum { PACKET_CLAIMS = NIC_PACKET_CLAIMS };
static inline uint32_t type_of(uint32_t first) { return first >> 24 & 63; }
static inline uint32_t source_of(uint32_t first) { return first & 0xffffff; }
