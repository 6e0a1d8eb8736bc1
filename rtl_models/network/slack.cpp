#include "rtl_models/network/slack.hpp"

namespace slackline::network {

SendingEnd sending_end(const wormhole_switch::Params& kind) { return {kind.flow.fc_cycles, kind.stages_after_grant()}; }

ReceivingEnd receiving_end(const wormhole_switch::Params& kind) {
  return {kind.flow.fc_cycles, kind.has_credits(),  kind.switching == wormhole_switch::Switching::virtual_cut_through,
          kind.flow.stop_at,   kind.longest_packet, kind.data_wait(),
          kind.barrier.stop_at};
}

SendingEnd sending_host(unsigned fc_cycles) { return {fc_cycles, 0}; }

ReceivingEnd receiving_host(unsigned fc_cycles, const wormhole_switch::Params& kind_of_its_switch) {
  ReceivingEnd host = receiving_end(kind_of_its_switch);
  host.fc_cycles = fc_cycles;
  return host;
}

unsigned smallest_slack(const Loop& loop) {
  const unsigned cycles = loop.channel.latency() + loop.channel.stop_delay + loop.to.fc_cycles + loop.from.fc_cycles +
                          loop.from.stages_after_grant + 1;
  return static_cast<unsigned>(loop.channel.cycles_per_flit.flits_following(cycles));
}

unsigned smallest_buffer(const Loop& loop) {
  if (loop.to.has_credits) return loop.to.whole_packets ? loop.to.longest_packet : 1;
  return loop.to.stop_at + smallest_slack(loop) + (loop.to.whole_packets ? loop.to.longest_packet - 1u : 0);
}

unsigned full_speed_credits(const Loop& loop) {
  const unsigned cycles = loop.from.stages_after_grant + loop.channel.latency() + loop.to.data_wait +
                          loop.channel.stop_delay + loop.to.fc_cycles + loop.from.fc_cycles + 3 +
                          !loop.channel.cycles_per_flit.is_whole();
  return static_cast<unsigned>(loop.channel.cycles_per_flit.flits_at(cycles));
}

unsigned smallest_barrier_buffer(const Loop& loop) {
  return loop.to.has_credits ? 1 : loop.to.barrier_stop_at + (smallest_slack(loop) + 3) / 2;
}

}  // namespace slackline::network
