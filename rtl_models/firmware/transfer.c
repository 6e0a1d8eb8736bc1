#include "rtl_models/firmware/transfer.h"

void transfer(nic* n, enum transfer_direction direction, uint32_t owner, uint32_t message, uint32_t offset,
              uint32_t address, uint32_t words, uint32_t cookie) {
  nic_write(n, NIC_DMA_DIRECTION, direction);
  nic_write(n, NIC_DMA_PEER, owner);
  nic_write(n, NIC_DMA_MESSAGE, message);
  nic_write(n, NIC_DMA_OFFSET, offset);
  nic_write(n, NIC_DMA_ADDRESS, address);
  nic_write(n, NIC_DMA_WORDS, words);
  nic_write(n, NIC_DMA_COOKIE, cookie);
  nic_write(n, NIC_DMA_PUSH, 1);
}
