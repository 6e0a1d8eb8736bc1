#include "rtl_models/firmware/flow_requests.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/transfer.h"

/* A slot: its record, the header of its request, the payload. Links are addresses of slots; 0: none. */
enum {
  SLOT_PEER = 0,
  SLOT_STATE = 4,
  SLOT_WORDS = 8,   /* of the payload */
  SLOT_TRIES = 12,  /* how often it may still be sent */
  SLOT_LINK = 16,   /* the next free one, or the next ready one */
  SLOT_STAMP = 20,  /* tick at which its head left last */
  SLOT_BEGAN = 24,  /* tick of its transfer from host memory */
  SLOT_FAILED = 28, /* 1: another part of its message has been given up */
  SLOT_HEADER = 32, /* first word, message, total, offset */
  SLOT_PAYLOAD = 48
};
enum { IS_FREE, IS_FETCHED, IS_READY, IS_QUEUED, IS_SENT, IS_CLOSED /* answered or given up before it had left */ };
enum {
  HEADER_FIRST = SLOT_HEADER,
  HEADER_MESSAGE = SLOT_HEADER + 4,
  HEADER_TOTAL = SLOT_HEADER + 8,
  HEADER_OFFSET = SLOT_HEADER + 12
};

static uint32_t slot_at(nic* n, uint32_t index) {
  return nic_load(n, FLOW_SLOTS) + index * nic_load(n, FLOW_SLOT_BYTES);
}
static uint32_t index_of(nic* n, uint32_t slot) {
  return (slot - nic_load(n, FLOW_SLOTS)) / nic_load(n, FLOW_SLOT_BYTES);
}

void flow_requests_start(nic* n, uint32_t slots) {
  const uint32_t packet_words = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS);
  const uint32_t timeout = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TIMEOUT_TICKS);
  nic_store(n, FLOW_SLOT_COUNT, slots);
  nic_store(n, FLOW_SLOT_BYTES, SLOT_PAYLOAD + 4 * packet_words);
  nic_store(n, FLOW_SLOTS, reserve(n, slots * (SLOT_PAYLOAD + 4 * packet_words)));
  nic_store(n, FLOW_TIMEOUT, timeout);
  nic_store(n, FLOW_TRIES, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TRIES));
  if (timeout != 0) nic_store(n, FLOW_SENT_TABLE, reserve(n, flow_table_bytes(nic_read(n, NIC_NODES), slots)));
  for (uint32_t i = slots; i > 0; --i) {
    nic_store(n, slot_at(n, i - 1) + SLOT_LINK, nic_load(n, FLOW_FREE));
    nic_store(n, FLOW_FREE, slot_at(n, i - 1));
  }
}

/* The generation of the next request of a slot to a host. */
static uint32_t next_generation(nic* n, uint32_t peer, uint32_t index) {
  if (nic_load(n, FLOW_TIMEOUT) == 0) return 0;
  const uint32_t table = nic_load(n, FLOW_SENT_TABLE), entry = peer * nic_load(n, FLOW_SLOT_COUNT) + index;
  const uint32_t generation = (flow_table_get(n, table, entry) + 1) % FLOW_GENERATIONS;
  flow_table_set(n, table, entry, generation);
  return generation;
}

static void fill(nic* n, uint32_t slot, uint32_t offset, uint32_t words) {
  const uint32_t peer = nic_read(n, NIC_HOST_PEER), total = nic_read(n, NIC_HOST_WORDS), index = index_of(n, slot);
  const bool part = words != total;
  nic_store(n, slot + SLOT_PEER, peer);
  nic_store(n, slot + SLOT_STATE, IS_FETCHED);
  nic_store(n, slot + SLOT_WORDS, words);
  nic_store(n, slot + SLOT_TRIES, nic_load(n, FLOW_TRIES));
  nic_store(n, slot + SLOT_BEGAN, nic_read(n, NIC_TICK));
  nic_store(n, slot + SLOT_FAILED, nic_load(n, FLOW_CUT_FAILED));
  nic_store(n, slot + HEADER_FIRST,
            flow_word(FLOW_REQUEST, part, next_generation(n, peer, index), index, nic_read(n, NIC_NODE)));
  nic_store(n, slot + HEADER_MESSAGE, nic_read(n, NIC_HOST_MESSAGE));
  nic_store(n, slot + HEADER_TOTAL, total);
  nic_store(n, slot + HEADER_OFFSET, offset);
  nic_store(n, FLOW_CUT_FAILED, 0);
}

void flow_requests_host(nic* n, const struct flow_control* control) {
  const uint32_t total = nic_read(n, NIC_HOST_WORDS), free = nic_load(n, FLOW_FREE);
  const uint32_t outstanding = nic_load(n, FLOW_OUTSTANDING);
  if (nic_read(n, NIC_HOST_KIND) != NIC_COMMAND_SEND || total == 0) {
    nic_write(n, NIC_ERROR, ERROR_COMMAND);
    return;
  }
  if (free == 0 || nic_read(n, NIC_DMA_SPACE) == 0 || (control->is_open && !control->is_open(n, outstanding))) {
    events_hold(n, EVENT_BIT(HOST));
    return;
  }
  const uint32_t offset = nic_load(n, FLOW_OFFSET);
  const uint32_t words = least(total - offset, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS));
  nic_store(n, FLOW_FREE, nic_load(n, free + SLOT_LINK));
  fill(n, free, offset, words);
  transfer(n, FROM_HOST, nic_read(n, NIC_NODE), nic_read(n, NIC_HOST_MESSAGE), offset, free + SLOT_PAYLOAD, words,
           free | FLOW_COOKIE_SLOT);
  nic_store(n, FLOW_OUTSTANDING, outstanding + 1);
  if (control->began) control->began(n, outstanding + 1);
  nic_store(n, FLOW_OFFSET, offset + words == total ? 0 : offset + words);
  if (offset + words == total) nic_write(n, NIC_HOST_POP, 1);
}

static void make_ready(nic* n, uint32_t slot) {
  const uint32_t last = nic_load(n, FLOW_READY_LAST);
  nic_store(n, slot + SLOT_STATE, IS_READY);
  nic_store(n, slot + SLOT_LINK, 0);
  nic_store(n, last == 0 ? FLOW_READY : last + SLOT_LINK, slot);
  nic_store(n, FLOW_READY_LAST, slot);
}

void flow_requests_fetched(nic* n, uint32_t slot) { make_ready(n, slot); }

void flow_requests_pump(nic* n) {
  for (uint32_t slot = nic_load(n, FLOW_READY); slot != 0 && flow_may_push(n); slot = nic_load(n, FLOW_READY)) {
    nic_store(n, FLOW_READY, nic_load(n, slot + SLOT_LINK));
    if (nic_load(n, FLOW_READY) == 0) nic_store(n, FLOW_READY_LAST, 0);
    nic_store(n, slot + SLOT_STATE, IS_QUEUED);
    nic_store(n, slot + SLOT_TRIES, nic_load(n, slot + SLOT_TRIES) - 1);
    nic_write(n, NIC_TX_STAMP_ADDRESS, slot + SLOT_STAMP);
    flow_push(n, nic_load(n, slot + SLOT_PEER), slot + SLOT_HEADER, flow_header_words(nic_load(n, slot + HEADER_FIRST)),
              slot + SLOT_PAYLOAD, nic_load(n, slot + SLOT_WORDS), NIC_TX_STAMP, slot | FLOW_COOKIE_SLOT);
  }
}

static void release(nic* n, uint32_t slot) {
  nic_store(n, slot + SLOT_STATE, IS_FREE);
  nic_store(n, slot + SLOT_LINK, nic_load(n, FLOW_FREE));
  nic_store(n, FLOW_FREE, slot);
  events_allow(n, EVENT_BIT(HOST));
}

/* A response is often handled before the TX_DONE of its request. */
void flow_requests_left(nic* n, uint32_t slot) {
  if (nic_load(n, slot + SLOT_STATE) == IS_CLOSED) {
    release(n, slot);
    return;
  }
  nic_store(n, slot + SLOT_STATE, IS_SENT);
  const uint32_t timeout = nic_load(n, FLOW_TIMEOUT);
  if (timeout != 0) deadline_set(n, index_of(n, slot), nic_read(n, NIC_TICK) + timeout);
}

static bool is_under_way(nic* n, uint32_t slot) {
  const uint32_t state = nic_load(n, slot + SLOT_STATE);
  return state != IS_FREE && state != IS_CLOSED;
}

/* Another part of the message of a slot; 0: it is the last one that counts. */
static uint32_t other_part(nic* n, uint32_t slot) {
  const uint32_t count = nic_load(n, FLOW_SLOT_COUNT), message = nic_load(n, slot + HEADER_MESSAGE);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t other = slot_at(n, i);
    if (other != slot && is_under_way(n, other) && nic_load(n, other + HEADER_MESSAGE) == message) return other;
  }
  return 0;
}

/* The request of a slot has an outcome. The host is told when all parts of its message have one. */
static void close(nic* n, uint32_t slot, bool failed) {
  const uint32_t message = nic_load(n, slot + HEADER_MESSAGE), total = nic_load(n, slot + HEADER_TOTAL);
  failed |= nic_load(n, slot + SLOT_FAILED) != 0;
  const bool is_whole = nic_load(n, slot + SLOT_WORDS) == total;
  const bool is_being_cut = !is_whole && nic_load(n, FLOW_OFFSET) != 0 && nic_read(n, NIC_HOST_MESSAGE) == message;
  const uint32_t other = is_whole ? 0 : other_part(n, slot);
  if (other == 0 && !is_being_cut)
    tell_host(n, failed ? NIC_DONE_FAILED : NIC_DONE_SENT, nic_load(n, slot + SLOT_PEER), message, total);
  else if (failed)
    nic_store(n, other != 0 ? other + SLOT_FAILED : FLOW_CUT_FAILED, 1);
  nic_store(n, FLOW_OUTSTANDING, nic_load(n, FLOW_OUTSTANDING) - 1);
  if (nic_load(n, FLOW_TIMEOUT) != 0) deadline_clear(n, index_of(n, slot));
  if (nic_load(n, slot + SLOT_STATE) == IS_SENT)
    release(n, slot);
  else
    nic_store(n, slot + SLOT_STATE, IS_CLOSED);
  events_allow(n, EVENT_BIT(HOST));
}

bool flow_requests_answered(nic* n, uint32_t word, bool is_marked, const struct flow_control* control) {
  const uint32_t index = flow_slot(word);
  if (index >= nic_load(n, FLOW_SLOT_COUNT)) return true;
  const uint32_t slot = slot_at(n, index), state = nic_load(n, slot + SLOT_STATE);
  const uint32_t peer = nic_load(n, slot + SLOT_PEER), first = nic_load(n, slot + HEADER_FIRST);
  if ((state != IS_QUEUED && state != IS_SENT) || peer != flow_host(word) ||
      flow_generation(first) != flow_generation(word))
    return true; /* of a request that has its outcome */
  if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
  const bool from_start = nic_read(n, NIC_OWN_PARAMETER + 4 * FLOW_FROM) != 0;
  const uint32_t from = nic_load(n, slot + (from_start ? SLOT_BEGAN : SLOT_STAMP));
  const struct flow_answer answer = {peer, nic_read(n, NIC_RX_DONE_TICK) - from, is_marked};
  close(n, slot, false);
  if (control->answered) control->answered(n, nic_load(n, FLOW_OUTSTANDING), &answer);
  return true;
}

/* Deadlines are set for requests that have left. */
bool flow_requests_deadline(nic* n, uint32_t index, const struct flow_control* control) {
  const uint32_t slot = slot_at(n, index);
  if (nic_load(n, slot + SLOT_TRIES) != 0) {
    deadline_clear(n, index);
    make_ready(n, slot);
    return true;
  }
  if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
  close(n, slot, true);
  if (control->given_up) control->given_up(n, nic_load(n, FLOW_OUTSTANDING));
  return true;
}
