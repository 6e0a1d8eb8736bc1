/* multicast: messages to groups, as worms from interface to interface, which each member forwards while they come in. A
 * worm is kept until the next interface has accepted it: by ACK/NACK, or by FIFO ACK/NACK with several buffers of a class.
 * Messages from host to host are carried as by the firmware unicast, without acknowledgements.
 *
 *   HOST -> DMA from the host -> DMA_DONE -> copies, one after the other
 *   RX_HEADER -> ACK, the first copy begins ... RX_DONE -> DMA to the host, the other copies
 *   RX_REFUSED -> NACK ... a buffer is free -> READY
 *   RX_CONTROL, TX_DONE, TIMER -> the states of the copies; when all are DONE, the buffer is free
 *
 * The schemes manager and credits, which the paper compares with, and none, which has no flow control at all, are in
 * multicast_permits.c.
 *
 * After Anglano, Casetti, Leonardi and Neri: network-interface multicast. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/sender.h"

/* A handler makes up to two: a message of several worms ends at its originator as another is delivered there. */
enum { COMPLETIONS_OF_A_HANDLER = 2 };

void multicast_protocol_error(nic* n, const char* text, uint32_t a, uint32_t b) {
  nic_log(n, text, a, b);
  nic_write(n, NIC_ERROR, ERROR_PROTOCOL);
}

uint32_t multicast_own_slots(nic* n) {
  const uint32_t window = nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_WINDOW);
  return window == 0 ? 1 : least(window, MOST_OWN_WORMS);
}

static void start_worms(nic* n) {
  const uint32_t record_bytes = WORM_RECORD_BYTES + COPY_BYTES * routes_word(n, MULTICAST_FAN_OUT);
  control_start(n);
  copies_start(n);
  own_start(n, record_bytes);
  if (routes_word(n, MULTICAST_PREDECESSOR_PAIRS) != 0) queues_start(n, record_bytes);
  permits_start(n, record_bytes);
  nic_write(n, NIC_RX_HEADER_WORDS, WORM_HEADER_WORDS);
}

static void start(nic* n) {
  memory_start(n);
  reserve(n, MULTICAST_END - VARIABLES_END);
  if (nic_read(n, NIC_DONE_SPACE) < COMPLETIONS_OF_A_HANDLER) {
    nic_log(n, "a queue of %u completions is too short; a handler makes up to %u", nic_read(n, NIC_DONE_SPACE),
            COMPLETIONS_OF_A_HANDLER);
    nic_write(n, NIC_ERROR, ERROR_QUEUES);
    return;
  }
  sender_start(n, 1);
  receiver_start(n, false);
  if (nic_read(n, NIC_TABLE_WORDS) != 0) start_worms(n);
  receiver_buffers(n, CLASS_UNICAST, HEADER_WORDS + nic_load(n, SENDER_PACKET_WORDS), 0,
                   nic_read(n, NIC_PARAMETER + 4 * NIC_PARAMETER_BUFFERS));
  events_allow(n, EVENT_BIT(TIMER) | EVENT_BIT(RX_HEADER) | EVENT_BIT(RX_DONE) | EVENT_BIT(TX_DONE) |
                      EVENT_BIT(DMA_DONE) | EVENT_BIT(HOST) | EVENT_BIT(RX_CONTROL) | EVENT_BIT(RX_REFUSED));
}

/* Unicast packets, which no window limits, would keep the processor from the host's commands, whose event is the last. So after
 * each of them a command has its turn: RX_DONE is held back until it has been looked at. */
static bool command_waits(nic* n) { return (nic_read(n, NIC_EVENT_PENDING) & EVENT_BIT(HOST)) != 0; }

static void host(nic* n) {
  if (nic_read(n, NIC_HOST_KIND) == NIC_COMMAND_MULTICAST)
    own_next(n);
  else
    sender_next(n, 0);
  events_allow(n, EVENT_BIT(RX_DONE));
}

/* Of a unicast packet, which is dropped if it is damaged; its message is lost then. */
static void unicast_came(nic* n, uint32_t buffer, uint32_t status) {
  const uint32_t words = nic_read(n, NIC_RX_DONE_WORDS);
  const bool yields = command_waits(n) && (nic_load(n, EVENTS_ENABLED) & EVENT_BIT(HOST)) != 0;
  if (nic_read(n, NIC_DMA_SPACE) <= TRANSFERS_OF_HOST) {
    events_hold(n, EVENT_BIT(RX_DONE));
    return;
  }
  const bool is_sound = (status & 255) == 0 && words > HEADER_WORDS;
  const enum receiver_part part = is_sound ? receiver_add(n, buffer, words - HEADER_WORDS) : PART_REFUSED;
  if (part == PART_REFUSED)
    receiver_recycle(n, CLASS_UNICAST, buffer);
  else
    receiver_deliver(n, buffer, words - HEADER_WORDS, source_of(nic_load(n, buffer + PACKET_FIRST)), part);
  nic_write(n, NIC_RX_DONE_POP, 1);
  if (yields) events_hold(n, EVENT_BIT(RX_DONE));
}

static void rx_done(nic* n) {
  const uint32_t status = nic_read(n, NIC_RX_DONE_STATUS);
  if ((status >> 8 & 3) == CLASS_UNICAST)
    unicast_came(n, nic_read(n, NIC_RX_DONE_BUFFER), status);
  else
    queues_whole(n);
}

static void dma_done(nic* n) {
  const uint32_t cookie = nic_read(n, NIC_DMA_DONE_COOKIE), address = cookie & ~(uint32_t)COOKIE_KIND;
  const bool yields = command_waits(n);
  if ((cookie & COOKIE_KIND) == COOKIE_WORM)
    delivery_moved(n, address);
  else if ((cookie & COOKIE_KIND) == COOKIE_SLOT)
    transmit_unicast(n, address);
  else
    receiver_delivered(n, cookie, source_of(nic_load(n, address + PACKET_FIRST)));
  nic_write(n, NIC_DMA_DONE_POP, 1);
  delivery_begin(n);
  events_allow(n, yields ? EVENT_BIT(HOST) : EVENT_BIT(HOST) | EVENT_BIT(RX_DONE));
}

/* An event that may end a message waits until the host has room for that. The host takes a completion a cycle, whatever
 * the network does. */
static bool waits_for_host(nic* n, uint32_t event) {
  if (event != NIC_EVENT_DMA_DONE && event != NIC_EVENT_TX_DONE && event != NIC_EVENT_RX_CONTROL) return false;
  return nic_read(n, NIC_DONE_SPACE) < COMPLETIONS_OF_A_HANDLER;
}

static void timer(nic* n) {
  if (multicast_setting(n, SETTING_SCHEME) >= SCHEME_MANAGER)
    permits_timer(n);
  else
    copies_timer(n);
}

static void handle(nic* n, uint32_t event) {
  if (waits_for_host(n, event)) return;
  switch (event) {
    case NIC_EVENT_TIMER: timer(n); break;
    case NIC_EVENT_RX_HEADER: queues_header(n); break;
    case NIC_EVENT_RX_DONE: rx_done(n); break;
    case NIC_EVENT_TX_DONE: transmit_done(n); break;
    case NIC_EVENT_DMA_DONE: dma_done(n); break;
    case NIC_EVENT_HOST: host(n); break;
    case NIC_EVENT_RX_CONTROL: control_came(n); break;
    case NIC_EVENT_RX_REFUSED: refusals_came(n); break;
    default: break;
  }
  control_pump(n);
  transmit_pump(n);
}

static const struct nic_own_parameter own[SETTINGS] = {
    {"scheme", NIC_OWN_WORD, 0, 4, 1,
     "plain|fifo|manager|credits|none ACK at the header, or when a worm is the first of its class; FIFO forwards worms "
     "one after the other. Without ACK: a manager grants the buffers of all members before, or each pair of hosts has "
     "credits. none: nobody asks whether there is a buffer."},
    {"buffers", NIC_OWN_NUMBER, 1, 64, 2,
     "Buffers of each of the two classes; the plain scheme of the paper has one. Without ACK: all of an interface."},
    {"buffer_words", NIC_OWN_NUMBER, 1, 16000, 512, "Words of a worm after its header; longer messages are several."},
    {"timeout", NIC_OWN_TIME, 0, 1000000000, 0,
     "Time until a refused copy is sent again without READY, doubled each time; 0: never."},
    {"cut_through", NIC_OWN_WORD, 0, 1, 1, "off|on A worm is forwarded when all of it has come, or while it comes."},
    {"ack", NIC_OWN_WORD, 0, 1, 0, "head|early FIFO: ACK when the worm is the first, or at its header."},
    {"ready", NIC_OWN_WORD, 0, 1, 0,
     "last|early FIFO: READY when all worms of the class but one have left, or when a buffer is free."},
    {"detection", NIC_OWN_TIME, 0, 1000000000, 20000,
     "credits: time for which a worm waits for a credit before worms that wait for one another in a circle are "
     "searched "
     "for, of which one is moved to host memory; 0: never."},
    {"spills", NIC_OWN_NUMBER, 1, 1024, 64, "credits: worms of an interface that may be in host memory at once."}};

static const struct nic_own_condition conditions[] = {
    {SETTING_TIMEOUT, SETTING_SCHEME, 1 << SCHEME_PLAIN | 1 << SCHEME_FIFO},
    {SETTING_ACK, SETTING_SCHEME, 1 << SCHEME_FIFO},
    {SETTING_READY, SETTING_SCHEME, 1 << SCHEME_FIFO},
    {SETTING_DETECTION, SETTING_SCHEME, 1 << SCHEME_CREDITS},
    {SETTING_SPILLS, SETTING_SCHEME, 1 << SCHEME_CREDITS}};

static const struct nic_own_measure measures[MEASURES] = {
    {"upper_buffers", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 1, "Buffers of class upper in use."},
    {"lower_buffers", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 1, "Buffers of class lower in use."},
    {"refused", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1, "Worms that found no buffer, as a part of those that came."},
    {"repeated", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1, "Copies sent again, as a part of those sent."},
    {"refused_wait", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 1, "From the first refusal of a worm until it is taken."},
    {"aborted", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1, "Copies that ended by TX_ABORT, as a part of those that left."},
    {"permit_wait", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 1,
     "manager: from a worm's request to its grant; credits: until a copy has a credit, 0 where it has one at once."},
    {"spilled", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1,
     "credits: worms that were moved to host memory, as a part of those whose buffer is free again."}};

const struct nic_firmware firmware_multicast = {.name = "multicast",
                                                .start = start,
                                                .handle = handle,
                                                .own = own,
                                                .own_count = sizeof own / sizeof own[0],
                                                .conditions = conditions,
                                                .condition_count = sizeof conditions / sizeof conditions[0],
                                                .measures = measures,
                                                .measure_count = sizeof measures / sizeof measures[0],
                                                .exports = multicast_exports,
                                                .export_count = EXPORTS};
