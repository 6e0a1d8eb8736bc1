/* alternating_window: ASW(high, low): requests begin until `high` are outstanding, then none until no more than `low` are
 * (Shurbanov, Avresky, Mehra, Watson 2000, definition 3.1). With low = high - 1 it is the static window. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/memory.h"

enum { HIGH, LOW };
enum { IS_HALTED = FLOW_OWN };

static const struct nic_own_parameter own[] = {
    FLOW_OWN_PARAMETERS,
    {"high", NIC_OWN_NUMBER, 1, 64, 4, "Outstanding requests at which an interface stops."},
    {"low", NIC_OWN_NUMBER, 0, 63, 0, "Outstanding requests at which it goes on; below high."},
};
static const struct nic_own_measure measures[] = {FLOW_OWN_MEASURES};

static uint32_t begin(nic* n) {
  const uint32_t high = flow_parameter(n, HIGH), low = flow_parameter(n, LOW);
  if (low < high) return high;
  nic_log(n, "low is %u: it must be below high, %u", low, high);
  return 0;
}

static bool is_open(nic* n, uint32_t outstanding) {
  (void)outstanding;
  return nic_load(n, IS_HALTED) == 0;
}

static void began(nic* n, uint32_t outstanding) {
  if (outstanding == flow_parameter(n, HIGH)) nic_store(n, IS_HALTED, 1);
}

static void fewer(nic* n, uint32_t outstanding, const struct flow_answer* answer) {
  (void)answer;
  if (outstanding <= flow_parameter(n, LOW)) nic_store(n, IS_HALTED, 0);
}

static const struct flow_control control = {
    .start = begin, .is_open = is_open, .began = began, .answered = fewer, .given_up = fewer};

static void start(nic* n) { flow_start(n, &control); }
static void handle(nic* n, uint32_t event) { flow_handle(n, event, &control); }

const struct nic_firmware firmware_alternating_window =
    FLOW_FIRMWARE("alternating_window", start, handle, own, measures);
