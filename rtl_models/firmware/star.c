/* star: barriers by packets through a centre: all members report to it, and when all have, it notifies all; messages as
 * with unicast. */
#include <stdbool.h>

#include "rtl_models/firmware/barriers.h"
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/sender.h"
#include "rtl_models/firmware/unicast.h"

static void start(nic* n) {
  memory_start(n);
  barriers_start(n);
  unicast_start(n);
}

static bool is_centre(nic* n, uint32_t group) {
  return barriers_word(n, group, BARRIER_RANK) == barriers_word(n, group, BARRIER_CENTRE);
}

/* Its centre has notified some members, and not all: a packet with TX_DONE is on its way, whose event continues. */
static bool is_unfinished(nic* n, uint32_t group) {
  const uint32_t told = nic_load(n, group + GROUP_RELEASED);
  return told != 0 && told != barriers_word(n, group, BARRIER_MEMBERS);
}

static bool another_is_unfinished(nic* n, uint32_t group) {
  const uint32_t groups = nic_load(n, BARRIER_COUNT), first = nic_load(n, BARRIERS);
  for (uint32_t i = 0; i < groups; ++i)
    if (first + i * GROUP_BYTES != group && is_unfinished(n, first + i * GROUP_BYTES)) return true;
  return false;
}

/* The centre notifies as many members as there are descriptors, and returns how many are left. If it takes the last one
 * and some group is unfinished, that packet has a TX_DONE, unless another group's is still to come (`awaited`):
 * there is never more than one. The centre's own host has left that barrier. */
static uint32_t release(nic* n, uint32_t group, uint32_t space, bool awaited) {
  const uint32_t members = barriers_word(n, group, BARRIER_MEMBERS), centre = barriers_word(n, group, BARRIER_CENTRE);
  const uint32_t round = nic_load(n, group + GROUP_ROUND) - 1, last = centre == members - 1 ? members - 2 : members - 1;
  uint32_t rank = nic_load(n, group + GROUP_RELEASED);
  for (; rank < members && space != 0; ++rank) {
    if (rank == centre) continue;
    bool goes_on = false;
    if (--space == 0) {
      const bool others = another_is_unfinished(n, group);
      goes_on = awaited ? rank != last && !others : rank != last || others;
    }
    barriers_send(n, group, BARRIER_RELEASE, rank, round, goes_on ? NIC_TX_NOTIFY : 0);
  }
  nic_store(n, group + GROUP_RELEASED, rank > last ? members : rank);
  return space;
}

/* At the centre: one more arrival. */
static void count(nic* n, uint32_t group, uint32_t parity) {
  const uint32_t came = group + GROUP_CAME + 4 * parity, counted = nic_load(n, came) + 1;
  nic_store(n, came, counted);
  if (counted != barriers_word(n, group, BARRIER_MEMBERS)) return;
  nic_store(n, came, 0);
  nic_store(n, group + GROUP_RELEASED, 0);
  barriers_leave(n, group);
  release(n, group, nic_read(n, NIC_TX_SPACE), true);
}

static bool has_room(nic* n) { return nic_read(n, NIC_DONE_SPACE) != 0 && nic_read(n, NIC_TX_SPACE) != 0; }

/* Without room a handler leaves its event pending, and is called again. */
static void enter(nic* n) {
  if (!has_room(n)) return;
  const uint32_t group = barriers_entering(n);
  if (group == 0) return;
  const uint32_t round = nic_load(n, group + GROUP_ROUND);
  if (is_centre(n, group))
    count(n, group, round & 1);
  else
    barriers_send(n, group, BARRIER_ARRIVE, barriers_word(n, group, BARRIER_CENTRE), round, 0);
}

static void came(nic* n) {
  if (!has_room(n)) return;
  const uint32_t group = barriers_packet_group(n);
  if (group != 0) {
    const uint32_t type = barriers_packet_type(n), parity = barriers_packet_parity(n);
    if (type == BARRIER_ARRIVE && is_centre(n, group))
      count(n, group, parity);
    else if (type == BARRIER_RELEASE && nic_load(n, group + GROUP_ENTERED) != 0 &&
             (nic_load(n, group + GROUP_ROUND) & 1) == parity)
      barriers_leave(n, group);
  }
  barriers_packet_taken(n);
}

/* TX_DONE of a packet of a barrier. */
static void sent(nic* n) {
  const uint32_t groups = nic_load(n, BARRIER_COUNT), first = nic_load(n, BARRIERS);
  uint32_t space = nic_read(n, NIC_TX_SPACE);
  if (space == 0) return;
  nic_write(n, NIC_TX_DONE_POP, 1);
  for (uint32_t i = 0; i < groups && space != 0; ++i)
    if (is_unfinished(n, first + i * GROUP_BYTES)) space = release(n, first + i * GROUP_BYTES, space, false);
}

static void handle(nic* n, uint32_t event) {
  const uint32_t cookie = event == NIC_EVENT_TX_DONE ? nic_read(n, NIC_TX_DONE_COOKIE) : 0;
  if (event == NIC_EVENT_HOST && nic_read(n, NIC_HOST_KIND) == NIC_COMMAND_BARRIER)
    enter(n);
  else if (event == NIC_EVENT_RX_DONE && barriers_packet_came(n))
    came(n);
  else if ((cookie & COOKIE_KIND) == 1)
    sent(n);
  else if (unicast_has_room(n, event))
    unicast_handle(n, event);
}

const struct nic_firmware firmware_star = {.name = "star", .start = start, .handle = handle};
