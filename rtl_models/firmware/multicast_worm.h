/* multicast_worm: the packets of the firmware multicast. Class 0 has unicast packets, as packet.h describes them.
 *
 * A worm, in class 2 or 3: a header of eight words, and a part of a message. Each hop writes the first three words; the
 * others stay as the originator made them. Four words are what the queue of refused packets shows.
 *
 * A control worm, in class 1, has two words: the first word with its type and its sender, and which copy it is about. */
#pragma once

#include "rtl_models/firmware/packet.h"

/* Byte offsets of the words of a header. */
enum {
  WORM_FIRST = 0, /* class, PACKET_CLAIMS in one that has been called by READY, type 0 or WORM_PERMITTED, originator */
  WORM_HOP = 4,   /* host that sends the copy in bits 23..0, hop count in bits 31..24; 0: it has none */
  WORM_COPY = 8,  /* number of the copy: a host numbers those to one host and class */
  WORM_LENGTH = 12,  /* words after the header */
  WORM_GROUP = 16,   /* number of the group */
  WORM_MESSAGE = 20, /* the originator's number of the message */
  WORM_TOTAL = 24,   /* words of the message */
  WORM_OFFSET = 28,  /* of this part in it */
  WORM_HEADER_BYTES = 32,
  WORM_HEADER_WORDS = 8,
  WORM_HOP_WORDS = 3 /* that each hop writes */
};

enum multicast_class { CLASS_UNICAST, CLASS_CONTROL, CLASS_LOWER, CLASS_UPPER, CLASS_WORMS = CLASS_LOWER };

/* Bit of the type of a worm: it is sent with a permit, a grant or a credit, and gets no ACK. */
enum { WORM_PERMITTED = 1 };

/* Types of control worms. The second word of the first three has the class of the worm in bits 31..30, and the number of
 * the copy. The others are of the schemes with permits. */
enum control_type {
  CONTROL_ACK,
  CONTROL_NACK,
  CONTROL_READY,
  /* to the manager and from it */
  CONTROL_REQUEST, /* of a grant; the group in bits 30..0; bit 31: the worm comes back to its originator */
  CONTROL_GRANT,
  CONTROL_FREED,   /* how many buffers are free again */
  CONTROL_RECEIPT, /* answer to CONTROL_FREED */
  /* between any two */
  CONTROL_CREDIT, /* a buffer is free again */
  CONTROL_ASK,    /* which of the worms from this host waits for a credit? */
  CONTROL_SPILL,  /* that one is to be moved to host memory: host that it came from in bits 7..0, next host in 15..8 */
  CONTROL_ANSWER  /* to the last two: multicast_search.c; 0: none does, or no more; CONTROL_BEGINS: it will be */
};
enum { CONTROL_BEGINS = 1 << 8 };
enum { CONTROL_WORDS = 2, MOST_COPY_NUMBER = 0x3fffffff };
/* Copies of a pair of interfaces are numbered from 1 on; the numbers repeat. */
static inline uint32_t number_after(uint32_t number) { return number == MOST_COPY_NUMBER ? 1 : number + 1; }
