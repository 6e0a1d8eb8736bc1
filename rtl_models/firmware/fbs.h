/* fbs: an experiment's settings for the firmware fbs, and its reports on itself. */
#pragma once

#include "rtl_models/firmware/firmware.h"

/* The table at TABLE_ADDRESS, word by word. A round is an interval: first the slots of a synchronization, then the
 * others, with the application's stream. */
enum fbs_table {
  FBS_FIRST_SLOT,   /* in which the first round begins */
  FBS_INTERVAL,     /* slots of a round, at least FBS_SLOTS + 2 */
  FBS_ROUNDS,       /* rounds to be run; 0: without an end */
  FBS_SYNCHRONIZE,  /* 0: the slots of the synchronization stay empty */
  FBS_SLOTS,        /* of a synchronization */
  FBS_MESSAGES,     /* that this interface sends in one */
  FBS_PACKET_WORDS, /* payload of a packet that synchronizes: it fills a slot */
  FBS_LAST_WORDS,   /* the same in its last slot, which it need not fill: the stream begins after it */
  FBS_STREAM_SLOTS, /* after which the stream repeats itself; 0: it sends nothing */
  FBS_STREAM_WORDS, /* payload of a packet of the stream */
  FBS_PAUSES,       /* 1: the firmware holds the clock, told by TX_STOPPED; 0: the hardware does, in the same cycle */
  FBS_DESTINATIONS, /* FBS_SLOTS words, one a slot: to whom; then as many: from whom; then FBS_STREAM_SLOTS: to whom,
                           in slot n the word n modulo that */
  FBS_NOBODY = 0x1000000
};

/* The counters of NIC_DONE_COUNTER: all since reset. */
enum fbs_counter {
  FBS_SENT,     /* packets of the stream that have left */
  FBS_BLOCKED,  /* of those, stopped on their way out ... */
  FBS_STOPPED,  /* ... and for how many cycles */
  FBS_RECEIVED, /* packets of the stream that have come */
  FBS_LOST,     /* that have not, by the numbers of those after them */
  FBS_ASTRAY,   /* that came in another slot than their own or the next one */
  FBS_LATE,     /* packets queued when their slot had begun */
  FBS_DAMAGED,  /* packets that came without their tail */
  FBS_HELD,     /* ticks that the local clock was held */
  FBS_COUNTERS
};

/* Words of a packet before its payload: as in packet.h, then its slot, and its number between these two hosts. */
enum { FBS_HEADER_WORDS = 3 };
/* Bytes of NIC memory that it needs for itself, the table aside. */
#define FBS_MEMORY_BYTES(nodes, slots) (2048u + 8u * (nodes) + 4u * (slots))
