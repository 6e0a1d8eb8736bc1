/* receiver: buffers for packets that come, the parts of messages of several packets, and their way to the host.
 * Packets of a message may overtake one another.
 *
 *   RX_DONE -> receiver_add(), receiver_deliver(): DMA ... DMA_DONE -> receiver_delivered(): completion, free buffer */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* Buffers that the free list of a class holds, and that of class 1. */
enum { FREE_LIST = 64, FREE_LIST_1 = 256 };

/* The role of a packet in its message. */
enum receiver_part {
  PART_REFUSED, /* there is no entry for its message, or more words have come than it has */
  PART_SOME,    /* more of it is to come */
  PART_LAST     /* all of it has come */
};

/* The table of messages. `patient`: a packet refused for want of room comes again. */
void receiver_start(nic* n, bool patient);
/* Buffers of a class for packets of so many words, each after `own` words that no packet reaches. `count` 0: as many as
 * there is memory for. */
void receiver_buffers(nic* n, uint32_t class, uint32_t words, uint32_t own, uint32_t count);
void receiver_recycle(nic* n, uint32_t class, uint32_t buffer);

/* Incomplete messages from a host are given up. */
void receiver_forget(nic* n, uint32_t source);

/* Counts the packet in `buffer`, of so many payload words. */
enum receiver_part receiver_add(nic* n, uint32_t buffer, uint32_t words);
/* Its payload goes to the host, as a part of a message of `owner`; DMA_SPACE is not 0. */
void receiver_deliver(nic* n, uint32_t buffer, uint32_t words, uint32_t owner, enum receiver_part part);
/* Event DMA_DONE with the cookie of a buffer: frees it, and notifies the host if a message is complete.
 * False: the queue of completions is full; no effect. */
bool receiver_delivered(nic* n, uint32_t cookie, uint32_t owner);
