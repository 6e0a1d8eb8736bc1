/* The firmware of a network interface, and all that it can access: registers, NIC memory, and the events by which it is
 * called. C11; the same sources are compiled into the simulator, and for an RV32 processor (docs/firmware.md).
 *
 * A handler is never interrupted. It reads values as they were when it began (and those it has stored itself). The
 * hardware sees its writes when it ends: cost cycles later, by the table of costs for its event, for each register and
 * each word of memory. (On an RV32 processor each access happens when its instruction does.) It must not read a register that it has changed. The only variables are those in NIC memory
 * (addresses are byte offsets, words of 4 bytes, aligned, 0 after reset), so that any number of interfaces run one
 * firmware. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Byte offsets of the registers: NIC_NODE, NIC_TX_PUSH, ... */
enum nic_register {
#define SLACKLINE_NIC_REGISTER(name, offset, count, access, reset, text) NIC_##name = (offset),
#include "rtl_models/firmware/registers.def"
#undef SLACKLINE_NIC_REGISTER
};

/* Events, bits of EVENT_PENDING and EVENT_ENABLE. TX_STOPPED goes first, since the clock runs on until it is handled;
 * then RX_CONTROL and RX_REFUSED, for which other interfaces wait; then the lowest. */
enum nic_event {
  NIC_EVENT_TIMER,      /* TIMER_EXPIRED is not 0 */
  NIC_EVENT_RX_HEADER,  /* the header of a packet has come, which may still be arriving */
  NIC_EVENT_RX_DONE,    /* all of a packet has come */
  NIC_EVENT_TX_DONE,    /* a packet has been sent */
  NIC_EVENT_DMA_DONE,   /* a transfer has ended */
  NIC_EVENT_SLOT,       /* the slot of the alarm has begun */
  NIC_EVENT_HOST,       /* the host has posted a command */
  NIC_EVENT_BARRIER,    /* a message of a barrier unit has come */
  NIC_EVENT_TX_STOPPED, /* with TX_STOP_EVENT: a packet with NIC_TX_PAUSE is stopped, or goes on */
  NIC_EVENT_RX_CONTROL, /* the control queue has a packet that has come whole */
  NIC_EVENT_RX_REFUSED, /* a packet has found no buffer */
  NIC_EVENTS
};

/* HOST_KIND: what a host asks for. */
enum nic_command {
  NIC_COMMAND_SEND,    /* a message to HOST_PEER */
  NIC_COMMAND_BARRIER, /* the host enters the next barrier of group HOST_PEER; HOST_MESSAGE: how many it has left before */
  NIC_COMMAND_MULTICAST /* a message to the members of group HOST_PEER */
};

/* DONE_KIND: notifications to a host. */
enum nic_completion {
  NIC_DONE_SENT,     /* own message DONE_MESSAGE has left; with acknowledgements: has arrived */
  NIC_DONE_RECEIVED, /* message DONE_MESSAGE of host DONE_PEER is in host memory, DONE_WORDS long */
  NIC_DONE_FAILED,   /* own message DONE_MESSAGE has been given up */
  NIC_DONE_BARRIER,  /* all of group DONE_PEER have entered its barrier DONE_MESSAGE: the host may leave */
  /* Reports on no message: */
  NIC_DONE_SLOT,    /* slot DONE_MESSAGE has begun, in cycle DONE_PEER (high half), DONE_WORDS (low half) */
  NIC_DONE_MISSING, /* no packet of host DONE_PEER has come: synchronization DONE_MESSAGE, its slot DONE_WORDS */
  NIC_DONE_BLOCKED, /* the first packet that the network stopped: in slot DONE_MESSAGE, to DONE_PEER, DONE_WORDS cycles */
  NIC_DONE_COUNTER, /* counter DONE_PEER of the firmware is DONE_MESSAGE */
  NIC_DONE_LATE     /* a packet that may have been reported missing has come: fields as of NIC_DONE_MISSING */
};

/* PARAMETER: an experiment's settings for the firmware, by index. A firmware uses those that apply to it. */
enum nic_parameter {
  NIC_PARAMETER_PACKET_WORDS,  /* maximum payload words of a packet */
  NIC_PARAMETER_WINDOW,        /* own packets under way at once */
  NIC_PARAMETER_TIMEOUT_TICKS, /* ticks without an answer until the firmware acts on it; 0: it never does */
  NIC_PARAMETER_TRIES,         /* how often a packet is sent before its message is given up */
  NIC_PARAMETER_REPLY_WORDS,   /* payload words of a reply */
  NIC_PARAMETER_BUFFERS,       /* receive buffers; 0: as many as there is memory for */
  NIC_PARAMETERS = 16
};

/* OWN_PARAMETER: what a firmware itself declares, in its order. Each becomes a key `firmware.NAME.KEY` of experiments. */
enum nic_own_kind {
  NIC_OWN_NUMBER, /* least to most */
  NIC_OWN_TIME,   /* a time with a unit, least to most in ns; the register has ticks of the nominal clock */
  NIC_OWN_WORD    /* one of some words, "text" has them: "one|other"; the register has its number, from 0 on */
};
struct nic_own_parameter {
  const char* key;
  enum nic_own_kind kind;
  uint32_t least, most, initial; /* of a time, `initial` is in ns, too */
  const char* text;              /* what it is, in a line; before it, of words: the words, and a space */
};
enum { NIC_OWN_PARAMETERS = 32 };

/* An own parameter that has an effect only with some values of another one, a word: both by their places in the list. */
struct nic_own_condition {
  uint32_t parameter, decider;
  uint32_t words; /* a bit each */
};

/* What a firmware measures, in its order: each becomes a part of the result, under its key. */
enum nic_measure_kind {
  NIC_MEASURE_LEVEL, /* it holds until the next value: averaged over time */
  NIC_MEASURE_SAMPLE /* averaged over its values */
};
enum nic_measure_unit { NIC_UNIT_NUMBER, NIC_UNIT_TICKS };
struct nic_own_measure {
  const char* key;
  enum nic_measure_kind kind;
  enum nic_measure_unit unit;
  uint32_t divisor; /* a value is so many parts of 1 */
  const char* text; /* what it is, in a line */
};
enum { NIC_OWN_MEASURES = 8 };

/* Words of its state that a firmware exports, in its order: for waves and reports. Those of a queue are about its first
 * packet, and their keys begin with the name of the queue: "upper_state". */
enum nic_export_kind {
  NIC_EXPORT_NUMBER, /* up to `most`; if that is 0, up to the number of hosts */
  NIC_EXPORT_DIGITS, /* hexadecimal digits with a meaning each, up to `most` */
  NIC_EXPORT_NAME,   /* one of `names`, by its number */
  NIC_EXPORT_HOST,   /* a host, and one more; 0: none */
  /* Of a queue: */
  NIC_EXPORT_STATE,   /* one of `names`: how far the first packet is */
  NIC_EXPORT_SOURCE,  /* the host that its message is of, and one more; 0: the queue is empty */
  NIC_EXPORT_MESSAGE, /* that host's number of the message */
  NIC_EXPORT_OFFSET,  /* place of its first word in the message */
  NIC_EXPORT_WAITS_FOR /* the queue that must accept it before it leaves: host in bits 23..0, number in 31..30; 0: none. Bit
                          NIC_GIVES_WAY: should they wait for one another in a circle, the firmware moves it elsewhere */
};
enum { NIC_GIVES_WAY = 1 << 29 };
struct nic_own_export {
  const char* key;
  enum nic_export_kind kind;
  uint32_t queue;    /* number of the queue, as NIC_EXPORT_WAITS_FOR has it */
  uint32_t most;     /* maximum of a number */
  const char* names; /* "one|other" */
  const char* look;  /* in waves: a line of waves/looks.txt; null: that of its kind */
};
enum { NIC_EXPORTS = 24 };

/* What happens to a transaction: a request, and the response to it. */
enum nic_step {
  NIC_STEP_HELD,      /* at its source: the flow control lets no other begin; of no transaction */
  NIC_STEP_BEGUN,     /* at its source; value: the host's number of the message */
  NIC_STEP_READY,     /* at its source: its start-up is over; value: tick at which it began */
  NIC_STEP_QUEUED,    /* at its source: it is in the send queue */
  NIC_STEP_SENT,      /* at its source: its tail has left; value: tick at which its head had */
  NIC_STEP_TAKEN,     /* at its destination; value: tick at which it had come whole */
  NIC_STEP_RESPONDED, /* at its destination: the response's tail has left; value: tick at which its head had */
  NIC_STEP_ANSWERED,  /* at its source; value: tick at which the response had come whole */
  NIC_STEP_GIVEN_UP   /* at its source */
};

/* Bits of TX_FLAGS, RX_DONE_STATUS. */
enum { NIC_TX_FOLLOW = 1, NIC_TX_AT_SLOT = 2, NIC_TX_NOTIFY = 4, NIC_TX_PAUSE = 8, NIC_TX_STAMP = 16 };
enum { NIC_RX_TRUNCATED = 1, NIC_RX_TOO_LONG = 2, NIC_RX_CORRUPT = 4, NIC_RX_MARKED = 1 << 10 };
/* TX_DONE_STATUS. */
enum { NIC_TX_CUT = 1, NIC_TX_ABORTED = 2, NIC_TX_REMOVED = 4 };
/* DMA_MESSAGE, with this host as DMA_PEER: words of host memory that are the interface's own, and belong to no message. */
#define NIC_OWN_WORDS 0xffffffffu
/* Bit of a packet's first word: it may take a reserved buffer (RX_RESERVED). */
enum { NIC_PACKET_CLAIMS = 1 << 29 };

/* The network interface that a handler runs on. */
struct nic_device;
#ifndef __cplusplus
typedef struct nic_device nic; /* in C++ a namespace has that name */
#endif

/* Functions of the simulator; on an RV32 processor single instructions, rv32/access.h. */
#if defined(__riscv) && __riscv_xlen == 32
#define NIC_FUNCTION static inline
#else
#define NIC_FUNCTION
#endif

NIC_FUNCTION uint32_t nic_read(struct nic_device* n, uint32_t reg);
NIC_FUNCTION void nic_write(struct nic_device* n, uint32_t reg, uint32_t value);
NIC_FUNCTION uint32_t nic_load(struct nic_device* n, uint32_t address);
NIC_FUNCTION void nic_store(struct nic_device* n, uint32_t address, uint32_t value);
/* The handler computes for `cycles` more cycles; nothing on an RV32 processor, where the instructions take their time. */
NIC_FUNCTION void nic_work(struct nic_device* n, uint32_t cycles);

/* Instruments: they take no time, and tell the handler nothing. What it reads, loads and stores for them between
 * nic_instrument(n, 1) and nic_instrument(n, 0) takes no time either. */
NIC_FUNCTION void nic_instrument(struct nic_device* n, uint32_t is_on);
/* A line in the log of the run; `text` may have two %u or %x, for a and b. */
NIC_FUNCTION void nic_log(struct nic_device* n, const char* text, uint32_t a, uint32_t b);
/* A value of a measure that the firmware declares, by its place there. */
NIC_FUNCTION void nic_measure(struct nic_device* n, uint32_t measure, uint32_t value);
/* A step of transaction `id`, a number that its source gives it: `peer` is the host at the other end. A source has no two
 * of one `id` at once. */
NIC_FUNCTION void nic_transaction(struct nic_device* n, enum nic_step step, uint32_t peer, uint32_t id, uint32_t value);
/* Word `word` of those that the firmware exports is `value` from now on. */
NIC_FUNCTION void nic_export(struct nic_device* n, uint32_t word, uint32_t value);

#if defined(__riscv) && __riscv_xlen == 32
#include "rtl_models/firmware/rv32/access.h"
#endif

/* A firmware. In C a member that is not given is 0; C++ has to be told. */
#ifdef __cplusplus
#define NIC_IS_0_BY_DEFAULT \
  {}
#else
#define NIC_IS_0_BY_DEFAULT
#endif
struct nic_firmware {
  const char* name;
  void (*start)(struct nic_device* n);                     /* once, after reset */
  void (*handle)(struct nic_device* n, uint32_t event);    /* event: enum nic_event */
  const struct nic_own_parameter* own NIC_IS_0_BY_DEFAULT; /* null: it declares no parameters */
  uint32_t own_count NIC_IS_0_BY_DEFAULT;                  /* up to NIC_OWN_PARAMETERS */
  const struct nic_own_condition* conditions NIC_IS_0_BY_DEFAULT;
  uint32_t condition_count NIC_IS_0_BY_DEFAULT;
  const struct nic_own_measure* measures NIC_IS_0_BY_DEFAULT;
  uint32_t measure_count NIC_IS_0_BY_DEFAULT; /* up to NIC_OWN_MEASURES */
  const struct nic_own_export* exports NIC_IS_0_BY_DEFAULT;
  uint32_t export_count NIC_IS_0_BY_DEFAULT;    /* up to NIC_EXPORTS */
  uint32_t is_flow_control NIC_IS_0_BY_DEFAULT; /* 1: its own parameters begin with those of flow_control.h */
};

#ifdef __cplusplus
}
#endif
