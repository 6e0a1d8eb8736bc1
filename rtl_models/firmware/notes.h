/* notes: headers of packets that the protocol itself sends: acknowledgements, replies, echoes. A note is taken until its
 * packet has left. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"
#include "rtl_models/firmware/packet.h"

/* Byte offsets in a note. */
enum { NOTE_HEADER = 0, NOTE_BUFFER = HEADER_BYTES, NOTE_STATE = HEADER_BYTES + 4, NOTE_BYTES = HEADER_BYTES + 8 };

void notes_start(nic* n, uint32_t count);
bool notes_any_free(nic* n);
/* One of those free. */
uint32_t note_take(nic* n);
void note_release(nic* n, uint32_t note);
/* Sends a note's header of so many words, and then a payload. */
void note_push(nic* n, uint32_t note, uint32_t destination, uint32_t header_words, uint32_t payload,
               uint32_t payload_words, uint32_t flags);
