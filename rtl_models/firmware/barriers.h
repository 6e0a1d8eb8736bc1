/* barriers: the groups of a host, whose barriers a firmware runs, and their packets of two words.
 *
 *   HOST -> barriers_entering() ... the firmware's own way ... barriers_leave(): NIC_DONE_BARRIER
 *
 * A packet is for one barrier: its word says whether that has an odd number. No member is ever more than one barrier
 * ahead of another, so that is enough. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/barrier_table.h"
#include "rtl_models/firmware/firmware.h"

enum { BARRIER_CLASS = 2 }; /* of packets */

/* Types of packets: the step of a dissemination, 0..15; and others. */
enum { BARRIER_ORDER = 16, BARRIER_ARRIVE, BARRIER_RELEASE, BARRIER_TYPES };

/* Byte offsets in the record of a group. */
enum {
  GROUP_TABLE = 0,     /* address of its words in the table */
  GROUP_ENTERED = 4,   /* the host waits in a barrier */
  GROUP_ROUND = 8,     /* its number; the next one's, when the host is in none */
  GROUP_STEP = 12,     /* of a dissemination: packets of that step have been sent */
  GROUP_CAME = 16,     /* two words, of even and odd barriers: what has come for it */
  GROUP_PARENT = 24,   /* barrier.c: the node of the tree above, as addresses of barrier units are */
  GROUP_FALLEN = 28,   /* barrier.c: whether barrier units have room for it */
  GROUP_RELEASED = 32, /* star.c: ranks that have been notified to leave */
  GROUP_HEADERS = 36,  /* of packets, by type and barrier */
  GROUP_BYTES = GROUP_HEADERS + 16 * BARRIER_TYPES
};

/* Groups, and buffers for their packets; after memory_start(). */
void barriers_start(nic* n);
/* The record of a group; 0: the host is not in it. */
uint32_t barriers_find(nic* n, uint32_t number);
uint32_t barriers_word(nic* n, uint32_t group, enum barrier_table word);

/* The oldest command enters a barrier. Returns its group, and takes the command. An unknown group is an error, and 0. */
uint32_t barriers_entering(nic* n);
/* Notifies the host that it may leave; DONE_SPACE is not 0. */
void barriers_leave(nic* n, uint32_t group);

/* A packet to the member of a rank, for the barrier `round`; TX_SPACE is not 0. */
void barriers_send(nic* n, uint32_t group, uint32_t type, uint32_t rank, uint32_t round, uint32_t flags);

/* The oldest complete packet is one of a barrier. */
bool barriers_packet_came(nic* n);
/* Its group; 0: the packet is invalid. */
uint32_t barriers_packet_group(nic* n);
uint32_t barriers_packet_type(nic* n);
/* 0 or 1. */
uint32_t barriers_packet_parity(nic* n);
/* Its buffer is free again. */
void barriers_packet_taken(nic* n);
