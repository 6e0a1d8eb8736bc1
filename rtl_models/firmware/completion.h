/* completion: notifications to a host. */
#pragma once

#include "rtl_models/firmware/firmware.h"

/* DONE_SPACE is not 0. */
void tell_host(nic* n, uint32_t kind, uint32_t peer, uint32_t message, uint32_t words);
