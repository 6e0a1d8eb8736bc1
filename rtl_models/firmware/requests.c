#include "rtl_models/firmware/requests.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/sender.h"

/* A place. */
enum { REQUEST_PEER = 0, REQUEST_MESSAGE = 4, REQUEST_WORDS = 8, REQUEST_BYTES = 12 };

void requests_start(nic* n) {
  const uint32_t places = nic_load(n, SENDER_SLOT_COUNT);
  nic_store(n, REQUESTS, reserve(n, places * REQUEST_BYTES));
  nic_store(n, REQUESTS_FREE, (1u << places) - 1);
  nic_store(n, REQUESTS_TIMEOUT, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TIMEOUT_TICKS));
}

static uint32_t place_at(nic* n, uint32_t index) { return nic_load(n, REQUESTS) + index * REQUEST_BYTES; }

bool requests_any_place(nic* n) { return nic_load(n, REQUESTS_FREE) != 0; }

void requests_open(nic* n, uint32_t slot) {
  const uint32_t free = nic_load(n, REQUESTS_FREE), place = place_at(n, (uint32_t)__builtin_ctz(free));
  const uint32_t header = slot + SLOT_HEADER;
  nic_store(n, REQUESTS_FREE, free & (free - 1));
  nic_store(n, place + REQUEST_PEER, nic_load(n, slot + SLOT_PEER));
  nic_store(n, place + REQUEST_MESSAGE, nic_load(n, header + PACKET_MESSAGE));
  nic_store(n, place + REQUEST_WORDS, nic_load(n, header + PACKET_TOTAL));
}

/* The place of a request that waits; SENDER_SLOT_COUNT: there is none. */
static uint32_t find(nic* n, uint32_t peer, uint32_t message) {
  const uint32_t places = nic_load(n, SENDER_SLOT_COUNT), free = nic_load(n, REQUESTS_FREE);
  for (uint32_t i = 0; i < places; ++i) {
    const uint32_t place = place_at(n, i);
    if ((free >> i & 1) == 0 && nic_load(n, place + REQUEST_MESSAGE) == message &&
        nic_load(n, place + REQUEST_PEER) == peer)
      return i;
  }
  return places;
}

/* A reply may be faster than the TX_DONE of what it answers. */
void requests_left(nic* n, uint32_t slot) {
  const uint32_t timeout = nic_load(n, REQUESTS_TIMEOUT);
  if (timeout == 0 || !sender_is_last(n, slot)) return;
  const uint32_t index = find(n, nic_load(n, slot + SLOT_PEER), nic_load(n, slot + SLOT_HEADER + PACKET_MESSAGE));
  if (index != nic_load(n, SENDER_SLOT_COUNT)) nic_write(n, NIC_TIMER + 4 * index, timeout);
}

/* Reports the outcome of a request to the host, and frees its place. */
static void close(nic* n, uint32_t index, uint32_t kind) {
  const uint32_t place = place_at(n, index);
  tell_host(n, kind, nic_load(n, place + REQUEST_PEER), nic_load(n, place + REQUEST_MESSAGE),
            nic_load(n, place + REQUEST_WORDS));
  nic_write(n, NIC_TIMER + 4 * index, 0);
  nic_write(n, NIC_TIMER_EXPIRED, 1u << index);
  nic_store(n, REQUESTS_FREE, nic_load(n, REQUESTS_FREE) | 1u << index);
  events_allow(n, EVENT_BIT(HOST));
}

bool requests_answered(nic* n, uint32_t peer, uint32_t message) {
  if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
  const uint32_t index = find(n, peer, message);
  if (index != nic_load(n, SENDER_SLOT_COUNT)) close(n, index, NIC_DONE_SENT);
  return true;
}

void requests_timer(nic* n) {
  if (nic_read(n, NIC_DONE_SPACE) != 0)
    close(n, (uint32_t)__builtin_ctz(nic_read(n, NIC_TIMER_EXPIRED)), NIC_DONE_FAILED);
}
