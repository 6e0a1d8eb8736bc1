#include "rtl_models/firmware/memory.h"

void memory_start(nic* n) { nic_store(n, MEMORY_NEXT, VARIABLES_END); }

uint32_t memory_left(nic* n) {
  const uint32_t next = nic_load(n, MEMORY_NEXT), size = nic_read(n, NIC_TABLE_ADDRESS);
  return next < size ? size - next : 0;
}

uint32_t reserve(nic* n, uint32_t bytes) {
  if (bytes > memory_left(n)) {
    nic_log(n, "NIC memory is too small: %u bytes more are needed, %u are left", bytes, memory_left(n));
    nic_write(n, NIC_ERROR, ERROR_MEMORY);
    return 0;
  }
  const uint32_t address = nic_load(n, MEMORY_NEXT);
  nic_store(n, MEMORY_NEXT, address + bytes);
  return address;
}
