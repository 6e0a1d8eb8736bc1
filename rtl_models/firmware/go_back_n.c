/* go_back_n: messages in packets that are acknowledged, over switches that drop packets. Each pair of hosts has a window of
 * its own, and an acknowledgement is cumulative: it names the packet that the receiver expects next. It goes with the next
 * packet to that host, or after `acknowledgement_delay` in a packet of its own.
 *
 *             base        next          end                 of packets to a host, by their numbers
 *   ... acknowledged |  sent  |  to be sent  | no room: the command waits, end - base = window
 *
 * Packets to be sent, of all hosts, are `queue` at most: then the command waits, too.
 *
 * A packet is in host memory until it is acknowledged: whenever it is sent, it is fetched from there. When `timeout` has passed
 * without an acknowledgement of the first one, all that have been sent are sent again (repeat: go_back), and the receiver drops
 * what is not the next one; or those alone that are not known to have come (repeat: selective), and the receiver keeps what it has.
 *
 * Hosts with packets to be sent take turns. The window is small next to what the numbers in a packet tell apart, so packets of a
 * pair of hosts may overtake one another, but not by a window; and all interfaces are reset together. */
#include <stdbool.h>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/notes.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/reliable.h"
#include "rtl_models/firmware/sender.h"

/* Its own parameters, in their order. */
enum { OWN_WINDOW, OWN_TIMEOUT, OWN_DELAY, OWN_REPEAT, OWN_ACKNOWLEDGEMENT_WORDS, OWN_QUEUE, OWN_PARAMETERS };
enum { MOST_WINDOW = 31, NUMBERS = 0xffff, SHORT_NUMBERS = 63 };
enum { DATA = 0, ACKNOWLEDGEMENT = 1 }; /* classes of packets */
enum { NOTES_OF_ACKNOWLEDGEMENTS = 4, ACKNOWLEDGEMENT_BUFFERS = 32 };
enum { MEASURE_REPEATED, MEASURE_OWN_ACKNOWLEDGEMENTS, MEASURES };

/* The record of another host. Masks have a bit for each packet from the first one of the window on. */
enum {
  PEER_BASE = 0,      /* number of the first packet to it that is not acknowledged */
  PEER_NEXT = 4,      /* number of the next packet to be sent */
  PEER_SENT = 8,      /* number after the last one that has been sent, be it before a time-out */
  PEER_END = 12,      /* number after the last one that the host has given */
  PEER_COME = 16,     /* selective: mask of packets that have come */
  PEER_AGAIN = 20,    /* selective: mask of packets to be sent again */
  PEER_TRIES = 24,    /* time-outs since the last acknowledgement */
  PEER_IS_READY = 28, /* 1: it is in the list of hosts with packets to be sent */
  PEER_READY_NEXT = 32,
  PEER_EXPECTED = 36, /* number of the next packet from it */
  PEER_KEPT = 40,     /* selective: mask of packets that have been taken, from the one after the expected one on */
  PEER_IS_OWED = 44,  /* 1: an acknowledgement */
  PEER_IS_TIMED = 48, /* 1: its time-out runs */
  PEER_IS_LOST = 52,  /* 1: it has been given up */
  PEER_PACKETS = 56   /* of the window, by their numbers: message, its words, place in it, words of the packet */
};
enum { PACKET_RECORD_BYTES = 16, RECORD_MESSAGE = 0, RECORD_TOTAL = 4, RECORD_OFFSET = 8, RECORD_WORDS = 12 };

static uint32_t own(nic* n, uint32_t parameter) { return nic_read(n, NIC_OWN_PARAMETER + 4 * parameter); }
static bool is_selective(nic* n) { return own(n, OWN_REPEAT) != 0; }

static uint32_t window(nic* n) { return nic_load(n, GO_BACK_N_WINDOW); }
static uint32_t peer_record(nic* n, uint32_t peer) {
  return nic_load(n, GO_BACK_N_PEERS) + peer * (PEER_PACKETS + window(n) * PACKET_RECORD_BYTES);
}
static uint32_t packet_record(nic* n, uint32_t record, uint32_t number) {
  return record + PEER_PACKETS + number % window(n) * PACKET_RECORD_BYTES;
}

/* Owners of deadlines: the time-outs of all hosts, then their acknowledgements, which have a list of their own. */
static uint32_t owner_of_acknowledgement(nic* n, uint32_t peer) { return nic_read(n, NIC_NODES) + peer; }

static void start(nic* n) {
  memory_start(n);
  reserve(n, GO_BACK_N_VARIABLES_END - VARIABLES_END);
  const uint32_t nodes = nic_read(n, NIC_NODES);
  if (nic_read(n, NIC_DONE_SPACE) < own(n, OWN_WINDOW)) {
    nic_log(n, "a window of %u needs as many places for completions, and there are %u", own(n, OWN_WINDOW),
            nic_read(n, NIC_DONE_SPACE));
    nic_write(n, NIC_ERROR, ERROR_QUEUES);
    return;
  }
  nic_store(n, GO_BACK_N_WINDOW, own(n, OWN_WINDOW));
  nic_store(n, GO_BACK_N_TRIES, nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_TRIES));
  nic_store(n, GO_BACK_N_PEERS, reserve(n, nodes * (PEER_PACKETS + own(n, OWN_WINDOW) * PACKET_RECORD_BYTES)));
  deadlines_start(n, 2 * nodes);
  sender_start(n, NOTES_OF_ACKNOWLEDGEMENTS);
  notes_start(n, NOTES_OF_ACKNOWLEDGEMENTS);
  receiver_start(n, true);
  receiver_buffers(n, ACKNOWLEDGEMENT, own(n, OWN_ACKNOWLEDGEMENT_WORDS), 0, ACKNOWLEDGEMENT_BUFFERS);
  receiver_buffers(n, DATA, HEADER_WORDS + nic_load(n, SENDER_PACKET_WORDS), 0,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
  events_allow(n, EVENT_BIT(TIMER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) | EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST));
}

/* --- The list of hosts with packets to be sent. Links are numbers of hosts and one more; 0: there is none. */

static bool has_to_send(nic* n, uint32_t record) {
  return nic_load(n, record + PEER_AGAIN) != 0 || nic_load(n, record + PEER_NEXT) != nic_load(n, record + PEER_END);
}

static void append_ready(nic* n, uint32_t peer) {
  const uint32_t record = peer_record(n, peer), last = nic_load(n, GO_BACK_N_READY_LAST);
  if (nic_load(n, record + PEER_IS_READY) != 0) return;
  nic_store(n, record + PEER_IS_READY, 1);
  nic_store(n, record + PEER_READY_NEXT, 0);
  nic_store(n, last == 0 ? GO_BACK_N_READY : peer_record(n, last - 1) + PEER_READY_NEXT, peer + 1);
  nic_store(n, GO_BACK_N_READY_LAST, peer + 1);
}

static uint32_t take_ready(nic* n) {
  const uint32_t peer = nic_load(n, GO_BACK_N_READY) - 1, record = peer_record(n, peer);
  const uint32_t next = nic_load(n, record + PEER_READY_NEXT);
  nic_store(n, GO_BACK_N_READY, next);
  if (next == 0) nic_store(n, GO_BACK_N_READY_LAST, 0);
  nic_store(n, record + PEER_IS_READY, 0);
  return peer;
}

/* So many packets do not wait any more, as they are sent or given up: the host may give others. */
static void leave_queue(nic* n, uint32_t packets) {
  nic_store(n, GO_BACK_N_WAITING, nic_load(n, GO_BACK_N_WAITING) - packets);
  events_allow(n, EVENT_BIT(HOST));
}

/* The packet to a host that is to be sent now. */
static uint32_t number_to_send(nic* n, uint32_t record) {
  const uint32_t again = nic_load(n, record + PEER_AGAIN);
  if (again != 0) {
    nic_store(n, record + PEER_AGAIN, again & (again - 1));
    return nic_load(n, record + PEER_BASE) + (uint32_t)__builtin_ctz(again);
  }
  const uint32_t number = nic_load(n, record + PEER_NEXT);
  nic_store(n, record + PEER_NEXT, number + 1);
  return number;
}

/* Fetches packets from host memory as long as there are slots for them; `room`: in the queue of transfers. */
static void fetch(nic* n, uint32_t room) {
  while (room != 0 && nic_load(n, GO_BACK_N_READY) != 0 && nic_load(n, SENDER_FREE) != 0) {
    const uint32_t peer = take_ready(n), record = peer_record(n, peer);
    if (!has_to_send(n, record)) continue; /* acknowledged meanwhile */
    const uint32_t number = number_to_send(n, record), packet = packet_record(n, record, number);
    const bool is_new = number == nic_load(n, record + PEER_SENT);
    if (is_new) {
      nic_store(n, record + PEER_SENT, number + 1);
      leave_queue(n, 1);
    }
    nic_measure(n, MEASURE_REPEATED, !is_new);
    sender_fetch(n, peer, nic_load(n, packet + RECORD_MESSAGE), nic_load(n, packet + RECORD_TOTAL),
                 nic_load(n, packet + RECORD_OFFSET), nic_load(n, packet + RECORD_WORDS), number & NUMBERS);
    --room;
    if (has_to_send(n, record)) append_ready(n, peer);
  }
}

/* --- Own packets. */

static void host(nic* n) {
  const uint32_t peer = nic_read(n, NIC_HOST_PEER), total = nic_read(n, NIC_HOST_WORDS);
  if (nic_read(n, NIC_HOST_KIND) != NIC_COMMAND_SEND || total == 0) {
    nic_write(n, NIC_ERROR, ERROR_COMMAND);
    return;
  }
  const uint32_t record = peer_record(n, peer), end = nic_load(n, record + PEER_END);
  if (nic_load(n, record + PEER_IS_LOST) != 0) {
    if (nic_read(n, NIC_DONE_SPACE) != 0) sender_refuse(n);
    return;
  }
  const uint32_t waiting = nic_load(n, GO_BACK_N_WAITING);
  if (end - nic_load(n, record + PEER_BASE) == window(n) || waiting == own(n, OWN_QUEUE)) {
    events_hold(n, EVENT_BIT(HOST));
    return;
  }
  const uint32_t offset = nic_load(n, SENDER_OFFSET), packet = packet_record(n, record, end);
  const uint32_t words = least(total - offset, nic_load(n, SENDER_PACKET_WORDS));
  nic_store(n, packet + RECORD_MESSAGE, nic_read(n, NIC_HOST_MESSAGE));
  nic_store(n, packet + RECORD_TOTAL, total);
  nic_store(n, packet + RECORD_OFFSET, offset);
  nic_store(n, packet + RECORD_WORDS, words);
  nic_store(n, record + PEER_END, end + 1);
  nic_store(n, GO_BACK_N_WAITING, waiting + 1);
  nic_store(n, SENDER_OFFSET, offset + words == total ? 0 : offset + words);
  if (offset + words == total) nic_write(n, NIC_HOST_POP, 1);
  append_ready(n, peer);
  fetch(n, nic_read(n, NIC_DMA_SPACE));
}

/* The time-out runs from now on if packets are under way, and otherwise not. */
static void set_timeout(nic* n, uint32_t peer) {
  const uint32_t record = peer_record(n, peer);
  const bool is_under_way = nic_load(n, record + PEER_BASE) != nic_load(n, record + PEER_SENT);
  nic_store(n, record + PEER_IS_TIMED, is_under_way);
  if (is_under_way)
    deadline_set(n, peer, nic_read(n, NIC_TICK) + own(n, OWN_TIMEOUT));
  else
    deadline_clear(n, peer);
}

/* The acknowledgement that is owed to a host goes with a packet: its number is in the type of the first word. */
static uint32_t first_word_to(nic* n, uint32_t peer, uint32_t packet_class) {
  const uint32_t record = peer_record(n, peer);
  if (nic_load(n, record + PEER_IS_OWED) != 0) {
    nic_store(n, record + PEER_IS_OWED, 0);
    deadline_clear_in(n, GO_BACK_N_DELAYS, owner_of_acknowledgement(n, peer));
  }
  return first_word(packet_class, nic_load(n, record + PEER_EXPECTED) & SHORT_NUMBERS, nic_read(n, NIC_NODE));
}

static void push(nic* n, uint32_t slot) {
  const uint32_t peer = nic_load(n, slot + SLOT_PEER), header = slot + SLOT_HEADER;
  nic_store(n, header + PACKET_FIRST, first_word_to(n, peer, DATA));
  reliable_sign(n, header, nic_load(n, header + PACKET_SEQUENCE), peer, nic_load(n, slot + SLOT_WORDS));
  if (nic_load(n, peer_record(n, peer) + PEER_IS_TIMED) == 0) set_timeout(n, peer);
  sender_push(n, slot);
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_SLOT)
    push(n, address);
  else if (!receiver_delivered(n, cookie, source_of(nic_load(n, address + PACKET_FIRST))))
    return;
  events_allow(n, EVENT_BIT(RX_DONE));
  fetch(n, nic_read(n, NIC_DMA_SPACE));
  nic_write(n, NIC_DMA_DONE_POP, 1);
}

static void tx_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_TX_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  if ((cookie & COOKIE_KIND) == COOKIE_NOTE) {
    note_release(n, address);
    events_allow(n, EVENT_BIT(TIMER));
  } else {
    sender_free(n, address);
  }
  nic_write(n, NIC_TX_DONE_POP, 1);
  fetch(n, nic_read(n, NIC_DMA_SPACE));
}

/* --- Acknowledgements. */

/* The window begins `count` packets later. The host learns which of its messages are over; DONE_SPACE is a window at least. */
static void move_base(nic* n, uint32_t peer, uint32_t count, uint32_t outcome) {
  const uint32_t record = peer_record(n, peer), base = nic_load(n, record + PEER_BASE);
  for (uint32_t number = base; number != base + count; ++number) {
    const uint32_t packet = packet_record(n, record, number), total = nic_load(n, packet + RECORD_TOTAL);
    if (nic_load(n, packet + RECORD_OFFSET) + nic_load(n, packet + RECORD_WORDS) == total)
      tell_host(n, outcome, peer, nic_load(n, packet + RECORD_MESSAGE), total);
  }
  nic_store(n, record + PEER_BASE, base + count);
  const uint32_t next = nic_load(n, record + PEER_NEXT);
  if ((int32_t)(next - (base + count)) < 0) nic_store(n, record + PEER_NEXT, base + count);
  nic_store(n, record + PEER_COME, nic_load(n, record + PEER_COME) >> count);
  nic_store(n, record + PEER_AGAIN, nic_load(n, record + PEER_AGAIN) >> count);
  nic_store(n, record + PEER_TRIES, 0);
  set_timeout(n, peer);
  events_allow(n, EVENT_BIT(HOST));
}

/* A packet of the host expects the packet with this number. `kept`: mask of those after it that it has. */
static void acknowledged(nic* n, uint32_t peer, uint32_t expected, uint32_t kept) {
  const uint32_t record = peer_record(n, peer), base = nic_load(n, record + PEER_BASE);
  const uint32_t count = (expected - base) & SHORT_NUMBERS;
  if (count > nic_load(n, record + PEER_SENT) - base) return; /* an earlier one */
  if (count != 0) move_base(n, peer, count, NIC_DONE_SENT);
  if (kept == 0 || !is_selective(n)) return;
  nic_store(n, record + PEER_COME, nic_load(n, record + PEER_COME) | kept << 1);
  nic_store(n, record + PEER_AGAIN, nic_load(n, record + PEER_AGAIN) & ~(kept << 1));
}

/* Sends an acknowledgement of its own; a note is free. */
static void acknowledge(nic* n, uint32_t peer) {
  const uint32_t record = peer_record(n, peer);
  const uint32_t note = note_take(n), words = own(n, OWN_ACKNOWLEDGEMENT_WORDS) - HEADER_WORDS;
  nic_measure(n, MEASURE_OWN_ACKNOWLEDGEMENTS, 1);
  nic_store(n, note + PACKET_FIRST, first_word_to(n, peer, ACKNOWLEDGEMENT));
  nic_store(n, note + PACKET_MESSAGE, nic_load(n, record + PEER_KEPT));
  nic_store(n, note + PACKET_TOTAL, 0);
  nic_store(n, note + PACKET_OFFSET, 0);
  reliable_sign(n, note, 0, peer, words);
  note_push(n, note, peer, HEADER_WORDS, nic_load(n, SENDER_SLOTS), words, 0);
}

static void owe(nic* n, uint32_t peer) {
  const uint32_t record = peer_record(n, peer), delay = own(n, OWN_DELAY);
  if (nic_load(n, record + PEER_IS_OWED) != 0) return;
  nic_store(n, record + PEER_IS_OWED, 1);
  if (delay == 0 && notes_any_free(n))
    acknowledge(n, peer);
  else
    deadline_set_in(n, GO_BACK_N_DELAYS, owner_of_acknowledgement(n, peer), nic_read(n, NIC_TICK) + delay);
}

/* --- Packets that come. */

static void drop(nic* n, uint32_t class, uint32_t buffer) {
  receiver_recycle(n, class, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

/* The packet `ahead` after the expected one has been taken. */
static void count_as_come(nic* n, uint32_t record, uint32_t ahead) {
  uint32_t kept = nic_load(n, record + PEER_KEPT), expected = nic_load(n, record + PEER_EXPECTED);
  if (ahead != 0) {
    kept |= 1u << (ahead - 1);
  } else {
    ++expected;
    for (; (kept & 1) != 0; kept >>= 1) ++expected;
    kept >>= 1; /* the place of the one that is expected now */
  }
  nic_store(n, record + PEER_KEPT, kept);
  nic_store(n, record + PEER_EXPECTED, expected);
}

static void data_came(nic* n, uint32_t buffer, uint32_t words) {
  const uint32_t peer = source_of(nic_load(n, buffer + PACKET_FIRST)), record = peer_record(n, peer);
  const uint32_t ahead = (nic_load(n, buffer + PACKET_SEQUENCE) - nic_load(n, record + PEER_EXPECTED)) & NUMBERS;
  const bool is_kept = ahead != 0 && ahead < window(n) && (nic_load(n, record + PEER_KEPT) >> (ahead - 1) & 1) != 0;
  const bool is_wanted = ahead == 0 || (is_selective(n) && ahead < window(n) && !is_kept);
  const enum receiver_part part = is_wanted ? receiver_add(n, buffer, words) : PART_REFUSED;
  if (part == PART_REFUSED) {
    drop(n, DATA, buffer);
  } else {
    receiver_deliver(n, buffer, words, peer, part);
    nic_write(n, NIC_RX_DONE_POP, 1);
    count_as_come(n, record, ahead);
  }
  owe(n, peer);
}

static void rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), words = nic_read(n, NIC_RX_DONE_WORDS);
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS), class = status >> 8 & 3;
  if ((status & 255) != 0 || words <= HEADER_WORDS || !reliable_is_sound(n, buffer, words - HEADER_WORDS)) {
    drop(n, class, buffer);
    return;
  }
  const uint32_t room = nic_read(n, NIC_DMA_SPACE);
  /* Room for a transfer comes with DMA_DONE. The host takes a completion a cycle, of which no event tells: the event stays pending until
   * there are places for a window. */
  if (room == 0 || nic_read(n, NIC_DONE_SPACE) < window(n)) {
    if (room == 0) events_hold(n, EVENT_BIT(RX_DONE));
    return;
  }
  const uint32_t first = nic_load(n, buffer + PACKET_FIRST), peer = source_of(first);
  const bool is_data = class == DATA;
  acknowledged(n, peer, type_of(first), is_data ? 0 : nic_load(n, buffer + PACKET_MESSAGE));
  if (is_data)
    data_came(n, buffer, words - HEADER_WORDS);
  else
    drop(n, class, buffer);
  fetch(n, room - is_data);
}

/* --- Time-outs. */

static void send_again(nic* n, uint32_t peer) {
  const uint32_t record = peer_record(n, peer), tries = nic_load(n, record + PEER_TRIES) + 1;
  const uint32_t base = nic_load(n, record + PEER_BASE), sent = nic_load(n, record + PEER_SENT);
  if (base == sent) {
    set_timeout(n, peer);
    return;
  }
  if (tries >= nic_load(n, GO_BACK_N_TRIES)) {
    if (nic_read(n, NIC_DONE_SPACE) < window(n)) {
      deadline_set(n, peer, nic_read(n, NIC_TICK) + 1);
      return;
    }
    nic_store(n, record + PEER_IS_LOST, 1);
    leave_queue(n, nic_load(n, record + PEER_END) - sent);
    nic_store(n, record + PEER_SENT, nic_load(n, record + PEER_END));
    move_base(n, peer, nic_load(n, record + PEER_END) - base, NIC_DONE_FAILED);
    return;
  }
  if (is_selective(n))
    nic_store(n, record + PEER_AGAIN,
              ((1u << (nic_load(n, record + PEER_NEXT) - base)) - 1) & ~nic_load(n, record + PEER_COME));
  else
    nic_store(n, record + PEER_NEXT, base);
  nic_store(n, record + PEER_TRIES, tries);
  set_timeout(n, peer);
  append_ready(n, peer);
  fetch(n, nic_read(n, NIC_DMA_SPACE));
}

static void timer(nic* n) {
  const uint32_t owner = deadline_passed_of_both(n, GO_BACK_N_DELAYS), nodes = nic_read(n, NIC_NODES);
  if (owner == NO_DEADLINE) {
    deadlines_end(n);
  } else if (owner < nodes) {
    send_again(n, owner);
  } else if (!notes_any_free(n)) {
    events_hold(n, EVENT_BIT(TIMER)); /* until one is */
  } else {
    deadline_clear_in(n, GO_BACK_N_DELAYS, owner);
    acknowledge(n, owner - nodes);
  }
}

static void handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_TIMER: timer(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_TX_DONE: tx_done(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: host(n); break;
    default: break;
  }
  deadlines_arm_both(n, GO_BACK_N_DELAYS);
}

static const struct nic_own_parameter own_parameters[OWN_PARAMETERS] = {
    {"window", NIC_OWN_NUMBER, 1, MOST_WINDOW, 8, "Packets to a host that may be sent and not acknowledged."},
    {"timeout", NIC_OWN_TIME, 1, 4000000000u, 10000000,
     "Time without an acknowledgement until packets are sent again."},
    {"acknowledgement_delay", NIC_OWN_TIME, 0, 1000000000, 0,
     "Time for which an acknowledgement waits for a packet to the same host; 0: it is sent at once."},
    {"repeat", NIC_OWN_WORD, 0, 1, 0,
     "go_back|selective After the time-out all packets under way to the host are sent again, or those that are not "
     "known to have come."},
    {"acknowledgement_words", NIC_OWN_NUMBER, HEADER_WORDS + 1, 64, HEADER_WORDS + 1,
     "Words of an acknowledgement of its own, with its header."},
    {"queue", NIC_OWN_NUMBER, 1, 65535, 65535,
     "Packets to all hosts that may wait until they are sent for the first time; the host's further commands wait in "
     "nic.host_queue."}};

static const struct nic_own_measure measures[MEASURES] = {
    {"repeated", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1, "Packets sent again, as a part of those sent."},
    {"own_acknowledgements", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1,
     "Acknowledgements that were packets of their own; their number."}};

const struct nic_firmware firmware_go_back_n = {.name = "go_back_n",
                                                .start = start,
                                                .handle = handle,
                                                .own = own_parameters,
                                                .own_count = OWN_PARAMETERS,
                                                .measures = measures,
                                                .measure_count = MEASURES};
