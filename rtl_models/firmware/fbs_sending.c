/* The sending half of fbs: the send queue holds packets for the slots ahead, in the order of their slots. */
#include <stdbool.h>

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/fbs_parts.h"
#include "rtl_models/firmware/packet.h"

/* A slot of the schedule. */
struct place {
  uint32_t slot, position, round;
};

static void begin_next_round(nic* n, struct place* p) {
  p->slot += table(n, FBS_INTERVAL) - p->position;
  p->position = 0;
  ++p->round;
}

static uint32_t destination(nic* n, const struct place* p) {
  const uint32_t slots = table(n, FBS_SLOTS);
  if (p->position < slots)
    return table(n, FBS_SYNCHRONIZE) != 0 ? table(n, FBS_DESTINATIONS + p->position) : FBS_NOBODY;
  const uint32_t frame = table(n, FBS_STREAM_SLOTS);
  return frame != 0 ? table(n, FBS_DESTINATIONS + 2 * slots + p->slot % frame) : FBS_NOBODY;
}

/* Advances to the next slot with a packet, and returns its destination; FBS_NOBODY: there is none. */
static uint32_t find_packet(nic* n, struct place* p) {
  const uint32_t rounds = table(n, FBS_ROUNDS), slots = table(n, FBS_SLOTS), interval = table(n, FBS_INTERVAL);
  const bool streams = table(n, FBS_STREAM_SLOTS) != 0;
  if (!streams && (table(n, FBS_MESSAGES) == 0 || table(n, FBS_SYNCHRONIZE) == 0)) return FBS_NOBODY;
  while (rounds == 0 || p->round < rounds) {
    if (p->position == interval || (p->position >= slots && !streams)) {
      begin_next_round(n, p);
      continue;
    }
    const uint32_t to = destination(n, p);
    if (to != FBS_NOBODY) return to;
    ++p->slot;
    ++p->position;
  }
  return FBS_NOBODY;
}

static void push(nic* n, const struct place* p, uint32_t to, uint32_t queued) {
  const uint32_t slots = table(n, FBS_SLOTS);
  const bool synchronizes = p->position < slots;
  const uint32_t header = nic_load(n, HEADER_RING) + HEADER * (queued % HEADERS),
                 numbers = nic_load(n, SENT_TO) + 4 * to;
  nic_store(n, header, first_word(synchronizes ? SYNCHRONIZING : STREAM, 0, nic_read(n, NIC_NODE)));
  nic_store(n, header + 4, p->slot);
  nic_store(n, header + 8, synchronizes ? 0 : nic_load(n, numbers));
  nic_store(n, header + 12, to);
  if (!synchronizes) nic_store(n, numbers, nic_load(n, numbers) + 1);
  nic_write(n, NIC_TX_DESTINATION, to);
  nic_write(n, NIC_TX_HEADER, header);
  nic_write(n, NIC_TX_HEADER_WORDS, FBS_HEADER_WORDS);
  nic_write(n, NIC_TX_PAYLOAD, 0); /* the contents do not matter */
  nic_write(n, NIC_TX_PAYLOAD_WORDS,
            table(n, !synchronizes             ? FBS_STREAM_WORDS
                     : p->position + 1 < slots ? FBS_PACKET_WORDS
                                               : FBS_LAST_WORDS));
  nic_write(n, NIC_TX_FLAGS, NIC_TX_AT_SLOT | NIC_TX_NOTIFY | (synchronizes ? NIC_TX_PAUSE : 0));
  nic_write(n, NIC_TX_SLOT, p->slot);
  nic_write(n, NIC_TX_COOKIE, header);
  nic_write(n, NIC_TX_PUSH, 1);
}

void fbs_refill(nic* n) {
  struct place p = {nic_load(n, NEXT_SLOT), nic_load(n, NEXT_POSITION), nic_load(n, NEXT_ROUND)};
  const uint32_t now = nic_read(n, NIC_SLOT_LOW), behind = nic_load(n, QUEUED) + nic_read(n, NIC_TX_SPACE);
  for (uint32_t queued = nic_load(n, QUEUED); queued != behind; ++queued) {
    const uint32_t to = find_packet(n, &p);
    if (to == FBS_NOBODY) break;
    if ((int32_t)(now - p.slot) >= 0) count(n, FBS_LATE, 1);
    push(n, &p, to, queued);
    nic_store(n, QUEUED, queued + 1);
    ++p.slot;
    ++p.position;
  }
  nic_store(n, NEXT_SLOT, p.slot);
  nic_store(n, NEXT_POSITION, p.position);
  nic_store(n, NEXT_ROUND, p.round);
}

void fbs_sending_start(nic* n) {
  nic_store(n, HEADER_RING, reserve(n, HEADER * HEADERS));
  nic_store(n, SENT_TO, reserve(n, 4 * nic_read(n, NIC_NODES)));
  nic_store(n, NEXT_SLOT, table(n, FBS_FIRST_SLOT));
}

void fbs_tx_done(nic* n) {
  const uint32_t header = nic_read(n, NIC_TX_DONE_COOKIE), stopped = nic_read(n, NIC_TX_DONE_STOPPED);
  if (nic_load(n, header) >> 30 == STREAM) {
    count(n, FBS_SENT, 1);
    if (stopped != 0) {
      if (counter(n, FBS_BLOCKED) == 0 && nic_read(n, NIC_DONE_SPACE) != 0)
        tell_host(n, NIC_DONE_BLOCKED, nic_load(n, header + 12), nic_load(n, header + 4), stopped);
      count(n, FBS_BLOCKED, 1);
      count(n, FBS_STOPPED, stopped);
    }
  }
  nic_write(n, NIC_TX_DONE_POP, 1);
  fbs_refill(n);
}
