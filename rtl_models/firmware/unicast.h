/* unicast: the firmware of messages, as a part of others that do more. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

/* After memory_start(), and the other's own reservations. */
void unicast_start(nic* n);
/* The send queue has room for what the handler of an event may send. Only a firmware that sends packets of its own has to ask,
 * and leaves the event pending without: unicast has reserved places for its own packets. */
bool unicast_has_room(nic* n, uint32_t event);
void unicast_handle(nic* n, uint32_t event);
