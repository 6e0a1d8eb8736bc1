#include "rtl_models/firmware/flow_requests.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/flow_reads.h"
#include "rtl_models/firmware/flow_slots.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/transfer.h"

/* An instrument: a step of the request in a slot. */
static void note(nic* n, uint32_t slot, enum nic_step step, uint32_t value) {
  nic_instrument(n, 1);
  nic_transaction(n, step, nic_load(n, slot + SLOT_PEER), flow_transaction(nic_load(n, slot + HEADER_FIRST)), value);
  nic_instrument(n, 0);
}
/* With the tick at offset `at` of the slot. */
static void note_tick(nic* n, uint32_t slot, enum nic_step step, uint32_t at) {
  nic_instrument(n, 1);
  const uint32_t tick = nic_load(n, slot + at);
  nic_instrument(n, 0);
  note(n, slot, step, tick);
}

static void count_outstanding(nic* n, uint32_t outstanding) {
  nic_store(n, FLOW_OUTSTANDING, outstanding);
  nic_measure(n, FLOW_MEASURE_OUTSTANDING, outstanding);
}

static void make_ready(nic* n, uint32_t slot) {
  flow_slot_ready(n, slot);
  note_tick(n, slot, NIC_STEP_READY, SLOT_BEGAN);
}
void flow_requests_host(nic* n, const struct flow_control* control) {
  const uint32_t total = nic_read(n, NIC_HOST_WORDS), peer = nic_read(n, NIC_HOST_PEER);
  const uint32_t outstanding = nic_load(n, FLOW_OUTSTANDING);
  if (nic_read(n, NIC_HOST_KIND) != NIC_COMMAND_SEND || total == 0) {
    nic_write(n, NIC_ERROR, ERROR_COMMAND);
    return;
  }
  const bool is_open = nic_load(n, FLOW_FREE) != 0 && (!control->is_open || control->is_open(n, outstanding));
  if (!is_open) nic_transaction(n, NIC_STEP_HELD, peer, 0, 0);
  if (!is_open || (!nic_load(n, FLOW_READS) && nic_read(n, NIC_DMA_SPACE) == 0)) {
    events_hold(n, EVENT_BIT(HOST));
    return;
  }
  const uint32_t message = nic_read(n, NIC_HOST_MESSAGE), offset = nic_load(n, FLOW_OFFSET);
  const uint32_t words = least(total - offset, nic_load(n, FLOW_PACKET_WORDS));
  const uint32_t slot = flow_slot_fill(n, words);
  note(n, slot, NIC_STEP_BEGUN, message);
  if (nic_load(n, FLOW_READS))
    flow_requests_fetched(n, slot);
  else
    transfer(n, FROM_HOST, nic_read(n, NIC_NODE), message, offset, slot + SLOT_PAYLOAD, words, slot | FLOW_COOKIE_SLOT);
  count_outstanding(n, outstanding + 1);
  if (control->began) control->began(n, outstanding + 1);
  nic_store(n, FLOW_OFFSET, offset + words == total ? 0 : offset + words);
  if (offset + words == total) nic_write(n, NIC_HOST_POP, 1);
}

/* The rest of its start-up is a deadline of its slot. */
void flow_requests_fetched(nic* n, uint32_t slot) {
  const uint32_t start_up = nic_read(n, NIC_OWN_PARAMETER + 4 * FLOW_START_UP);
  if (start_up == 0)
    make_ready(n, slot);
  else
    deadline_set(n, flow_slot_index(n, slot), nic_load(n, slot + SLOT_BEGAN) + start_up);
}

void flow_requests_pump(nic* n, const struct flow_control* control) {
  for (uint32_t slot = nic_load(n, FLOW_READY); slot != 0 && flow_may_push(n); slot = nic_load(n, FLOW_READY)) {
    const uint32_t peer = nic_load(n, slot + SLOT_PEER);
    const bool is_new = nic_load(n, slot + SLOT_TRIES) == nic_load(n, FLOW_TRIES);
    if (is_new && control->sends && !control->sends(n, peer, flow_slot_index(n, slot))) return;
    flow_slot_take(n, slot);
    note(n, slot, NIC_STEP_QUEUED, 0);
    flow_push(n, peer, slot + SLOT_HEADER, flow_header_words(nic_load(n, slot + HEADER_FIRST)), slot + SLOT_PAYLOAD,
              nic_load(n, FLOW_READS) ? 0 : nic_load(n, slot + SLOT_WORDS), slot + SLOT_STAMP, slot | FLOW_COOKIE_SLOT);
  }
}

void flow_requests_left(nic* n, uint32_t slot, const struct flow_control* control) {
  const uint32_t timeout = nic_load(n, FLOW_TIMEOUT), state = nic_load(n, slot + SLOT_STATE);
  note_tick(n, slot, NIC_STEP_SENT, SLOT_STAMP);
  if (state == IS_CLOSED) {
    flow_slot_release(n, slot);
  } else if (state == IS_MOVING_UNSENT) {
    nic_store(n, slot + SLOT_STATE, IS_MOVING);
  } else {
    nic_store(n, slot + SLOT_STATE, IS_SENT);
    if (timeout != 0) deadline_set(n, flow_slot_index(n, slot), nic_read(n, NIC_TICK) + timeout);
  }
  if (control->left)
    control->left(n, nic_load(n, slot + SLOT_PEER), flow_slot_index(n, slot), nic_load(n, slot + SLOT_STAMP));
}

/* The part of a message in a slot has an outcome. The host is told when all parts have one. True: they have. */
static bool close_part(nic* n, uint32_t slot, bool failed) {
  const uint32_t message = nic_load(n, slot + HEADER_MESSAGE), total = nic_load(n, slot + HEADER_TOTAL);
  const bool is_whole = nic_load(n, slot + SLOT_WORDS) == total;
  const bool is_being_cut = !is_whole && nic_load(n, FLOW_OFFSET) != 0 && nic_read(n, NIC_HOST_MESSAGE) == message;
  const uint32_t other = is_whole ? 0 : flow_slot_other_part(n, slot);
  if (other == 0 && !is_being_cut) {
    tell_host(n, failed ? NIC_DONE_FAILED : NIC_DONE_SENT, nic_load(n, slot + SLOT_PEER), message, total);
    return true;
  }
  if (failed) nic_store(n, other != 0 ? other + SLOT_FAILED : FLOW_CUT_FAILED, 1);
  return false;
}

/* The request of a slot has an outcome. True: all of its message has been answered. */
static bool close(nic* n, uint32_t slot, bool failed) {
  const bool moves = !failed && nic_load(n, FLOW_READS), has_left = nic_load(n, slot + SLOT_STATE) == IS_SENT;
  failed |= nic_load(n, slot + SLOT_FAILED) != 0;
  const bool is_last = close_part(n, slot, failed);
  count_outstanding(n, nic_load(n, FLOW_OUTSTANDING) - 1);
  if (nic_load(n, FLOW_TIMEOUT) != 0) deadline_clear(n, flow_slot_index(n, slot));
  if (moves)
    nic_store(n, slot + SLOT_STATE, has_left ? IS_MOVING : IS_MOVING_UNSENT);
  else if (has_left)
    flow_slot_release(n, slot);
  else
    nic_store(n, slot + SLOT_STATE, IS_CLOSED);
  events_allow(n, EVENT_BIT(HOST));
  return is_last && !failed;
}

static bool waits_to_be_repeated(nic* n, uint32_t slot) {
  return nic_load(n, slot + SLOT_STATE) == IS_READY && nic_load(n, slot + SLOT_TRIES) != nic_load(n, FLOW_TRIES);
}

/* The answer has come after all: it need not be sent again. */
static void call_off(nic* n, uint32_t slot) {
  flow_slot_call_off(n, slot);
  note(n, slot, NIC_STEP_QUEUED, 0);
  note_tick(n, slot, NIC_STEP_SENT, SLOT_STAMP);
}

/* The slot of the request that a response with this first word answers; 0: that has its outcome. */
static uint32_t answered_slot(nic* n, uint32_t word) {
  if (flow_slot(word) >= nic_load(n, FLOW_SLOT_COUNT)) return 0;
  const uint32_t slot = flow_slot_at(n, flow_slot(word)), state = nic_load(n, slot + SLOT_STATE);
  const bool is_open = state == IS_QUEUED || state == IS_SENT || waits_to_be_repeated(n, slot);
  if (!is_open || nic_load(n, slot + SLOT_PEER) != flow_host(word)) return 0;
  return flow_generation(nic_load(n, slot + HEADER_FIRST)) == flow_generation(word) ? slot : 0;
}

/* What is known of the request in a slot; `word`: a first word with its number. */
static struct flow_answer answer_of(nic* n, uint32_t slot, uint32_t word) {
  struct flow_answer answer = {.peer = nic_load(n, slot + SLOT_PEER), .slot = flow_slot(word)};
  answer.begun = nic_load(n, slot + SLOT_BEGAN);
  answer.sent = nic_load(n, slot + SLOT_STAMP);
  answer.was_repeated = nic_load(n, slot + SLOT_TRIES) + 1 < nic_load(n, FLOW_TRIES);
  return answer;
}

void flow_requests_response(nic* n, uint32_t buffer, uint32_t words, bool is_marked,
                            const struct flow_control* control) {
  const uint32_t word = nic_load(n, buffer), slot = answered_slot(n, word), reads = nic_load(n, FLOW_READS);
  if (slot == 0 || words != FLOW_RESPONSE_WORDS + (reads ? nic_load(n, slot + SLOT_WORDS) : 0)) {
    receiver_recycle(n, FLOW_RESPONSE, buffer);
    nic_write(n, NIC_RX_DONE_POP, 1);
    return;
  }
  if (nic_read(n, NIC_DONE_SPACE) == 0) return;
  if (reads && nic_read(n, NIC_DMA_SPACE) == 0) {
    events_hold(n, EVENT_BIT(RX_DONE));
    return;
  }
  struct flow_answer answer = answer_of(n, slot, word);
  answer.came = nic_read(n, NIC_RX_DONE_TICK);
  answer.is_marked = is_marked || flow_is_marked(word);
  if (waits_to_be_repeated(n, slot)) call_off(n, slot);
  note(n, slot, NIC_STEP_ANSWERED, answer.came);
  const bool is_last = close(n, slot, false);
  if (reads)
    flow_read_arrived(n, buffer, words, slot, is_last);
  else
    receiver_recycle(n, FLOW_RESPONSE, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
  if (control->answered) control->answered(n, nic_load(n, FLOW_OUTSTANDING), &answer);
}

/* Of a request that is to be sent for the first time, or again. */
void flow_requests_deadline(nic* n, uint32_t index, const struct flow_control* control) {
  const uint32_t slot = flow_slot_at(n, index);
  if (nic_load(n, slot + SLOT_STATE) == IS_FETCHED || nic_load(n, slot + SLOT_TRIES) != 0) {
    deadline_clear(n, index);
    make_ready(n, slot);
    return;
  }
  if (nic_read(n, NIC_DONE_SPACE) == 0) return;
  const struct flow_answer answer = answer_of(n, slot, nic_load(n, slot + HEADER_FIRST));
  note(n, slot, NIC_STEP_GIVEN_UP, 0);
  close(n, slot, true);
  if (control->given_up) control->given_up(n, nic_load(n, FLOW_OUTSTANDING), &answer);
}
