#include "rtl_models/firmware/multicast_parts.h"

static uint32_t pair_record(nic* n, uint32_t queue, uint32_t host) {
  return copies_pair(n, pair_of(host, class_of_queue(queue)));
}

/* Of the free list of the class, for the host that has got READY; 0: for nobody. */
static void reserve_for(nic* n, uint32_t queue, uint32_t host_and_one) {
  nic_store(n, queue_record(queue) + QUEUE_RESERVED_FOR, host_and_one);
  nic_write(n, NIC_RX_RESERVED + 4 * class_of_queue(queue), host_and_one != 0);
}

static void list_last(nic* n, uint32_t queue, uint32_t host) {
  const uint32_t record = queue_record(queue), last = nic_load(n, record + QUEUE_REFUSED_LAST);
  nic_store(n, pair_record(n, queue, host) + PAIR_NEXT, 0);
  nic_store(n, last == 0 ? record + QUEUE_REFUSED : pair_record(n, queue, last - 1) + PAIR_NEXT, host + 1);
  nic_store(n, record + QUEUE_REFUSED_LAST, host + 1);
}

static void unlist(nic* n, uint32_t queue, uint32_t host) {
  const uint32_t record = queue_record(queue), next = nic_load(n, pair_record(n, queue, host) + PAIR_NEXT);
  uint32_t before = 0;
  for (uint32_t i = nic_load(n, record + QUEUE_REFUSED); i != host + 1;
       i = nic_load(n, pair_record(n, queue, i - 1) + PAIR_NEXT))
    before = i;
  nic_store(n, before == 0 ? record + QUEUE_REFUSED : pair_record(n, queue, before - 1) + PAIR_NEXT, next);
  if (next == 0) nic_store(n, record + QUEUE_REFUSED_LAST, before);
}

void refusals_taken(nic* n, uint32_t queue, uint32_t host) {
  const uint32_t record = queue_record(queue), pair = pair_record(n, queue, host);
  const bool is_called = nic_load(n, record + QUEUE_RESERVED_FOR) == host + 1;
  if (is_called) reserve_for(n, queue, 0);
  if (nic_load(n, pair + PAIR_REFUSED) != 0) {
    nic_store(n, pair + PAIR_REFUSED, 0);
    unlist(n, queue, host);
    export_refused(n, queue, host, -1);
  }
  export_receiver(n, is_called ? RECEIVER_TAKES_RESERVED : RECEIVER_TAKES, queue);
}

/* All other buffers may be in use for a long time: READY when few are. Then the worm that is called finds a place near the
 * head of the queue. Plain ACK/NACK has no such queue. */
static bool has_room(nic* n, uint32_t queue) {
  const uint32_t used = nic_load(n, queue_record(queue) + QUEUE_USED), buffers = multicast_setting(n, SETTING_BUFFERS);
  const bool is_early =
      multicast_setting(n, SETTING_SCHEME) == SCHEME_PLAIN || multicast_setting(n, SETTING_READY) != 0;
  return is_early ? used < buffers : used <= least(1, buffers - 1);
}

void refusals_call(nic* n, uint32_t queue) {
  const uint32_t record = queue_record(queue), first = nic_load(n, record + QUEUE_REFUSED);
  if (first == 0 || nic_load(n, record + QUEUE_RESERVED_FOR) != 0 || !has_room(n, queue)) return;
  control_send(n, CONTROL_READY, first - 1, class_of_queue(queue),
               nic_load(n, pair_record(n, queue, first - 1) + PAIR_REFUSED));
  reserve_for(n, queue, first);
  export_receiver(n, RECEIVER_CALLS, queue);
}

/* The hardware refuses by its free list. That may be shorter than the worms counted here say, by those whose headers have
 * not been handled, or longer, by buffers that have just been freed. So after a refusal there may be room, and nothing else
 * happen that calls the worm. And the host that has got READY may be refused: another worm has come first, or its own comes
 * after a time-out, without PACKET_CLAIMS. Then it gets READY again. */
void refusals_came(nic* n) {
  const uint32_t first = nic_read(n, NIC_RX_REFUSED_FIRST + WORM_FIRST);
  const uint32_t host = source_of(nic_read(n, NIC_RX_REFUSED_FIRST + WORM_HOP));
  const uint32_t number = nic_read(n, NIC_RX_REFUSED_FIRST + WORM_COPY), lost = nic_read(n, NIC_RX_REFUSED_LOST);
  nic_write(n, NIC_RX_REFUSED_POP, 1);
  if (lost != 0 || number == 0 || host >= nic_read(n, NIC_NODES)) {
    multicast_protocol_error(n, "%u refused worms were lost, or one has an unknown sender, %u", lost, host);
    return;
  }
  if ((type_of(first) & WORM_PERMITTED) != 0) {
    multicast_protocol_error(n, "copy %u of host %u has a permit and finds no buffer", number, host);
    return;
  }
  const uint32_t queue = queue_of_class(first >> 30), pair = pair_record(n, queue, host);
  const bool is_listed = nic_load(n, pair + PAIR_REFUSED) != 0;
  const bool is_called = nic_load(n, queue_record(queue) + QUEUE_RESERVED_FOR) == host + 1;
  control_send(n, CONTROL_NACK, host, class_of_queue(queue), number);
  nic_measure(n, MEASURE_REFUSED, 1);
  nic_store(n, pair + PAIR_REFUSED, number);
  if (!is_listed) {
    list_last(n, queue, host);
    export_refused(n, queue, host, 1);
  }
  if (is_called) reserve_for(n, queue, 0);
  export_receiver(n,
                  is_called   ? RECEIVER_REFUSES_CALLED
                  : is_listed ? RECEIVER_REFUSES_LISTED
                              : RECEIVER_REFUSES,
                  queue);
  refusals_call(n, queue);
}
