/* multicast_parts: the functions that the parts of the firmware multicast share, its settings, and the words it exports.
 *
 *   multicast.c           start, events, settings
 *   multicast_routes.c    the table of paths
 *   multicast_own.c       messages of this host, cut into worms
 *   multicast_queues.c    receiver: worms are taken, queued by class, and freed
 *   multicast_delivery.c  receiver: worms go to the host; own ones come from it
 *   multicast_refusals.c  receiver: worms for which there is no buffer, and the hosts that wait for READY
 *   multicast_copies.c    sender: the state of each copy of a worm
 *   multicast_transmit.c  the transmitter, which one copy or packet has at a time
 *   multicast_control.c   ACK, NACK and READY
 *   multicast_exports.c   instruments
 *   multicast_permits.c   the schemes without ACK: what they have in common
 *   multicast_manager.c   ... a manager that grants the buffers of all members before a multicast begins
 *   multicast_credits.c   ... credits of each pair of hosts
 *   multicast_search.c    ... a search for worms that wait for one another in a circle
 *   multicast_spill.c     ... worms in host memory */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/multicast_layout.h"
#include "rtl_models/firmware/multicast_table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The own parameters, in their order. */
enum multicast_setting {
  SETTING_SCHEME,       /* enum multicast_scheme */
  SETTING_BUFFERS,      /* K: buffers of a class; of an interface without ACK */
  SETTING_BUFFER_WORDS, /* words of a worm after its header, at most */
  SETTING_TIMEOUT,      /* ticks that a refused copy waits for READY before it is sent again; 0: for ever */
  SETTING_CUT_THROUGH,  /* 1: a worm is forwarded while it still comes in */
  SETTING_ACK,          /* FIFO: 0: at the head of the queue; 1: at the header */
  SETTING_READY,        /* FIFO: 0: when all worms but one have left; 1: when a buffer is free */
  SETTING_DETECTION,    /* credits: ticks that a worm waits before a circle is searched for; 0: none is */
  SETTING_SPILLS,       /* credits: worms in host memory at once */
  SETTINGS
};

/* Steps of a receiver. */
enum receiver_step {
  RECEIVER_TAKES,          /* a worm: there is a buffer that nobody claims */
  RECEIVER_TAKES_RESERVED, /* a worm of the host that has got READY */
  RECEIVER_REFUSES,        /* a worm: NACK, and its host is listed */
  RECEIVER_REFUSES_LISTED, /* a worm whose host is in the list and keeps its place */
  RECEIVER_REFUSES_CALLED, /* a worm of the host that has got READY, which no longer holds */
  RECEIVER_ACKS_HEADER,    /* ACK when the header has come */
  RECEIVER_ACKS_HEAD,      /* ACK when the worms before it have left */
  RECEIVER_CALLS,          /* READY to the host that has waited longest, and a reservation for it */
  RECEIVER_FREES,          /* a buffer */
  RECEIVER_HOLDS,          /* a worm with a permit, until an earlier one of its sender has come */
  RECEIVER_SPILLS,         /* a worm to host memory */
  RECEIVER_STEPS
};

/* The words that are exported: eight of each queue (of QUEUE_OWN the first six), and the last steps. */
enum multicast_export {
  EXPORT_BUFFERS,      /* buffers in use */
  EXPORT_STATE,        /* enum copy_state: of the copy that the first worm waits for */
  EXPORT_WAITS_FOR,    /* the host and class to which that copy goes, as in the table of paths; 0: for nobody */
  EXPORT_SOURCE,       /* originator of the first worm, and one more; 0: there is no worm */
  EXPORT_MESSAGE,      /* the originator's number of its message */
  EXPORT_OFFSET,       /* of the worm in the message */
  EXPORT_REFUSED,      /* hosts that wait for READY */
  EXPORT_RESERVED_FOR, /* the host that has got READY, and one more; 0: none */
  EXPORT_QUEUE_WORDS,
  EXPORT_SENDER_STEP = QUEUE_OWN * EXPORT_QUEUE_WORDS +
                       EXPORT_REFUSED, /* states before and after in bits 11..8 and 3..0, event in 7..4 */
  EXPORT_RECEIVER_STEP,                /* enum receiver_step, class in bits 9..8 */
  EXPORTS
};
/* The measures, in their order. */
enum multicast_measure {
  MEASURE_UPPER_BUFFERS,
  MEASURE_LOWER_BUFFERS,
  MEASURE_REFUSED,
  MEASURE_REPEATED,
  MEASURE_WAIT,
  MEASURE_ABORTED,
  MEASURE_PERMIT_WAIT,
  MEASURE_SPILLED,
  MEASURES
};

static inline uint32_t multicast_setting(struct nic_device* n, enum multicast_setting setting) {
  return nic_read(n, NIC_OWN_PARAMETER + 4 * (uint32_t)setting);
}
/* multicast.c */
/* A packet has come that the protocol rules out: the run stops. */
void multicast_protocol_error(struct nic_device* n, const char* text, uint32_t a, uint32_t b);
/* Worms of its own host that an interface holds at once. */
enum { MOST_OWN_WORMS = 8 };
uint32_t multicast_own_slots(struct nic_device* n);

/* multicast_routes.c: words of the table; addresses of entries, 0: there is none. */
uint32_t routes_word(struct nic_device* n, uint32_t place);
uint32_t routes_own(struct nic_device* n, uint32_t group);
uint32_t routes_of(struct nic_device* n, uint32_t group, uint32_t originator);
uint32_t routes_successor(struct nic_device* n, uint32_t worm, uint32_t copy);
uint32_t routes_flags(struct nic_device* n, uint32_t worm);
bool routes_has(struct nic_device* n, uint32_t worm, uint32_t flag);

/* multicast_own.c */
void own_start(struct nic_device* n, uint32_t record_bytes);
/* Event HOST: the next worm of the oldest command, a multicast. */
void own_next(struct nic_device* n);
/* After the last worm of a message the host is notified. */
void own_confirm(struct nic_device* n, uint32_t worm);
/* Its slot is free, and own_confirm(), unless it `returns`. */
void own_finish(struct nic_device* n, uint32_t worm, bool returns);

/* multicast_queues.c */
/* At a host to which worms come. */
void queues_start(struct nic_device* n, uint32_t record_bytes);
/* A new worm with this entry: its record is filled. `hops`: the hop count that it has come with. */
void queues_open(struct nic_device* n, uint32_t worm, uint32_t queue, uint32_t entry, uint32_t hops, uint32_t state);
void queues_append(struct nic_device* n, uint32_t worm);
/* Something that a worm waited for has happened: if it was the last, its buffer is free. */
void queues_settle(struct nic_device* n, uint32_t worm);
/* `worm`, in host memory, takes the place of `other` in the queue, whose buffer is free. */
void queues_replace(struct nic_device* n, uint32_t other, uint32_t worm);
void queues_add_state(struct nic_device* n, uint32_t worm, uint32_t bits);
void queues_drop_state(struct nic_device* n, uint32_t worm, uint32_t bits);
/* Events RX_HEADER, and RX_DONE of a worm. */
void queues_header(struct nic_device* n);
void queues_whole(struct nic_device* n);

/* multicast_delivery.c */
/* DMA_DONE of a worm: it has come from the host, or is there. */
void delivery_moved(struct nic_device* n, uint32_t worm);
/* Places of the DMA queue that what comes from the network leaves to what the host sends, which would wait as long as
 * packets keep coming. */
enum { TRANSFERS_OF_HOST = 1 };
/* Transfers to the host begin, in the order in which worms are queued, as many as there is room for. */
void delivery_begin(struct nic_device* n);

/* multicast_refusals.c */
/* Event RX_REFUSED. */
void refusals_came(struct nic_device* n);
/* A worm of the host has found a buffer. */
void refusals_taken(struct nic_device* n, uint32_t queue, uint32_t host);
/* READY to the host that has waited longest, if there is room for its worm. */
void refusals_call(struct nic_device* n, uint32_t queue);

/* multicast_copies.c */
void copies_start(struct nic_device* n);
uint32_t copies_pair(struct nic_device* n, uint32_t pair);
/* The copy of a worm that is to be sent next; its number of copies: none. A worm that lacks a credit begins to wait for it. */
uint32_t copies_next(struct nic_device* n, uint32_t worm);
/* It is being sent. Bits for its first word: PACKET_CLAIMS, or none. */
uint32_t copies_begin(struct nic_device* n, uint32_t worm, uint32_t copy);
/* The same of a copy that has a permit: it needs no ACK. */
void copies_permit(struct nic_device* n, uint32_t worm, uint32_t copy);
void copies_event(struct nic_device* n, uint32_t worm, uint32_t copy, enum copy_event event);
void copies_timer(struct nic_device* n);

/* multicast_transmit.c */
void transmit_unicast(struct nic_device* n, uint32_t slot);
void transmit_done(struct nic_device* n);
/* At the end of each handler: the next packet, if there is none in the send queue. */
void transmit_pump(struct nic_device* n);

/* multicast_control.c */
void control_start(struct nic_device* n);
void control_send(struct nic_device* n, enum control_type type, uint32_t host, uint32_t worm_class, uint32_t number);
/* Of the schemes without ACK: with any second word. */
void control_push(struct nic_device* n, enum control_type type, uint32_t host, uint32_t value);
/* Event RX_CONTROL. */
void control_came(struct nic_device* n);
/* At the end of each handler: control worms go into their send queue. */
void control_pump(struct nic_device* n);

/* multicast_permits.c */
void permits_start(struct nic_device* n, uint32_t record_bytes);
/* A new worm of this host: it joins its queue, or waits for a grant. */
void permits_own(struct nic_device* n, uint32_t worm);
/* It may be sent now. */
void permits_join(struct nic_device* n, uint32_t worm);
/* A worm with a permit has found a buffer. */
void permits_taken(struct nic_device* n, uint32_t worm);
/* The buffer of a worm is free, for which host `host` had a permit. */
void permits_free(struct nic_device* n, uint32_t host);
/* A control worm of these schemes goes to a host, or comes from one; to this one without the network. */
void permits_send(struct nic_device* n, enum control_type type, uint32_t host, uint32_t value);
void permits_came(struct nic_device* n, enum control_type type, uint32_t host, uint32_t value);
/* Ends the wait of a worm. */
void permits_got(struct nic_device* n, uint32_t worm);
void permits_timer(struct nic_device* n);

/* multicast_manager.c */
void manager_start(struct nic_device* n);
void manager_wait(struct nic_device* n, uint32_t worm);
void manager_freed(struct nic_device* n);
void manager_came(struct nic_device* n, enum control_type type, uint32_t host, uint32_t value);
/* Grants what the oldest requests ask for, as long as all of their buffers are free. */
void manager_serve(struct nic_device* n);

/* multicast_credits.c */
void credits_start(struct nic_device* n);
void credits_came(struct nic_device* n, uint32_t host);
void credits_spend(struct nic_device* n, uint32_t pair_record);
/* The next copy of a worm finds no credit. */
void credits_wait(struct nic_device* n, uint32_t worm);
/* All copies that were begun have left, and the next one has no credit. */
bool credits_holds_up(struct nic_device* n, uint32_t worm);
/* The oldest worm of a host that keeps its buffer, if all of its worms do and none will leave by itself; 0: there is none. */
uint32_t credits_held_up(struct nic_device* n, uint32_t host);
uint32_t credits_next_host(struct nic_device* n, uint32_t worm);

/* multicast_search.c */
/* A worm here may be in a circle. Own worms then go after those of other hosts, until there are none. */
bool search_suspects(struct nic_device* n);
/* A worm has begun to wait. */
void search_arm(struct nic_device* n);
/* The timer expires in a tick, for spill_fetch(). */
void search_hurry(struct nic_device* n);
void search_timer(struct nic_device* n);
void search_asked(struct nic_device* n, uint32_t host, uint32_t from);
void search_answered(struct nic_device* n, uint32_t value);

/* multicast_spill.c */
void spill_start(struct nic_device* n, uint32_t record_bytes);
bool spill_has_room(struct nic_device* n);
/* The worm that came from `from` and waits for host `next` is moved to host memory, if it still waits. */
bool spill_begin(struct nic_device* n, uint32_t from, uint32_t next);
/* A worm is to be read back: event TIMER, spill_fetch(). */
bool spill_is_due(struct nic_device* n);
void spill_fetch(struct nic_device* n);
/* DMA_DONE of a worm that is moved, or read back. */
void spill_moved(struct nic_device* n, uint32_t worm);
/* Asks for the words of a worm whose next copy is to be sent. True: they are here. Otherwise they are read back first, and no
 * other copy goes to that host before. */
bool spill_ask_for(struct nic_device* n, uint32_t worm, uint32_t state);
/* Its copy has left. */
void spill_left(struct nic_device* n, uint32_t worm);
void spill_release(struct nic_device* n, uint32_t worm);

/* multicast_exports.c */
extern const struct nic_own_export multicast_exports[EXPORTS];
void export_queue(struct nic_device* n, uint32_t queue);
/* One more host waits for READY, or one less. */
void export_refused(struct nic_device* n, uint32_t queue, uint32_t host, int32_t more);
void export_sender(struct nic_device* n, uint32_t before, uint32_t event, uint32_t after);
void export_receiver(struct nic_device* n, enum receiver_step step, uint32_t queue);

#ifdef __cplusplus
}
#endif
