/* fbs: feedback-based synchronization (H. J. Song, "Synchronization of Network Interfaces in System Area Networks", 2005).
 * In each slot of a synchronization the interfaces send packets as long as the slot, to whom a schedule says. Who runs
 * ahead finds its packet stopped behind that of a slower one; as long as it is stopped its clock is held. Behind the
 * synchronization the stream of the application goes, one packet a slot, until the next one.
 *
 *   start, TX_DONE -> descriptors for the slots ahead, as many as the send queue takes
 *   RX_DONE        -> packets are checked by their slots and numbers; nothing goes to the host
 *   SLOT           -> at the beginning and the end of a synchronization the host is told in which cycle that was; a slot
 *                     later, whose packet has not come, and how the counters stand */
#include "rtl_models/firmware/fbs.h"

#include <stdbool.h>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/packet.h"

enum { STREAM = 0, SYNCHRONIZING = 1 };               /* classes of packets */
enum { HEADERS = 64, HEADER = 16, BUFFERS_EACH = 8 }; /* descriptors and TX_DONE together have less than 64 */

/* Variables. */
enum {
  NEXT_SLOT = VARIABLES_END,      /* the first slot for which nothing is queued yet, ... */
  NEXT_POSITION = NEXT_SLOT + 4,  /* ... its place in its round ... */
  NEXT_ROUND = NEXT_POSITION + 4, /* ... and that round */
  QUEUED = NEXT_ROUND + 4,        /* descriptors pushed */
  ROUND = QUEUED + 4,             /* as the alarm goes */
  ROUND_SLOT = ROUND + 4,         /* its first slot */
  PHASE = ROUND_SLOT + 4,         /* what the alarm is set for: enum phase */
  HEADER_RING = PHASE + 4,        /* addresses: of headers; the last word of each: to whom */
  HEARD = HEADER_RING + 4,  /* of a word a slot of a synchronization: the last round in which its packet came, plus 1 */
  SENT_TO = HEARD + 4,      /* of a word a host: packets of the stream sent to it */
  CAME_FROM = SENT_TO + 4,  /* of a word a host: packets of the stream that it has sent here */
  COUNTERS = CAME_FROM + 4, /* FBS_COUNTERS words */
  END = COUNTERS + 4 * FBS_COUNTERS
};

enum phase { BEGINNING, ENDING, REPORTING };

static uint32_t table(nic* n, uint32_t word) { return nic_load(n, nic_read(n, NIC_TABLE_ADDRESS) + 4 * word); }

static uint32_t counter(nic* n, uint32_t which) { return nic_load(n, COUNTERS + 4 * which); }

static void count(nic* n, uint32_t which, uint32_t more) {
  if (more != 0) nic_store(n, COUNTERS + 4 * which, counter(n, which) + more);
}

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

/* Goes on to the next slot with a packet, and says to whom; FBS_NOBODY: there is none. */
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
  nic_write(n, NIC_TX_PAYLOAD, 0); /* whatever stands there */
  nic_write(n, NIC_TX_PAYLOAD_WORDS,
            table(n, !synchronizes             ? FBS_STREAM_WORDS
                     : p->position + 1 < slots ? FBS_PACKET_WORDS
                                               : FBS_LAST_WORDS));
  nic_write(n, NIC_TX_FLAGS, NIC_TX_AT_SLOT | NIC_TX_NOTIFY | (synchronizes ? NIC_TX_PAUSE : 0));
  nic_write(n, NIC_TX_SLOT, p->slot);
  nic_write(n, NIC_TX_COOKIE, header);
  nic_write(n, NIC_TX_PUSH, 1);
}

/* Queues packets for the slots ahead, as many as there is room for. */
static void refill(nic* n) {
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

static void set_alarm(nic* n, enum phase phase, uint32_t slot) {
  nic_store(n, PHASE, phase);
  nic_write(n, NIC_SLOT_ALARM, slot);
  nic_write(n, NIC_SLOT_ALARM_ON, 1);
}

static void start(nic* n) {
  memory_start(n);
  const uint32_t nodes = nic_read(n, NIC_NODES), space = nic_read(n, NIC_DONE_SPACE);
  if (nic_read(n, NIC_TABLE_WORDS) < FBS_DESTINATIONS || space < FBS_COUNTERS + 2) {
    nic_log(n, "without a schedule, with %u words of one, or with %u completions nothing is synchronized",
            nic_read(n, NIC_TABLE_WORDS), space);
    nic_write(n, NIC_FAULT, FAULT_QUEUES);
    return;
  }
  reserve(n, END - VARIABLES_END);
  nic_store(n, HEADER_RING, reserve(n, HEADER * HEADERS));
  nic_store(n, HEARD, reserve(n, 4 * table(n, FBS_SLOTS)));
  nic_store(n, SENT_TO, reserve(n, 4 * nodes));
  nic_store(n, CAME_FROM, reserve(n, 4 * nodes));
  for (uint32_t class = STREAM; class <= SYNCHRONIZING; ++class) { /* of a packet the header is enough */
    nic_write(n, NIC_RX_BUFFER_WORDS + 4 * class, FBS_HEADER_WORDS);
    for (uint32_t i = 0; i < BUFFERS_EACH; ++i) nic_write(n, NIC_RX_FREE + 4 * class, reserve(n, 4 * FBS_HEADER_WORDS));
  }
  const uint32_t first = table(n, FBS_FIRST_SLOT);
  nic_store(n, NEXT_SLOT, first);
  nic_store(n, ROUND_SLOT, first);
  refill(n);
  set_alarm(n, BEGINNING, first);
  nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_RX_DONE | 1u << NIC_EVENT_TX_DONE | 1u << NIC_EVENT_SLOT);
}

static void tx_done(nic* n) {
  const uint32_t header = nic_read(n, NIC_TX_DONE_COOKIE), stopped = nic_read(n, NIC_TX_DONE_STOPPED);
  if (nic_load(n, header) >> 30 == STREAM) {
    count(n, FBS_SENT, 1);
    if (stopped != 0) {
      if (counter(n, FBS_BLOCKED) == 0)
        tell_host(n, NIC_DONE_BLOCKED, nic_load(n, header + 12), nic_load(n, header + 4), stopped);
      count(n, FBS_BLOCKED, 1);
      count(n, FBS_STOPPED, stopped);
    }
  }
  nic_write(n, NIC_TX_DONE_POP, 1);
  refill(n);
}

/* A packet of the synchronization, which must be the one that the schedule says. */
static void hear(nic* n, uint32_t source, uint32_t slot) {
  const uint32_t position = slot - nic_load(n, ROUND_SLOT), slots = table(n, FBS_SLOTS);
  if (position < slots && source == table(n, FBS_DESTINATIONS + slots + position))
    nic_store(n, nic_load(n, HEARD) + 4 * position, nic_load(n, ROUND) + 1);
}

static void take(nic* n, uint32_t source, uint32_t slot, uint32_t number) {
  const uint32_t came = nic_load(n, CAME_FROM) + 4 * source;
  count(n, FBS_RECEIVED, 1);
  count(n, FBS_LOST, number - nic_load(n, came));
  nic_store(n, came, number + 1);
  if (nic_read(n, NIC_SLOT_LOW) - slot > 1) count(n, FBS_ASTRAY, 1);
}

static void rx_done(nic* n) {
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

static void tell_slot(nic* n, uint32_t slot) {
  tell_host(n, NIC_DONE_SLOT, nic_read(n, NIC_SLOT_ALARM_CYCLE_HIGH), slot, nic_read(n, NIC_SLOT_ALARM_CYCLE_LOW));
}

/* Of the synchronization that is over; as many as there is room for beside the counters. */
static void tell_missing(nic* n, uint32_t round) {
  const uint32_t slots = table(n, FBS_SLOTS), heard = nic_load(n, HEARD);
  uint32_t room = nic_read(n, NIC_DONE_SPACE) - FBS_COUNTERS;
  for (uint32_t i = 0; i < slots && room != 0; ++i) {
    const uint32_t source = table(n, FBS_DESTINATIONS + slots + i);
    if (source == FBS_NOBODY || nic_load(n, heard + 4 * i) == round + 1) continue;
    tell_host(n, NIC_DONE_MISSING, source, round, i);
    --room;
  }
}

static void tell_counters(nic* n) {
  nic_store(n, COUNTERS + 4 * FBS_HELD, nic_read(n, NIC_CLOCK_HELD));
  for (uint32_t i = 0; i < FBS_COUNTERS; ++i) tell_host(n, NIC_DONE_COUNTER, i, counter(n, i), 0);
}

static void alarm(nic* n) {
  const uint32_t round = nic_load(n, ROUND), first = nic_load(n, ROUND_SLOT), rounds = table(n, FBS_ROUNDS);
  const uint32_t behind = first + table(n, FBS_SLOTS);
  const bool over = rounds != 0 && round == rounds;
  switch (nic_load(n, PHASE)) {
    case BEGINNING:
      tell_slot(n, first);
      set_alarm(n, over ? REPORTING : ENDING, over ? first + 1 : behind);
      break;
    case ENDING:
      tell_slot(n, behind);
      set_alarm(n, REPORTING, behind + 1);
      break;
    default:
      if (!over && table(n, FBS_SYNCHRONIZE) != 0) tell_missing(n, round);
      tell_counters(n);
      if (over) break;
      nic_store(n, ROUND, round + 1);
      nic_store(n, ROUND_SLOT, first + table(n, FBS_INTERVAL));
      set_alarm(n, BEGINNING, first + table(n, FBS_INTERVAL));
  }
}

static void handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_SLOT: alarm(n); break;
    default: break;
  }
}

const struct nic_firmware firmware_fbs = {"fbs", start, handle};
