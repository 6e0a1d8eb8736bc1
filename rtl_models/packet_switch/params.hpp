// Parameters of a packet_switch.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::packet_switch {

inline constexpr std::uint32_t most_flits = 16384;  ///< of a frame

/// Where frames wait, and therefore what can be full.
enum class Buffers : std::uint8_t {
  input,   ///< each input has a buffer, first in first out: the others wait for its first frame
  output,  ///< each output has a buffer, which all inputs may write at once
  shared,  ///< all outputs have one buffer together
};

/// How much of a shared buffer an output may have.
enum class Threshold : std::uint8_t {
  none,
  fixed,    ///< `most` frames
  dynamic,  ///< `alpha` times the frames that are free (Choudhury and Hahne, Dynamic queue length thresholds, 1998)
};
inline constexpr std::size_t thresholds = static_cast<std::size_t>(Threshold::dynamic) + 1;
/// "none", "fixed", ...
const char* to_string(Threshold threshold);
/// Whether the share of an output is Params::most.
constexpr bool goes_by_most(Threshold threshold) {
  switch (threshold) {
    case Threshold::fixed: return true;
    case Threshold::none:
    case Threshold::dynamic: break;
  }
  return false;
}
/// Whether it follows from Params::alpha8.
constexpr bool goes_by_alpha(Threshold threshold) {
  switch (threshold) {
    case Threshold::dynamic: return true;
    case Threshold::none:
    case Threshold::fixed: break;
  }
  return false;
}

/// Why a frame was dropped. The twin has a counter for each, its word with `_q`. `drop_causes` goes by the last one.
enum class Drop : std::uint8_t {
  full,       ///< the buffer has no room for it
  threshold,  ///< its output has its share of a shared buffer
  unknown,    ///< no port leads to its destination
  returned,   ///< its destination is at the port that it came by
  runt,       ///< it is shorter than `shortest`
  giant,      ///< it is longer than `longest`
  aborted,    ///< its sender ended it before its last flit
  streams,    ///< an uplink carries all the streams that it can
};
inline constexpr std::size_t drop_causes = static_cast<std::size_t>(Drop::streams) + 1;
/// "full", "threshold", ...
const char* to_string(Drop cause);

/// An uplink is a port with a module of its own, which has a buffer for each direction: its values in the place of those of Params.
struct Uplink {
  /// With buffers at inputs or outputs: frames of its buffer, 1 to 16384. With a shared buffer: frames that the module itself holds in
  /// each direction, of any number of flits, 0 to 16384: then a frame takes room of the shared buffer only where the module has none.
  std::uint16_t frames = 45;
  std::uint16_t held = 1;      ///< as Params::held
  std::uint32_t transfer = 0;  ///< as Params::transfer, for frames to the uplink and from it
  /// A stream: frames of one port for another one, as long as there are some. An uplink carries this many streams in each direction,
  /// and frames of further ones are dropped; 0: any number.
  std::uint16_t streams = 0;
};

struct Params {
  std::uint16_t ports = 4;  ///< 2 to 256
  Buffers buffers = Buffers::input;
  // Room of the shared buffer, or of each of the others. Both limits hold.
  std::uint16_t frames = 45;  ///< 1 to 16384
  std::uint32_t flits = 0;    ///< 0: any number
  Threshold threshold = Threshold::none;
  std::uint16_t most = 1;    ///< frames of an output, with a fixed threshold: 1 to `frames`
  std::uint16_t alpha8 = 8;  ///< eighths of `alpha`, with a dynamic threshold: 1 to 512
  /// Frames that an output holds besides the one that it sends, with buffers at inputs: 0 to 1024. A frame
  /// counts from the beginning of its transfer on.
  std::uint16_t held = 1;
  /// Cycles that the transfer of a flit to its output takes, up to 65536; 0: a frame takes one.
  std::uint32_t transfer = 0;
  /// A frame may leave as it is transferred, by an output whose link is no faster: with held = 0 and the transfer as fast as the link,
  /// the switch has no buffers at outputs. Otherwise it leaves when it is there whole.
  bool direct = false;
  /// A frame may leave as it comes in, from flit `shortest` on, by an output that has nothing else to send and whose link is no faster than
  /// that of the input's port and the transfer. It takes the room of a frame of `longest` flits until its last flit has come.
  bool cut_through = false;
  std::uint16_t transfers = 0;  ///< at once, which is the bandwidth of the backplane; 0: any number
  std::uint16_t lookup = 0;     ///< cycles from a frame's last flit until it may be transferred, up to 65535
  std::uint16_t gap = 5;  ///< flit times between two frames of an output: preamble and gap of Ethernet are 20 bytes
  std::uint16_t shortest = 1, longest = 380;  ///< flits of a frame: 1 to 16384
  // An input is paused when `pause_at` of its frames are held, and goes on when no more than `resume_at` are. 0: never.
  std::uint16_t pause_at = 0, resume_at = 0;
  /// Cycles that a flit takes on the link of each output, 1 to 65536; `ports` of them, or one for all.
  std::vector<std::uint32_t> cycles_per_flit = {1};
  std::optional<Uplink> uplink;  ///< of all uplinks; nothing: they are as other ports
  PortSet uplinks = {};

  std::uint32_t cycles_of_flit(unsigned output) const {
    return cycles_per_flit.size() == 1 ? cycles_per_flit.front() : cycles_per_flit[output];
  }
  // At a port.
  std::uint16_t frames_at(unsigned port) const { return has(uplinks, port) ? uplink->frames : frames; }
  std::uint16_t held_at(unsigned port) const { return has(uplinks, port) ? uplink->held : held; }
  /// Cycles for a flit from a port to another one.
  std::uint32_t transfer_between(unsigned input, unsigned output) const {
    return has(uplinks, input) || has(uplinks, output) ? uplink->transfer : transfer;
  }
  std::uint64_t transfer_cycles(unsigned input, unsigned output, std::uint32_t flits_of_frame) const {
    return std::max<std::uint64_t>(std::uint64_t{transfer_between(input, output)} * flits_of_frame, 1);
  }
  bool has_transfers_to_one() const { return buffers == Buffers::input; }
  bool leaves_at_once(unsigned input, unsigned output) const {
    return direct && transfer_between(input, output) <= cycles_of_flit(output);
  }
  /// The speed of the link to an input is taken to be that of the link from its port. Where it is slower the frame leaves with gaps.
  bool may_cut_through(unsigned input, unsigned output) const {
    return cut_through && cycles_of_flit(input) <= cycles_of_flit(output) &&
           transfer_between(input, output) <= cycles_of_flit(output);
  }
  bool counts_streams() const { return uplink && uplink->streams != 0; }
  /// Places for frames: one of each input for the frame that comes in, and those of the buffers.
  std::uint32_t slots() const {
    std::uint32_t all = ports;
    if (buffers == Buffers::shared) {
      all += frames;
      if (uplink) all += 2u * count_of(uplinks) * uplink->frames;
      return all;
    }
    for (unsigned port = 0; port < ports; ++port)
      all += frames_at(port) + (buffers == Buffers::input ? 1u + held_at(port) : 0u);
    return all;
  }
  Violations violations() const;
};

}  // namespace slackline::packet_switch
