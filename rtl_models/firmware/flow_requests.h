/* flow_requests: the source: cuts the host's messages into requests, sends them when the flow control lets it, and takes
 * the responses. With a timeout a request whose response does not come is sent again, up to so many times.
 *
 *   HOST -> slot, DMA -> DMA_DONE: ready -> send queue -> TX_DONE -> RX_DONE of the response: slot free, host told */
#pragma once

#include "rtl_models/firmware/flow_control.h"

/* Cookie of transfers and of packets of a slot: its address. */
enum { FLOW_COOKIE_SLOT = 0 };

void flow_requests_start(nic* n, uint32_t slots);
/* Event HOST. */
void flow_requests_host(nic* n, const struct flow_control* control);
/* DMA_DONE of a slot. */
void flow_requests_fetched(nic* n, uint32_t slot);
/* TX_DONE of a slot. */
void flow_requests_left(nic* n, uint32_t slot);
/* A response has come, with this first word, at RX_DONE_TICK. False: no room to tell the host; no effect. */
bool flow_requests_answered(nic* n, uint32_t word, bool is_marked, const struct flow_control* control);
/* The deadline of the slot of this number has passed. False: as above. */
bool flow_requests_deadline(nic* n, uint32_t index, const struct flow_control* control);
/* Those that are ready go into the send queue, as far as it has room. */
void flow_requests_pump(nic* n);
