/* fbs: feedback-based synchronization (H. J. Song, "Synchronization of Network Interfaces in System Area Networks", 2005).
 * In each slot of a synchronization the interfaces send packets as long as the slot, to hosts given by a schedule. The
 * packet of an interface that runs ahead is stopped behind that of a slower one; while it is stopped, the clock of its
 * interface is held: by the hardware, or by the handler of TX_STOPPED. After the synchronization follows the stream of the application, one packet a slot, until the next
 * synchronization.
 *
 *   start, TX_DONE -> descriptors for the slots ahead, as many as the send queue takes
 *   RX_DONE        -> packets are checked by their slots and numbers; nothing goes to the host
 *   TX_STOPPED     -> the clock is held, or goes on
 *   SLOT           -> the beginning and the end of a synchronization are reported to the host with their cycles; a slot
 *                     later, hosts whose packets are missing, and the counters */
#include <stdbool.h>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/fbs_parts.h"
#include "rtl_models/firmware/memory.h"

enum phase { BEGINNING, ENDING, REPORTING };

static void set_alarm(nic* n, enum phase phase, uint32_t slot) {
  nic_store(n, PHASE, phase);
  nic_write(n, NIC_SLOT_ALARM, slot);
  nic_write(n, NIC_SLOT_ALARM_ON, 1);
}

static void start(nic* n) {
  memory_start(n);
  const uint32_t space = nic_read(n, NIC_DONE_SPACE);
  if (nic_read(n, NIC_TABLE_WORDS) < FBS_DESTINATIONS || space < FBS_COUNTERS + 2) {
    nic_log(n, "without a schedule, with %u words of one, or with %u completions nothing is synchronized",
            nic_read(n, NIC_TABLE_WORDS), space);
    nic_write(n, NIC_ERROR, ERROR_QUEUES);
    return;
  }
  reserve(n, END - VARIABLES_END);
  fbs_sending_start(n);
  fbs_receiving_start(n);
  const uint32_t first = table(n, FBS_FIRST_SLOT);
  nic_store(n, ROUND_SLOT, first);
  fbs_refill(n);
  set_alarm(n, BEGINNING, first);
  nic_write(n, NIC_TX_STOP_EVENT, table(n, FBS_PAUSES));
  nic_write(n, NIC_EVENT_ENABLE,
            1u << NIC_EVENT_RX_DONE | 1u << NIC_EVENT_TX_DONE | 1u << NIC_EVENT_SLOT | 1u << NIC_EVENT_TX_STOPPED);
}

/* A packet that synchronizes is stopped, or goes on: so does the clock. */
static void hold_clock(nic* n) {
  const uint32_t stopped = nic_read(n, NIC_TX_STOPPED);
  nic_write(n, NIC_CLOCK_STOP, stopped);
  nic_write(n, NIC_TX_STOPPED_SEEN, stopped);
}

static void tell_slot(nic* n, uint32_t slot) {
  tell_host(n, NIC_DONE_SLOT, nic_read(n, NIC_SLOT_ALARM_CYCLE_HIGH), slot, nic_read(n, NIC_SLOT_ALARM_CYCLE_LOW));
}

/* The host's queue has room for them. */
static void tell_counters(nic* n) {
  nic_store(n, COUNTERS + 4 * FBS_HELD, nic_read(n, NIC_CLOCK_HELD));
  for (uint32_t i = 0; i < FBS_COUNTERS; ++i) tell_host(n, NIC_DONE_COUNTER, i, counter(n, i), 0);
}

static void alarm(nic* n) {
  const uint32_t round = nic_load(n, ROUND), first = nic_load(n, ROUND_SLOT), rounds = table(n, FBS_ROUNDS);
  const uint32_t behind = first + table(n, FBS_SLOTS);
  const bool over = rounds != 0 && round == rounds;
  switch (nic_load(n, PHASE)) {
    case BEGINNING:
      tell_slot(n, first);
      set_alarm(n, over ? REPORTING : ENDING, over ? first + 1 : behind);
      break;
    case ENDING:
      tell_slot(n, behind);
      set_alarm(n, REPORTING, behind + 1);
      break;
    default:
      if (nic_read(n, NIC_DONE_SPACE) < FBS_COUNTERS) {
        if (over) { /* they end the run */
          set_alarm(n, REPORTING, nic_read(n, NIC_SLOT_ALARM) + 1);
          break;
        }
      } else {
        if (!over && table(n, FBS_SYNCHRONIZE) != 0) fbs_tell_missing(n, round);
        tell_counters(n);
      }
      if (over) break;
      nic_store(n, ROUND, round + 1);
      nic_store(n, ROUND_SLOT, first + table(n, FBS_INTERVAL));
      set_alarm(n, BEGINNING, first + table(n, FBS_INTERVAL));
  }
}

static void handle(nic* n, uint32_t event) {
  switch (event) {
    case NIC_EVENT_RX_DONE: fbs_rx_done(n); break;
    case NIC_EVENT_TX_DONE: fbs_tx_done(n); break;
    case NIC_EVENT_SLOT: alarm(n); break;
    case NIC_EVENT_TX_STOPPED: hold_clock(n); break;
    default: break;
  }
}

const struct nic_firmware firmware_fbs = {.name = "fbs", .start = start, .handle = handle};
