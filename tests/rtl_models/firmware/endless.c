#include "tests/rtl_models/firmware/endless.h"

static void enable_host(nic* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST); }

/* A shift register with feedback never reaches 0, which the compiler does not know. */
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

/* Empty loops. */
static void empty_for(nic* n, uint32_t event) {
  (void)n, (void)event;
  for (;;) {
  }
}
static void empty_while(nic* n, uint32_t event) {
  (void)n, (void)event;
  while (1) {
  }
}
static void empty_do(nic* n, uint32_t event) {
  (void)n, (void)event;
  do {
  } while (1);
}
static void empty_jump(nic* n, uint32_t event) {
  (void)n, (void)event;
again:
  goto again;
}

#define ENDLESS(handler) \
  { .name = #handler, .start = enable_host, .handle = handler }
const struct nic_firmware endless[ENDLESS_FIRMWARES] = {ENDLESS(compute),   ENDLESS(wait_for_space),
                                                        ENDLESS(empty_for), ENDLESS(empty_while),
                                                        ENDLESS(empty_do),  ENDLESS(empty_jump)};

/* The loop macros of loops.h do not change the results of loops. */
static void sum(nic* n, uint32_t event) {
  uint32_t total = 0, i = 0;
  for (uint32_t k = 0; k < 10; ++k) {
    if (k == 3) continue;
    if (k == 8) break;
    total += k;
  }
  if (event != NIC_EVENT_HOST)
    for (;;) total = 0;
  else
    do total += 100;
    while (++i < 3);
  while (i > 0) --i;
  if (i == 0) goto end;
  total = 0;
end:
  nic_log(n, total == 325 ? "right" : "wrong", 0, 0); /* 0 + 1 + 2 + 4 + 5 + 6 + 7 + 300 */
  nic_write(n, NIC_HOST_POP, 1);
}
const struct nic_firmware looping = {.name = "looping", .start = enable_host, .handle = sum};

/* Functions that call themselves: as a tail call; with work left after the call; through another function. */
static void call_itself(nic* n, uint32_t event) {
  if (event != NIC_EVENTS) call_itself(n, event);
}
static uint32_t sum_up(uint32_t x) { return x == 0 ? 0 : x + sum_up(x + 2); }
static void add_up(nic* n, uint32_t event) { nic_write(n, NIC_TX_COOKIE, sum_up(event | 1)); }
static void ping(nic* n, uint32_t event);
static void pong(nic* n, uint32_t event) { ping(n, event); }
static void ping(nic* n, uint32_t event) {
  (void)nic_read(n, NIC_NODE);
  pong(n, event);
}
const struct nic_firmware recursive[RECURSIVE_FIRMWARES] = {ENDLESS(call_itself), ENDLESS(add_up), ENDLESS(ping)};

/* The handler itself counts as a call. */
static void nest(nic* n, uint32_t calls) {
  if (calls != 0)
    nest(n, calls - 1);
  else
    nic_log(n, "deep", 0, 0);
}
static void nest_deep(nic* n, uint32_t event) {
  (void)event;
  nest(n, MOST_CALLS - 2);
  nest(n, MOST_CALLS - 2);
  nic_write(n, NIC_HOST_POP, 1);
}
static void nest_deeper(nic* n, uint32_t event) {
  (void)event;
  nest(n, MOST_CALLS - 1);
}
const struct nic_firmware nested = {.name = "nested", .start = enable_host, .handle = nest_deep};
const struct nic_firmware deeper = {.name = "deeper", .start = enable_host, .handle = nest_deeper};
