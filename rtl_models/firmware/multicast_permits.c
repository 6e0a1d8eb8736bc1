/* multicast_permits: a worm that is sent with a permit, a grant or a credit, has a buffer at its receiver: it gets no ACK, and is
 * never refused. So several copies may be under way to one host, and overtake one another; their receiver takes them in
 * their order.
 *
 * With the scheme none there are neither permits nor ACK: a worm that finds no buffer is dropped by the hardware, or held on its
 * link, and its sender does not learn of it. Those that come are taken as they come. */
#include "rtl_models/firmware/multicast_parts.h"

void permits_start(nic* n, uint32_t record_bytes) {
  switch (multicast_setting(n, SETTING_SCHEME)) {
    case SCHEME_MANAGER: manager_start(n); break;
    case SCHEME_CREDITS:
      credits_start(n);
      spill_start(n, record_bytes);
      break;
    default: break;
  }
}

/* One that is put in order joins its queue when it is whole, too: delivery_moved(). */
void permits_join(nic* n, uint32_t worm) {
  const bool is_whole = (nic_load(n, worm + WORM_STATE) & WORM_IS_WHOLE) != 0;
  if (is_whole || !routes_has(n, worm, MULTICAST_ORDERED)) queues_append(n, worm);
}

void permits_own(nic* n, uint32_t worm) {
  if (multicast_setting(n, SETTING_SCHEME) == SCHEME_MANAGER)
    manager_wait(n, worm);
  else
    permits_join(n, worm);
}

/* Takes a worm of this host out of the list of early ones; 0: it is not there. */
static uint32_t take_early(nic* n, uint32_t host, uint32_t number) {
  uint32_t link = PERMITS_EARLY;
  for (uint32_t worm = nic_load(n, link); worm != 0; worm = nic_load(n, link)) {
    if (source_of(nic_load(n, worm + WORM_HOP)) == host && nic_load(n, worm + WORM_COPY) == number) {
      nic_store(n, link, nic_load(n, worm + WORM_LINK));
      return worm;
    }
    link = worm + WORM_LINK;
  }
  return 0;
}

static void take(nic* n, uint32_t worm) {
  queues_add_state(n, worm, WORM_IS_ACKNOWLEDGED);
  queues_append(n, worm);
}

/* WORM_IS_ACKNOWLEDGED keeps a worm that is not in its turn from being finished. */
void permits_taken(nic* n, uint32_t worm) {
  const uint32_t host = source_of(nic_load(n, worm + WORM_HOP)), queue = nic_load(n, worm + WORM_QUEUE);
  if (multicast_setting(n, SETTING_SCHEME) == SCHEME_NONE) {
    export_receiver(n, RECEIVER_TAKES, queue);
    take(n, worm);
    return;
  }
  const uint32_t came = copies_pair(n, pair_of(host, class_of_queue(queue))) + PAIR_CAME;
  uint32_t number = number_after(nic_load(n, came));
  if (nic_load(n, worm + WORM_COPY) != number) {
    nic_store(n, worm + WORM_LINK, nic_load(n, PERMITS_EARLY));
    nic_store(n, PERMITS_EARLY, worm);
    export_receiver(n, RECEIVER_HOLDS, queue);
    return;
  }
  export_receiver(n, RECEIVER_TAKES, queue);
  take(n, worm);
  nic_store(n, came, number);
  for (;;) {
    worm = take_early(n, host, number_after(number));
    if (worm == 0) return;
    number = number_after(number);
    nic_store(n, came, number);
    take(n, worm);
    queues_settle(n, worm);
  }
}

void permits_free(nic* n, uint32_t host) {
  switch (multicast_setting(n, SETTING_SCHEME)) {
    case SCHEME_MANAGER: manager_freed(n); break;
    case SCHEME_CREDITS: permits_send(n, CONTROL_CREDIT, host, 0); break;
    default: break;
  }
}

void permits_send(nic* n, enum control_type type, uint32_t host, uint32_t value) {
  if (host == nic_read(n, NIC_NODE))
    permits_came(n, type, host, value);
  else
    control_push(n, type, host, value);
}

void permits_came(nic* n, enum control_type type, uint32_t host, uint32_t value) {
  const uint32_t scheme = multicast_setting(n, SETTING_SCHEME);
  const bool is_managed = scheme == SCHEME_MANAGER && type >= CONTROL_REQUEST && type <= CONTROL_RECEIPT;
  const bool is_of_credits = scheme == SCHEME_CREDITS && type >= CONTROL_CREDIT && type <= CONTROL_ANSWER;
  if (!is_managed && !is_of_credits) {
    multicast_protocol_error(n, "a control worm of type %u from host %u, which the scheme does not have", type, host);
    return;
  }
  switch (type) {
    case CONTROL_CREDIT: credits_came(n, host); break;
    case CONTROL_ASK: search_asked(n, host, value); break;
    case CONTROL_SPILL: {
      const bool begins = spill_begin(n, value & 255, value >> 8 & 255);
      permits_send(n, CONTROL_ANSWER, host, begins ? CONTROL_BEGINS : 0);
      break;
    }
    case CONTROL_ANSWER: search_answered(n, value); break;
    default: manager_came(n, type, host, value); break;
  }
}

void permits_got(nic* n, uint32_t worm) {
  const bool has_waited = (nic_load(n, worm + WORM_STATE) & WORM_WAITS) != 0;
  if (has_waited) {
    queues_drop_state(n, worm, WORM_WAITS);
    nic_store(n, SEARCH_PAUSE, 0);
  }
  nic_instrument(n, 1);
  nic_measure(n, MEASURE_PERMIT_WAIT, has_waited ? nic_read(n, NIC_TICK) - nic_load(n, worm + WORM_SINCE) : 0);
  nic_instrument(n, 0);
}

void permits_timer(nic* n) {
  nic_write(n, NIC_TIMER_EXPIRED, 1);
  if (multicast_setting(n, SETTING_SCHEME) == SCHEME_CREDITS) {
    search_timer(n);
    return;
  }
  manager_serve(n);
  delivery_begin(n);
}
