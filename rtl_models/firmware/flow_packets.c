#include "rtl_models/firmware/flow_packets.h"

#include "rtl_models/firmware/memory.h"

uint32_t flow_table_get(nic* n, uint32_t table, uint32_t index) {
  return nic_load(n, table + 4 * (index / 4)) >> 8 * (index % 4) & 255;
}

void flow_table_set(nic* n, uint32_t table, uint32_t index, uint32_t value) {
  const uint32_t address = table + 4 * (index / 4), at = 8 * (index % 4);
  nic_store(n, address, (nic_load(n, address) & ~(255u << at)) | value << at);
}

bool flow_may_push(nic* n) { return nic_load(n, FLOW_TX_LEFT) != 0; }

void flow_push(nic* n, uint32_t destination, uint32_t header, uint32_t header_words, uint32_t payload,
               uint32_t payload_words, uint32_t stamp, uint32_t cookie) {
  nic_store(n, FLOW_TX_LEFT, nic_load(n, FLOW_TX_LEFT) - 1);
  nic_write(n, NIC_TX_DESTINATION, destination);
  nic_write(n, NIC_TX_HEADER, header);
  nic_write(n, NIC_TX_HEADER_WORDS, header_words);
  nic_write(n, NIC_TX_PAYLOAD, payload);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, payload_words);
  nic_write(n, NIC_TX_STAMP_ADDRESS, stamp);
  nic_write(n, NIC_TX_FLAGS, NIC_TX_NOTIFY | NIC_TX_STAMP);
  nic_write(n, NIC_TX_COOKIE, cookie);
  nic_write(n, NIC_TX_PUSH, 1);
}
