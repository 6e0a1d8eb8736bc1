/* flow_control: what tells one end-to-end flow control from another: when a source may begin another request, and when that may
 * leave. All else is the same for all of them: flow_requests.h at the source, flow_responses.h at the destination. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A response has come. Times are ticks. */
struct flow_answer {
  uint32_t peer;     /* the host that has answered */
  uint32_t slot;     /* of the request, 0..63: its place among those under way */
  uint32_t begun;    /* its transfer from host memory began; of a read, the host's command was taken */
  uint32_t sent;     /* its head left */
  uint32_t came;     /* the response had come whole */
  bool is_marked;    /* its head had the mark of a congested switch (switch.ecn) */
  bool was_repeated; /* it was sent more than once: nobody knows which sending has been answered */
};

/* Functions may be null, but for start. */
struct flow_control {
  /* After reset: requests under way at once, 1 to 64; 0: it cannot begin, and has said why. */
  uint32_t (*start)(struct nic_device* n);
  /* Another request may begin; `outstanding` have begun and have not been answered. Asked again when one has been answered or
   * given up. */
  bool (*is_open)(struct nic_device* n, uint32_t outstanding);
  /* The next request in turn, in `slot`, to `peer`, is ready, and goes into the send queue if this says so. Asked again in each
   * handler, and at the tick of flow_is_due(); not for one that is sent again. */
  bool (*sends)(struct nic_device* n, uint32_t peer, uint32_t slot);
  /* Its tail has left, its head at tick `sent`: once, or again each time it is repeated. It may be after its answer. */
  void (*left)(struct nic_device* n, uint32_t peer, uint32_t slot, uint32_t sent);
  /* One has begun, and counts in `outstanding`. */
  void (*began)(struct nic_device* n, uint32_t outstanding);
  /* One has been answered, or given up, and no longer counts. */
  void (*answered)(struct nic_device* n, uint32_t outstanding, const struct flow_answer* answer);
  void (*given_up)(struct nic_device* n, uint32_t outstanding, const struct flow_answer* request); /* `came`: 0 */
};

/* The firmware of a flow control is these two functions, with its struct. */
void flow_start(struct nic_device* n, const struct flow_control* control);
void flow_handle(struct nic_device* n, uint32_t event, const struct flow_control* control);

/* For sends: `tick` has come; if not, it is asked again when it has. A tick that is FLOW_LONGEST_WAIT away, or more, has
 * come long ago. */
enum { FLOW_LONGEST_WAIT = 1 << 26 };
bool flow_is_due(struct nic_device* n, uint32_t tick);

/* The own parameters that all flow controls have, before those of one of them. */
enum flow_parameter {
  FLOW_SERVICE,   /* ticks that a destination takes for a request, one after the other */
  FLOW_START_UP,  /* ticks from the beginning of a request until it is ready to be sent, at least */
  FLOW_OPERATION, /* 0: requests write to the memory of the other host; 1: they read from it */
  FLOW_PARAMETERS
};
/* clang-format off */
#define FLOW_OWN_PARAMETERS \
  {"service", NIC_OWN_TIME, 0, 1000000, 0, \
   "Time that a destination takes for a request before it responds; requests wait for one another."}, \
  {"start_up", NIC_OWN_TIME, 0, 1000000, 0, \
   "Least time from the beginning of a request until it is ready to be sent; requests do not wait for one another."}, \
  {"operation", NIC_OWN_WORD, 0, 1, 0, \
   "write|read What requests do: they carry the message, or they fetch it from the memory of the other host."}
/* clang-format on */

/* The own measures that all flow controls have, before those of one of them. */
enum flow_measure { FLOW_MEASURE_OUTSTANDING, FLOW_MEASURES };
#define FLOW_OWN_MEASURES \
  { "outstanding", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 1, "Requests that have begun and have not been answered." }

/* The firmware of a flow control, from its functions and its lists. */
#define FLOW_FIRMWARE(its_name, its_start, its_handle, its_own, its_measures)           \
  {                                                                                     \
    .name = its_name, .start = its_start, .handle = its_handle, .own = its_own,         \
    .own_count = sizeof its_own / sizeof its_own[0], .measures = its_measures,          \
    .measure_count = sizeof its_measures / sizeof its_measures[0], .is_flow_control = 1 \
  }

/* The value of an own parameter of the flow control itself, counted from 0. */
static inline uint32_t flow_parameter(struct nic_device* n, uint32_t index) {
  return nic_read(n, NIC_OWN_PARAMETER + 4 * (FLOW_PARAMETERS + index));
}
/* A value of an own measure of the flow control itself, counted from 0. */
static inline void flow_measure(struct nic_device* n, uint32_t index, uint32_t value) {
  nic_measure(n, FLOW_MEASURES + index, value);
}

#ifdef __cplusplus
}
#endif
