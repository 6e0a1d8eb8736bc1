/* transfer: the DMA engine between host memory and NIC memory. */
#pragma once

#include "rtl_models/firmware/firmware.h"

enum transfer_direction { FROM_HOST = 0, TO_HOST = 1 };

/* `words` of message `message` of host `owner`, from its word `offset` on, from or to NIC memory; DMA_SPACE is not 0. */
void transfer(nic* n, enum transfer_direction direction, uint32_t owner, uint32_t message, uint32_t offset,
              uint32_t address, uint32_t words, uint32_t cookie);
