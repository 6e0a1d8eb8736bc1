/* The receiving half of fbs: packets are checked by their slots and numbers; nothing goes to the host. */
#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/fbs_parts.h"
#include "rtl_models/firmware/packet.h"

void fbs_receiving_start(nic* n) {
  nic_store(n, HEARD, reserve(n, 4 * table(n, FBS_SLOTS)));
  nic_store(n, CAME_FROM, reserve(n, 4 * nic_read(n, NIC_NODES)));
  for (uint32_t class = STREAM; class <= SYNCHRONIZING; ++class) {
    nic_write(n, NIC_RX_BUFFER_WORDS + 4 * class, FBS_HEADER_WORDS);
    for (uint32_t i = 0; i < BUFFERS_EACH; ++i) nic_write(n, NIC_RX_FREE + 4 * class, reserve(n, 4 * FBS_HEADER_WORDS));
  }
}

static void tell_late(nic* n, uint32_t source, uint32_t round, uint32_t position) {
  if (nic_read(n, NIC_DONE_SPACE) != 0) tell_host(n, NIC_DONE_LATE, source, round, position);
}

/* A packet of the synchronization, which must be the one in the schedule. For a finished one the missing packets have
 * been reported. */
static void hear(nic* n, uint32_t source, uint32_t slot) {
  const uint32_t behind = slot - table(n, FBS_FIRST_SLOT), interval = table(n, FBS_INTERVAL),
                 slots = table(n, FBS_SLOTS);
  const uint32_t round = behind / interval, position = behind % interval, now = nic_load(n, ROUND);
  if (position >= slots || source != table(n, FBS_DESTINATIONS + slots + position)) return;
  if (round == now)
    nic_store(n, nic_load(n, HEARD) + 4 * position, now + 1);
  else if (round < now)
    tell_late(n, source, round, position);
}

static void take(nic* n, uint32_t source, uint32_t slot, uint32_t number) {
  const uint32_t came = nic_load(n, CAME_FROM) + 4 * source;
  count(n, FBS_RECEIVED, 1);
  count(n, FBS_LOST, number - nic_load(n, came));
  nic_store(n, came, number + 1);
  if (nic_read(n, NIC_SLOT_LOW) - slot > 1) count(n, FBS_ASTRAY, 1);
}

void fbs_rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), status = nic_read(n, NIC_RX_DONE_STATUS);
  const uint32_t class = status >> 8 & 3, source = source_of(nic_load(n, buffer)), slot = nic_load(n, buffer + 4);
  if ((status & (NIC_RX_TRUNCATED | NIC_RX_CORRUPT)) != 0 || source >= nic_read(n, NIC_NODES))
    count(n, FBS_DAMAGED, 1);
  else if (class == SYNCHRONIZING)
    hear(n, source, slot);
  else
    take(n, source, slot, nic_load(n, buffer + 8));
  nic_write(n, NIC_RX_FREE + 4 * class, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

void fbs_tell_missing(nic* n, uint32_t round) {
  const uint32_t slots = table(n, FBS_SLOTS), heard = nic_load(n, HEARD);
  const uint32_t space = nic_read(n, NIC_DONE_SPACE);
  uint32_t room = space > FBS_COUNTERS ? space - FBS_COUNTERS : 0;
  for (uint32_t i = 0; i < slots && room != 0; ++i) {
    const uint32_t source = table(n, FBS_DESTINATIONS + slots + i);
    if (source == FBS_NOBODY || nic_load(n, heard + 4 * i) == round + 1) continue;
    tell_host(n, NIC_DONE_MISSING, source, round, i);
    --room;
  }
}
