/* Firmwares that go wrong. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct nic_firmware endless_silent;  /* a loop that only computes */
extern const struct nic_firmware endless_reading; /* a loop that reads a register */

#ifdef __cplusplus
}
#endif
