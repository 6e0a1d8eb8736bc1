/* A firmware that uses all of an interface. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif
extern const struct nic_firmware firmware_restless;
#ifdef __cplusplus
}
#endif
