#include "rtl_models/firmware/flow_control.h"

#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/flow_reads.h"
#include "rtl_models/firmware/flow_requests.h"
#include "rtl_models/firmware/flow_responses.h"
#include "rtl_models/firmware/flow_slots.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/receiver.h"

/* Owners of deadlines: the slots, then the next response, then the next request. */
static uint32_t next_response(nic* n) { return nic_load(n, FLOW_SLOT_COUNT); }
static uint32_t next_request(nic* n) { return nic_load(n, FLOW_SLOT_COUNT) + 1; }
enum { OTHER_OWNERS = 2 };

void flow_start(nic* n, const struct flow_control* control) {
  memory_start(n);
  reserve(n, FLOW_VARIABLES_END - VARIABLES_END);
  if (nic_read(n, NIC_NODES) > FLOW_MOST_NODES) {
    nic_log(n, "%u hosts; a packet's first word has room for the numbers of %u", nic_read(n, NIC_NODES),
            FLOW_MOST_NODES);
    nic_write(n, NIC_ERROR, ERROR_NODES);
    return;
  }
  const uint32_t slots = control->start(n);
  if (slots == 0) {
    nic_write(n, NIC_ERROR, ERROR_PARAMETERS);
    return;
  }
  nic_store(n, FLOW_READS, nic_read(n, NIC_OWN_PARAMETER + 4 * FLOW_OPERATION));
  nic_store(n, FLOW_PACKET_WORDS, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS));
  nic_store(n, FLOW_TIMEOUT, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TIMEOUT_TICKS));
  nic_store(n, FLOW_TRIES, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TRIES));
  deadlines_start(n, slots + OTHER_OWNERS);
  flow_slots_start(n, slots);
  flow_responses_start(n, slots);
  nic_measure(n, FLOW_MEASURE_OUTSTANDING, 0);
  events_allow(n, EVENT_BIT(TIMER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) | EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST));
}

bool flow_is_due(nic* n, uint32_t tick) {
  const uint32_t wait = tick - nic_read(n, NIC_TICK);
  if (wait == 0 || wait >= FLOW_LONGEST_WAIT) return true;
  deadline_set(n, next_request(n), tick);
  return false;
}

static void rx_done(nic* n, const struct flow_control* control) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS), class = status >> 8 & 3;
  const bool is_sound = (status & 255) == 0 && words != 0;
  if (class == FLOW_REQUEST && is_sound)
    flow_responses_request(n, buffer, words, (status & NIC_RX_MARKED) != 0);
  else if (class == FLOW_RESPONSE && is_sound)
    flow_requests_response(n, buffer, words, (status & NIC_RX_MARKED) != 0, control);
  else {
    receiver_recycle(n, class, buffer);
    nic_write(n, NIC_RX_DONE_POP, 1);
  }
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE), kind = cookie & FLOW_COOKIES;
  const uint32_t address = cookie & ~(uint32_t)FLOW_COOKIES;
  if (kind == FLOW_COOKIE_SLOT)
    flow_requests_fetched(n, address);
  else if (kind == FLOW_COOKIE_RESPONSE ? !flow_read_moved(n, address)
                                        : !flow_responses_moved(n, address, kind == FLOW_COOKIE_LAST))
    return;
  nic_write(n, NIC_DMA_DONE_POP, 1);
  events_allow(n, EVENT_BIT(HOST) | EVENT_BIT(RX_DONE));
}

static void tx_done(nic* n, const struct flow_control* control) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE), address = cookie & ~(uint32_t)FLOW_COOKIES;
  if ((cookie & FLOW_COOKIES) == FLOW_COOKIE_SLOT)
    flow_requests_left(n, address, control);
  else
    flow_responses_left(n, address);
  nic_write(n, NIC_TX_DONE_POP, 1);
}

/* One deadline a handler: a handler can tell the host once. */
static void timer(nic* n, const struct flow_control* control) {
  const uint32_t owner = deadline_passed(n);
  if (owner == NO_DEADLINE) {
    deadlines_end(n);
  } else if (owner < nic_load(n, FLOW_SLOT_COUNT)) {
    flow_requests_deadline(n, owner, control);
  } else {
    deadline_clear(n, owner); /* what it was for is looked at after each handler */
  }
}

void flow_handle(nic* n, uint32_t event, const struct flow_control* control) {
  nic_store(n, FLOW_TX_LEFT, nic_read(n, NIC_TX_SPACE));
  switch (event) {
    case NIC_EVENT_TIMER: timer(n, control); break;
    case NIC_EVENT_RX_DONE: rx_done(n, control); break;
    case NIC_EVENT_TX_DONE: tx_done(n, control); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: flow_requests_host(n, control); break;
    default: break;
  }
  flow_responses_pump(n, next_response(n));
  flow_requests_pump(n, control);
  deadlines_arm(n);
}
