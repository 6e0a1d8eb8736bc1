/* barrier: barriers by the barrier units of the switches (Sun, Cheung, Lin 2001); messages as with unicast.
 *
 *   first barrier:  HOST -> build, to the centre    BARRIER: distribute -> the host may leave; who sent it is the parent
 *   later ones:     HOST -> reduce, to the parent   BARRIER: distribute -> the host may leave
 *
 * Where a table on the way to the centre was full the centre gets a build that is refused: the group's barriers, the first
 * one included, go by packets (disseminating.h). The centre orders that: it tells those 2^k ranks on, for every k, as does
 * who hears of it first by that. So it is, too, where switches have no barrier units. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/disseminating.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/unicast.h"

/* barrier/barrier_unit/message.hpp */
enum { BUILD = 1, REDUCE = 2, DISTRIBUTE = 3 };
enum { FROM_A_HOST = 0x8000 };
/* GROUP_FALLEN */
enum { BY_BARRIER_UNITS = 0, ORDERED = 1 /* a host that has entered waits in vain */, BY_PACKETS = 2 };

static uint32_t type_in(uint32_t first) { return first >> 28; }
static uint32_t is_refused(uint32_t first) { return first >> 25 & 1; }
static uint32_t phase_in(uint32_t first) { return first >> 24 & 1; }
static uint32_t group_in(uint32_t first) { return first >> 16 & 255; }

static void start(nic* n) {
  memory_start(n);
  barriers_start(n);
  unicast_start(n);
  const uint32_t groups = nic_load(n, BARRIER_COUNT), first = nic_load(n, BARRIERS);
  if (nic_read(n, NIC_BARRIER_TX_SPACE) == 0) {
    for (uint32_t i = 0; i < groups; ++i) nic_store(n, first + i * GROUP_BYTES + GROUP_FALLEN, BY_PACKETS);
  }
  events_allow(n, EVENT_BIT(BARRIER));
}

static uint32_t centre_node(nic* n, uint32_t group) {
  const uint32_t list = barriers_word(n, group, BARRIER_LIST) + barriers_word(n, group, BARRIER_CENTRE);
  return nic_load(n, nic_read(n, NIC_TABLE_ADDRESS) + 4 * list);
}

static void push_message(nic* n, uint32_t group) {
  const uint32_t round = nic_load(n, group + GROUP_ROUND), own = nic_read(n, NIC_NODE), centre = centre_node(n, group);
  const uint32_t type = round == 0 ? BUILD : REDUCE;
  const uint32_t to = round == 0 ? FROM_A_HOST | centre : nic_load(n, group + GROUP_PARENT);
  const uint32_t members = type == BUILD && own == centre ? barriers_word(n, group, BARRIER_MEMBERS) : 0;
  nic_write(n, NIC_BARRIER_TX_FIRST,
            type << 28 | (round & 1) << 24 | barriers_word(n, group, BARRIER_NUMBER) << 16 | to);
  nic_write(n, NIC_BARRIER_TX_SECOND, (FROM_A_HOST | own) << 16 | members);
  nic_write(n, NIC_BARRIER_TX_PUSH, 1);
}

/* The group's barriers go by packets from now on. False: that was known; the caller still has to handle its event. */
static bool fall_back(nic* n, uint32_t group) {
  if (nic_load(n, group + GROUP_FALLEN) != BY_BARRIER_UNITS) return false;
  const uint32_t members = barriers_word(n, group, BARRIER_MEMBERS), steps = disseminating_steps(n, group);
  const uint32_t rank = barriers_word(n, group, BARRIER_RANK);
  nic_store(n, group + GROUP_FALLEN, ORDERED);
  for (uint32_t k = 0; k < steps; ++k) barriers_send(n, group, BARRIER_ORDER, (rank + (1u << k)) % members, 0, 0);
  return true;
}

/* Without room a handler leaves its event pending, and is called again; so it does, too, after fall_back(), as it can
 * send no more at once. */
static void enter(nic* n) {
  const uint32_t group = barriers_find(n, nic_read(n, NIC_HOST_PEER));
  if (group != 0 && nic_load(n, group + GROUP_FALLEN) != BY_BARRIER_UNITS) {
    if (!disseminating_has_room(n, group) || barriers_entering(n) == 0) return;
    nic_store(n, group + GROUP_FALLEN, BY_PACKETS);
    disseminating_begin(n, group);
    return;
  }
  if (group != 0 && nic_read(n, NIC_BARRIER_TX_SPACE) == 0) return;
  if (barriers_entering(n) != 0) push_message(n, group);
}

/* The host may have entered already, by a message to the barrier units that has no effect. */
static void begin_again(nic* n, uint32_t group) {
  nic_store(n, group + GROUP_FALLEN, BY_PACKETS);
  if (nic_load(n, group + GROUP_ENTERED) != 0) disseminating_begin(n, group);
}

static void packet_came(nic* n) {
  const uint32_t group = barriers_packet_group(n), type = group == 0 ? 0 : barriers_packet_type(n);
  if (group != 0 && (type == BARRIER_ORDER || type < disseminating_steps(n, group))) {
    if (!disseminating_has_room(n, group) || fall_back(n, group)) return;
    if (nic_load(n, group + GROUP_FALLEN) == ORDERED) {
      begin_again(n, group);
      return;
    }
    if (type != BARRIER_ORDER) disseminating_came(n, group, type, barriers_packet_parity(n));
  }
  barriers_packet_taken(n);
}

static void message_came(nic* n) {
  const uint32_t first = nic_read(n, NIC_BARRIER_RX_FIRST), group = barriers_find(n, group_in(first));
  if (group != 0 && type_in(first) == BUILD && is_refused(first)) {
    if (!disseminating_has_room(n, group) || fall_back(n, group)) return;
    if (nic_load(n, group + GROUP_FALLEN) == ORDERED) begin_again(n, group);
  } else if (group != 0 && type_in(first) == DISTRIBUTE && nic_load(n, group + GROUP_ENTERED) != 0 &&
             nic_load(n, group + GROUP_FALLEN) == BY_BARRIER_UNITS &&
             phase_in(first) == (nic_load(n, group + GROUP_ROUND) & 1)) {
    if (nic_read(n, NIC_DONE_SPACE) == 0) return;
    nic_store(n, group + GROUP_PARENT, nic_read(n, NIC_BARRIER_RX_SECOND) >> 16);
    barriers_leave(n, group);
  }
  nic_write(n, NIC_BARRIER_RX_POP, 1);
}

/* The host's commands come before barrier messages, and may never end: a message that waits is taken first. */
static bool is_overtaken(nic* n) { return (nic_read(n, NIC_EVENT_PENDING) & EVENT_BIT(BARRIER)) != 0; }

static void handle(nic* n, uint32_t event) {
  if (event == NIC_EVENT_BARRIER || (event == NIC_EVENT_HOST && is_overtaken(n)))
    message_came(n);
  else if (event == NIC_EVENT_HOST && nic_read(n, NIC_HOST_KIND) == NIC_COMMAND_BARRIER)
    enter(n);
  else if (event == NIC_EVENT_RX_DONE && barriers_packet_came(n))
    packet_came(n);
  else if (unicast_has_room(n, event))
    unicast_handle(n, event);
}

const struct nic_firmware firmware_barrier = {.name = "barrier", .start = start, .handle = handle};
