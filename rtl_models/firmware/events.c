#include "rtl_models/firmware/events.h"

#include "rtl_models/firmware/memory.h"

static void set(nic* n, uint32_t before, uint32_t behind) {
  if (before == behind) return;
  nic_store(n, EVENTS_ENABLED, behind);
  nic_write(n, NIC_EVENT_ENABLE, behind);
}

void events_hold(nic* n, uint32_t bits) {
  const uint32_t enabled = nic_load(n, EVENTS_ENABLED);
  set(n, enabled, enabled & ~bits);
}

void events_allow(nic* n, uint32_t bits) {
  const uint32_t enabled = nic_load(n, EVENTS_ENABLED);
  set(n, enabled, enabled | bits);
}
