// The flits and STOP wires of a fabric's channels between two edges.
#include <map>
#include <utility>

#include "rtl_models/network/fabric.hpp"

namespace slackline::network {

void Fabric::index_outputs() {
  if (!incoming_.empty()) return;
  std::map<std::pair<std::size_t, std::uint32_t>, Incoming> found;  // by the first port, and delay
  for (std::uint32_t c = 0; c < channel_targets_.size(); ++c) {
    const PortRef& to = netlist_.channels[c].to;
    const Target& target = channel_targets_[c];
    const std::size_t first = netlist_.input_number(to) - to.port.value % ports_of_bank;
    Incoming& in = found[{first, target.delay}];
    in.events = target.events;
    in.delay = target.delay;
    in.first = static_cast<std::uint32_t>(first);
    in.ports |= target.port;
  }
  for (const auto& [key, in] : found) incoming_.push_back(in);
}

void Fabric::mark_frames(std::uint64_t* inputs) const {
  for (std::size_t c = 0; c < netlist_.channels.size(); ++c)
    if (!frames_->links[c].frames.empty() && channel_flit(c).valid()) {
      const std::size_t input = netlist_.input_number(netlist_.channels[c].to);
      inputs[input / 64] |= std::uint64_t{1} << input % 64;
    }
}

VcMask Fabric::channel_stop(std::size_t channel, unsigned stage) const {
  const Channel& c = netlist_.channels[channel];
  if (takes_in_everything(netlist_, c.to) || now_ == Cycle(0) || stage >= c.stop_delay) return 0;
  // The sender's samples at an edge ahead: its last sample and all changes since; of credits, the pulse.
  const bool to_switch = c.from.kind == InstanceKind::any_switch;
  const std::uint64_t sampled_at = now_.value - 1 + c.stop_delay - stage;
  const bool pulses = c.to.kind == InstanceKind::any_switch ? netlist_.kind_of(c.to.instance).has_credits()
                                                            : netlist_.port_of(c.to.instance).links.has_credits();
  const unsigned words = to_switch ? stop_words(netlist_.kind_of(c.from.instance)) : 0;
  const unsigned flow_channels = to_switch ? netlist_.kind_of(c.from.instance).flow_channels()
                                           : netlist_.port_of(c.from.instance).links.flow_channels();
  const std::uint32_t sender = to_switch ? switch_at_[c.from.instance] : host_at_[c.from.instance];
  const Pins& pins = to_switch ? switches_[sender].pins : endpoints_[sender].pins;
  const unsigned bank = c.from.port.value / ports_of_bank;  // of a host: 0
  const Ring stops = pins.stops.of_bank(bank, words);
  VcMask word = 0;
  for (unsigned v = 0; v < flow_channels; ++v) {
    const unsigned bit_of = to_switch ? c.from.port.value % ports_of_bank : v;
    const auto event = [&](std::uint64_t edge) {
      return has(to_switch ? events_[stops.at(edge, words) + unsigned{words != 1} + v] : events_[stops.at(edge)],
                 bit_of);
    };
    bool level = false;
    if (pulses) {
      level = event(sampled_at);
    } else {
      level = to_switch ? has(switches_[sender].stop_in[bank * flow_channels + v], bit_of)
                        : has(endpoints_[sender].stop_in, v);
      for (std::uint64_t edge = now_.value; edge <= sampled_at; ++edge) level ^= event(edge);
    }
    word |= static_cast<VcMask>(unsigned{level} << v);
  }
  return word;
}

std::uint64_t Fabric::flits_on_links() const {
  std::uint64_t flits = 0;
  for (std::size_t c = 0; c < netlist_.channels.size(); ++c)
    for (unsigned stage = 0; stage < netlist_.channels[c].latency(); ++stage) flits += channel_flit(c, stage).valid();
  return flits;
}

}  // namespace slackline::network
