/* aimd_window: a window that grows by one request in the time of a window of answers, and is cut to a share at a sign of
 * congestion (Chiu, Jain, "Analysis of the increase and decrease algorithms for congestion avoidance in computer networks",
 * Computer Networks and ISDN Systems 17, 1989). Signs: an answer whose request has the mark of a congested switch
 * (switch.ecn), or one after a round trip that is too long; and a request that had to be sent again. One cut for all
 * requests that were under way at it. */
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/memory.h"

enum { LEAST, MOST, CUT_TO, SIGN, TARGET };
enum { WINDOW };
enum { PARTS = 256 }; /* of a request, in the window */
enum { SIZE = FLOW_OWN, CUT_AT = FLOW_OWN + 4, WAS_CUT = FLOW_OWN + 8 };

static const struct nic_own_parameter own[] = {
    FLOW_OWN_PARAMETERS,
    {"least", NIC_OWN_NUMBER, 1, 64, 1, "Requests that may always be outstanding; the window begins with them."},
    {"most", NIC_OWN_NUMBER, 1, 64, 64, "The largest window; not below least."},
    {"cut_to", NIC_OWN_NUMBER, 1, 99, 50, "Percentage of the window that a sign of congestion leaves."},
    {"sign", NIC_OWN_WORD, 0, 1, 0, "mark|round_trip What is a sign of congestion, besides a request sent again."},
    {"target", NIC_OWN_TIME, 0, 1000000000, 10000,
     "sign: round_trip: one that takes longer, from the head on the link."},
};
static const struct nic_own_measure measures[] = {
    FLOW_OWN_MEASURES,
    {"window", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, PARTS, "Requests that may be outstanding."},
};

static void set_size(nic* n, uint32_t size) {
  nic_store(n, SIZE, size);
  flow_measure(n, WINDOW, size);
}

static uint32_t begin(nic* n) {
  const uint32_t most = flow_parameter(n, MOST), smallest = flow_parameter(n, LEAST);
  if (smallest > most) {
    nic_log(n, "least is %u: it must not be above most, %u", smallest, most);
    return 0;
  }
  set_size(n, smallest * PARTS);
  return most;
}

static bool is_open(nic* n, uint32_t outstanding) { return outstanding < nic_load(n, SIZE) / PARTS; }

static void cut(nic* n) {
  const uint32_t smallest = flow_parameter(n, LEAST) * PARTS,
                 size = nic_load(n, SIZE) * flow_parameter(n, CUT_TO) / 100;
  set_size(n, size > smallest ? size : smallest);
  nic_store(n, CUT_AT, nic_read(n, NIC_TICK));
  nic_store(n, WAS_CUT, 1);
}

/* It was sent before the last cut, which has been for it, too. A cut that is long ago is forgotten, before ticks wrap. */
static bool is_before_cut(nic* n, uint32_t sent) {
  const int32_t after = (int32_t)(sent - nic_load(n, CUT_AT));
  if (after > 1 << 30) nic_store(n, WAS_CUT, 0);
  return nic_load(n, WAS_CUT) && after < 0;
}

static void answered(nic* n, uint32_t outstanding, const struct flow_answer* answer) {
  (void)outstanding;
  const bool is_slow = answer->came - answer->sent > flow_parameter(n, TARGET);
  const bool is_sign = answer->was_repeated || (flow_parameter(n, SIGN) == 0 ? answer->is_marked : is_slow);
  const bool is_old = is_before_cut(n, answer->sent);
  const uint32_t size = nic_load(n, SIZE);
  if (!is_sign)
    set_size(n, least(size + PARTS * PARTS / size, flow_parameter(n, MOST) * PARTS));
  else if (!is_old)
    cut(n);
}

static void given_up(nic* n, uint32_t outstanding, const struct flow_answer* request) {
  (void)outstanding;
  if (!is_before_cut(n, request->sent)) cut(n);
}

static const struct flow_control control = {
    .start = begin, .is_open = is_open, .answered = answered, .given_up = given_up};

static void start(nic* n) { flow_start(n, &control); }
static void handle(nic* n, uint32_t event) { flow_handle(n, event, &control); }

const struct nic_firmware firmware_aimd_window = FLOW_FIRMWARE("aimd_window", start, handle, own, measures);
