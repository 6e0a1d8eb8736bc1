/* memory: the layout of NIC memory: variables at fixed addresses from 0 on, then the memory that start() reserves. */
#pragma once

#include "rtl_models/firmware/deadlines.h"
#include "rtl_models/firmware/firmware.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The variables, by file. */
enum {
  /* memory.c */
  MEMORY_NEXT = 0, /* first byte that is not reserved */
  /* events.c */
  EVENTS_ENABLED = 4,
  /* sender.c */
  SENDER_SLOTS = 8,         /* address of the first slot */
  SENDER_SLOT_BYTES = 12,   /* size of one */
  SENDER_SLOT_COUNT = 16,   /* how many */
  SENDER_FREE = 20,         /* a bit a slot: it is free */
  SENDER_OFFSET = 24,       /* words of the oldest command that are under way */
  SENDER_PACKET_WORDS = 28, /* maximum payload of a packet */
  /* receiver.c */
  RECEIVER_SETS = 32,     /* address of the table of messages that have come in part */
  RECEIVER_SET_MASK = 36, /* sets of it, less one */
  RECEIVER_PATIENT = 40,  /* 1: a packet that the table has no room for comes again; 0: another message is given up */
  /* notes.c */
  NOTES = 44,      /* address of the first note */
  NOTES_FREE = 48, /* a bit a note: it is free */
  /* reliable.c */
  RELIABLE_TIMEOUT = 52, /* ticks; 0: packets are not acknowledged */
  RELIABLE_TRIES = 56,
  RELIABLE_PEERS = 60, /* address of the records of the other hosts */
  /* requests.c */
  REQUESTS = 64,         /* address of the first place */
  REQUESTS_FREE = 68,    /* a bit a place: it is free */
  REQUESTS_TIMEOUT = 72, /* ticks; 0: replies are waited for for ever */
  /* request_response.c */
  REPLY_ADDRESS = 76,
  REPLY_WORDS = 80,
  /* echo.c, in the place of request_response.c */
  ECHO_FIRST = 76, /* buffer of the call that has waited longest for a note; 0: none waits */
  ECHO_LAST = 80,
  /* barriers.c, in the same place: no firmware has two of the three */
  BARRIERS = 76,      /* address of the record of the first group */
  BARRIER_COUNT = 80, /* groups of this host */
  VARIABLES_END = 84
};

/* The firmwares of end-to-end flow controls have more variables, and reserve them first. */
enum {
  /* deadlines.c */
  DEADLINES = VARIABLES_END, /* address of the record of the first owner */
  DEADLINES_LIST = 88,       /* two words, see there */
  DEADLINES_ARMED_FOR = 96,  /* tick for which the timer runs, if it does */
  DEADLINES_IS_ARMED = 100,
  /* flow_control.c, of the parameters */
  FLOW_READS = 104,        /* 1: requests are reads, 0: writes */
  FLOW_PACKET_WORDS = 108, /* maximum payload of a packet */
  FLOW_TIMEOUT = 112,      /* ticks; 0: nothing is sent again */
  FLOW_TRIES = 116,        /* how often a request is sent before it is given up */
  /* flow_packets.c */
  FLOW_TX_LEFT = 120, /* descriptors that the handler may still push */
  /* flow_slots.c */
  FLOW_SLOTS = 124, /* address of the first slot, size of one, how many */
  FLOW_SLOT_BYTES = 128,
  FLOW_SLOT_COUNT = 132,
  FLOW_FREE = 136,  /* the first slot that is free; 0: none */
  FLOW_READY = 140, /* the first slot whose request is to be sent, and the last one */
  FLOW_READY_LAST = 144,
  FLOW_SENT_TABLE = 148, /* with a timeout: generations of the last requests sent */
  /* flow_requests.c */
  FLOW_OUTSTANDING = 152, /* requests that have begun and have no outcome */
  FLOW_OFFSET = 156,      /* words of the oldest command that are in requests */
  FLOW_CUT_FAILED = 160,  /* 1: a part of it has been given up */
  /* flow_responses.c */
  FLOW_TAKEN_TABLE = 164, /* with a timeout: generations of the last requests taken */
  FLOW_SERVED = 168,      /* the first buffer whose response is to be sent, and the last one */
  FLOW_SERVED_LAST = 172,
  FLOW_SERVER_FREE = 176, /* tick at which the last one has been served */
  FLOW_OWN = 180,         /* of the flow control itself: 16 words */
  FLOW_VARIABLES_END = 244
};

/* In the place of those of flow controls. */
enum {
  /* go_back_n.c */
  GO_BACK_N_WINDOW = 104,
  GO_BACK_N_PEERS = 108, /* address of the records of the other hosts */
  GO_BACK_N_READY = 112, /* the first host with packets to be sent, and the last one: links, see there */
  GO_BACK_N_READY_LAST = 116,
  GO_BACK_N_TRIES = 120,   /* how often a packet is sent before its host is given up */
  GO_BACK_N_WAITING = 124, /* packets that have never been sent */
  GO_BACK_N_DELAYS = 128,  /* list of deadlines of acknowledgements */
  GO_BACK_N_VARIABLES_END = GO_BACK_N_DELAYS + DEADLINES_LIST_BYTES
};

/* Values written to ERROR. */
enum nic_error_value {
  ERROR_MEMORY = 1,     /* the NIC memory is too small for the firmware's task */
  ERROR_COMMAND = 2,    /* a command of a kind that the firmware does not know, or of no words */
  ERROR_QUEUES = 3,     /* the queues are too short for the window */
  ERROR_NODES = 4,      /* packets have no room for the numbers of so many hosts */
  ERROR_PARAMETERS = 5, /* the values of its parameters do not fit one another */
  ERROR_PROTOCOL = 6    /* a packet has come that the protocol rules out */
};

void memory_start(struct nic_device* n);
/* Address of so many bytes; without memory for them an error, and 0. */
uint32_t reserve(struct nic_device* n, uint32_t bytes);
/* Bytes that are not reserved. */
uint32_t memory_left(struct nic_device* n);

static inline uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

#ifdef __cplusplus
}
#endif
