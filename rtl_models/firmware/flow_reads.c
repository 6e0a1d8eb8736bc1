#include "rtl_models/firmware/flow_reads.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/flow_slots.h"
#include "rtl_models/firmware/receiver.h"
#include "rtl_models/firmware/transfer.h"

void flow_read_arrived(nic* n, uint32_t buffer, uint32_t words, uint32_t slot, bool is_last) {
  nic_store(n, buffer - OWN_SLOT, slot);
  nic_store(n, buffer - OWN_IS_LAST, is_last);
  transfer(n, TO_HOST, nic_read(n, NIC_NODE), nic_load(n, slot + HEADER_MESSAGE), nic_load(n, slot + HEADER_OFFSET),
           buffer + 4 * FLOW_RESPONSE_WORDS, words - FLOW_RESPONSE_WORDS, buffer | FLOW_COOKIE_RESPONSE);
}

bool flow_read_moved(nic* n, uint32_t buffer) {
  const uint32_t slot = nic_load(n, buffer - OWN_SLOT);
  if (nic_load(n, buffer - OWN_IS_LAST)) {
    if (nic_read(n, NIC_DONE_SPACE) == 0) return false;
    tell_host(n, NIC_DONE_RECEIVED, nic_read(n, NIC_NODE), nic_load(n, slot + HEADER_MESSAGE),
              nic_load(n, slot + HEADER_TOTAL));
  }
  if (nic_load(n, slot + SLOT_STATE) == IS_MOVING)
    flow_slot_release(n, slot);
  else
    nic_store(n, slot + SLOT_STATE, IS_CLOSED);
  receiver_recycle(n, FLOW_RESPONSE, buffer);
  return true;
}
