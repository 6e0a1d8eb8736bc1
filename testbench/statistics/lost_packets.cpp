#include "testbench/statistics/lost_packets.hpp"

#include <algorithm>

namespace slackline::statistics::detail {

void add_tags(const wormhole_switch::Params& params, const wormhole_switch::State& state, Tags& tags) {
  for (unsigned i = 0; i < params.lanes(); ++i) {
    const slack_buffer::State& buffer = state.in[i].buffer;
    for (unsigned n = 0; n < buffer.count; ++n)
      tags.push_back(buffer.slots[(buffer.read + n) % params.buffer.flits].flit().tag());
  }
  for (unsigned row = 0; row < params.stages_after_grant(); ++row)
    for (unsigned o = 0; o < params.ports; ++o)
      if (is_staged(params, state, row, o)) tags.push_back(state.stage_flits[row * params.ports + o].tag());
}

void add_tags(const packet_switch::Instance& core, Tags& tags) {
  packet_switch::for_each_frame(core.params, core.state,
                                [&](const packet_switch::Slot& slot) { tags.push_back(slot.first.tag()); });
  for (unsigned i = 0; i < core.params.ports; ++i)
    if (const packet_switch::Input& in = core.state.inputs[i]; in.is_open)
      tags.push_back(core.state.slots[in.slot].first.tag());
}

void add_absent(const network::Netlist& netlist, const PacketTable& packets, Tags present,
                std::vector<InstanceError>& errors) {
  std::sort(present.begin(), present.end());
  std::vector<std::uint64_t> lost(netlist.endpoints.size(), 0);  // by node
  packets.for_each_in_flight([&](std::uint32_t tag, const PacketRecord& packet) {
    if (!std::binary_search(present.begin(), present.end(), tag)) ++lost[packet.source.value];
  });
  for (const network::EndpointInstance& host : netlist.endpoints)
    if (const std::uint64_t count = lost[host.place.node.value]) errors.push_back({host.name, "packets_lost", count});
}

}  // namespace slackline::statistics::detail
