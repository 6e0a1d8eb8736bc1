#include "testbench/statistics/credit_balance.hpp"

namespace slackline::statistics::detail {

namespace {

/// The sender's credits of a lane, and those that pass its registers.
std::uint64_t credits_at(const flow_controller::Params& p, const flow_controller::State& s, unsigned lane) {
  std::uint64_t places = s.credits[lane];
  for (unsigned i = 0; i < p.fc_cycles; ++i) places += has(s.pipe[p.fc_cycles + i], lane);
  return places;
}

}  // namespace

std::uint64_t places_at_switch_output(const network::Netlist& netlist, const wormhole_switch::State& sender,
                                      const network::Channel& channel, unsigned vc) {
  const wormhole_switch::Params& p = netlist.kind_of(channel.from.instance);
  const unsigned port = channel.from.port.value;
  std::uint64_t places = credits_at(p.flow, channel_at(p, sender, vc, port).flow, port % ports_of_bank);
  for (unsigned row = 0; row < p.stages_after_grant(); ++row)
    places += is_staged(p, sender, row, port) && takes_a_place(sender.stage_flits[row * p.ports + port], vc);
  return places;
}

std::uint64_t places_at_host(const port::Params& p, const port::State& sender, unsigned vc) {
  return credits_at(p.flow(), sender.flow, vc);
}

std::uint64_t places_at_switch_input(const network::Netlist& netlist, const wormhole_switch::State& receiver,
                                     const network::Channel& channel, unsigned vc) {
  const wormhole_switch::Params& p = netlist.kind_of(channel.to.instance);
  const unsigned port = channel.to.port.value;
  const flow_controller::State& flow = channel_at(p, receiver, vc, port).flow;
  const unsigned lane = port % ports_of_bank;
  const slack_buffer::State& buffer = receiver.in[crossbar::lane_index(port, vc, p.virtual_channels)].buffer;
  std::uint64_t places = buffer.count + has(flow.level, lane);
  const bool makes_flits = p.barrier.is_on() || p.worm_timeout != 0;
  for (unsigned n = 0; makes_flits && n < buffer.count; ++n)
    places -= wormhole_switch::is_made_here(slack_buffer::slot_at(p.buffer, buffer, n).flit());
  // The last register on the way out is the wire's first.
  if (p.flow.fc_cycles != 0) places += has(flow.stop, lane);
  for (unsigned i = 0; i + 1 < p.flow.fc_cycles; ++i) places += has(flow.pipe[i], lane);
  return places;
}

}  // namespace slackline::statistics::detail
