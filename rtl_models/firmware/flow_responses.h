/* flow_responses: the destination: delivers what writes carry to the host, and fetches what reads ask for from there;
 * serves requests one after the other, and responds. Where requests may be sent again, one that has been taken before is only
 * answered again.
 *
 *   RX_DONE -> DMA to or from the host -> DMA_DONE: wait for its turn and its service -> response -> TX_DONE: buffer free */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* After flow_slots_start(); `slots` of each source. The buffers take all memory that is left, or PARAMETER_BUFFERS. */
void flow_responses_start(nic* n, uint32_t slots);
/* RX_DONE of a request: its buffer, and how many words; whether it has the mark of a congested switch. */
void flow_responses_request(nic* n, uint32_t buffer, uint32_t words, bool is_marked);
/* DMA_DONE of a buffer; `is_last`: with the last part of its message. False: no room to tell the host; no effect. */
bool flow_responses_moved(nic* n, uint32_t buffer, bool is_last);
/* TX_DONE of the response to the request in a buffer. */
void flow_responses_left(nic* n, uint32_t buffer);
/* Those that have been served leave, as far as the send queue has room. `owner`: of the deadline of the next one. */
void flow_responses_pump(nic* n, uint32_t owner);
