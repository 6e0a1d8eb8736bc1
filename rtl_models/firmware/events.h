/* events: which events the processor is told of. A handler that lacks something holds its event back; who brings that
 * lets it go on. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#define EVENT_BIT(name) (1u << NIC_EVENT_##name)

void events_hold(nic* n, uint32_t bits);
void events_allow(nic* n, uint32_t bits);
