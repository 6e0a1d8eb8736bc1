#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/multicast_parts.h"
#include "rtl_models/firmware/transfer.h"

void delivery_moved(nic* n, uint32_t worm) {
  const uint32_t state = nic_load(n, worm + WORM_STATE);
  if ((state & WORM_IS_WHOLE) == 0) {
    queues_add_state(n, worm, WORM_IS_WHOLE);
    if (routes_has(n, worm, MULTICAST_ORDERED) && (state & WORM_WAITS) == 0) queues_append(n, worm);
  } else if ((state & (WORM_IS_SPILLING | WORM_IS_SPILLED)) != 0) {
    spill_moved(n, worm);
    return;
  } else {
    const uint32_t total = nic_load(n, worm + WORM_TOTAL);
    queues_add_state(n, worm, WORM_IS_DELIVERED);
    if (nic_load(n, worm + WORM_OFFSET) + nic_load(n, worm + WORM_LENGTH) == total)
      tell_host(n, NIC_DONE_RECEIVED, source_of(nic_load(n, worm + WORM_FIRST)), nic_load(n, worm + WORM_MESSAGE),
                total);
  }
  queues_settle(n, worm);
}

static void deliver(nic* n, uint32_t worm) {
  queues_add_state(n, worm, WORM_IS_DELIVERING);
  transfer(n, TO_HOST, source_of(nic_load(n, worm + WORM_FIRST)), nic_load(n, worm + WORM_MESSAGE),
           nic_load(n, worm + WORM_OFFSET), worm + WORM_HEADER_BYTES, nic_load(n, worm + WORM_LENGTH),
           worm | COOKIE_WORM);
}

void delivery_begin(nic* n) {
  uint32_t space = nic_read(n, NIC_DMA_SPACE);
  space -= least(space, TRANSFERS_OF_HOST);
  for (uint32_t queue = QUEUE_UPPER; queue <= QUEUE_LOWER; ++queue) {
    uint32_t worm = nic_load(n, queue_record(queue) + QUEUE_FIRST);
    for (; worm != 0 && space != 0; worm = nic_load(n, worm + WORM_LINK)) {
      const uint32_t state = nic_load(n, worm + WORM_STATE);
      if ((state & WORM_IS_DELIVERING) != 0) continue;
      if ((state & WORM_IS_WHOLE) == 0) break;
      deliver(n, worm);
      --space;
    }
  }
}
