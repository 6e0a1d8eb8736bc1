/* multicast_manager: before a multicast begins, its originator asks one host for a buffer of each member; that host counts the
 * buffers of all.
 *
 *   own worm -> REQUEST -> ring of requests -> GRANT, when all buffers of the oldest one are free -> copies
 *   a buffer is free -> FREED, with those that are free since the last one has its RECEIPT -> the oldest request again
 *
 * A worm that has its grant has all of its buffers, and waits for no other worm: there are no circles. A host has one request
 * and one report under way.
 *
 * After Verstoep, Langendoen and Bal, as Anglano et al. describe them. */
#include "rtl_models/firmware/multicast_parts.h"

/* Of what a handler grants: it may write 512 words and registers. */
enum { MOST_GRANTS = 8, MOST_GRANTED = MULTICAST_MOST_MANAGED };
enum { REQUEST_HOST = 0, REQUEST_VALUE = 4, REQUEST_BYTES = 8 };
#define COMES_BACK 0x80000000u

static uint32_t manager(nic* n) { return routes_word(n, MULTICAST_MANAGER); }

/* Of the ring: one a host, and that of the manager itself which is being granted. */
static uint32_t request_places(nic* n) { return nic_read(n, NIC_NODES) + 1; }

void manager_start(nic* n) {
  if (manager(n) != nic_read(n, NIC_NODE)) return;
  nic_store(n, MANAGER_USED, reserve(n, 4 * nic_read(n, NIC_NODES)));
  nic_store(n, MANAGER_REQUESTS, reserve(n, REQUEST_BYTES * request_places(n)));
}

/* For the first worm that waits. */
static void ask(nic* n) {
  const uint32_t worm = nic_load(n, MANAGER_WAITING);
  if (worm == 0 || nic_load(n, MANAGER_ASKED) != 0) return;
  const uint32_t group = nic_load(n, worm + WORM_GROUP);
  const bool comes_back = routes_of(n, group, nic_read(n, NIC_NODE)) != 0;
  nic_store(n, MANAGER_ASKED, 1);
  permits_send(n, CONTROL_REQUEST, manager(n), group | (comes_back ? COMES_BACK : 0));
}

void manager_wait(nic* n, uint32_t worm) {
  queues_add_state(n, worm, WORM_WAITS);
  nic_store(n, worm + WORM_SINCE, nic_read(n, NIC_TICK));
  nic_store(n, worm + WORM_LINK, 0);
  if (nic_load(n, MANAGER_WAITING) == 0)
    nic_store(n, MANAGER_WAITING, worm);
  else
    nic_store(n, nic_load(n, MANAGER_WAITING_LAST) + WORM_LINK, worm);
  nic_store(n, MANAGER_WAITING_LAST, worm);
  ask(n);
}

/* One that is put in order goes to this host's memory, too. Handlers of other events than TIMER may have begun transfers. */
static void granted(nic* n) {
  const uint32_t worm = nic_load(n, MANAGER_WAITING);
  if (worm == 0 || nic_load(n, MANAGER_ASKED) == 0) {
    multicast_protocol_error(n, "a grant that nobody has asked for", 0, 0);
    return;
  }
  nic_store(n, MANAGER_ASKED, 0);
  nic_store(n, MANAGER_WAITING, nic_load(n, worm + WORM_LINK));
  permits_got(n, worm);
  permits_join(n, worm);
  if (routes_has(n, worm, MULTICAST_ORDERED)) nic_write(n, NIC_TIMER, 1);
  ask(n);
}

static void report(nic* n) {
  const uint32_t freed = nic_load(n, MANAGER_FREED);
  if (freed == 0 || nic_load(n, MANAGER_TOLD) != 0) return;
  nic_store(n, MANAGER_FREED, 0);
  nic_store(n, MANAGER_TOLD, 1);
  permits_send(n, CONTROL_FREED, manager(n), freed);
}

void manager_freed(nic* n) {
  nic_store(n, MANAGER_FREED, nic_load(n, MANAGER_FREED) + 1);
  report(n);
}

/* Address of what the manager knows of a group: how many members, and then the members. */
static uint32_t members_of(nic* n, uint32_t group) {
  const uint32_t place = routes_word(n, routes_word(n, MULTICAST_MANAGED) + group);
  return nic_read(n, NIC_TABLE_ADDRESS) + 4 * place;
}

static uint32_t request_at(nic* n, uint32_t index) {
  const uint32_t places = request_places(n), place = nic_load(n, MANAGER_FIRST) + index;
  return nic_load(n, MANAGER_REQUESTS) + REQUEST_BYTES * (place < places ? place : place - places);
}

/* The originator has no buffer for its own worm, unless that comes back. */
static bool needs(nic* n, uint32_t request, uint32_t member) {
  return member != nic_load(n, request + REQUEST_HOST) || (nic_load(n, request + REQUEST_VALUE) & COMES_BACK) != 0;
}

static bool is_available(nic* n, uint32_t request, uint32_t members, uint32_t count) {
  const uint32_t used = nic_load(n, MANAGER_USED), buffers = multicast_setting(n, SETTING_BUFFERS);
  for (uint32_t i = 1; i <= count; ++i) {
    const uint32_t member = nic_load(n, members + 4 * i);
    if (needs(n, request, member) && nic_load(n, used + 4 * member) >= buffers) return false;
  }
  return true;
}

static void take(nic* n, uint32_t request, uint32_t members, uint32_t count) {
  const uint32_t used = nic_load(n, MANAGER_USED);
  for (uint32_t i = 1; i <= count; ++i) {
    const uint32_t member = nic_load(n, members + 4 * i);
    if (needs(n, request, member)) nic_store(n, used + 4 * member, nic_load(n, used + 4 * member) + 1);
  }
}

static bool is_grantable(nic* n, uint32_t* members, uint32_t* count) {
  if (nic_load(n, MANAGER_COUNT) == 0) return false;
  const uint32_t request = request_at(n, 0);
  *members = members_of(n, nic_load(n, request + REQUEST_VALUE) & ~COMES_BACK);
  *count = nic_load(n, *members);
  return is_available(n, request, *members, *count);
}

/* In the order of requests, all buffers or none. A handler that has granted as much as it can leaves the rest to another. A request
 * is in the ring until its grant is sent: the manager's own next one, which follows at once, then joins the ring and begins no
 * second loop within this one. */
void manager_serve(nic* n) {
  uint32_t members = 0, count = 0, grants = 0, left = MOST_GRANTED;
  while (is_grantable(n, &members, &count)) {
    if (grants == MOST_GRANTS || count > left) {
      nic_write(n, NIC_TIMER, 1);
      return;
    }
    const uint32_t request = request_at(n, 0), host = nic_load(n, request + REQUEST_HOST);
    const uint32_t first = nic_load(n, MANAGER_FIRST);
    take(n, request, members, count);
    ++grants;
    left -= count;
    permits_send(n, CONTROL_GRANT, host, 0);
    nic_store(n, MANAGER_FIRST, first + 1 == request_places(n) ? 0 : first + 1);
    nic_store(n, MANAGER_COUNT, nic_load(n, MANAGER_COUNT) - 1);
  }
}

static void requested(nic* n, uint32_t host, uint32_t value) {
  const uint32_t count = nic_load(n, MANAGER_COUNT), request = request_at(n, count);
  nic_store(n, request + REQUEST_HOST, host);
  nic_store(n, request + REQUEST_VALUE, value);
  nic_store(n, MANAGER_COUNT, count + 1);
  if (count == 0) manager_serve(n);
}

static void freed(nic* n, uint32_t host, uint32_t count) {
  const uint32_t used = nic_load(n, MANAGER_USED) + 4 * host;
  nic_store(n, used, nic_load(n, used) - count);
  permits_send(n, CONTROL_RECEIPT, host, 0);
  manager_serve(n);
}

void manager_came(nic* n, enum control_type type, uint32_t host, uint32_t value) {
  const uint32_t sender = type == CONTROL_GRANT || type == CONTROL_RECEIPT ? host : nic_read(n, NIC_NODE);
  if (sender != manager(n)) {
    multicast_protocol_error(n, "a control worm of type %u from host %u; neither is the manager", type, host);
    return;
  }
  switch (type) {
    case CONTROL_REQUEST: requested(n, host, value); break;
    case CONTROL_GRANT: granted(n); break;
    case CONTROL_FREED: freed(n, host, value); break;
    default:
      nic_store(n, MANAGER_TOLD, 0);
      report(n);
      break;
  }
}
