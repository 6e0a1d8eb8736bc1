// words: what the numbers of a dump mean where they stand for something: kinds of flits, and why one does not move.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  link_busy,         ///< the link still carries the flit before
  reading,           ///< it is on its way out of the buffer
  discarded,         ///< it is thrown away at the next edge: of no worm, or for an output without a link
  no_response,       ///< hosts: it is a request, and as many as may be are under way
  no_tag,            ///< hosts: the packet table is full
};
inline constexpr unsigned stall_words = 13;
inline constexpr unsigned stall_bits = 4;

/// "lost_arbitration"
const char* to_string(Stall stall);

/// Translate filters of GTKWave: a line a value, its digits as the viewer shows them, its word, and a colour.
std::string kind_filter();
std::string stall_filter();
/// Of packets, of a value `digits` hexadecimal digits wide: "70013" host7:19. `from` .. `to` - 1 are those of a host.
struct PacketNames {
  std::string host;
  std::uint32_t number = 0;
  std::uint64_t from = 0, to = 0;
};
std::string packet_filter(const std::vector<PacketNames>& hosts, unsigned digits);

}  // namespace slackline::tracing
