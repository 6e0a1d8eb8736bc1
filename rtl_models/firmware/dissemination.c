/* dissemination: barriers by packets alone, without a centre (disseminating.h); messages as with unicast. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/disseminating.h"
#include "rtl_models/firmware/events.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/unicast.h"

static void start(nic* n) {
  memory_start(n);
  barriers_start(n);
  unicast_start(n);
}

/* Without room a handler leaves its event pending, and is called again. */
static void enter(nic* n) {
  const uint32_t group = barriers_find(n, nic_read(n, NIC_HOST_PEER));
  if (group != 0 && !disseminating_has_room(n, group)) return;
  if (barriers_entering(n) != 0) disseminating_begin(n, group);
}

static void came(nic* n) {
  const uint32_t group = barriers_packet_group(n), type = group == 0 ? 0 : barriers_packet_type(n);
  if (group != 0 && type < disseminating_steps(n, group)) {
    if (!disseminating_has_room(n, group)) return;
    disseminating_came(n, group, type, barriers_packet_parity(n));
  }
  barriers_packet_taken(n);
}

static void handle(nic* n, uint32_t event) {
  if (event == NIC_EVENT_HOST && nic_read(n, NIC_HOST_KIND) == NIC_COMMAND_BARRIER)
    enter(n);
  else if (event == NIC_EVENT_RX_DONE && barriers_packet_came(n))
    came(n);
  else if (unicast_has_room(n, event))
    unicast_handle(n, event);
}

const struct nic_firmware firmware_dissemination = {.name = "dissemination", .start = start, .handle = handle};
