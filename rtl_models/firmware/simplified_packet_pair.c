/* simplified_packet_pair: SPP(delta, h, q): a source keeps a delay I between its requests, and changes it by comparing
 * neighbouring round trips to one destination (Shurbanov, Avresky, Mehra, Watson 2000, section 2). A comparison is a win if
 * the later round trip is less than delta longer. Of the last h comparisons more than h / 2 wins shorten I, fewer lengthen
 * it, by `step` (q) for each of them: I += q (h / 2 - wins), never below 0. I is 0 at first, and until there are h.
 *
 * The paper leaves open what the options say. A request that is ready goes into the send queue when I has passed since the head
 * of the one before was on the link, or since its tail had left; with I = 0 they do not wait for one another. Requests under way are limited by `window` as well; 0: by the 64 places alone. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/flow_packets.h"
#include "rtl_models/firmware/memory.h"

enum { DELTA, HISTORY, STEP, WINDOW, DIFFERENCE, SCOPE, COMPARISONS, UPDATE, INTERVAL_FROM, ROUND_TRIP_FROM };
enum { INTERVAL, WINS, WAITED };

static const struct nic_own_parameter own[] = {
    FLOW_OWN_PARAMETERS,
    {"delta", NIC_OWN_TIME, 0, 1000000000, 1000,
     "A round trip that is less than this longer than the one before wins."},
    {"history", NIC_OWN_NUMBER, 1, 32, 8, "Comparisons that count: h."},
    {"step", NIC_OWN_TIME, 0, 1000000, 1000, "By how much a win more or less than half of them changes the delay: q."},
    {"window", NIC_OWN_NUMBER, 0, 64, 4, "Requests of an interface that may be outstanding; 0: no limit but 64."},
    {"difference", NIC_OWN_WORD, 0, 1, 0,
     "signed|absolute Whether a round trip that is much shorter wins, or does not."},
    {"scope", NIC_OWN_WORD, 0, 1, 0, "source|destination What has a delay and a history of its own."},
    {"comparisons", NIC_OWN_WORD, 0, 1, 0,
     "overlapping|disjoint Whether a round trip is compared with both neighbours."},
    {"update", NIC_OWN_WORD, 0, 1, 0,
     "each|every_history When the delay changes: at each comparison, or at every h-th."},
    {"interval_from", NIC_OWN_WORD, 0, 1, 0, "head|tail Beginning of the delay: head, or tail, of the request before."},
    {"round_trip_from", NIC_OWN_WORD, 0, 1, 0,
     "injection|start Beginning of a round trip: the head on the link, or the transfer from host memory."},
};
static const struct nic_own_measure measures[] = {
    FLOW_OWN_MEASURES,
    {"interval", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 1,
     "Delay between requests, I, as each request goes into the send queue."},
    {"wins", NIC_MEASURE_SAMPLE, NIC_UNIT_NUMBER, 1, "Wins of the last h comparisons, at each comparison."},
    {"interval_wait", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 1,
     "Time for which a request that was ready has waited for the delay, as it goes into the send queue."},
};

/* Of a source, or of each destination. */
enum { DELAY = 0, BITS = 4, COUNT = 8, LAST_SLOT = 12, LAST_SENT = 16, RECORD_BYTES = 20 };
/* LAST_SLOT: number of the slot of the last request, and one more, until it has left. */
enum { RECORDS = FLOW_OWN, ROUND_TRIPS = FLOW_OWN + 4, IS_HELD = FLOW_OWN + 8, HELD_SINCE = FLOW_OWN + 12 };
enum { LONGEST_DELAY = 1 << 24 }; /* ticks */

static uint32_t begin(nic* n) {
  const bool each = flow_parameter(n, SCOPE) != 0;
  const uint32_t nodes = nic_read(n, NIC_NODES);
  nic_store(n, RECORDS, reserve(n, (each ? nodes : 1) * RECORD_BYTES));
  nic_store(n, ROUND_TRIPS, reserve(n, 4 * nodes)); /* of the last answer of each, and one more; 0: none */
  return flow_slots_of(flow_parameter(n, WINDOW));
}

static uint32_t record_of(nic* n, uint32_t peer) {
  return nic_load(n, RECORDS) + (flow_parameter(n, SCOPE) != 0 ? peer * RECORD_BYTES : 0);
}

/* Whether the delay lets it leave. Until the request before has left, nobody knows. */
static bool is_due(nic* n, uint32_t record) {
  const uint32_t delay = nic_load(n, record + DELAY);
  if (delay == 0) return true;
  return nic_load(n, record + LAST_SLOT) == 0 && flow_is_due(n, nic_load(n, record + LAST_SENT) + delay);
}

static bool sends(nic* n, uint32_t peer, uint32_t slot) {
  const uint32_t record = record_of(n, peer);
  const bool is_due_now = is_due(n, record);
  nic_instrument(n, 1);
  if (is_due_now) {
    flow_measure(n, INTERVAL, nic_load(n, record + DELAY));
    flow_measure(n, WAITED, nic_load(n, IS_HELD) ? nic_read(n, NIC_TICK) - nic_load(n, HELD_SINCE) : 0);
  } else if (nic_load(n, IS_HELD) == 0) {
    nic_store(n, HELD_SINCE, nic_read(n, NIC_TICK));
  }
  nic_store(n, IS_HELD, !is_due_now);
  nic_instrument(n, 0);
  if (is_due_now) nic_store(n, record + LAST_SLOT, slot + 1);
  return is_due_now;
}

static void left(nic* n, uint32_t peer, uint32_t slot, uint32_t sent) {
  const uint32_t record = record_of(n, peer);
  if (nic_load(n, record + LAST_SLOT) != slot + 1) return;
  nic_store(n, record + LAST_SLOT, 0);
  nic_store(n, record + LAST_SENT, flow_parameter(n, INTERVAL_FROM) != 0 ? nic_read(n, NIC_TICK) : sent);
}

/* The delay of a record, after so many wins of h comparisons. Half a step remains where h is odd. */
static void change_delay(nic* n, uint32_t record, uint32_t wins, uint32_t history) {
  const uint32_t step = flow_parameter(n, STEP), delay = nic_load(n, record + DELAY);
  const uint32_t twice = 2 * wins > history ? 2 * wins - history : history - 2 * wins;
  const uint64_t exact = (uint64_t)step * twice / 2;
  const uint32_t change = exact < LONGEST_DELAY ? (uint32_t)exact : LONGEST_DELAY;
  if (2 * wins > history)
    nic_store(n, record + DELAY, delay > change ? delay - change : 0);
  else
    nic_store(n, record + DELAY, least(delay + change, LONGEST_DELAY));
}

static void count_comparison(nic* n, uint32_t record, bool is_win) {
  const uint32_t history = flow_parameter(n, HISTORY), count = least(nic_load(n, record + COUNT) + 1, history);
  const uint32_t kept = history == 32 ? ~0u : (1u << history) - 1;
  const uint32_t bits = (nic_load(n, record + BITS) << 1 | is_win) & kept;
  const bool is_full = count == history, each = flow_parameter(n, UPDATE) == 0;
  nic_store(n, record + BITS, bits);
  nic_store(n, record + COUNT, is_full && !each ? 0 : count);
  if (!is_full) return;
  uint32_t wins = 0;
  for (uint32_t rest = bits; rest != 0; rest &= rest - 1) ++wins;
  flow_measure(n, WINS, wins);
  change_delay(n, record, wins, history);
}

static void answered(nic* n, uint32_t outstanding, const struct flow_answer* answer) {
  (void)outstanding;
  if (answer->was_repeated) return;
  const uint32_t from = flow_parameter(n, ROUND_TRIP_FROM) != 0 ? answer->begun : answer->sent;
  const uint32_t round_trip = answer->came - from, before_at = nic_load(n, ROUND_TRIPS) + 4 * answer->peer;
  const uint32_t before = nic_load(n, before_at);
  const bool compares = before != 0;
  nic_store(n, before_at, compares && flow_parameter(n, COMPARISONS) != 0 ? 0 : round_trip + 1);
  if (!compares) return;
  const int32_t longer = (int32_t)(round_trip - (before - 1)), delta = (int32_t)flow_parameter(n, DELTA);
  const bool is_absolute = flow_parameter(n, DIFFERENCE) != 0;
  count_comparison(n, record_of(n, answer->peer), (is_absolute && longer < 0 ? -longer : longer) < delta);
}

static const struct flow_control control = {.start = begin, .sends = sends, .left = left, .answered = answered};

static void start(nic* n) { flow_start(n, &control); }
static void handle(nic* n, uint32_t event) { flow_handle(n, event, &control); }

const struct nic_firmware firmware_simplified_packet_pair =
    FLOW_FIRMWARE("simplified_packet_pair", start, handle, own, measures);
