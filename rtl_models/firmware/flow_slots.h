/* flow_slots: the source's places for requests under way: a record, the header of the request, its payload. Those that are
 * ready to be sent form a queue. Links are addresses of slots; 0: none. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

enum {
  SLOT_PEER = 0,
  SLOT_STATE = 4,
  SLOT_WORDS = 8,   /* of its part of the message */
  SLOT_TRIES = 12,  /* how often it may still be sent */
  SLOT_LINK = 16,   /* the next free one, or the next ready one */
  SLOT_STAMP = 20,  /* tick at which its head left last */
  SLOT_BEGAN = 24,  /* tick at which it began */
  SLOT_FAILED = 28, /* 1: another part of its message has been given up */
  SLOT_HEADER = 32, /* first word, message, total, offset */
  SLOT_PAYLOAD = 48,
  HEADER_FIRST = SLOT_HEADER,
  HEADER_MESSAGE = SLOT_HEADER + 4,
  HEADER_TOTAL = SLOT_HEADER + 8,
  HEADER_OFFSET = SLOT_HEADER + 12
};
enum {
  IS_FREE,
  IS_FETCHED, /* its payload is on its way from the host, or its start-up is not over */
  IS_READY,
  IS_QUEUED,
  IS_SENT,         /* the last state of a request without an outcome */
  IS_CLOSED,       /* it had its outcome before it had left */
  IS_MOVING,       /* what it has fetched is on its way to the host */
  IS_MOVING_UNSENT /* the same, and it has not left */
};

void flow_slots_start(nic* n, uint32_t slots);
uint32_t flow_slot_at(nic* n, uint32_t index);
uint32_t flow_slot_index(nic* n, uint32_t slot);
/* The next free one, filled with the next `words` of the oldest command; FLOW_FREE is not 0. */
uint32_t flow_slot_fill(nic* n, uint32_t words);
/* It may be sent. */
void flow_slot_ready(nic* n, uint32_t slot);
/* The first ready one, FLOW_READY, goes into the send queue. */
void flow_slot_take(nic* n, uint32_t slot);
/* A ready one that had been sent before is not sent again. */
void flow_slot_call_off(nic* n, uint32_t slot);
void flow_slot_release(nic* n, uint32_t slot);
/* Another slot with a part of the same message that has no outcome; 0: there is none. */
uint32_t flow_slot_other_part(nic* n, uint32_t slot);
