// words: numbers of a dump that have words, which are in waves/filters, an enumerator a line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/barrier/barrier_unit/message.hpp"
#include "rtl_models/barrier/preemption_unit/preemption_unit.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::tracing {

/// Why the flit at the front of a lane, or the next one of a host, does not leave at the next edge.
enum class Stall : std::uint8_t {
  idle,              ///< nothing is there, and nothing is to come
  moving,            ///< it leaves at the next edge
  empty,             ///< the worm holds its output, but its next flit has not come
  routing,           ///< a header that cannot ask for its output yet, or a lane that has just been released
  no_output,         ///< other worms hold all output lanes that it may take
  stopped,           ///< STOP holds back what it would go on
  no_credit,         ///< so do credits
  lost_arbitration,  ///< another one was chosen
  link_busy,         ///< the link still carries the flit before, or the gap after a packet is not over
  reading,           ///< it is on its way out of the buffer
  discarded,         ///< it is thrown away at the next edge: of no worm, or for an output without a link
  no_response,       ///< hosts: it is a request, and as many as may be are under way
  no_tag,            ///< hosts: the packet table is full
  padding,           ///< a padding flit leaves at the next edge: it holds the path of a worm that was cut upstream
  cut_by_barrier,    ///< a barrier message has taken the output lane that its worm holds
};
inline constexpr unsigned stall_words = 15;
inline constexpr unsigned stall_bits = 4;

/// The code that the processor of a network interface runs, or is to run: none, the handler of an event, the code after
/// reset.
enum class HandlerWord : std::uint8_t {
  idle,
  timer,
  rx_header,
  rx_done,
  tx_done,
  dma_done,
  slot,
  host,
  barrier,
  tx_stopped,
  rx_control,
  rx_refused,
  start,
  halted
};
inline constexpr unsigned handler_words = 14, handler_bits = 4;

/// The word of an event, or of nic::start_event.
constexpr HandlerWord word_of_event(std::uint8_t event) { return static_cast<HandlerWord>(1u + event); }

/// The action of a network interface's engine at the next edge.
enum class EngineState : std::uint8_t {
  idle,
  sending,           ///< send engine: a flit leaves, unless the link still carries the one before
  stopped,           ///< ... STOP or want of credits holds the flit back
  waiting_for_slot,  ///< ... its slot has not begun
  done_queue_full,   ///< ... the queue of packets sent has no place for its notice
  reading,           ///< ... the next word has to be read from memory first
  following,         ///< ... the next word has not come: it sends from a buffer that is still filling
  aborting,          ///< ... the packet that it follows has been cut short: an abort flit leaves
  header,            ///< receive engine: a head has come, and no word that names a class
  filling,           ///< ... a packet goes into a buffer
  dropping,          ///< ... there was no buffer for it
  beginning,         ///< DMA engine: no word has been moved yet
  to_nic,            ///< ... some have, from host memory ...
  to_host,           ///< ... or to it
};
inline constexpr unsigned engine_words = 14, engine_bits = 4;

/// The state of an RV32 core.
enum class CoreState : std::uint8_t {
  waiting,           ///< for an event
  executing,         ///< the instruction at pc
  waiting_for_port,  ///< of the NIC memory, for its access
  halted
};
inline constexpr unsigned core_words = 4, core_bits = 2;

/// A flit of a barrier: of the first one of a message its type; the second one, and what padding is asked for with.
enum class MessageWord : std::uint8_t {
  unknown,
  build,
  reduce,
  distribute,
  release,
  second,
  padding_request,
  padding_end
};
inline constexpr unsigned message_words = 8, message_bits = 3;
MessageWord message_word(barrier_unit::Type type);
/// Not of a first flit.
MessageWord message_word(FlitKind kind);

/// A preemption unit's phases: words for preemption_unit::Phase.
inline constexpr unsigned phase_words = 7, phase_word_bits = 3;

/// "lost_arbitration"
const char* to_string(Stall stall);
/// "RX_DONE"
const char* to_string(HandlerWord word);
/// "following"
const char* to_string(EngineState state);
/// "waiting_for_port"
const char* to_string(CoreState state);
/// "padding_request"
const char* to_string(MessageWord word);
/// "hold"
const char* to_string(preemption_unit::Phase phase);

/// Translate filters of GTKWave for words that depend on the network. Of barrier_unit::Address: "8003 host3".
std::string address_filter(const network::Netlist& netlist);
/// Hosts by number, `bits` wide: "03 host3".
std::string host_filter(const network::Netlist& netlist, unsigned bits);
/// Queues that firmware exports, the number of each before that of its host: "203 host3.lower".
std::string queue_filter(const network::Netlist& netlist, unsigned host_bits);
/// Words for packets, of a value `digits` hexadecimal digits wide: "70013" host7:19. `from` .. `to` - 1 are those of a
/// host.
struct PacketNames {
  std::string host;
  std::uint32_t number = 0;
  std::uint64_t from = 0, to = 0;
};
std::string packet_filter(const std::vector<PacketNames>& hosts, unsigned digits);

}  // namespace slackline::tracing
