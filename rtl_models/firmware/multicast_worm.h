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
  WORM_FIRST = 0,    /* class, PACKET_CLAIMS in one that has been called by READY, type 0, originator */
  WORM_HOP = 4,      /* host that sends the copy in bits 23..0, hop count in bits 31..24; 0: it has none */
  WORM_COPY = 8,     /* number of the copy: a host numbers those to one host and class */
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

/* Types of control worms. Their second word has the class of the worm in bits 31..30, and the number of the copy. */
enum control_type { CONTROL_ACK, CONTROL_NACK, CONTROL_READY };
enum { CONTROL_WORDS = 2, MOST_COPY_NUMBER = 0x3fffffff };
