/* multicast_layout: the data of the firmware multicast in NIC memory: variables, queues, worms, copies, pairs. */
#pragma once

#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/multicast_worm.h"

/* The queues of worms, and the packets of unicast: in this order they take turns at the transmitter. */
enum { QUEUE_UPPER, QUEUE_LOWER, QUEUE_OWN, QUEUES, TURN_UNICAST = QUEUES, TURNS };

/* Byte offsets in the record of a queue; links are addresses of worms, or hosts and one more; 0: none. */
enum {
  QUEUE_FIRST = 0, /* worm that has come first */
  QUEUE_LAST = 4,
  QUEUE_USED = 8,           /* buffers in use */
  QUEUE_REFUSED = 12,       /* host that was refused first and waits for READY */
  QUEUE_REFUSED_LAST = 16,  /* host that was refused last */
  QUEUE_RESERVED_FOR = 20,  /* host that has got READY, and whose worm has not come since */
  QUEUE_REFUSED_COUNT = 24, /* hosts that wait for READY; an instrument */
  QUEUE_BYTES = 28
};

/* Variables: those of deadlines.c, and then these. */
enum {
  MULTICAST_QUEUES = DEADLINES_IS_ARMED + 4,
  /* multicast_copies.c */
  COPIES_PAIRS = MULTICAST_QUEUES + QUEUES * QUEUE_BYTES, /* address of the records of pairs */
  /* multicast_control.c: the ring of control worms to be sent */
  CONTROL_RING = COPIES_PAIRS + 4,
  CONTROL_PLACES = CONTROL_RING + 4,  /* how many it has */
  CONTROL_FIRST = CONTROL_PLACES + 4, /* place of the first one that is not in the control send queue */
  CONTROL_COUNT = CONTROL_FIRST + 4,  /* how many are not */
  /* multicast_transmit.c */
  TRANSMIT_COOKIE = CONTROL_COUNT + 4, /* of the packet in the send queue; 0: there is none */
  TRANSMIT_COPY = TRANSMIT_COOKIE + 4, /* of a worm: number of the copy */
  TRANSMIT_TURN = TRANSMIT_COPY + 4,   /* queue that the last packet was of */
  TRANSMIT_HEADER = TRANSMIT_TURN + 4, /* its first words: of a hop, of unicast, or all of a worm in host memory */
  TRANSMIT_FIRST_SLOT =
      TRANSMIT_HEADER + WORM_HEADER_BYTES, /* unicast packets that are ready: the first slot, and the last one */
  TRANSMIT_LAST_SLOT = TRANSMIT_FIRST_SLOT + 4,
  /* multicast_own.c */
  OWN_SLOTS = TRANSMIT_LAST_SLOT + 4, /* address of the first own worm */
  OWN_SLOT_BYTES = OWN_SLOTS + 4,
  OWN_FREE = OWN_SLOT_BYTES + 4, /* a bit a slot: it is free */
  OWN_OFFSET = OWN_FREE + 4,     /* words of the oldest command, a multicast, that are in worms */
  /* multicast_permits.c */
  PERMITS_EARLY = OWN_OFFSET + 4, /* first of the worms that have come before an earlier one of their sender */
  /* multicast_manager.c; of each host, and then of the manager */
  MANAGER_WAITING = PERMITS_EARLY + 4, /* own worms that wait for a grant: the first, and the last one */
  MANAGER_WAITING_LAST = MANAGER_WAITING + 4,
  MANAGER_ASKED = MANAGER_WAITING_LAST + 4, /* 1: a request is under way */
  MANAGER_FREED = MANAGER_ASKED + 4,        /* buffers of which the manager has not been told that they are free */
  MANAGER_TOLD = MANAGER_FREED + 4,         /* 1: CONTROL_FREED has no receipt */
  MANAGER_USED = MANAGER_TOLD + 4,          /* address of a word a host: its buffers that are granted and not free */
  MANAGER_REQUESTS = MANAGER_USED + 4,      /* address of the ring of requests, by age: a host, and what it has sent */
  MANAGER_FIRST = MANAGER_REQUESTS + 4,
  MANAGER_COUNT = MANAGER_FIRST + 4,
  /* multicast_search.c */
  SEARCH_HOST = MANAGER_COUNT + 4, /* the host that is asked, and one more; 0: nothing is searched for */
  SEARCH_FROM = SEARCH_HOST + 4,   /* about the worms of this host */
  SEARCH_MARK = SEARCH_FROM + 4,   /* SEARCH_HOST and SEARCH_FROM of a former question */
  SEARCH_MARK_FROM = SEARCH_MARK + 4,
  SEARCH_STEPS = SEARCH_MARK_FROM + 4, /* questions since then ... */
  SEARCH_LIMIT = SEARCH_STEPS + 4,     /* ... until the mark is set again */
  SEARCH_SHORTEST = SEARCH_LIMIT + 4,  /* wait of a worm since then, with the host that has it, the one that it came */
  SEARCH_SPILL_HOST = SEARCH_SHORTEST + 4, /* from, and the one that it waits for */
  SEARCH_SPILL_FROM = SEARCH_SPILL_HOST + 4,
  SEARCH_SPILL_NEXT = SEARCH_SPILL_FROM + 4,
  SEARCH_TIMED = SEARCH_SPILL_NEXT + 4, /* 1: the next search is due at this tick */
  SEARCH_DUE = SEARCH_TIMED + 4,
  SEARCH_PAUSE = SEARCH_DUE + 4,      /* ticks after the last search; 0: a worm has had its credit since */
  SEARCH_SUSPECTS = SEARCH_PAUSE + 4, /* 1: since there were worms of other hosts, one has been asked about */
  /* multicast_spill.c */
  SPILL_RECORDS = SEARCH_SUSPECTS + 4, /* address of the first record of a worm in host memory, and size of one */
  SPILL_RECORD_BYTES = SPILL_RECORDS + 4,
  SPILL_FREE = SPILL_RECORD_BYTES + 4, /* the first record that is free; 0: none */
  SPILL_LEFT = SPILL_FREE + 4,         /* records that have never been used: the first ones */
  SPILL_STORING = SPILL_LEFT + 4,      /* worm that is being moved to host memory, and its record there */
  SPILL_RECORD = SPILL_STORING + 4,
  SPILL_FETCHED = SPILL_RECORD + 4, /* worm that is read back, or has been until its copy has left */
  SPILL_LOADED = SPILL_FETCHED + 4, /* enum spill_load: how far it is */
  SPILL_WORDS = SPILL_LOADED + 4,   /* address of its words */
  MULTICAST_END = SPILL_WORDS + 4
};

static inline uint32_t queue_record(uint32_t queue) { return MULTICAST_QUEUES + queue * QUEUE_BYTES; }
static inline uint32_t queue_of_class(uint32_t worm_class) { return CLASS_UPPER - worm_class; }
static inline uint32_t class_of_queue(uint32_t queue) { return CLASS_UPPER - queue; }

/* A worm is the address of its first word, in a buffer or an own slot. Its record lies before it, where no packet reaches,
 * and the records of its copies before that one. */
enum {
  WORM_LINK = -4,    /* next worm of its queue */
  WORM_QUEUE = -8,   /* QUEUE_UPPER, ... */
  WORM_ENTRY = -12,  /* address of its entry in the table of paths */
  WORM_STATE = -16,  /* bits of enum worm_state */
  WORM_HOPS = -20,   /* hop count that its copies get */
  WORM_COPIES = -24, /* how many it has */
  WORM_TRIED = -28,  /* copies that have been sent, or were begun: the others are IDLE */
  WORM_LEFT = -32,   /* copies that are not DONE */
  WORM_AGAIN = -36,  /* copies that are AGAIN or CALLED */
  WORM_SINCE = -40,  /* TICK since which it waits: WORM_WAITS */
  WORM_RECORD_BYTES = 40,
  COPY_STATE = 0,
  COPY_TIMEOUT = 4, /* ticks until its next time-out */
  COPY_BYTES = 8
};
enum worm_state {
  WORM_IS_WHOLE = 1,        /* all of it is in NIC memory */
  WORM_IS_DELIVERED = 2,    /* it is in host memory, or need not be */
  WORM_IS_DELIVERING = 4,   /* its transfer there has been pushed, or need not be */
  WORM_IS_ACKNOWLEDGED = 8, /* its sender has got ACK or needs none, or it is this host's own */
  WORM_HAS_PERMIT = 16,     /* it is in a buffer that its sender has had a grant or a credit for */
  WORM_WAITS = 32,          /* for a grant, or since the transmitter was free for a credit */
  WORM_IS_SPILLING = 64,    /* it is being moved to host memory */
  WORM_IS_SPILLED = 128,    /* it is there, and this is its record */
  WORM_RETURNS = 256        /* an own one: the host is told when it comes back; one that has come: it is that */
};
static inline uint32_t copy_address(uint32_t worm, uint32_t copy) {
  return worm - WORM_RECORD_BYTES - COPY_BYTES * (copy + 1);
}

/* A pair is a host and a class, a number; its record: */
enum {
  PAIR_WORM = 0,     /* worm of the copy to it that has no ACK; 0: the window is open */
  PAIR_COPY = 4,     /* number of that copy in its worm */
  PAIR_NUMBER = 8,   /* WORM_COPY of the last copy to it */
  PAIR_REFUSED = 12, /* WORM_COPY of its refused copy; 0: none waits for READY */
  PAIR_NEXT = 16,    /* host that was refused after it */
  PAIR_SINCE = 20,   /* TICK of the refusal; an instrument */
  /* With permits PAIR_WORM is 0, PAIR_CLOSED without a credit, or a worm in host memory that is the next to be sent. */
  PAIR_CREDITS = 12, /* in the place of PAIR_REFUSED */
  PAIR_CAME = 16,    /* in the place of PAIR_NEXT: WORM_COPY of the last worm of the host that has come in order */
  PAIR_BYTES = 24
};
static inline uint32_t pair_of(uint32_t host, uint32_t worm_class) { return 2 * host + (worm_class - CLASS_WORMS); }
static inline uint32_t pair_of_successor(uint32_t successor) { return pair_of(source_of(successor), successor >> 30); }

enum { PAIR_CLOSED = 1 };

/* Cookies of the send queue and of transfers: sender.h has the others. */
enum { COOKIE_WORM = 3, COOKIE_CONTROL = 1 };

/* States of a copy; the notes' table of the sender. CALLED is AGAIN after READY: the worm claims the buffer that is
 * reserved for it. RECALLED is REFUSED, and READY has come before the tail has left. SENDING_CALLED and SENT_CALLED: READY has
 * come before NACK, which it has overtaken on another virtual channel; or it is one from before a time-out, and the copy
 * claims a buffer that is not reserved for it if it is refused, which costs another READY at most. */
enum copy_state {
  COPY_IDLE,
  COPY_SENDING,
  COPY_ACKED,
  COPY_REFUSED,
  COPY_RECALLED,
  COPY_SENT,
  COPY_STOPPED,
  COPY_AGAIN,
  COPY_CALLED,
  COPY_SENDING_CALLED,
  COPY_SENT_CALLED,
  COPY_DONE,
  COPY_STATES
};
/* The first three are the types of control worms. */
enum copy_event { COPY_ACK, COPY_NACK, COPY_READY, COPY_START, COPY_TAIL, COPY_EXPIRY, COPY_EVENTS };
