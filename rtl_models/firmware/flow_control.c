#include "rtl_models/firmware/flow_control.h"

#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/flow_requests.h"
#include "rtl_models/firmware/flow_responses.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/receiver.h"

uint32_t flow_table_get(nic* n, uint32_t table, uint32_t index) {
  return nic_load(n, table + 4 * (index / 4)) >> 8 * (index % 4) & 255;
}

void flow_table_set(nic* n, uint32_t table, uint32_t index, uint32_t value) {
  const uint32_t address = table + 4 * (index / 4), at = 8 * (index % 4);
  nic_store(n, address, (nic_load(n, address) & ~(255u << at)) | value << at);
}

bool flow_may_push(nic* n) { return nic_load(n, FLOW_TX_LEFT) != 0; }

void flow_push(nic* n, uint32_t destination, uint32_t header, uint32_t header_words, uint32_t payload,
               uint32_t payload_words, uint32_t flags, uint32_t cookie) {
  nic_store(n, FLOW_TX_LEFT, nic_load(n, FLOW_TX_LEFT) - 1);
  nic_write(n, NIC_TX_DESTINATION, destination);
  nic_write(n, NIC_TX_HEADER, header);
  nic_write(n, NIC_TX_HEADER_WORDS, header_words);
  nic_write(n, NIC_TX_PAYLOAD, payload);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, payload_words);
  nic_write(n, NIC_TX_FLAGS, flags | NIC_TX_NOTIFY);
  nic_write(n, NIC_TX_COOKIE, cookie);
  nic_write(n, NIC_TX_PUSH, 1);
}

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
  nic_store(n, FLOW_SERVICE_OWNER, slots);
  deadlines_start(n, slots + 1);
  flow_requests_start(n, slots);
  flow_responses_start(n, slots);
  events_allow(n, EVENT_BIT(TIMER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) | EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST));
}

static void rx_done(nic* n, const struct flow_control* control) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS), class = status >> 8 & 3;
  const bool is_sound = (status & 255) == 0;
  if (class == FLOW_REQUEST && is_sound && words != 0) {
    flow_responses_request(n, buffer, words);
    return;
  }
  if (class == FLOW_RESPONSE && is_sound && words == FLOW_RESPONSE_WORDS &&
      !flow_requests_answered(n, nic_load(n, buffer), false, control))
    return;
  receiver_recycle(n, class, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE);
  if ((cookie & FLOW_COOKIES) == FLOW_COOKIE_SLOT)
    flow_requests_fetched(n, cookie);
  else if (!flow_responses_delivered(n, cookie))
    return;
  nic_write(n, NIC_DMA_DONE_POP, 1);
  events_allow(n, EVENT_BIT(HOST) | EVENT_BIT(RX_DONE));
}

static void tx_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE);
  if ((cookie & FLOW_COOKIES) == FLOW_COOKIE_SLOT)
    flow_requests_left(n, cookie);
  else
    flow_responses_left(n, cookie & ~(uint32_t)FLOW_COOKIES);
  nic_write(n, NIC_TX_DONE_POP, 1);
}

/* One deadline a handler: a handler can tell the host once. */
static void timer(nic* n, const struct flow_control* control) {
  const uint32_t owner = deadline_passed(n);
  if (owner == NO_DEADLINE) {
    deadlines_end(n);
  } else if (owner == nic_load(n, FLOW_SERVICE_OWNER)) {
    deadline_clear(n, owner);
  } else {
    flow_requests_deadline(n, owner, control);
  }
}

void flow_handle(nic* n, uint32_t event, const struct flow_control* control) {
  nic_store(n, FLOW_TX_LEFT, nic_read(n, NIC_TX_SPACE));
  switch (event) {
    case NIC_EVENT_TIMER: timer(n, control); break;
    case NIC_EVENT_RX_DONE: rx_done(n, control); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: flow_requests_host(n, control); break;
    default: break;
  }
  flow_responses_pump(n, nic_load(n, FLOW_SERVICE_OWNER));
  flow_requests_pump(n);
  deadlines_arm(n);
}
