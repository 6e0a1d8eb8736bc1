/* events: the events that are enabled. A handler that lacks a resource holds its event back; the code that frees the
 * resource releases the event. */
#pragma once

#include "rtl_models/firmware/firmware.h"

#define EVENT_BIT(name) (1u << NIC_EVENT_##name)

void events_hold(nic* n, uint32_t bits);
void events_allow(nic* n, uint32_t bits);
