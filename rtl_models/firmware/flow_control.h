/* flow_control: what tells one end-to-end flow control from another: when a source may send another request. All else,
 * requests and responses, is the same for all of them: transactions.h. */
#pragma once

#include <stdbool.h>

#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A response has come. */
struct flow_answer {
  uint32_t peer;       /* the host that has answered */
  uint32_t round_trip; /* in ticks, from the head of the request on the link, or from its beginning (FLOW_FROM) */
  bool is_marked;      /* a switch on the way of the request was congested */
};

/* Functions may be null. */
struct flow_control {
  /* After reset: requests under way at once, 1 to 64; 0: it cannot begin, and has said why. */
  uint32_t (*start)(struct nic_device* n);
  /* Another request may begin; `outstanding` have begun and have not been answered. */
  bool (*is_open)(struct nic_device* n, uint32_t outstanding);
  /* One has begun, and counts in `outstanding`. */
  void (*began)(struct nic_device* n, uint32_t outstanding);
  /* One has been answered, or given up, and no longer counts. */
  void (*answered)(struct nic_device* n, uint32_t outstanding, const struct flow_answer* answer);
  void (*given_up)(struct nic_device* n, uint32_t outstanding);
};

/* The firmware of a flow control is these two functions, with its struct. */
void flow_start(struct nic_device* n, const struct flow_control* control);
void flow_handle(struct nic_device* n, uint32_t event, const struct flow_control* control);

/* The own parameters that all flow controls have, before those of one of them. */
enum flow_parameter {
  FLOW_SERVICE, /* ticks that a destination takes for a request, one after the other */
  FLOW_FROM,    /* 0: a round trip begins with the head on the link; 1: with the transfer from host memory */
  FLOW_PARAMETERS
};
#define FLOW_OWN_PARAMETERS                                                                                      \
  {"service", NIC_OWN_TIME,                                                                                      \
   0,         1000000,                                                                                           \
   0,         "Time that a destination takes for a request before it responds; requests wait for one another."}, \
  {                                                                                                              \
    "round_trip_from", NIC_OWN_WORD, 0, 1, 0,                                                                    \
        "injection|start Beginning of a round trip: the head on the link, or the transfer from host memory."     \
  }

/* The value of an own parameter of the flow control itself, counted from 0. */
static inline uint32_t flow_parameter(struct nic_device* n, uint32_t index) {
  return nic_read(n, NIC_OWN_PARAMETER + 4 * (FLOW_PARAMETERS + index));
}

#ifdef __cplusplus
}
#endif
