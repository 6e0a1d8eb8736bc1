/* flow_reads: what a read has fetched, on its way to the host. The slot is kept as long as the buffer of the response, so that
 * there are as many of these as of slots. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* Bytes before a buffer for responses, which no packet reaches. */
enum { OWN_SLOT = 8, OWN_IS_LAST = 4, RESPONSE_OWN_WORDS = 2 };

/* RX_DONE of the response to the request in `slot`, which has its outcome; `is_last`: of the last part of its message. */
void flow_read_arrived(nic* n, uint32_t buffer, uint32_t words, uint32_t slot, bool is_last);
/* DMA_DONE of it. False: no room to tell the host; no effect. */
bool flow_read_moved(nic* n, uint32_t buffer);
