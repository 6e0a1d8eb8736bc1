#include "rtl_models/firmware/barriers.h"

#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/packet.h"
#include "rtl_models/firmware/receiver.h"

/* A packet: its first word as usual, then the number of the group, with bit 31 set in odd barriers. */
enum { BARRIER_PACKET_WORDS = 2, BARRIER_BUFFERS = 64 };

void barriers_start(nic* n) {
  const uint32_t table = nic_read(n, NIC_TABLE_ADDRESS), words = nic_read(n, NIC_TABLE_WORDS);
  const uint32_t count = words == 0 ? 0 : nic_load(n, table + 4 * BARRIER_GROUPS);
  nic_store(n, BARRIER_COUNT, count);
  if (count == 0) return;
  const uint32_t first = reserve(n, count * GROUP_BYTES);
  if (first == 0) return;
  nic_store(n, BARRIERS, first);
  for (uint32_t i = 0; i < count; ++i)
    nic_store(n, first + i * GROUP_BYTES + GROUP_TABLE, table + 4 * (BARRIER_RECORDS + i * BARRIER_GROUP_WORDS));
  receiver_buffers(n, BARRIER_CLASS, BARRIER_PACKET_WORDS, 0, BARRIER_BUFFERS);
}

uint32_t barriers_word(nic* n, uint32_t group, enum barrier_table word) {
  return nic_load(n, nic_load(n, group + GROUP_TABLE) + 4 * (uint32_t)word);
}

uint32_t barriers_find(nic* n, uint32_t number) {
  const uint32_t count = nic_load(n, BARRIER_COUNT), first = nic_load(n, BARRIERS);
  for (uint32_t i = 0; i < count; ++i)
    if (barriers_word(n, first + i * GROUP_BYTES, BARRIER_NUMBER) == number) return first + i * GROUP_BYTES;
  return 0;
}

uint32_t barriers_entering(nic* n) {
  const uint32_t group = barriers_find(n, nic_read(n, NIC_HOST_PEER));
  if (group == 0 || nic_load(n, group + GROUP_ENTERED) != 0) {
    nic_log(n, "a barrier of group %u is entered from without, or twice", nic_read(n, NIC_HOST_PEER), 0);
    nic_write(n, NIC_ERROR, ERROR_COMMAND);
    return 0;
  }
  nic_store(n, group + GROUP_ENTERED, 1);
  nic_write(n, NIC_HOST_POP, 1);
  return group;
}

void barriers_leave(nic* n, uint32_t group) {
  const uint32_t round = nic_load(n, group + GROUP_ROUND);
  tell_host(n, NIC_DONE_BARRIER, barriers_word(n, group, BARRIER_NUMBER), round, 0);
  nic_store(n, group + GROUP_ENTERED, 0);
  nic_store(n, group + GROUP_ROUND, round + 1);
}

static uint32_t node_of(nic* n, uint32_t group, uint32_t rank) {
  const uint32_t table = nic_read(n, NIC_TABLE_ADDRESS);
  return nic_load(n, table + 4 * (barriers_word(n, group, BARRIER_LIST) + rank));
}

/* Packets of one type and parity are all alike, so their header may be sent any number of times at once. */
void barriers_send(nic* n, uint32_t group, uint32_t type, uint32_t rank, uint32_t round, uint32_t flags) {
  const uint32_t parity = round & 1, header = group + GROUP_HEADERS + 8 * (2 * type + parity);
  nic_store(n, header, first_word(BARRIER_CLASS, type, nic_read(n, NIC_NODE)));
  nic_store(n, header + 4, barriers_word(n, group, BARRIER_NUMBER) | parity << 31);
  nic_write(n, NIC_TX_DESTINATION, node_of(n, group, rank));
  nic_write(n, NIC_TX_HEADER, header);
  nic_write(n, NIC_TX_HEADER_WORDS, BARRIER_PACKET_WORDS);
  nic_write(n, NIC_TX_PAYLOAD_WORDS, 0);
  nic_write(n, NIC_TX_FLAGS, flags);
  nic_write(n, NIC_TX_COOKIE, group | 1);
  nic_write(n, NIC_TX_PUSH, 1);
}

bool barriers_packet_came(nic* n) { return (nic_read(n, NIC_RX_DONE_STATUS) >> 8 & 3) == BARRIER_CLASS; }

uint32_t barriers_packet_group(nic* n) {
  if ((nic_read(n, NIC_RX_DONE_STATUS) & 255) != 0 || nic_read(n, NIC_RX_DONE_WORDS) != BARRIER_PACKET_WORDS) return 0;
  return barriers_find(n, nic_load(n, nic_read(n, NIC_RX_DONE_BUFFER) + 4) & 0x7fffffff);
}

uint32_t barriers_packet_type(nic* n) { return type_of(nic_load(n, nic_read(n, NIC_RX_DONE_BUFFER))); }

uint32_t barriers_packet_parity(nic* n) { return nic_load(n, nic_read(n, NIC_RX_DONE_BUFFER) + 4) >> 31; }

void barriers_packet_taken(nic* n) {
  receiver_recycle(n, BARRIER_CLASS, nic_read(n, NIC_RX_DONE_BUFFER));
  nic_write(n, NIC_RX_DONE_POP, 1);
}
