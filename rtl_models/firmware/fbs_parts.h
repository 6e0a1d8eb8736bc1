/* fbs_parts: what the parts of the firmware fbs share: its variables in NIC memory, its table, its counters.
 *
 *   fbs.c           start, the alarm of a slot, reports to the host
 *   fbs_sending.c   packets for the slots ahead
 *   fbs_receiving.c packets that have come */
#pragma once

#include "rtl_models/firmware/fbs.h"
#include "rtl_models/firmware/memory.h"

enum { STREAM = 0, SYNCHRONIZING = 1 };               /* classes of packets */
enum { HEADERS = 64, HEADER = 16, BUFFERS_EACH = 8 }; /* descriptors and TX_DONE together have less than 64 */

/* Variables. */
enum {
  NEXT_SLOT = VARIABLES_END,      /* the first slot for which nothing is queued yet, ... */
  NEXT_POSITION = NEXT_SLOT + 4,  /* ... its place in its round ... */
  NEXT_ROUND = NEXT_POSITION + 4, /* ... and that round */
  QUEUED = NEXT_ROUND + 4,        /* descriptors pushed */
  ROUND = QUEUED + 4,             /* by the alarm */
  ROUND_SLOT = ROUND + 4,         /* its first slot */
  PHASE = ROUND_SLOT + 4,         /* what the alarm is set for: enum phase */
  HEADER_RING = PHASE + 4,        /* addresses: of headers; the last word of each: its destination */
  HEARD = HEADER_RING + 4,  /* of a word a slot of a synchronization: the last round in which its packet came, plus 1 */
  SENT_TO = HEARD + 4,      /* of a word a host: packets of the stream sent to it */
  CAME_FROM = SENT_TO + 4,  /* of a word a host: packets of the stream that it has sent here */
  COUNTERS = CAME_FROM + 4, /* FBS_COUNTERS words */
  END = COUNTERS + 4 * FBS_COUNTERS
};

static inline uint32_t table(nic* n, uint32_t word) { return nic_load(n, nic_read(n, NIC_TABLE_ADDRESS) + 4 * word); }

static inline uint32_t counter(nic* n, uint32_t which) { return nic_load(n, COUNTERS + 4 * which); }

static inline void count(nic* n, uint32_t which, uint32_t more) {
  if (more != 0) nic_store(n, COUNTERS + 4 * which, counter(n, which) + more);
}

/* Memory for headers and numbers of packets; the first slot is the schedule's. */
void fbs_sending_start(nic* n);
/* Queues packets for the slots ahead, as many as there is room for. */
void fbs_refill(nic* n);
/* Event TX_DONE. */
void fbs_tx_done(nic* n);

/* Memory for the record of packets that have come, and buffers, which need only hold a packet's header. */
void fbs_receiving_start(nic* n);
/* Event RX_DONE. */
void fbs_rx_done(nic* n);
/* Reports the packets of the finished synchronization that have not come, as many as the queue holds in addition to the
 * counters. */
void fbs_tell_missing(nic* n, uint32_t round);
