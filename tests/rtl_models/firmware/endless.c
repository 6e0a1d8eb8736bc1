#include "tests/rtl_models/firmware/endless.h"

static void enable_host(nic* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST); }

/* A shift register with feedback never comes to 0, which the compiler does not know. A loop with nothing in it at all is
 * what GCC leaves without a stretch. */
static void compute(nic* n, uint32_t event) {
  uint32_t x = event | 1;
  while (x != 0) x = x >> 1 ^ ((x & 1) != 0 ? 0xedb88320 : 0);
  nic_log(n, "never", 0, 0);
}

static void wait_for_space(nic* n, uint32_t event) {
  (void)event;
  while (nic_read(n, NIC_HOST_COMMANDS) != 0) {
  }
}

const struct nic_firmware endless_silent = {"endless_silent", enable_host, compute};
const struct nic_firmware endless_reading = {"endless_reading", enable_host, wait_for_space};
