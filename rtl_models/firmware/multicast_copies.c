#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/sender.h"

enum { NEVER = COPY_STATES };        /* an event that does not occur in a state */
enum { LONGEST_TIMEOUT = 1u << 30 }; /* ticks */

static const uint8_t next_state[COPY_STATES][COPY_EVENTS] = {
    /*                 ACK          NACK          READY          START         TAIL          EXPIRY */
    [COPY_IDLE] = {NEVER, NEVER, NEVER, COPY_SENDING, NEVER, NEVER},
    [COPY_SENDING] = {COPY_ACKED, COPY_REFUSED, COPY_SENDING_CALLED, NEVER, COPY_SENT, NEVER},
    [COPY_ACKED] = {NEVER, NEVER, NEVER, NEVER, COPY_DONE, NEVER},
    [COPY_REFUSED] = {NEVER, NEVER, COPY_RECALLED, NEVER, COPY_STOPPED, NEVER},
    [COPY_RECALLED] = {NEVER, NEVER, COPY_RECALLED, NEVER, COPY_CALLED, NEVER},
    [COPY_SENT] = {COPY_DONE, COPY_STOPPED, COPY_SENT_CALLED, NEVER, NEVER, NEVER},
    [COPY_STOPPED] = {NEVER, NEVER, COPY_CALLED, NEVER, NEVER, COPY_AGAIN},
    [COPY_AGAIN] = {NEVER, NEVER, COPY_CALLED, COPY_SENDING, NEVER, NEVER},
    [COPY_CALLED] = {NEVER, NEVER, COPY_CALLED, COPY_SENDING, NEVER, NEVER},
    [COPY_SENDING_CALLED] = {COPY_ACKED, COPY_RECALLED, COPY_SENDING_CALLED, NEVER, COPY_SENT_CALLED, NEVER},
    [COPY_SENT_CALLED] = {COPY_DONE, COPY_CALLED, COPY_SENT_CALLED, NEVER, NEVER, NEVER},
    [COPY_DONE] = {NEVER, NEVER, NEVER, NEVER, NEVER, NEVER}};

static bool waits_for_turn(uint32_t state) { return state == COPY_AGAIN || state == COPY_CALLED; }

void copies_start(nic* n) {
  const uint32_t pairs = 2 * nic_read(n, NIC_NODES);
  nic_store(n, COPIES_PAIRS, reserve(n, pairs * PAIR_BYTES));
  if (multicast_setting(n, SETTING_TIMEOUT) != 0) deadlines_start(n, pairs);
}

uint32_t copies_pair(nic* n, uint32_t pair) { return nic_load(n, COPIES_PAIRS) + pair * PAIR_BYTES; }

/* Copies are tried in their order. Those that have to be sent again go first. */
uint32_t copies_next(nic* n, uint32_t worm) {
  const uint32_t tried = nic_load(n, worm + WORM_TRIED), copies = nic_load(n, worm + WORM_COPIES);
  if (nic_load(n, worm + WORM_AGAIN) != 0) {
    for (uint32_t copy = 0; copy < tried; ++copy) {
      if (waits_for_turn(nic_load(n, copy_address(worm, copy) + COPY_STATE))) return copy;
    }
  }
  if (tried == copies) return tried;
  const uint32_t flags = routes_flags(n, worm);
  if ((flags & MULTICAST_UNICASTS) != 0) return tried;
  const uint32_t pair = pair_of_successor(routes_successor(n, worm, tried));
  const uint32_t window = nic_load(n, copies_pair(n, pair) + PAIR_WORM);
  if (window == 0 || window == worm) return tried;
  if ((flags & MULTICAST_PERMITTED) != 0) credits_wait(n, worm);
  return copies;
}

/* The window to its host and class closes. */
static void begin_first(nic* n, uint32_t worm, uint32_t copy) {
  const uint32_t record = copies_pair(n, pair_of_successor(routes_successor(n, worm, copy)));
  const uint32_t number = nic_load(n, record + PAIR_NUMBER);
  nic_store(n, record + PAIR_WORM, worm);
  nic_store(n, record + PAIR_COPY, copy);
  nic_store(n, record + PAIR_NUMBER, number_after(number));
  nic_store(n, worm + WORM_TRIED, copy + 1);
  nic_store(n, copy_address(worm, copy) + COPY_STATE, COPY_IDLE);
  nic_store(n, copy_address(worm, copy) + COPY_TIMEOUT, multicast_setting(n, SETTING_TIMEOUT));
}

uint32_t copies_begin(nic* n, uint32_t worm, uint32_t copy) {
  const bool is_first = copy == nic_load(n, worm + WORM_TRIED);
  if (is_first) begin_first(n, worm, copy);
  const bool is_called = nic_load(n, copy_address(worm, copy) + COPY_STATE) == COPY_CALLED;
  copies_event(n, worm, copy, COPY_START);
  nic_measure(n, MEASURE_REPEATED, !is_first);
  return is_called ? PACKET_CLAIMS : 0;
}

void copies_permit(nic* n, uint32_t worm, uint32_t copy) {
  begin_first(n, worm, copy);
  copies_event(n, worm, copy, COPY_START);
  copies_event(n, worm, copy, COPY_ACK);
  nic_measure(n, MEASURE_REPEATED, 0);
}

/* Its time-out runs in the state STOPPED only. */
static void change_deadline(nic* n, uint32_t address, uint32_t pair, uint32_t before, uint32_t after) {
  const uint32_t timeout = nic_load(n, address + COPY_TIMEOUT);
  if (timeout == 0 || before == after) return;
  if (after == COPY_STOPPED) deadline_set(n, pair, nic_read(n, NIC_TICK) + timeout);
  if (before == COPY_STOPPED) deadline_clear(n, pair);
  if (before == COPY_STOPPED && after == COPY_AGAIN)
    nic_store(n, address + COPY_TIMEOUT, least(2 * timeout, LONGEST_TIMEOUT));
}

void copies_event(nic* n, uint32_t worm, uint32_t copy, enum copy_event event) {
  const uint32_t address = copy_address(worm, copy), pair = pair_of_successor(routes_successor(n, worm, copy));
  const uint32_t before = nic_load(n, address + COPY_STATE), after = next_state[before][event];
  export_sender(n, before, event, after);
  if (after == NEVER) {
    multicast_protocol_error(n, "event %u of a copy in state %u", event, before);
    return;
  }
  nic_store(n, address + COPY_STATE, after);
  if (waits_for_turn(after) != waits_for_turn(before))
    nic_store(n, worm + WORM_AGAIN, nic_load(n, worm + WORM_AGAIN) + (waits_for_turn(after) ? 1u : ~0u));
  if (event == COPY_ACK) nic_store(n, copies_pair(n, pair) + PAIR_WORM, 0);
  if (event == COPY_NACK && (after == COPY_REFUSED || after == COPY_RECALLED))
    nic_write(n, NIC_TX_ABORT, worm | COOKIE_WORM);
  change_deadline(n, address, pair, before, after);
  if (after == COPY_DONE) {
    nic_store(n, worm + WORM_LEFT, nic_load(n, worm + WORM_LEFT) - 1);
    queues_settle(n, worm);
  }
  export_queue(n, nic_load(n, worm + WORM_QUEUE));
  if (multicast_setting(n, SETTING_TIMEOUT) != 0) deadlines_arm(n);
}

void copies_timer(nic* n) {
  const uint32_t pair = deadline_passed(n);
  if (pair == NO_DEADLINE) {
    deadlines_end(n);
    deadlines_arm(n);
    return;
  }
  const uint32_t record = copies_pair(n, pair);
  copies_event(n, nic_load(n, record + PAIR_WORM), nic_load(n, record + PAIR_COPY), COPY_EXPIRY);
}
