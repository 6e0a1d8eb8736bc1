/* Firmware with loops that never end, and one with loops that end. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ENDLESS_FIRMWARES = 6 };
extern const struct nic_firmware endless[ENDLESS_FIRMWARES]; /* one for each kind of loop */
enum { RECURSIVE_FIRMWARES = 3, MOST_CALLS = 200 };
extern const struct nic_firmware recursive[RECURSIVE_FIRMWARES]; /* functions that call themselves forever */
extern const struct nic_firmware nested;                         /* one that calls itself as deep as a handler may */
extern const struct nic_firmware deeper;                         /* and once more */
extern const struct nic_firmware looping;                        /* all kinds of loops, which end */

#ifdef __cplusplus
}
#endif
