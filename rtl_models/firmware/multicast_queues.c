#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/receiver.h"

static bool is_fifo(nic* n) { return multicast_setting(n, SETTING_SCHEME) == SCHEME_FIFO; }

void queues_add_state(nic* n, uint32_t worm, uint32_t bits) {
  nic_store(n, worm + WORM_STATE, nic_load(n, worm + WORM_STATE) | bits);
}

void queues_drop_state(nic* n, uint32_t worm, uint32_t bits) {
  nic_store(n, worm + WORM_STATE, nic_load(n, worm + WORM_STATE) & ~bits);
}

static void count_used(nic* n, uint32_t queue, uint32_t used) {
  nic_store(n, queue_record(queue) + QUEUE_USED, used);
  nic_measure(n, queue == QUEUE_UPPER ? MEASURE_UPPER_BUFFERS : MEASURE_LOWER_BUFFERS, used);
}

void queues_start(nic* n, uint32_t record_bytes) {
  const uint32_t words = WORM_HEADER_WORDS + multicast_setting(n, SETTING_BUFFER_WORDS);
  const bool has_one_class = multicast_setting(n, SETTING_SCHEME) >= SCHEME_MANAGER;
  for (uint32_t queue = has_one_class ? QUEUE_LOWER : QUEUE_UPPER; queue <= QUEUE_LOWER; ++queue) {
    receiver_buffers(n, class_of_queue(queue), words, record_bytes / 4, multicast_setting(n, SETTING_BUFFERS));
    count_used(n, queue, 0);
  }
  if (multicast_setting(n, SETTING_SCHEME) != SCHEME_NONE)
    nic_write(n, NIC_RX_REFUSED_CLASSES, 1u << CLASS_LOWER | 1u << CLASS_UPPER);
}

void queues_open(nic* n, uint32_t worm, uint32_t queue, uint32_t entry, uint32_t hops, uint32_t state) {
  const uint32_t copies = hops == 1 ? 0 : nic_load(n, entry + 4 * MULTICAST_COUNT);
  nic_store(n, worm + WORM_QUEUE, queue);
  nic_store(n, worm + WORM_ENTRY, entry);
  nic_store(n, worm + WORM_STATE, state);
  nic_store(n, worm + WORM_HOPS, hops == 0 ? 0 : hops - 1);
  nic_store(n, worm + WORM_COPIES, copies);
  nic_store(n, worm + WORM_TRIED, 0);
  nic_store(n, worm + WORM_LEFT, copies);
  nic_store(n, worm + WORM_AGAIN, 0);
}

void queues_append(nic* n, uint32_t worm) {
  const uint32_t queue = nic_load(n, worm + WORM_QUEUE), record = queue_record(queue);
  nic_store(n, worm + WORM_LINK, 0);
  if (nic_load(n, record + QUEUE_FIRST) == 0)
    nic_store(n, record + QUEUE_FIRST, worm);
  else
    nic_store(n, nic_load(n, record + QUEUE_LAST) + WORM_LINK, worm);
  nic_store(n, record + QUEUE_LAST, worm);
  export_queue(n, queue);
}

/* 0: it is the first one. */
static uint32_t worm_before(nic* n, uint32_t worm, uint32_t record) {
  uint32_t before = 0;
  for (uint32_t i = nic_load(n, record + QUEUE_FIRST); i != worm; i = nic_load(n, i + WORM_LINK)) before = i;
  return before;
}

static void remove_worm(nic* n, uint32_t worm, uint32_t record) {
  const uint32_t next = nic_load(n, worm + WORM_LINK), before = worm_before(n, worm, record);
  nic_store(n, before == 0 ? record + QUEUE_FIRST : before + WORM_LINK, next);
  if (next == 0) nic_store(n, record + QUEUE_LAST, before);
}

static void acknowledge(nic* n, uint32_t worm, uint32_t queue, enum receiver_step step) {
  control_send(n, CONTROL_ACK, source_of(nic_load(n, worm + WORM_HOP)), class_of_queue(queue),
               nic_load(n, worm + WORM_COPY));
  queues_add_state(n, worm, WORM_IS_ACKNOWLEDGED);
  export_receiver(n, step, queue);
}

static bool is_finished(nic* n, uint32_t worm, uint32_t state) {
  const uint32_t all = WORM_IS_WHOLE | WORM_IS_DELIVERED | WORM_IS_ACKNOWLEDGED;
  return (state & all) == all && nic_load(n, worm + WORM_LEFT) == 0;
}

static bool is_own(nic* n, uint32_t worm) { /* own slots lie before all buffers of worms */
  return worm < nic_load(n, OWN_SLOTS) + multicast_own_slots(n) * nic_load(n, OWN_SLOT_BYTES);
}

static void free_buffer(nic* n, uint32_t worm, uint32_t queue) {
  count_used(n, queue, nic_load(n, queue_record(queue) + QUEUE_USED) - 1);
  receiver_recycle(n, class_of_queue(queue), worm);
  export_receiver(n, RECEIVER_FREES, queue);
}

static void free_worm(nic* n, uint32_t worm, uint32_t queue, uint32_t state) {
  const bool returns = (state & WORM_RETURNS) != 0;
  remove_worm(n, worm, queue_record(queue));
  if (is_own(n, worm)) {
    own_finish(n, worm, returns);
    return;
  }
  if (returns) own_confirm(n, worm); /* the host takes a completion a cycle, and no handler confirms more */
  if ((state & WORM_IS_SPILLED) != 0) {
    spill_release(n, worm);
  } else {
    free_buffer(n, worm, queue);
    if ((state & WORM_HAS_PERMIT) == 0) return;
    nic_measure(n, MEASURE_SPILLED, 0);
    permits_free(n, source_of(nic_load(n, worm + WORM_HOP)));
  }
}

void queues_replace(nic* n, uint32_t other, uint32_t worm) {
  const uint32_t queue = nic_load(n, other + WORM_QUEUE), record = queue_record(queue);
  const uint32_t before = worm_before(n, other, record);
  nic_store(n, before == 0 ? record + QUEUE_FIRST : before + WORM_LINK, worm);
  if (nic_load(n, record + QUEUE_LAST) == other) nic_store(n, record + QUEUE_LAST, worm);
  free_buffer(n, other, queue);
  permits_free(n, source_of(nic_load(n, other + WORM_HOP)));
  export_receiver(n, RECEIVER_SPILLS, queue);
  export_queue(n, queue);
}

/* The next worm of a FIFO gets ACK when it is the first, and may be finished then. */
void queues_settle(nic* n, uint32_t worm) {
  const uint32_t queue = nic_load(n, worm + WORM_QUEUE);
  while (worm != 0) {
    const uint32_t state = nic_load(n, worm + WORM_STATE);
    if (!is_finished(n, worm, state)) break;
    free_worm(n, worm, queue, state);
    worm = nic_load(n, queue_record(queue) + QUEUE_FIRST);
    if (worm == 0 || (nic_load(n, worm + WORM_STATE) & WORM_IS_ACKNOWLEDGED) != 0) break;
    acknowledge(n, worm, queue, RECEIVER_ACKS_HEAD);
  }
  if (queue != QUEUE_OWN) refusals_call(n, queue);
  export_queue(n, queue);
}

/* The class is that of its buffer. A packet of unicast needs all of itself. */
void queues_header(nic* n) {
  const uint32_t worm = nic_read(n, NIC_RX_HEADER_BUFFER), first = nic_load(n, worm + WORM_FIRST);
  nic_write(n, NIC_RX_HEADER_POP, 1);
  if (first >> 30 < CLASS_WORMS) return;
  const uint32_t queue = queue_of_class(first >> 30), record = queue_record(queue);
  const uint32_t entry = routes_of(n, nic_load(n, worm + WORM_GROUP), source_of(first));
  const uint32_t hop = nic_load(n, worm + WORM_HOP);
  if (entry == 0 || source_of(hop) >= nic_read(n, NIC_NODES)) {
    multicast_protocol_error(n, "a worm of group %u from host %u has no path here", nic_load(n, worm + WORM_GROUP),
                             source_of(first));
    return;
  }
  const uint32_t flags = nic_load(n, entry + 4 * MULTICAST_FLAGS);
  const bool is_permitted = (type_of(first) & WORM_PERMITTED) != 0;
  uint32_t state = is_permitted ? WORM_HAS_PERMIT : 0;
  if ((flags & MULTICAST_DELIVERS) == 0) state |= WORM_IS_DELIVERED | WORM_IS_DELIVERING;
  if ((flags & MULTICAST_RETURNS) != 0) state |= WORM_RETURNS;
  queues_open(n, worm, queue, entry, hop >> 24, state);
  count_used(n, queue, nic_load(n, record + QUEUE_USED) + 1);
  nic_measure(n, MEASURE_REFUSED, 0);
  if (is_permitted) {
    permits_taken(n, worm);
    return;
  }
  refusals_taken(n, queue, source_of(hop));
  queues_append(n, worm);
  const bool is_first = nic_load(n, record + QUEUE_FIRST) == worm;
  if (is_first || !is_fifo(n) || multicast_setting(n, SETTING_ACK) != 0)
    acknowledge(n, worm, queue, RECEIVER_ACKS_HEADER);
  refusals_call(n, queue);
}

/* A worm that has been accepted comes whole: its sender ends only copies that it knows to be refused. */
void queues_whole(nic* n) {
  const uint32_t worm = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS);
  nic_write(n, NIC_RX_DONE_POP, 1);
  if ((status & 255) != 0 || words != WORM_HEADER_WORDS + nic_load(n, worm + WORM_LENGTH)) {
    multicast_protocol_error(n, "a worm that has been accepted ends after %u words, with status %u", words, status);
    return;
  }
  queues_add_state(n, worm, WORM_IS_WHOLE);
  delivery_begin(n);
  queues_settle(n, worm);
}
