/* multicast_credits: each host has a part of the buffers of each other one to itself. A copy is sent with a credit for one of
 * them, and the credit comes back when the buffer is free. A worm keeps its buffer while its copies wait for credits: they
 * may wait for one another in a circle. multicast_search.c finds circles, multicast_spill.c opens them.
 *
 * After Bhoedjang, Ruehl and Bal, as Anglano et al. describe them. */
#include "rtl_models/firmware/multicast_parts.h"

void credits_start(nic* n) {
  const uint32_t nodes = nic_read(n, NIC_NODES), buffers = multicast_setting(n, SETTING_BUFFERS);
  const uint32_t credits = buffers / (nodes - 1);
  if (credits == 0) {
    nic_log(n, "%u buffers are too few for credits of %u other hosts", buffers, nodes - 1);
    nic_write(n, NIC_ERROR, ERROR_PARAMETERS);
    return;
  }
  for (uint32_t host = 0; host < nodes; ++host)
    nic_store(n, copies_pair(n, pair_of(host, CLASS_LOWER)) + PAIR_CREDITS, credits);
}

void credits_spend(nic* n, uint32_t pair_record) {
  const uint32_t credits = nic_load(n, pair_record + PAIR_CREDITS) - 1;
  nic_store(n, pair_record + PAIR_CREDITS, credits);
  if (credits == 0) nic_store(n, pair_record + PAIR_WORM, PAIR_CLOSED);
}

void credits_came(nic* n, uint32_t host) {
  const uint32_t record = copies_pair(n, pair_of(host, CLASS_LOWER));
  const uint32_t credits = nic_load(n, record + PAIR_CREDITS);
  nic_store(n, record + PAIR_CREDITS, credits + 1);
  if (credits == 0) nic_store(n, record + PAIR_WORM, 0);
}

void credits_wait(nic* n, uint32_t worm) {
  if ((nic_load(n, worm + WORM_STATE) & WORM_WAITS) != 0) return;
  queues_add_state(n, worm, WORM_WAITS);
  nic_store(n, worm + WORM_SINCE, nic_read(n, NIC_TICK));
  search_arm(n);
}

uint32_t credits_next_host(nic* n, uint32_t worm) {
  return source_of(routes_successor(n, worm, nic_load(n, worm + WORM_TRIED)));
}

bool credits_holds_up(nic* n, uint32_t worm) {
  const uint32_t state = nic_load(n, worm + WORM_STATE), waits = WORM_HAS_PERMIT | WORM_WAITS;
  if ((state & (waits | WORM_IS_SPILLING)) != waits) return false;
  const uint32_t pair = pair_of(credits_next_host(n, worm), CLASS_LOWER);
  const uint32_t not_tried = nic_load(n, worm + WORM_COPIES) - nic_load(n, worm + WORM_TRIED);
  return nic_load(n, worm + WORM_LEFT) == not_tried && nic_load(n, copies_pair(n, pair) + PAIR_WORM) == PAIR_CLOSED;
}

uint32_t credits_held_up(nic* n, uint32_t host) {
  uint32_t oldest = 0;
  for (uint32_t worm = nic_load(n, queue_record(QUEUE_LOWER) + QUEUE_FIRST); worm != 0;
       worm = nic_load(n, worm + WORM_LINK)) {
    const bool is_here = (nic_load(n, worm + WORM_STATE) & WORM_HAS_PERMIT) != 0;
    if (!is_here || source_of(nic_load(n, worm + WORM_HOP)) != host) continue;
    if (!credits_holds_up(n, worm)) return 0;
    if (oldest == 0) oldest = worm;
  }
  return oldest;
}
