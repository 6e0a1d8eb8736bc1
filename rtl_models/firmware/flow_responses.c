#include "rtl_models/firmware/flow_responses.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/packet.h"
#include "rtl_models/firmware/receiver.h"

/* Words before a buffer, which no packet reaches. receiver.h wants the header of packet.h right before the payload: with
 * that of a whole message it begins OWN_HEADER bytes before the buffer. */
enum { OWN_LINK = 20, OWN_READY = 16, OWN_HEADER = 12, OWN_WORDS = 5 };

void flow_responses_start(nic* n, uint32_t slots) {
  const uint32_t packet_words = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS);
  const bool again = nic_load(n, FLOW_TIMEOUT) != 0;
  receiver_start(n, again);
  if (again) nic_store(n, FLOW_TAKEN_TABLE, reserve(n, flow_table_bytes(nic_read(n, NIC_NODES), slots)));
  receiver_buffers(n, FLOW_RESPONSE, FLOW_RESPONSE_WORDS, 0, slots);
  receiver_buffers(n, FLOW_REQUEST, FLOW_PART_WORDS + packet_words, OWN_WORDS,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
}

static uint32_t later(uint32_t a, uint32_t b) { return (int32_t)(a - b) > 0 ? a : b; }

/* It has been delivered: it takes its turn at the server. */
static void serve(nic* n, uint32_t buffer) {
  const uint32_t last = nic_load(n, FLOW_SERVED_LAST);
  const uint32_t begins = later(nic_read(n, NIC_TICK), nic_load(n, FLOW_SERVER_FREE));
  const uint32_t ready = begins + nic_read(n, NIC_OWN_PARAMETER + 4 * FLOW_SERVICE);
  nic_store(n, FLOW_SERVER_FREE, ready);
  nic_store(n, buffer - OWN_READY, ready);
  nic_store(n, buffer - OWN_LINK, 0);
  nic_store(n, last == 0 ? FLOW_SERVED : last - OWN_LINK, buffer);
  nic_store(n, FLOW_SERVED_LAST, buffer);
}

void flow_responses_pump(nic* n, uint32_t owner) {
  for (uint32_t buffer = nic_load(n, FLOW_SERVED); buffer != 0; buffer = nic_load(n, FLOW_SERVED)) {
    const uint32_t ready = nic_load(n, buffer - OWN_READY);
    if ((int32_t)(ready - nic_read(n, NIC_TICK)) > 0) {
      deadline_set(n, owner, ready);
      return;
    }
    if (!flow_may_push(n)) return;
    nic_store(n, FLOW_SERVED, nic_load(n, buffer - OWN_LINK));
    if (nic_load(n, FLOW_SERVED) == 0) nic_store(n, FLOW_SERVED_LAST, 0);
    const uint32_t word = nic_load(n, buffer), node = nic_read(n, NIC_NODE);
    nic_store(n, buffer, flow_word(FLOW_RESPONSE, false, flow_generation(word), flow_slot(word), node));
    flow_push(n, flow_host(word), buffer, FLOW_RESPONSE_WORDS, 0, 0, 0, buffer | FLOW_COOKIE_RESPONSE);
  }
}

static uint32_t entry_of(nic* n, uint32_t word) {
  return flow_host(word) * nic_load(n, FLOW_SLOT_COUNT) + flow_slot(word);
}

/* How many generations a request is ahead of the last one that has been taken of its slot; more than half of all: behind. */
static uint32_t generations_ahead(nic* n, uint32_t word) {
  if (nic_load(n, FLOW_TIMEOUT) == 0) return 1;
  const uint32_t taken = flow_table_get(n, nic_load(n, FLOW_TAKEN_TABLE), entry_of(n, word));
  return (flow_generation(word) - taken) % FLOW_GENERATIONS;
}

/* The header of packet.h, which ends where the payload begins. */
static uint32_t expand(nic* n, uint32_t buffer, uint32_t word, uint32_t words) {
  const uint32_t header = buffer + 4 * flow_header_words(word) - HEADER_BYTES;
  const uint32_t message = nic_load(n, buffer + 4);
  const uint32_t total = flow_is_part(word) ? nic_load(n, buffer + 8) : words;
  const uint32_t offset = flow_is_part(word) ? nic_load(n, buffer + 12) : 0;
  nic_store(n, header + PACKET_FIRST, flow_host(word));
  nic_store(n, header + PACKET_MESSAGE, message);
  nic_store(n, header + PACKET_TOTAL, total);
  nic_store(n, header + PACKET_OFFSET, offset);
  nic_store(n, header + PACKET_SEQUENCE, word);
  return header;
}

static void drop(nic* n, uint32_t buffer) {
  receiver_recycle(n, FLOW_REQUEST, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

bool flow_responses_request(nic* n, uint32_t buffer, uint32_t words) {
  const uint32_t word = nic_load(n, buffer), header_words = flow_header_words(word);
  if (words <= header_words || flow_host(word) >= nic_read(n, NIC_NODES) ||
      flow_slot(word) >= nic_load(n, FLOW_SLOT_COUNT)) {
    drop(n, buffer);
    return true;
  }
  const uint32_t ahead = generations_ahead(n, word);
  if (ahead > FLOW_GENERATIONS / 2) { /* its source has had an outcome for it */
    drop(n, buffer);
    return true;
  }
  if (ahead == 0) { /* taken before; its response may have been lost */
    serve(n, buffer);
    nic_write(n, NIC_RX_DONE_POP, 1);
    return true;
  }
  if (nic_read(n, NIC_DMA_SPACE) == 0) {
    events_hold(n, EVENT_BIT(RX_DONE));
    return false;
  }
  const uint32_t header = expand(n, buffer, word, words - header_words);
  const enum receiver_part part = receiver_add(n, header, words - header_words);
  if (part == PART_REFUSED) {
    drop(n, buffer);
    return true;
  }
  if (nic_load(n, FLOW_TIMEOUT) != 0)
    flow_table_set(n, nic_load(n, FLOW_TAKEN_TABLE), entry_of(n, word), flow_generation(word));
  receiver_deliver(n, header, words - header_words, flow_host(word), part);
  nic_write(n, NIC_RX_DONE_POP, 1);
  return true;
}

bool flow_responses_delivered(nic* n, uint32_t cookie) {
  const uint32_t header = cookie & ~(uint32_t)FLOW_COOKIES, word = nic_load(n, header + PACKET_SEQUENCE);
  if ((cookie & FLOW_COOKIES) == FLOW_COOKIE_LAST) {
    if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
    tell_host(n, NIC_DONE_RECEIVED, flow_host(word), nic_load(n, header + PACKET_MESSAGE),
              nic_load(n, header + PACKET_TOTAL));
  }
  const uint32_t buffer = header + HEADER_BYTES - 4 * flow_header_words(word);
  nic_store(n, buffer, word);
  serve(n, buffer);
  return true;
}

void flow_responses_left(nic* n, uint32_t buffer) { receiver_recycle(n, FLOW_REQUEST, buffer); }
