/* Firmwares whose loops never end, and one whose loops do. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ENDLESS_FIRMWARES = 6 };
extern const struct nic_firmware endless[ENDLESS_FIRMWARES]; /* each a kind of loop */
extern const struct nic_firmware looping;                    /* all kinds of loops, which end */

#ifdef __cplusplus
}
#endif
