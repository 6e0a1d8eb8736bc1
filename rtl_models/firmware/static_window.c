/* static_window: SW(n): at most n requests outstanding (Shurbanov, Avresky, Mehra, Watson 2000, section 1). */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"

enum { WINDOW };

static const struct nic_own_parameter own[] = {
    FLOW_OWN_PARAMETERS,
    {"window", NIC_OWN_NUMBER, 1, 64, 4, "Requests of an interface that may be outstanding."},
};
static const struct nic_own_measure measures[] = {FLOW_OWN_MEASURES};

/* Each request takes a place until it has its response: there are as many places as requests may be outstanding. */
static uint32_t begin(nic* n) { return flow_parameter(n, WINDOW); }

static const struct flow_control control = {.start = begin};

static void start(nic* n) { flow_start(n, &control); }
static void handle(nic* n, uint32_t event) { flow_handle(n, event, &control); }

const struct nic_firmware firmware_static_window = FLOW_FIRMWARE("static_window", start, handle, own, measures);
