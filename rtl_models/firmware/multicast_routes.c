#include "rtl_models/firmware/multicast_parts.h"

uint32_t routes_word(nic* n, uint32_t place) { return nic_load(n, nic_read(n, NIC_TABLE_ADDRESS) + 4 * place); }

static uint32_t entry_at(nic* n, uint32_t place) { return place == 0 ? 0 : nic_read(n, NIC_TABLE_ADDRESS) + 4 * place; }

/* Place of the record of a group; 0: there is no such group. */
static uint32_t record_of(nic* n, uint32_t group) {
  if (nic_read(n, NIC_TABLE_WORDS) == 0 || group >= routes_word(n, MULTICAST_GROUPS)) return 0;
  return MULTICAST_RECORDS + group * MULTICAST_GROUP_WORDS;
}

uint32_t routes_own(nic* n, uint32_t group) {
  const uint32_t record = record_of(n, group);
  return record == 0 ? 0 : entry_at(n, routes_word(n, record + MULTICAST_OWN));
}

/* The list of originators is searched by halves. */
uint32_t routes_of(nic* n, uint32_t group, uint32_t originator) {
  const uint32_t record = record_of(n, group);
  if (record == 0) return 0;
  const uint32_t list = routes_word(n, record + MULTICAST_SOURCES);
  uint32_t first = 0, end = routes_word(n, record + MULTICAST_SOURCE_COUNT);
  while (first < end) {
    const uint32_t middle = (first + end) / 2, place = list + middle * MULTICAST_SOURCE_WORDS;
    const uint32_t host = routes_word(n, place + MULTICAST_SOURCE_HOST);
    if (host == originator) return entry_at(n, routes_word(n, place + MULTICAST_SOURCE_ENTRY));
    if (host < originator)
      first = middle + 1;
    else
      end = middle;
  }
  return 0;
}

uint32_t routes_successor(nic* n, uint32_t worm, uint32_t copy) {
  return nic_load(n, nic_load(n, worm + WORM_ENTRY) + 4 * (MULTICAST_SUCCESSORS + copy));
}

uint32_t routes_flags(nic* n, uint32_t worm) {
  return nic_load(n, nic_load(n, worm + WORM_ENTRY) + 4 * MULTICAST_FLAGS);
}

bool routes_has(nic* n, uint32_t worm, uint32_t flag) { return (routes_flags(n, worm) & flag) != 0; }
