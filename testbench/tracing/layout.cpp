#include "testbench/tracing/layout.hpp"

#include <algorithm>

#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

namespace {

/// Bits of a number up to `most`, 1 at least.
unsigned bits_for(std::uint64_t most) {
  unsigned bits = 1;
  while (bits < 64 && most >> bits != 0) ++bits;
  return bits;
}

constexpr unsigned kind_bits = Flit::kind_bits;

std::vector<Value> nic_values(const network::HostInterfaces& interfaces) {
  const auto level = [](const char* name, std::uint64_t most) { return Value{name, bits_for(most), Look::level}; };
  std::uint32_t slot_ticks = 1;
  for (const local_clock::Params& clock : interfaces.clocks) slot_ticks = std::max(slot_ticks, clock.slot_ticks);
  return {{"handler", handler_bits, Look::handler},
          {"event", handler_bits, Look::handler},
          level("events", NIC_EVENTS),
          level("commands", interfaces.nic.host_queue),
          level("completions", interfaces.nic.host_queue),
          {"tx_state", engine_bits, Look::engine},
          level("tx_words", nic::most_header_words + nic::most_words),
          {"tx_cut_through", 1, Look::bit},
          level("tx_queue", nic::send_depth),
          level("tx_done", nic::sent_depth),
          level("rx_headers", nic::header_depth),
          level("rx_done", nic::received_depth),
          level("free0", nic::free_depth),
          level("free1", nic::free_depth),
          level("free2", nic::free_depth),
          level("free3", nic::free_depth),
          {"dma_state", engine_bits, Look::engine},
          level("dma_words", nic::most_words),
          level("dma_queue", nic::dma_depth),
          level("dma_done", nic::dma_done_depth),
          {"slot", 64, Look::decimal},
          level("position", slot_ticks - 1),
          {"tick", 1, Look::bit},
          {"phase", phase_bits, Look::level},
          {"paused", 1, Look::bit}};
}

constexpr unsigned address_bits = 16, group_bits = 8;

std::vector<Value> barrier_port_values(const wormhole_switch::Params& p, unsigned vc_bits) {
  const barrier_unit::Params& unit = p.barrier.unit;
  const bool credits = p.has_credits();
  return {{"phase", phase_word_bits, Look::phase},
          {"taken_vc", vc_bits, Look::decimal},
          {"cuts", 1, Look::bit},
          {"padding", p.virtual_channels, Look::mask},
          {"in_messages", bits_for(unit.buffer), Look::level},
          {"out_messages", bits_for(unit.queue), Look::level},
          {credits ? "in_credit" : "in_stop", 1, Look::bit},
          credits ? Value{"out_credits", bits_for(unit.buffer), Look::level} : Value{"out_stopped", 1, Look::bit}};
}

std::vector<Value> barrier_unit_values(const wormhole_switch::Params& p, unsigned port_bits) {
  const barrier_unit::Params& unit = p.barrier.unit;
  std::vector<Value> values{{"entries", bits_for(unit.entries), Look::level},
                            {"owing", bits_for(unit.entries), Look::level},
                            {"completed", 64, Look::decimal},
                            {"refused", 64, Look::decimal}};
  if (unit.stages() == 0) return values;
  for (const Value& value : {Value{"message", message_bits, Look::message}, Value{"group", group_bits, Look::decimal},
                             Value{"from", address_bits, Look::address}, Value{"to", address_bits, Look::address},
                             Value{"output", port_bits, Look::decimal}})
    values.push_back(value);
  return values;
}

class Chooser {
 public:
  Chooser(const network::Netlist& netlist, const Selection& selection)
      : netlist_(netlist), selection_(selection), linked_(netlist.switches.size()) {
    for (const network::Channel& channel : netlist.channels)
      for (const network::PortRef* end : {&channel.from, &channel.to})
        if (end->kind == network::InstanceKind::wormhole_switch) linked_[end->instance] |= bit(end->port.value);
  }

  std::vector<Scope> choose() {
    chosen_.push_back({ScopeKind::clock, 0, 0, 0, "clock"});
    for (std::uint32_t i = 0; i < netlist_.switches.size(); ++i) choose_switch(i);
    for (std::uint32_t i = 0; i < netlist_.endpoints.size(); ++i) {
      const std::string& name = netlist_.endpoints[i].name;
      const bool whole = selection_.chooses(name);
      if (whole) chosen_.push_back({ScopeKind::host, i, 0, 0, name});
      choose_barrier(ScopeKind::barrier_host, i, 0, name, whole);
      choose_vcs(ScopeKind::host_vc, i, 0, name, whole);
    }
    if (netlist_.interfaces != nullptr)
      for (std::uint32_t i = 0; i < netlist_.endpoints.size(); ++i) {
        const std::string name = nic_scope(netlist_.endpoints[i].name);
        const bool whole = selection_.chooses(name);
        if (whole) chosen_.push_back({ScopeKind::nic, i, 0, 0, name});
        choose_vcs(ScopeKind::nic_vc, i, 0, name, whole);
      }
    for (std::uint32_t i = 0; i < netlist_.channels.size(); ++i) {
      const std::string name = channel_name(netlist_, netlist_.channels[i]);
      const bool whole = selection_.chooses(name);
      if (whole) chosen_.push_back({ScopeKind::link, i, 0, 0, name});
      choose_barrier(ScopeKind::barrier_link, i, 0, name, whole);
    }
    return std::move(chosen_);
  }

 private:
  /// Ports without a link show nothing, ever.
  void choose_switch(std::uint32_t i) {
    const std::string& name = netlist_.switches[i].name;
    const bool whole_switch = selection_.chooses(name);
    choose_barrier(ScopeKind::barrier_unit, i, 0, name, whole_switch);
    for_each_bit(linked_[i], [&](unsigned p) {
      const auto port = static_cast<std::uint8_t>(p);
      const std::string scope = port_scope(name, p);
      const bool whole = selection_.chooses(scope, whole_switch);
      if (whole) chosen_.push_back({ScopeKind::port, i, port, 0, scope});
      choose_barrier(ScopeKind::barrier_port, i, port, scope, whole);
      choose_vcs(ScopeKind::lane, i, port, scope, whole);
    });
  }

  void choose_vcs(ScopeKind kind, std::uint32_t instance, std::uint8_t port, const std::string& parent, bool whole) {
    for (std::uint8_t v = 0; v < netlist_.switch_params.virtual_channels; ++v) {
      std::string scope = vc_scope(parent, v);
      if (selection_.chooses(scope, whole)) chosen_.push_back({kind, instance, port, v, std::move(scope)});
    }
  }

  void choose_barrier(ScopeKind kind, std::uint32_t instance, std::uint8_t port, const std::string& parent,
                      bool whole) {
    if (!netlist_.switch_params.barrier.is_on()) return;
    std::string scope = barrier_scope(parent);
    if (selection_.chooses(scope, whole)) chosen_.push_back({kind, instance, port, 0, std::move(scope)});
  }

  const network::Netlist& netlist_;
  const Selection& selection_;
  std::vector<PortMask> linked_;
  std::vector<Scope> chosen_;
};

}  // namespace

Layout::Layout(const network::Netlist& netlist) {
  const wormhole_switch::Params& p = netlist.switch_params;
  const bool credits = p.has_credits();
  const unsigned port_bits = std::max(2u, bits_for(p.ports - 1u));
  const unsigned vc_bits = std::max(2u, bits_for(p.virtual_channels - 1u));
  const unsigned node_bits = bits_for(netlist.endpoints.size() - 1), count_bits = bits_for(p.buffer.flits);
  const unsigned packet_bits = packet_sequence_bits + (node_bits + 3) / 4 * 4;  // whole digits

  clock = {{"cycle", 64, Look::decimal}};
  port = {{"grant", port_bits, Look::decimal}};
  lane = {{"in_kind", kind_bits, Look::kind},
          {"in_packet", packet_bits, Look::packet},
          {"in_occupancy", count_bits, Look::level},
          {"in_stall", stall_bits, Look::stall},
          {"in_route", port_bits, Look::decimal},
          {credits ? "in_credit" : "in_stop", 1, Look::bit},
          {"out_owner", port_bits, Look::decimal},
          credits ? Value{"out_credits", count_bits, Look::level} : Value{"out_stopped", 1, Look::bit}};
  host = {{"stall", stall_bits, Look::stall},
          {"sending", packet_bits, Look::packet},
          {"pending", 1, Look::bit},
          {"received", 64, Look::decimal}};
  host_vc = {credits ? Value{"credits", count_bits, Look::level} : Value{"stopped", 1, Look::bit},
             {"receiving", packet_bits, Look::packet}};
  link = {{"kind", kind_bits, Look::kind},
          {"packet", packet_bits, Look::packet},
          {"source", node_bits, Look::decimal},
          {"destination", node_bits, Look::decimal},
          {"data", endpoint::data_bits(netlist.endpoint_params.format), Look::hexadecimal},
          {"busy", 1, Look::bit}};
  if (netlist.interfaces != nullptr) {
    const std::uint32_t memory = netlist.interfaces->nic.memory_bytes;
    nic = nic_values(*netlist.interfaces);
    nic_vc = {{"rx_state", engine_bits, Look::engine},
              {"rx_buffer", bits_for(memory - 1), Look::hexadecimal},
              {"rx_words", bits_for(memory / 4), Look::level}};
  }
  if (p.barrier.is_on()) {
    link[static_cast<std::size_t>(LinkValue::data)].width = Flit::data_bits;  // messages are as wide as that
    barrier_port = barrier_port_values(p, vc_bits);
    barrier_unit = barrier_unit_values(p, port_bits);
    barrier_host = {{"to_send", bits_for(endpoint::BarrierPort::out_depth), Look::level},
                    {"received", bits_for(endpoint::BarrierPort::in_depth), Look::level}};
    barrier_link = {{"message", message_bits, Look::message},
                    {"group", group_bits, Look::decimal},
                    {"from", address_bits, Look::address},
                    {"to", address_bits, Look::address},
                    {"padded_vc", vc_bits, Look::decimal}};
  }
  if (p.virtual_channels == 1) return;
  port.push_back({"grant_vc", vc_bits, Look::decimal});
  lane.push_back({"in_route_vc", vc_bits, Look::decimal});
  lane.push_back({"out_owner_vc", vc_bits, Look::decimal});
  link.push_back({"vc", vc_bits, Look::decimal});
}

const std::vector<Value>& Layout::values(ScopeKind kind) const {
  switch (kind) {
    case ScopeKind::clock: return clock;
    case ScopeKind::port: return port;
    case ScopeKind::lane: return lane;
    case ScopeKind::host: return host;
    case ScopeKind::host_vc: return host_vc;
    case ScopeKind::nic: return nic;
    case ScopeKind::nic_vc: return nic_vc;
    case ScopeKind::barrier_port: return barrier_port;
    case ScopeKind::barrier_unit: return barrier_unit;
    case ScopeKind::barrier_host: return barrier_host;
    case ScopeKind::barrier_link: return barrier_link;
    case ScopeKind::link: break;
  }
  return link;
}

std::vector<Scope> chosen_scopes(const network::Netlist& netlist, const Selection& selection) {
  return Chooser(netlist, selection).choose();
}

}  // namespace slackline::tracing
