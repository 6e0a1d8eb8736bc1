#include "rtl_models/firmware/multicast_parts.h"

enum { MOST_BUFFERS = 64, MOST_SENDER_STEP = 0xfff, MOST_RECEIVER_STEP = 0x3ff };

/* Of enum copy_state. */
static const char states[] =
    "idle|sending|acked|refused|recalled|sent|stopped|again|called|sending_called|sent_called|done";

const struct nic_own_export multicast_exports[EXPORTS] = {
    {"upper_buffers", NIC_EXPORT_NUMBER, CLASS_UPPER, MOST_BUFFERS, 0, 0},
    {"upper_state", NIC_EXPORT_STATE, CLASS_UPPER, 0, states, "copy"},
    {"upper_waits_for", NIC_EXPORT_WAITS_FOR, CLASS_UPPER, 0, 0, 0},
    {"upper_source", NIC_EXPORT_SOURCE, CLASS_UPPER, 0, 0, 0},
    {"upper_message", NIC_EXPORT_MESSAGE, CLASS_UPPER, 0, 0, 0},
    {"upper_offset", NIC_EXPORT_OFFSET, CLASS_UPPER, 0, 0, 0},
    {"upper_refused", NIC_EXPORT_NUMBER, CLASS_UPPER, 0, 0, 0},
    {"upper_reserved_for", NIC_EXPORT_HOST, CLASS_UPPER, 0, 0, 0},
    {"lower_buffers", NIC_EXPORT_NUMBER, CLASS_LOWER, MOST_BUFFERS, 0, 0},
    {"lower_state", NIC_EXPORT_STATE, CLASS_LOWER, 0, states, "copy"},
    {"lower_waits_for", NIC_EXPORT_WAITS_FOR, CLASS_LOWER, 0, 0, 0},
    {"lower_source", NIC_EXPORT_SOURCE, CLASS_LOWER, 0, 0, 0},
    {"lower_message", NIC_EXPORT_MESSAGE, CLASS_LOWER, 0, 0, 0},
    {"lower_offset", NIC_EXPORT_OFFSET, CLASS_LOWER, 0, 0, 0},
    {"lower_refused", NIC_EXPORT_NUMBER, CLASS_LOWER, 0, 0, 0},
    {"lower_reserved_for", NIC_EXPORT_HOST, CLASS_LOWER, 0, 0, 0},
    {"own_buffers", NIC_EXPORT_NUMBER, CLASS_UNICAST, MOST_OWN_WORMS, 0, 0},
    {"own_state", NIC_EXPORT_STATE, CLASS_UNICAST, 0, states, "copy"},
    {"own_waits_for", NIC_EXPORT_WAITS_FOR, CLASS_UNICAST, 0, 0, 0},
    {"own_source", NIC_EXPORT_SOURCE, CLASS_UNICAST, 0, 0, 0},
    {"own_message", NIC_EXPORT_MESSAGE, CLASS_UNICAST, 0, 0, 0},
    {"own_offset", NIC_EXPORT_OFFSET, CLASS_UNICAST, 0, 0, 0},
    {"sender_step", NIC_EXPORT_DIGITS, 0, MOST_SENDER_STEP, 0, 0},
    {"receiver_step", NIC_EXPORT_DIGITS, 0, MOST_RECEIVER_STEP, 0, 0}};

/* The copy that a worm waits for: the first one without ACK. Its number of copies: it waits for none. */
static uint32_t copy_waited_for(nic* n, uint32_t worm) {
  const uint32_t copies = nic_load(n, worm + WORM_COPIES), tried = nic_load(n, worm + WORM_TRIED);
  if (routes_has(n, worm, MULTICAST_UNICASTS)) return copies;
  for (uint32_t copy = 0; copy < tried; ++copy) {
    const uint32_t state = nic_load(n, copy_address(worm, copy) + COPY_STATE);
    if (state != COPY_ACKED && state != COPY_DONE) return copy;
  }
  return tried;
}

static uint32_t buffers_used(nic* n, uint32_t queue) {
  if (queue != QUEUE_OWN) return nic_load(n, queue_record(queue) + QUEUE_USED);
  return multicast_own_slots(n) - (uint32_t)__builtin_popcount(nic_load(n, OWN_FREE));
}

/* The first that keeps a buffer: one in host memory holds up no other. */
static uint32_t first_worm(nic* n, uint32_t queue) {
  uint32_t worm = nic_load(n, queue_record(queue) + QUEUE_FIRST);
  while (worm != 0 && (nic_load(n, worm + WORM_STATE) & WORM_IS_SPILLED) != 0) worm = nic_load(n, worm + WORM_LINK);
  return worm;
}

static bool gives_way(nic* n, uint32_t worm) {
  return (nic_load(n, worm + WORM_STATE) & WORM_HAS_PERMIT) != 0 && spill_has_room(n);
}

void export_queue(nic* n, uint32_t queue) {
  nic_instrument(n, 1);
  const uint32_t worm = first_worm(n, queue), first = queue * EXPORT_QUEUE_WORDS;
  uint32_t state = COPY_IDLE, successor = 0, source = 0, message = 0, offset = 0;
  if (worm != 0) {
    source = source_of(nic_load(n, worm + WORM_FIRST)) + 1;
    message = nic_load(n, worm + WORM_MESSAGE);
    offset = nic_load(n, worm + WORM_OFFSET);
    const uint32_t copy = copy_waited_for(n, worm);
    if (copy < nic_load(n, worm + WORM_TRIED)) state = nic_load(n, copy_address(worm, copy) + COPY_STATE);
    if (copy < nic_load(n, worm + WORM_COPIES))
      successor = routes_successor(n, worm, copy) | (gives_way(n, worm) ? (uint32_t)NIC_GIVES_WAY : 0);
  }
  nic_export(n, first + EXPORT_BUFFERS, buffers_used(n, queue));
  nic_export(n, first + EXPORT_STATE, state);
  nic_export(n, first + EXPORT_WAITS_FOR, successor);
  nic_export(n, first + EXPORT_SOURCE, source);
  nic_export(n, first + EXPORT_MESSAGE, message);
  nic_export(n, first + EXPORT_OFFSET, offset);
  nic_instrument(n, 0);
}

void export_refused(nic* n, uint32_t queue, uint32_t host, int32_t more) {
  nic_instrument(n, 1);
  const uint32_t record = queue_record(queue), pair = copies_pair(n, pair_of(host, class_of_queue(queue)));
  const uint32_t count = nic_load(n, record + QUEUE_REFUSED_COUNT) + (uint32_t)more, now = nic_read(n, NIC_TICK);
  nic_store(n, record + QUEUE_REFUSED_COUNT, count);
  if (more > 0)
    nic_store(n, pair + PAIR_SINCE, now);
  else
    nic_measure(n, MEASURE_WAIT, now - nic_load(n, pair + PAIR_SINCE));
  nic_export(n, queue * EXPORT_QUEUE_WORDS + EXPORT_REFUSED, count);
  nic_instrument(n, 0);
}

void export_sender(nic* n, uint32_t before, uint32_t event, uint32_t after) {
  nic_export(n, EXPORT_SENDER_STEP, before << 8 | event << 4 | after);
}

void export_receiver(nic* n, enum receiver_step step, uint32_t queue) {
  nic_instrument(n, 1);
  const uint32_t reserved = nic_load(n, queue_record(queue) + QUEUE_RESERVED_FOR);
  nic_export(n, EXPORT_RECEIVER_STEP, class_of_queue(queue) << 8 | (uint32_t)step);
  nic_export(n, queue * EXPORT_QUEUE_WORDS + EXPORT_RESERVED_FOR, reserved);
  nic_instrument(n, 0);
}
