/* sender: cuts the host's messages into packets. Each takes a slot of NIC memory from the DMA of its payload to its last
 * word on the link, or longer where the protocol keeps it. Several are under way at once.
 *
 *   HOST -> sender_next(): slot, DMA ... DMA_DONE -> sender_push(): send queue ... TX_DONE -> sender_release() */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"
#include "rtl_models/firmware/packet.h"

/* Byte offsets in a slot: its record, the header, the payload. */
enum { SLOT_PEER = 0, SLOT_WORDS = 4, SLOT_STATE = 8, SLOT_TRIES = 12, SLOT_HEADER = 16, SLOT_PAYLOAD = 36 };

/* In cookies of DMA and send queue: the owner of the address above. */
enum { COOKIE_SLOT = 0, COOKIE_BUFFER = 1, COOKIE_LAST_BUFFER = 2, COOKIE_NOTE = 3, COOKIE_KIND = 3 };

/* As many slots as there may be packets under way, and `others` more descriptors in the send queue. */
void sender_start(nic* n, uint32_t others);

/* Event HOST: begins with the next packet of the oldest command. Its slot; 0: none is free, or the DMA queue is full,
 * and the event is held back. */
uint32_t sender_next(nic* n, uint32_t type);
/* Begins with a packet of message `message` to a host, `sequence` its PACKET_SEQUENCE: a slot is free, and DMA_SPACE is not 0. Its slot, whose
 * header lacks the first word. */
uint32_t sender_fetch(nic* n, uint32_t peer, uint32_t message, uint32_t total, uint32_t offset, uint32_t words,
                      uint32_t sequence);
/* Its packet goes into the send queue; TX_SPACE is not 0. */
void sender_push(nic* n, uint32_t slot);
void sender_release(nic* n, uint32_t slot);
/* The same, where commands do not wait for slots. */
void sender_free(nic* n, uint32_t slot);

/* Its packet is finished: the slot is free, and after the last packet of a message the host is notified. False: no room
 * for that; no effect. */
bool sender_finish(nic* n, uint32_t slot, uint32_t kind);

/* It holds the end of its message. */
bool sender_is_last(nic* n, uint32_t slot);
/* Reports the outcome of a slot's message to the host; DONE_SPACE is not 0. */
void sender_tell(nic* n, uint32_t slot, uint32_t kind);
/* Removes the oldest command and reports its message to the host as given up; DONE_SPACE is not 0. */
void sender_refuse(nic* n);

uint32_t sender_slot(nic* n, uint32_t index);
uint32_t sender_index(nic* n, uint32_t slot);
