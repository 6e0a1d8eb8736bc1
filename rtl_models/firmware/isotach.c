/* isotach: logical time by tokens, as Song 2005 (section 6) describes isotach networks: the interface of host 0 collects
 * token i from all others and then sends token i + 1 to each in turn. The others send it back at once, and then a
 * packet of the application's stream, each to another one of them: when token i + 1 goes back, the packet of token i has
 * left. The manager takes no part in the stream.
 *
 *   RX_DONE, a token    -> its cycle is reported to the host; the token goes back; a packet of the stream
 *   RX_DONE, at host 0  -> when it was the last one: the next token to all
 *   TX_DONE             -> packets of the stream are counted
 *
 * It uses FBS_ROUNDS, tokens, and FBS_STREAM_WORDS of the table at TABLE_ADDRESS (fbs.h). */
#include <stdbool.h>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/completion.h"
#include "rtl_models/firmware/fbs.h"
#include "rtl_models/firmware/memory.h"
#include "rtl_models/firmware/packet.h"

enum { STREAM = 0, TOKEN = 1 }; /* classes of packets */
enum { HEADER = 4 * FBS_HEADER_WORDS, BUFFERS = 32 };

/* Variables. Headers of even and of odd tokens: those of a token are free when the next but one comes. */
enum {
  NUMBER = VARIABLES_END, /* of the token that is under way */
  COLLECTED = NUMBER + 4, /* host 0: tokens that have come back */
  STREAM_HEADERS = COLLECTED + 4,
  TOKEN_HEADERS = STREAM_HEADERS + 2 * HEADER,
  COUNTERS = TOKEN_HEADERS + 2 * HEADER,
  END = COUNTERS + 4 * FBS_COUNTERS
};

static uint32_t table(nic* n, uint32_t word) { return nic_load(n, nic_read(n, NIC_TABLE_ADDRESS) + 4 * word); }

static void count(nic* n, uint32_t which, uint32_t more) {
  nic_store(n, COUNTERS + 4 * which, nic_load(n, COUNTERS + 4 * which) + more);
}

static void push(nic* n, uint32_t to, uint32_t class, uint32_t number, uint32_t words) {
  const uint32_t header = (class == STREAM ? STREAM_HEADERS : TOKEN_HEADERS) + number % 2 * HEADER;
  nic_store(n, header, first_word(class, 0, nic_read(n, NIC_NODE)));
  nic_store(n, header + 4, number);
  nic_write(n, NIC_TX_DESTINATION, to);
  nic_write(n, NIC_TX_HEADER, header);
  nic_write(n, NIC_TX_HEADER_WORDS, FBS_HEADER_WORDS);
  nic_write(n, NIC_TX_PAYLOAD, 0); /* the contents do not matter */
  nic_write(n, NIC_TX_PAYLOAD_WORDS, words);
  nic_write(n, NIC_TX_FLAGS, class == STREAM ? NIC_TX_NOTIFY : 0);
  nic_write(n, NIC_TX_PUSH, 1);
}

/* Token `number` has begun here. After the last one there are two without a packet: the first shows that the packets of
 * the last have left, the second that it is over. */
static void tell(nic* n, uint32_t number) {
  const uint32_t tokens = table(n, FBS_ROUNDS);
  if (number == tokens) return;
  const bool over = number > tokens;
  tell_host(n, NIC_DONE_SLOT, nic_read(n, NIC_CYCLE_HIGH), over ? tokens : number, nic_read(n, NIC_CYCLE_LOW));
  for (uint32_t i = 0; over && i < FBS_COUNTERS; ++i)
    tell_host(n, NIC_DONE_COUNTER, i, nic_load(n, COUNTERS + 4 * i), 0);
}

static void send_tokens(nic* n, uint32_t number) {
  nic_store(n, NUMBER, number);
  nic_store(n, COLLECTED, 0);
  for (uint32_t host = 1; host < nic_read(n, NIC_NODES); ++host) push(n, host, TOKEN, number, 0);
  tell(n, number);
}

static void start(nic* n) {
  memory_start(n);
  if (nic_read(n, NIC_TABLE_WORDS) < FBS_DESTINATIONS || nic_read(n, NIC_DONE_SPACE) < FBS_COUNTERS + 2 ||
      nic_read(n, NIC_TX_SPACE) + 1 < nic_read(n, NIC_NODES)) {
    nic_log(n, "tokens for %u hosts need a table, and as many places in the queues", nic_read(n, NIC_NODES), 0);
    nic_write(n, NIC_ERROR, ERROR_QUEUES);
    return;
  }
  reserve(n, END - VARIABLES_END);
  for (uint32_t class = STREAM; class <= TOKEN; ++class) { /* buffers need only hold the header of a packet */
    nic_write(n, NIC_RX_BUFFER_WORDS + 4 * class, FBS_HEADER_WORDS);
    for (uint32_t i = 0; i < BUFFERS; ++i) nic_write(n, NIC_RX_FREE + 4 * class, reserve(n, HEADER));
  }
  if (nic_read(n, NIC_NODE) == 0) send_tokens(n, 0);
  nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_RX_DONE | 1u << NIC_EVENT_TX_DONE);
}

/* With token i host h sends to the i-th after it, host 0 left out. */
static void take_token(nic* n, uint32_t number) {
  const uint32_t node = nic_read(n, NIC_NODE), others = nic_read(n, NIC_NODES) - 1, tokens = table(n, FBS_ROUNDS);
  tell(n, number);
  if (number <= tokens) push(n, 0, TOKEN, number, 0);
  if (number < tokens) push(n, 1 + (node - 1 + number) % others, STREAM, number, table(n, FBS_STREAM_WORDS));
}

static void collect(nic* n) {
  const uint32_t collected = nic_load(n, COLLECTED) + 1, number = nic_load(n, NUMBER);
  nic_store(n, COLLECTED, collected);
  if (collected == nic_read(n, NIC_NODES) - 1) send_tokens(n, number + 1);
}

static void rx_done(nic* n) {
  const uint32_t buffer = nic_read(n, NIC_RX_DONE_BUFFER), status = nic_read(n, NIC_RX_DONE_STATUS);
  const uint32_t class = status >> 8 & 3;
  if ((status & (NIC_RX_TRUNCATED | NIC_RX_CORRUPT)) != 0)
    count(n, FBS_DAMAGED, 1);
  else if (class == STREAM)
    count(n, FBS_RECEIVED, 1);
  else if (nic_read(n, NIC_NODE) == 0)
    collect(n);
  else
    take_token(n, nic_load(n, buffer + 4));
  nic_write(n, NIC_RX_FREE + 4 * class, buffer);
  nic_write(n, NIC_RX_DONE_POP, 1);
}

static void tx_done(nic* n) {
  const uint32_t stopped = nic_read(n, NIC_TX_DONE_STOPPED);
  count(n, FBS_SENT, 1);
  count(n, FBS_BLOCKED, stopped != 0);
  count(n, FBS_STOPPED, stopped);
  nic_write(n, NIC_TX_DONE_POP, 1);
}

static void handle(nic* n, uint32_t event) {
  if (event == NIC_EVENT_RX_DONE) rx_done(n);
  if (event == NIC_EVENT_TX_DONE) tx_done(n);
}

const struct nic_firmware firmware_isotach = {.name = "isotach", .start = start, .handle = handle};
