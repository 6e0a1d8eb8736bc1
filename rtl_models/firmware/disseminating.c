#include "rtl_models/firmware/disseminating.h"

uint32_t disseminating_steps(nic* n, uint32_t group) {
  const uint32_t members = barriers_word(n, group, BARRIER_MEMBERS);
  return members < 2 ? 0 : 32 - (uint32_t)__builtin_clz(members - 1);
}

bool disseminating_has_room(nic* n, uint32_t group) {
  return nic_read(n, NIC_DONE_SPACE) != 0 && nic_read(n, NIC_TX_SPACE) >= disseminating_steps(n, group);
}

static void send(nic* n, uint32_t group, uint32_t step) {
  const uint32_t members = barriers_word(n, group, BARRIER_MEMBERS);
  const uint32_t rank = (barriers_word(n, group, BARRIER_RANK) + (1u << step)) % members;
  barriers_send(n, group, step, rank, nic_load(n, group + GROUP_ROUND), 0);
}

/* Continues as far as packets have come. */
static void advance(nic* n, uint32_t group) {
  const uint32_t steps = disseminating_steps(n, group);
  const uint32_t came = group + GROUP_CAME + 4 * (nic_load(n, group + GROUP_ROUND) & 1);
  const uint32_t seen = nic_load(n, came);
  uint32_t step = nic_load(n, group + GROUP_STEP);
  while (step < steps && (seen >> step & 1) != 0)
    if (++step < steps) send(n, group, step);
  nic_store(n, group + GROUP_STEP, step);
  if (step < steps) return;
  nic_store(n, came, 0);
  barriers_leave(n, group);
}

void disseminating_begin(nic* n, uint32_t group) {
  nic_store(n, group + GROUP_STEP, 0);
  if (disseminating_steps(n, group) != 0) send(n, group, 0);
  advance(n, group);
}

void disseminating_came(nic* n, uint32_t group, uint32_t step, uint32_t parity) {
  const uint32_t came = group + GROUP_CAME + 4 * parity;
  nic_store(n, came, nic_load(n, came) | 1u << step);
  if (nic_load(n, group + GROUP_ENTERED) != 0) advance(n, group);
}
