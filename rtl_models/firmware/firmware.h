/* The firmware of a network interface, and all that it can access: registers, NIC memory, and the events by which it is
 * called. C11; the same sources are compiled into the simulator, and later for a real core.
 *
 * A handler is never interrupted. It reads values as they were when it began (and those it has stored itself). The
 * hardware sees its writes when it ends: cost cycles later, by the table of costs for its event, for each register and
 * each word of memory. It must not read a register that it has changed. The only variables are those in NIC memory
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

/* Events, bits of EVENT_PENDING and EVENT_ENABLE. TX_STOPPED goes first, since the clock runs on until it is handled; then
 * the lowest. */
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
  NIC_EVENTS
};

/* HOST_KIND: what a host asks for. */
enum nic_command {
  NIC_COMMAND_SEND,   /* a message to HOST_PEER */
  NIC_COMMAND_BARRIER /* the host enters the next barrier of group HOST_PEER; HOST_MESSAGE: how many it has left before */
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

/* Bits of TX_FLAGS, RX_DONE_STATUS. */
enum { NIC_TX_FOLLOW = 1, NIC_TX_AT_SLOT = 2, NIC_TX_NOTIFY = 4, NIC_TX_PAUSE = 8, NIC_TX_STAMP = 16 };
enum { NIC_RX_TRUNCATED = 1, NIC_RX_TOO_LONG = 2, NIC_RX_CORRUPT = 4 };

/* The network interface that a handler runs on. */
struct nic_device;
#ifndef __cplusplus
typedef struct nic_device nic; /* in C++ a namespace has that name */
#endif

uint32_t nic_read(struct nic_device* n, uint32_t reg);
void nic_write(struct nic_device* n, uint32_t reg, uint32_t value);
uint32_t nic_load(struct nic_device* n, uint32_t address);
void nic_store(struct nic_device* n, uint32_t address, uint32_t value);
/* The handler computes for `cycles` more cycles. */
void nic_work(struct nic_device* n, uint32_t cycles);
/* A line in the log of the run; `text` may have two %u or %x, for a and b. */
void nic_log(struct nic_device* n, const char* text, uint32_t a, uint32_t b);

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
};

#ifdef __cplusplus
}
#endif
