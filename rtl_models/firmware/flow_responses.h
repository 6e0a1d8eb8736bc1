/* flow_responses: the destination: delivers what requests carry to the host, serves them one after the other, and
 * responds. Where requests may be sent again, one that has been taken before is only answered again.
 *
 *   RX_DONE -> DMA to the host -> DMA_DONE: wait for its turn and its service -> response -> TX_DONE: buffer free */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* Cookies of a buffer: of its transfer, for the last part of a message, and of its response. */
enum { FLOW_COOKIE_BUFFER = 1, FLOW_COOKIE_LAST = 2, FLOW_COOKIE_RESPONSE = 3, FLOW_COOKIES = 3 };

/* After flow_requests_start(); `slots` of each source. The buffers take all memory that is left, or PARAMETER_BUFFERS. */
void flow_responses_start(nic* n, uint32_t slots);
/* A request has come: its buffer, and how many words. False: it must wait; the event is held. */
bool flow_responses_request(nic* n, uint32_t buffer, uint32_t words);
/* DMA_DONE with the cookie of a buffer. False: no room to tell the host; no effect. */
bool flow_responses_delivered(nic* n, uint32_t cookie);
/* TX_DONE of a response. */
void flow_responses_left(nic* n, uint32_t buffer);
/* Those that have been served leave, as far as the send queue has room. `owner`: of the deadline of the next one. */
void flow_responses_pump(nic* n, uint32_t owner);
