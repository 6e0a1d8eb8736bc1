/* multicast_table: an experiment's description of a host's groups and of the paths of their worms, for its firmware, in the
 * table at TABLE_ADDRESS. Places are words of the table, counted from 0.
 *
 * A worm that comes is found by its group and its originator. A host's own messages have an entry of their own: in a total
 * order an originator sends to the host that orders the worms, and forwards its own worm when it comes back. */
#pragma once

/* The firmware's parameter `scheme`. Worms of the last three get no ACK: they are sent with a permit, a grant or a credit, or
 * without any. */
enum multicast_scheme { SCHEME_PLAIN, SCHEME_FIFO, SCHEME_MANAGER, SCHEME_CREDITS, SCHEME_NONE };

/* With the scheme manager, the most hosts of a network: two control worms of each may come at once, and 256 have buffers. */
enum { MULTICAST_MOST_MANAGED = 128 };

enum multicast_table {
  MULTICAST_SUCCESSOR_PAIRS,   /* pairs of a host and a class, of all successors in all entries, classes 2 and 3 */
  MULTICAST_PREDECESSOR_PAIRS, /* pairs of a host that sends worms here and the class that they come in */
  MULTICAST_FAN_OUT,           /* the maximum number of successors in an entry without MULTICAST_UNICASTS */
  MULTICAST_GROUPS,            /* groups of the network */
  MULTICAST_MANAGER,           /* with the scheme manager: the host that grants buffers */
  MULTICAST_MANAGED,           /* place of what it knows of groups, a place of each; there: members, how many; else 0 */
                               /* MULTICAST_GROUP_WORDS words of each group, by number: */
  MULTICAST_RECORDS,           /* the first of them */
  /* in a record; all are 0 where the host has nothing to do with the group */
  MULTICAST_OWN = 0, /* place of the entry of this host's own messages; 0: it sends none */
  MULTICAST_SOURCES, /* place of the list of originators whose worms come here: two words each, in order of hosts: */
  MULTICAST_SOURCE_COUNT, /* how many */
  MULTICAST_GROUP_WORDS,
  /* in the list of originators */
  MULTICAST_SOURCE_HOST = 0,
  MULTICAST_SOURCE_ENTRY, /* place of the entry of its worms; several may have the same one */
  MULTICAST_SOURCE_WORDS,
  /* in an entry */
  MULTICAST_FLAGS = 0,
  MULTICAST_HOPS,      /* of own worms: the hop count that they begin with; 0: they have none */
  MULTICAST_COUNT,     /* successors */
  MULTICAST_SUCCESSORS /* a word each, in the order of the copies: host in bits 23..0, class 2 or 3 in bits 31..30 */
};

/* A worm with a hop count is forwarded with one less, until that would be 0. So of a ring of k members own worms begin with
 * k - 1, or with k if they return to their originator, whose entry for them has no successors, and MULTICAST_RETURNS. */

enum multicast_flag {
  MULTICAST_DELIVERS = 1,  /* the worms go to this host's memory, too */
  MULTICAST_ORDERED = 2,   /* own worms are queued with those of class 2, which this host puts in order */
  MULTICAST_UNICASTS = 4,  /* own messages are packets of class 0 to each successor, without ACK: multiple unicasts */
  MULTICAST_PERMITTED = 8, /* copies are sent without ACK */
  MULTICAST_RETURNS = 16   /* of own worms, when they leave and when they come back: the host is told then, as all
                              members have got them */
};
