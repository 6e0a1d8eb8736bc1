/* packet_pair: PP: the time between the responses to two requests that have left back to back to one destination is the time
 * that the slowest place on the way takes for one; their exponential average sets the distance of pairs (Keshav, "A
 * control-theoretic approach to flow control", SIGCOMM 1991). Requests that follow one another to one destination form pairs,
 * such as the parts of a message of two packets; one alone teaches nothing, and is held to the distance like a pair.
 *
 * Requests under way are limited by `window` as well; 0: by the 64 places alone. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/memory.h"

enum { WINDOW, GAIN };
enum { SPACING, ESTIMATE };
enum { PARTS_OF_TICK = 16 }; /* of an estimate */

static const struct nic_own_parameter own[] = {
    FLOW_OWN_PARAMETERS,
    {"window", NIC_OWN_NUMBER, 0, 64, 0, "Requests of an interface that may be outstanding; 0: no limit but 64."},
    {"gain", NIC_OWN_NUMBER, 1, 256, 32, "Weight of a new measurement in the average, in parts of 256."},
};
static const struct nic_own_measure measures[] = {
    FLOW_OWN_MEASURES,
    {"spacing", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 1, "Time between the responses to the two requests of a pair."},
    {"estimate", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, PARTS_OF_TICK,
     "Time that the slowest place on the way takes for a request, as averaged, after each pair."},
};

/* Of each destination: the average, in parts of a tick, 0: none yet; the first request of the last pair: its slot, and one
 * more, until it has left, then the tick of its head; how many were sent together; how many have not been answered. */
enum { AVERAGE = 0, FIRST_SLOT = 4, FIRST_SENT = 8, SENT_TOGETHER = 12, UNANSWERED = 16, RECORD_BYTES = 20 };
/* Of each slot: the other request of its pair, and one more, 0: there is none, or its part is over; which of the two it is. As
 * a second one: the tick of the answer to the first, and whether that has come. */
enum { OTHER = 0, IS_FIRST = 4, FIRST_CAME = 8, HAS_FIRST = 12, PAIR_BYTES = 16 };
/* OPEN: slot of a request that waits for the second of its pair, and one more, and to whom it goes. */
enum { RECORDS = FLOW_OWN, PAIRS = FLOW_OWN + 4, OPEN = FLOW_OWN + 8, OPEN_PEER = FLOW_OWN + 12 };

static uint32_t begin(nic* n) {
  const uint32_t slots = flow_slots_of(flow_parameter(n, WINDOW));
  nic_store(n, RECORDS, reserve(n, nic_read(n, NIC_NODES) * RECORD_BYTES));
  nic_store(n, PAIRS, reserve(n, slots * PAIR_BYTES));
  return slots;
}

static uint32_t record_of(nic* n, uint32_t peer) { return nic_load(n, RECORDS) + peer * RECORD_BYTES; }
static uint32_t pair_of(nic* n, uint32_t slot) { return nic_load(n, PAIRS) + slot * PAIR_BYTES; }
static bool is_second(nic* n, uint32_t peer) { return nic_load(n, OPEN) != 0 && nic_load(n, OPEN_PEER) == peer; }

/* The first of a pair, or one alone. Before there is an average, one pair at a time teaches. */
static bool is_due(nic* n, uint32_t record) {
  const uint32_t average = nic_load(n, record + AVERAGE);
  if (average == 0) return nic_load(n, record + UNANSWERED) == 0;
  if (nic_load(n, record + FIRST_SLOT) != 0) return false;
  return flow_is_due(n,
                     nic_load(n, record + FIRST_SENT) + nic_load(n, record + SENT_TOGETHER) * average / PARTS_OF_TICK);
}

static bool sends(nic* n, uint32_t peer, uint32_t slot) {
  const uint32_t record = record_of(n, peer), pair = pair_of(n, slot);
  const bool second = is_second(n, peer);
  if (!second && !is_due(n, record)) return false;
  nic_store(n, record + UNANSWERED, nic_load(n, record + UNANSWERED) + 1);
  nic_store(n, pair + OTHER, 0);
  nic_store(n, pair + HAS_FIRST, 0);
  if (second) {
    const uint32_t first = nic_load(n, OPEN) - 1;
    nic_store(n, pair + OTHER, first + 1);
    nic_store(n, pair + IS_FIRST, 0);
    nic_store(n, pair_of(n, first) + OTHER, slot + 1);
    nic_store(n, pair_of(n, first) + IS_FIRST, 1);
    nic_store(n, record + SENT_TOGETHER, 2);
    nic_store(n, OPEN, 0);
  } else {
    nic_store(n, record + FIRST_SLOT, slot + 1);
    nic_store(n, record + SENT_TOGETHER, 1);
    nic_store(n, OPEN, slot + 1);
    nic_store(n, OPEN_PEER, peer);
  }
  return true;
}

static void left(nic* n, uint32_t peer, uint32_t slot, uint32_t sent) {
  const uint32_t record = record_of(n, peer);
  if (nic_load(n, OPEN) == slot + 1) nic_store(n, OPEN, 0); /* a second one would not be back to back */
  if (nic_load(n, record + FIRST_SLOT) != slot + 1) return;
  nic_store(n, record + FIRST_SLOT, 0);
  nic_store(n, record + FIRST_SENT, sent);
}

static void learn(nic* n, uint32_t peer, uint32_t spacing) {
  const uint32_t record = record_of(n, peer), gain = flow_parameter(n, GAIN);
  const uint32_t average = nic_load(n, record + AVERAGE), measured = spacing * PARTS_OF_TICK;
  const int32_t change = (int32_t)(((int64_t)measured - average) * gain / 256);
  const uint32_t next = average == 0 ? measured : average + (uint32_t)change;
  nic_store(n, record + AVERAGE, next);
  flow_measure(n, SPACING, spacing);
  flow_measure(n, ESTIMATE, next);
}

/* The other request of its pair, and one more; 0: there is none. Neither has another from here on. */
static uint32_t end_pair(nic* n, const struct flow_answer* request) {
  const uint32_t pair = pair_of(n, request->slot), other = nic_load(n, pair + OTHER);
  const uint32_t unanswered = record_of(n, request->peer) + UNANSWERED;
  nic_store(n, unanswered, nic_load(n, unanswered) - 1);
  nic_store(n, pair + OTHER, 0);
  if (other != 0) nic_store(n, pair_of(n, other - 1) + OTHER, 0);
  return other;
}

/* An answer that overtakes that to the first request, or is to a request sent again, teaches nothing. */
static void answered(nic* n, uint32_t outstanding, const struct flow_answer* answer) {
  (void)outstanding;
  enum { LONGEST = 1 << 22 }; /* ticks: a response that is later has waited for something else */
  const uint32_t pair = pair_of(n, answer->slot), other = end_pair(n, answer);
  if (other != 0 && nic_load(n, pair + IS_FIRST)) {
    nic_store(n, pair_of(n, other - 1) + FIRST_CAME, answer->came);
    nic_store(n, pair_of(n, other - 1) + HAS_FIRST, !answer->was_repeated);
  } else if (nic_load(n, pair + HAS_FIRST)) {
    const uint32_t spacing = answer->came - nic_load(n, pair + FIRST_CAME);
    nic_store(n, pair + HAS_FIRST, 0);
    if (!answer->was_repeated && spacing != 0 && spacing < LONGEST) learn(n, answer->peer, spacing);
  }
}

static void given_up(nic* n, uint32_t outstanding, const struct flow_answer* request) {
  (void)outstanding;
  end_pair(n, request);
}

static const struct flow_control control = {
    .start = begin, .sends = sends, .left = left, .answered = answered, .given_up = given_up};

static void start(nic* n) { flow_start(n, &control); }
static void handle(nic* n, uint32_t event) { flow_handle(n, event, &control); }

const struct nic_firmware firmware_packet_pair = FLOW_FIRMWARE("packet_pair", start, handle, own, measures);
