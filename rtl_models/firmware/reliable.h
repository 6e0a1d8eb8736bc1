/* reliable: packets between two hosts are numbered. The receiver takes them in order only and reports after each the
 * number that it expects; the sender keeps a packet in its slot until then. If that takes too long, it sends the packet
 * and those after it again (go-back). A host that does not answer is given up, for good.
 *
 * Each packet has a check of its header, its length and its destination: one that has changed on the way or come to
 * another host is dropped, and comes again. Errors in the payload are found by the CRC of the link only.
 *
 * Numbers belong to a connection, which begins with the sender's first packet after its reset. That packet has
 * connection 0, which no receiver accepts; the answer gives the last connection, and the sender begins the next one. So
 * packets and acknowledgements from before the restart of an interface are not taken for new ones.
 *
 * State of a slot:  fetched -> queued -> sent -> released
 *                              ^  |        |
 *                    time-out -'  '-> acknowledged, when that comes before TX_DONE -> released */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

enum { RELIABLE_NOTES = 4, ACKNOWLEDGEMENT_WORDS = 2, ACKNOWLEDGEMENT_SEQUENCE = 4 };

/* With time-out 0 nothing is reserved, and reliable_is_on() is false. */
void reliable_start(nic* n);
bool reliable_is_on(nic* n);

/* The host has been given up. */
bool reliable_has_given_up(nic* n, uint32_t peer);
/* Gives the packet in a slot its number. */
void reliable_number(nic* n, uint32_t slot);
/* DMA_DONE: the packet in a slot is complete; TX_SPACE is not 0. False: no room for a completion; no effect. */
bool reliable_fetched(nic* n, uint32_t slot);
/* TX_DONE: it has left. */
void reliable_sent(nic* n, uint32_t slot);
/* Event TIMER. */
void reliable_timer(nic* n);

/* Completes a header whose sequence word holds the number alone: its check covers that, the words before, the destination and the
 * length. */
void reliable_sign(nic* n, uint32_t header, uint32_t sequence, uint32_t destination, uint32_t payload_words);
/* A packet, or an acknowledgement with 0 payload words, has come unchanged, and to its destination. */
bool reliable_is_sound(nic* n, uint32_t buffer, uint32_t payload_words);
/* A sound packet has come: it is the one expected. If it begins a connection, the state of the last one is cleared. */
bool reliable_is_next(nic* n, uint32_t buffer);
/* The packet has been taken. */
void reliable_take(nic* n, uint32_t buffer);
/* Reports the expected number to its sender; a note is free. */
void reliable_acknowledge(nic* n, uint32_t buffer);
/* An acknowledgement has come. False: there is no room for its completions; no effect. */
bool reliable_acknowledged(nic* n, uint32_t buffer);
