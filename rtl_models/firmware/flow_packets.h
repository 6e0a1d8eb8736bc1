/* flow_packets: requests and responses of the end-to-end flow controls, and how they get into the send queue. In the
 * packet format `servernet` a write of 64 bytes has 80 flits and its response 12, a read 16 and its response 76.
 *
 *   write      first word | message | payload ...                   a whole message
 *              first word | message | total | offset | payload ...  a part of one
 *   read       first word | message                                 a whole message, of as many words as a packet carries
 *              first word | message | total | offset                a part of one, or a message of fewer words
 *   response   first word                                           of a write
 *              first word | payload ...                             of a read */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* The first word: class in bits 31..30; 29: a part, or, of a response, that its request had the mark of a congested switch;
 * 28..22: generation; 21..16: slot; 15..0: the host that sends it. Slots are the source's places for requests under way.
 * Where requests may be sent again, a generation tells those of one slot to one host apart: a copy that comes late, up to 63
 * generations after, is known to be old. */
enum flow_class { FLOW_REQUEST, FLOW_RESPONSE };
enum { FLOW_MOST_SLOTS = 64, FLOW_GENERATIONS = 128, FLOW_MOST_NODES = 1 << 16 };
/* Places for a window of requests; 0: as many as there can be. */
static inline uint32_t flow_slots_of(uint32_t window) { return window == 0 ? FLOW_MOST_SLOTS : window; }

enum { FLOW_WHOLE_WORDS = 2, FLOW_PART_WORDS = 4, FLOW_RESPONSE_WORDS = 1 };

static inline uint32_t flow_word(uint32_t class, bool bit_29, uint32_t generation, uint32_t slot, uint32_t host) {
  return class << 30 | (uint32_t)bit_29 << 29 | generation << 22 | slot << 16 | host;
}
static inline bool flow_is_part(uint32_t request) { return (request >> 29 & 1) != 0; }
static inline bool flow_is_marked(uint32_t response) { return (response >> 29 & 1) != 0; }
static inline uint32_t flow_generation(uint32_t word) { return word >> 22 & 127; }
static inline uint32_t flow_slot(uint32_t word) { return word >> 16 & 63; }
static inline uint32_t flow_host(uint32_t word) { return word & 0xffff; }
static inline uint32_t flow_header_words(uint32_t request) {
  return flow_is_part(request) ? FLOW_PART_WORDS : FLOW_WHOLE_WORDS;
}
/* Number of the transaction at its source: slot and generation. */
static inline uint32_t flow_transaction(uint32_t word) { return word >> 16 & 0x1fff; }

/* Cookies of transfers and packets: an address, and what is there. receiver.h makes those of the transfers to the host. */
enum {
  FLOW_COOKIE_SLOT = 0,   /* a slot: of the transfer of its payload, of its packet */
  FLOW_COOKIE_BUFFER = 1, /* a buffer with a request: of a transfer for it */
  FLOW_COOKIE_LAST = 2,   /* the same, with the last part of its message */
  FLOW_COOKIE_RESPONSE =
      3,           /* a buffer: of the response to the request in it; of the transfer of what a read has fetched */
  FLOW_COOKIES = 3 /* mask */
};

/* A table of generations: eight bits for each slot of each host, of the last request. */
static inline uint32_t flow_table_bytes(uint32_t hosts, uint32_t slots) { return 4 * ((hosts * slots + 3) / 4); }
uint32_t flow_table_get(nic* n, uint32_t table, uint32_t index);
void flow_table_set(nic* n, uint32_t table, uint32_t index, uint32_t value);

/* Descriptors that this handler may still push: TX_SPACE as it was when it began, less those that it has pushed. */
bool flow_may_push(nic* n);
/* A packet into the send queue; flow_may_push(). The tick at which its head leaves goes to address `stamp`. */
void flow_push(nic* n, uint32_t destination, uint32_t header, uint32_t header_words, uint32_t payload,
               uint32_t payload_words, uint32_t stamp, uint32_t cookie);
