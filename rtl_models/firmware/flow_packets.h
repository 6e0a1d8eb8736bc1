/* flow_packets: requests and responses of the end-to-end flow controls. A request is a write: it carries a message, or a
 * part of a longer one, to the memory of the other host, and is answered by one word. In the packet format `servernet` a
 * write of 64 bytes has 80 flits, its response 12.
 *
 *   request    first word | message | payload ...                   a whole message
 *              first word | message | total | offset | payload ...  a part of one
 *   response   first word                                           that of the request, in class 1, and the own host */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* The first word: class in bits 31..30; 29: a part; 28..22: generation; 21..16: slot; 15..0: the host that sends it. Slots
 * are the source's places for requests under way. Where requests may be sent again, a generation tells those of one slot
 * to one host apart: a copy that comes late, up to 63 generations after, is known to be old. */
enum flow_class { FLOW_REQUEST, FLOW_RESPONSE };
enum { FLOW_MOST_SLOTS = 64, FLOW_GENERATIONS = 128, FLOW_MOST_NODES = 1 << 16 };
enum { FLOW_WHOLE_WORDS = 2, FLOW_PART_WORDS = 4, FLOW_RESPONSE_WORDS = 1 };

static inline uint32_t flow_word(uint32_t class, bool part, uint32_t generation, uint32_t slot, uint32_t host) {
  return class << 30 | (uint32_t)part << 29 | generation << 22 | slot << 16 | host;
}
static inline bool flow_is_part(uint32_t word) { return (word >> 29 & 1) != 0; }
static inline uint32_t flow_generation(uint32_t word) { return word >> 22 & 127; }
static inline uint32_t flow_slot(uint32_t word) { return word >> 16 & 63; }
static inline uint32_t flow_host(uint32_t word) { return word & 0xffff; }
static inline uint32_t flow_header_words(uint32_t word) {
  return flow_is_part(word) ? FLOW_PART_WORDS : FLOW_WHOLE_WORDS;
}

/* A table of generations: eight bits for each slot of each host, of the last request. */
static inline uint32_t flow_table_bytes(uint32_t hosts, uint32_t slots) { return 4 * ((hosts * slots + 3) / 4); }
uint32_t flow_table_get(nic* n, uint32_t table, uint32_t index);
void flow_table_set(nic* n, uint32_t table, uint32_t index, uint32_t value);

/* Descriptors that this handler may still push: TX_SPACE as it was when it began, less those that it has pushed. */
bool flow_may_push(nic* n);
/* A packet into the send queue; flow_may_push(). */
void flow_push(nic* n, uint32_t destination, uint32_t header, uint32_t header_words, uint32_t payload,
               uint32_t payload_words, uint32_t flags, uint32_t cookie);
