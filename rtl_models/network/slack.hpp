// slack: the size that the buffer at the end of a channel needs: pure functions of the kind at the sending end, the kind of the
// channel and the kind at the receiving end.
//
//     sending end                      channel                     receiving end
//   grant -> stages -> output register ---- d_fwd, n cycles a flit ----> buffer
//   decision <- fc <------------------------------------- d_rev <- fc <- STOP or credit
//
// A flit that the sender lets go just before STOP reaches it still arrives: that is the slack.
#pragma once

#include <cstdint>

#include "rtl_models/common/link_pacer.hpp"
#include "rtl_models/wormhole_switch/params.hpp"

namespace slackline::network {

/// What channels of one kind have in common.
struct ChannelKind {
  std::uint32_t delay = 1;            ///< cycles from the output register to the write downstream, 1..1000 (papers: ld)
  std::uint32_t stop_delay = 1;       ///< cycles of the STOP wire back: the delay of the reverse direction, 1..1000
  CyclesPerFlit cycles_per_flit = 1;  ///< the sender puts one flit on the link in so many cycles

  /// From the output register to the write downstream: a flit is written when all of it has come.
  std::uint32_t latency() const { return delay + cycles_per_flit.rounded_up() - 1; }
};

/// The sender's end of a channel: the parameters of its kind of switch, or host, that count.
struct SendingEnd {
  unsigned fc_cycles = 0;  ///< registers that STOP or a credit passes there
  unsigned stages_after_grant =
      0;  ///< registers that a flit passes between the sender's decision and its output register
};

/// The receiver's end of a channel: the parameters of its kind of switch, or host, that count.
struct ReceivingEnd {
  unsigned fc_cycles = 0;
  bool has_credits = false, whole_packets = false;  ///< whole_packets: virtual cut-through
  unsigned stop_at = 1;
  unsigned longest_packet = 1;   ///< whole_packets: flits, with those of its route
  unsigned data_wait = 0;        ///< cycles from a data flit's write to the edge at which it may leave
  unsigned barrier_stop_at = 1;  ///< messages in the buffer of a barrier unit
};

/// A channel with both ends: a loop of flits there and of STOP or credits back.
struct Loop {
  SendingEnd from;
  ChannelKind channel;
  ReceivingEnd to;
};

SendingEnd sending_end(const wormhole_switch::Params& kind);
ReceivingEnd receiving_end(const wormhole_switch::Params& kind);
/// A host sends without stages, and its buffers are as those of the kind of its switch.
SendingEnd sending_host(unsigned fc_cycles);
ReceivingEnd receiving_host(unsigned fc_cycles, const wormhole_switch::Params& kind_of_its_switch);

/// Flits that may still arrive after the buffer reached stop_at: the slack that it needs above stop_at.
///   d_fwd + d_rev + fc of the receiver + fc of the sender + stages after the sender's grant + 1
/// A link of one flit in n cycles adds n - 1 cycles to them. The flits are those that the sender can send in so many
/// cycles after a flit: where n is whole, one n-th of the cycles, rounded down.
unsigned smallest_slack(const Loop& loop);

/// Flits of a buffer that loses nothing, at a switch or at a host that sends STOP.
///   stop_at + slack + (virtual cut-through: longest packet - 1, the rest of one whose head was the last to be let go)
/// With credits 1, or a whole packet.
unsigned smallest_buffer(const Loop& loop);

/// credit: flits of a buffer with which a worm that nothing holds up is never short of a credit: the cycles of the loop,
/// over those that a flit takes on the link.
///   stages after the sender's grant + latency there + wait of a data flit + d_rev + fc of both ends + 3
/// Where a flit takes a fraction of cycles, this is a bound and no minimum: a flit may stay a cycle longer, because it
/// comes and goes at edges that are rounded differently.
unsigned full_speed_credits(const Loop& loop);

/// Messages that a barrier unit's input buffer must hold so that none gets lost after its STOP.
///   its stop_at + (slack + 3) / 2: a message is two flits; one that has begun goes on after STOP, and half of one may have come
/// With credits 1.
unsigned smallest_barrier_buffer(const Loop& loop);

}  // namespace slackline::network
