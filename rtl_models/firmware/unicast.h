/* unicast: the firmware of messages, as a part of others that do more. */
#pragma once

#include "rtl_models/firmware/firmware.h"

/* Behind memory_start(), and what else the other reserves. */
void unicast_start(nic* n);
void unicast_handle(nic* n, uint32_t event);
