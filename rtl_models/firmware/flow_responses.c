#include "rtl_models/firmware/flow_responses.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/flow_reads.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/packet.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/sender.h"
#include "rtl_models/firmware/transfer.h"

_Static_assert((int)FLOW_COOKIE_BUFFER == (int)COOKIE_BUFFER && (int)FLOW_COOKIE_LAST == (int)COOKIE_LAST_BUFFER,
               "receiver.h makes these");

/* Words before a buffer, which no packet reaches. receiver.h wants the header of packet.h right before the payload: with
 * that of a whole message it begins OWN_HEADER bytes before the buffer. */
enum { OWN_LINK = 24, OWN_READY = 20, OWN_MARK = 16, OWN_HEADER = 12, OWN_WORDS = 6 };

void flow_responses_start(nic* n, uint32_t slots) {
  const uint32_t packet_words = nic_load(n, FLOW_PACKET_WORDS);
  const bool again = nic_load(n, FLOW_TIMEOUT) != 0;
  receiver_start(n, again);
  if (again) nic_store(n, FLOW_TAKEN_TABLE, reserve(n, flow_table_bytes(nic_read(n, NIC_NODES), slots)));
  receiver_buffers(n, FLOW_RESPONSE, FLOW_RESPONSE_WORDS + (nic_load(n, FLOW_READS) ? packet_words : 0),
                   RESPONSE_OWN_WORDS, slots);
  receiver_buffers(n, FLOW_REQUEST, FLOW_PART_WORDS + packet_words, OWN_WORDS,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
}

static uint32_t later(uint32_t a, uint32_t b) { return (int32_t)(a - b) > 0 ? a : b; }

/* Words that a read asks for. */
static uint32_t words_asked(nic* n, uint32_t buffer) {
  const uint32_t packet_words = nic_load(n, FLOW_PACKET_WORDS);
  if (!flow_is_part(nic_load(n, buffer))) return packet_words;
  return least(nic_load(n, buffer + 8) - nic_load(n, buffer + 12), packet_words);
}

/* Its data are where they belong: it takes its turn at the server. */
static void serve(nic* n, uint32_t buffer) {
  const uint32_t last = nic_load(n, FLOW_SERVED_LAST);
  /* An empty queue means a free server: its tick may be long ago. */
  const uint32_t now = nic_read(n, NIC_TICK), begins = last == 0 ? now : later(now, nic_load(n, FLOW_SERVER_FREE));
  const uint32_t ready = begins + nic_read(n, NIC_OWN_PARAMETER + 4 * FLOW_SERVICE);
  nic_store(n, FLOW_SERVER_FREE, ready);
  nic_store(n, buffer - OWN_READY, ready);
  nic_store(n, buffer - OWN_LINK, 0);
  nic_store(n, last == 0 ? FLOW_SERVED : last - OWN_LINK, buffer);
  nic_store(n, FLOW_SERVED_LAST, buffer);
}

/* The stamp of the response goes where the tick was at which it was ready. */
void flow_responses_pump(nic* n, uint32_t owner) {
  for (uint32_t buffer = nic_load(n, FLOW_SERVED); buffer != 0; buffer = nic_load(n, FLOW_SERVED)) {
    const uint32_t ready = nic_load(n, buffer - OWN_READY);
    if ((int32_t)(ready - nic_read(n, NIC_TICK)) > 0) {
      deadline_set(n, owner, ready);
      return;
    }
    if (!flow_may_push(n)) return;
    const uint32_t word = nic_load(n, buffer), node = nic_read(n, NIC_NODE);
    const uint32_t words = nic_load(n, FLOW_READS) ? words_asked(n, buffer) : 0;
    nic_store(n, FLOW_SERVED, nic_load(n, buffer - OWN_LINK));
    if (nic_load(n, FLOW_SERVED) == 0) nic_store(n, FLOW_SERVED_LAST, 0);
    nic_store(
        n, buffer - OWN_HEADER,
        flow_word(FLOW_RESPONSE, nic_load(n, buffer - OWN_MARK) != 0, flow_generation(word), flow_slot(word), node));
    flow_push(n, flow_host(word), buffer - OWN_HEADER, FLOW_RESPONSE_WORDS, buffer + 4 * FLOW_PART_WORDS, words,
              buffer - OWN_READY, buffer | FLOW_COOKIE_RESPONSE);
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

/* A write that has not been taken before. False: the receiver has no room for its message. */
static bool deliver(nic* n, uint32_t buffer, uint32_t word, uint32_t words) {
  const uint32_t header = expand(n, buffer, word, words);
  const enum receiver_part part = receiver_add(n, header, words);
  if (part == PART_REFUSED) return false;
  receiver_deliver(n, header, words, flow_host(word), part);
  return true;
}

static void fetch(nic* n, uint32_t buffer, uint32_t word) {
  transfer(n, FROM_HOST, flow_host(word), nic_load(n, buffer + 4), flow_is_part(word) ? nic_load(n, buffer + 12) : 0,
           buffer + 4 * FLOW_PART_WORDS, words_asked(n, buffer), buffer | FLOW_COOKIE_BUFFER);
}

/* It is one that a source sends: of a host that there is, of its slots, of the right length. */
static bool is_request(nic* n, uint32_t buffer, uint32_t word, uint32_t words) {
  const uint32_t header_words = flow_header_words(word);
  if (flow_host(word) >= nic_read(n, NIC_NODES) || flow_slot(word) >= nic_load(n, FLOW_SLOT_COUNT)) return false;
  if (!nic_load(n, FLOW_READS)) return words > header_words;
  return words == header_words && (!flow_is_part(word) || nic_load(n, buffer + 12) < nic_load(n, buffer + 8));
}

void flow_responses_request(nic* n, uint32_t buffer, uint32_t words, bool is_marked) {
  const uint32_t word = nic_load(n, buffer), header_words = flow_header_words(word);
  const uint32_t ahead = is_request(n, buffer, word, words) ? generations_ahead(n, word) : FLOW_GENERATIONS;
  bool is_taken = ahead <= FLOW_GENERATIONS / 2; /* otherwise its source has had an outcome for it */
  if (is_taken && (ahead != 0 || nic_load(n, FLOW_READS))) {
    if (nic_read(n, NIC_DMA_SPACE) == 0) {
      events_hold(n, EVENT_BIT(RX_DONE));
      return;
    }
    if (nic_load(n, FLOW_READS))
      fetch(n, buffer, word);
    else
      is_taken = deliver(n, buffer, word, words - header_words);
    if (is_taken && nic_load(n, FLOW_TIMEOUT) != 0)
      flow_table_set(n, nic_load(n, FLOW_TAKEN_TABLE), entry_of(n, word), flow_generation(word));
  } else if (is_taken) { /* a write that has been taken before: its response may have been lost */
    serve(n, buffer);
  }
  if (is_taken) {
    nic_store(n, buffer - OWN_MARK, is_marked);
    nic_instrument(n, 1);
    nic_transaction(n, NIC_STEP_TAKEN, flow_host(word), flow_transaction(word), nic_read(n, NIC_RX_DONE_TICK));
    nic_instrument(n, 0);
  } else {
    receiver_recycle(n, FLOW_REQUEST, buffer);
  }
  nic_write(n, NIC_RX_DONE_POP, 1);
}

bool flow_responses_moved(nic* n, uint32_t address, bool is_last) {
  if (nic_load(n, FLOW_READS)) {
    serve(n, address);
    return true;
  }
  const uint32_t header = address, word = nic_load(n, header + PACKET_SEQUENCE);
  if (is_last) {
    if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
    tell_host(n, NIC_DONE_RECEIVED, flow_host(word), nic_load(n, header + PACKET_MESSAGE),
              nic_load(n, header + PACKET_TOTAL));
  }
  const uint32_t buffer = header + HEADER_BYTES - 4 * flow_header_words(word);
  nic_store(n, buffer, word);
  serve(n, buffer);
  return true;
}

void flow_responses_left(nic* n, uint32_t buffer) {
  nic_instrument(n, 1);
  const uint32_t word = nic_load(n, buffer), stamp = nic_load(n, buffer - OWN_READY);
  nic_instrument(n, 0);
  nic_transaction(n, NIC_STEP_RESPONDED, flow_host(word), flow_transaction(word), stamp);
  receiver_recycle(n, FLOW_REQUEST, buffer);
}
