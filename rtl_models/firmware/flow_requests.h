/* flow_requests: the source: cuts the host's messages into requests, sends them when the flow control lets it, and takes
 * the responses. With a timeout a request whose response does not come is sent again, up to so many times.
 *
 *   write   HOST -> slot, DMA -> DMA_DONE: ready -> send queue -> TX_DONE -> RX_DONE of the response: slot free, host told
 *   read    HOST -> slot: ready -> send queue -> TX_DONE -> RX_DONE of the response: slot free, host told, DMA -> DMA_DONE */
#pragma once

#include "rtl_models/firmware/flow_control.h"

/* Event HOST. */
void flow_requests_host(nic* n, const struct flow_control* control);
/* DMA_DONE of a slot. */
void flow_requests_fetched(nic* n, uint32_t slot);
/* TX_DONE of a slot. */
void flow_requests_left(nic* n, uint32_t slot, const struct flow_control* control);
/* RX_DONE of a response; whether it has the mark of a congested switch itself. */
void flow_requests_response(nic* n, uint32_t buffer, uint32_t words, bool is_marked,
                            const struct flow_control* control);
/* The deadline of the slot of this number has passed. */
void flow_requests_deadline(nic* n, uint32_t index, const struct flow_control* control);
/* Those that are ready go into the send queue, in turn, as far as it has room and the flow control lets them. */
void flow_requests_pump(nic* n, const struct flow_control* control);
