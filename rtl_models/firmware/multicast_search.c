/* multicast_search: whether worms wait for one another in a circle.
 *
 * Host A has no credit for B since worms from A fill its buffers there. So when a worm has waited for a time, A asks B which
 * of these waits in its turn, and for whom: C. Then it asks C about the worms from B, and so on. The answer is 0 if one of them
 * can leave by itself; then nothing is in a circle. As the same question always has the same answer in a circle, the questions
 * return to one that has been marked (Brent's search, which moves the mark, since the first worm need not be in the circle
 * itself). Then the worm is moved to host memory that, of all since the mark, has waited for the shortest time: the youngest,
 * which has closed the circle.
 *
 * A host has one question under way. With several credits a worm may be taken for one in a circle although another one from
 * the same host moves later: then it has been moved in vain. */
#include "rtl_models/firmware/multicast_parts.h"

/* An answer: the host that the worm waits for, and one more; ticks of its wait. */
enum { ANSWER_HOST = 255, ANSWER_TICKS = 8, LONGEST_WAIT = (1 << 24) - 1 };
enum { LONGEST_PAUSE = 1 << 17 }; /* ticks */

static bool is_later(uint32_t tick, uint32_t other) { return (int32_t)(tick - other) > 0; }

/* One timer is for both: searches, and transfers that are to begin. */
static void arm(nic* n, uint32_t now, uint32_t ticks) {
  nic_store(n, SEARCH_TIMED, 1);
  nic_store(n, SEARCH_DUE, now + ticks);
  nic_write(n, NIC_TIMER, spill_is_due(n) ? 1 : ticks);
}

bool search_suspects(nic* n) {
  if (nic_load(n, queue_record(QUEUE_LOWER) + QUEUE_FIRST) == 0) nic_store(n, SEARCH_SUSPECTS, 0);
  return nic_load(n, SEARCH_SUSPECTS) != 0;
}

/* While a search is under way, its end arms the timer. */
void search_arm(nic* n) {
  const uint32_t detection = multicast_setting(n, SETTING_DETECTION);
  if (detection == 0 || nic_load(n, SEARCH_TIMED) != 0 || nic_load(n, SEARCH_HOST) != 0) return;
  arm(n, nic_read(n, NIC_TICK), detection);
}

void search_hurry(nic* n) { nic_write(n, NIC_TIMER, 1); }

/* Questions go before all else, and those of many hosts can keep a processor from the work that they wait for. So each search
 * in vain doubles the pause. */
static void end(nic* n, bool in_vain) {
  const uint32_t before = in_vain ? nic_load(n, SEARCH_PAUSE) : 0;
  const uint32_t doubled = before < LONGEST_PAUSE ? 2 * before : before;
  const uint32_t pause = before == 0 ? multicast_setting(n, SETTING_DETECTION) : doubled;
  nic_store(n, SEARCH_HOST, 0);
  nic_store(n, SEARCH_PAUSE, pause);
  arm(n, nic_read(n, NIC_TICK), pause);
}

static void mark(nic* n, uint32_t host, uint32_t from, uint32_t limit) {
  nic_store(n, SEARCH_MARK, host);
  nic_store(n, SEARCH_MARK_FROM, from);
  nic_store(n, SEARCH_STEPS, 0);
  nic_store(n, SEARCH_LIMIT, limit);
  nic_store(n, SEARCH_SHORTEST, LONGEST_WAIT + 1);
}

static void ask(nic* n, uint32_t host, uint32_t from) {
  nic_store(n, SEARCH_HOST, host + 1);
  nic_store(n, SEARCH_FROM, from);
  permits_send(n, CONTROL_ASK, host, from);
}

/* The worm that keeps a buffer and has waited longest; 0: there is none, or all may go on soon. */
static uint32_t longest_waiting(nic* n, bool* any_waits) {
  const uint32_t waits = WORM_HAS_PERMIT | WORM_WAITS;
  uint32_t longest = 0;
  for (uint32_t worm = nic_load(n, queue_record(QUEUE_LOWER) + QUEUE_FIRST); worm != 0;
       worm = nic_load(n, worm + WORM_LINK)) {
    *any_waits = *any_waits || (nic_load(n, worm + WORM_STATE) & waits) == waits;
    if (!credits_holds_up(n, worm)) continue;
    if (longest == 0 || is_later(nic_load(n, longest + WORM_SINCE), nic_load(n, worm + WORM_SINCE))) longest = worm;
  }
  return longest;
}

/* The worms that wait are looked at again as long as there are any. */
static void search(nic* n, uint32_t now) {
  const uint32_t detection = multicast_setting(n, SETTING_DETECTION);
  bool any_waits = false;
  const uint32_t worm = longest_waiting(n, &any_waits);
  const uint32_t waited = worm == 0 ? 0 : now - nic_load(n, worm + WORM_SINCE);
  nic_store(n, SEARCH_TIMED, 0);
  if (waited < detection) {
    if (any_waits) arm(n, now, detection - waited);
    return;
  }
  const uint32_t host = credits_next_host(n, worm), self = nic_read(n, NIC_NODE);
  nic_store(n, SEARCH_SUSPECTS, 1);
  mark(n, host + 1, self, nic_read(n, NIC_NODES));
  ask(n, host, self);
}

/* A handler that begins one transfer cannot begin another one: it cannot tell what room is left. */
void search_timer(nic* n) {
  const uint32_t now = nic_read(n, NIC_TICK), due = nic_load(n, SEARCH_DUE);
  const bool is_timed = nic_load(n, SEARCH_TIMED) != 0;
  if (spill_is_due(n)) {
    spill_fetch(n);
    if (is_timed) nic_write(n, NIC_TIMER, 1);
  } else if (is_timed && is_later(due, now)) {
    nic_write(n, NIC_TIMER, due - now);
  } else if (is_timed) {
    search(n, now);
  }
}

/* Without room in host memory a worm is the last to be moved there. */
void search_asked(nic* n, uint32_t host, uint32_t from) {
  const uint32_t worm = credits_held_up(n, from);
  uint32_t answer = 0;
  if (worm != 0) {
    const uint32_t ticks = nic_read(n, NIC_TICK) - nic_load(n, worm + WORM_SINCE);
    const uint32_t waited = spill_has_room(n) ? least(ticks, LONGEST_WAIT) : LONGEST_WAIT;
    answer = (credits_next_host(n, worm) + 1) | waited << ANSWER_TICKS;
    nic_store(n, SEARCH_SUSPECTS, 1);
  }
  permits_send(n, CONTROL_ANSWER, host, answer);
}

/* The circle is closed. The answer to the order ends the search. */
static void spill_youngest(nic* n) {
  const uint32_t from = nic_load(n, SEARCH_SPILL_FROM), next = nic_load(n, SEARCH_SPILL_NEXT);
  permits_send(n, CONTROL_SPILL, nic_load(n, SEARCH_SPILL_HOST), from | next << 8);
}

void search_answered(nic* n, uint32_t value) {
  const uint32_t asked = nic_load(n, SEARCH_HOST), from = nic_load(n, SEARCH_FROM);
  if (asked == 0) {
    multicast_protocol_error(n, "an answer %x that nobody has asked for", value, 0);
    return;
  }
  if ((value & ANSWER_HOST) == 0) {
    end(n, value == 0);
    return;
  }
  const uint32_t waited = value >> ANSWER_TICKS, next = (value & ANSWER_HOST) - 1;
  if (waited < nic_load(n, SEARCH_SHORTEST)) {
    nic_store(n, SEARCH_SHORTEST, waited);
    nic_store(n, SEARCH_SPILL_HOST, asked - 1);
    nic_store(n, SEARCH_SPILL_FROM, from);
    nic_store(n, SEARCH_SPILL_NEXT, next);
  }
  if (nic_load(n, SEARCH_MARK) == next + 1 && nic_load(n, SEARCH_MARK_FROM) == asked - 1) {
    spill_youngest(n);
    return;
  }
  const uint32_t steps = nic_load(n, SEARCH_STEPS) + 1, limit = nic_load(n, SEARCH_LIMIT);
  nic_store(n, SEARCH_STEPS, steps);
  if (steps == limit) mark(n, next + 1, asked - 1, 2 * limit);
  ask(n, next, asked - 1);
}
