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
  const auto level = [](const char* name, std::uint64_t most) { return Value{name, bits_for(most)}; };
  std::uint32_t host_queue = 1, slot_ticks = 1;
  for (const nic::Params& nic : interfaces.nics) host_queue = std::max(host_queue, nic.host_queue);
  for (const local_clock::Params& clock : interfaces.clocks) slot_ticks = std::max(slot_ticks, clock.slot_ticks);
  return {{"handler", handler_bits},
          {"event", handler_bits},
          level("events", NIC_EVENTS),
          level("commands", host_queue),
          level("completions", host_queue),
          {"tx_state", engine_bits},
          level("tx_words", nic::most_header_words + nic::most_words),
          {"tx_cut_through", 1},
          level("tx_queue", nic::send_depth + nic::control_send_depth),
          level("tx_done", nic::sent_depth),
          level("rx_headers", nic::header_depth),
          level("rx_done", nic::received_depth),
          level("free0", nic::free_depth),
          level("free1", nic::free_depths[1]),
          level("free2", nic::free_depth),
          level("free3", nic::free_depth),
          {"dma_state", engine_bits},
          level("dma_words", nic::most_words),
          level("dma_queue", nic::dma_depth),
          level("dma_done", nic::dma_done_depth),
          {"slot", 64},
          level("position", slot_ticks - 1),
          {"tick", 1},
          {"phase", phase_bits},
          {"paused", 1}};
}

/// With the names of the ABI.
std::vector<Value> core_values() {
  std::vector<Value> values{{"core", core_bits}, {"pc", 32}};
  for (const char* x :
       {"x1_ra",  "x2_sp",  "x3_gp",  "x4_tp",   "x5_t0",   "x6_t1",  "x7_t2",  "x8_s0",  "x9_s1",  "x10_a0", "x11_a1",
        "x12_a2", "x13_a3", "x14_a4", "x15_a5",  "x16_a6",  "x17_a7", "x18_s2", "x19_s3", "x20_s4", "x21_s5", "x22_s6",
        "x23_s7", "x24_s8", "x25_s9", "x26_s10", "x27_s11", "x28_t3", "x29_t4", "x30_t5", "x31_t6"})
    values.push_back({x, 32});
  return values;
}

const char* look_of_kind(nic_export_kind kind) {
  switch (kind) {
    case NIC_EXPORT_NUMBER: return "level";
    case NIC_EXPORT_HOST:
    case NIC_EXPORT_SOURCE: return "host";
    case NIC_EXPORT_WAITS_FOR: return "queue";
    case NIC_EXPORT_MESSAGE:
    case NIC_EXPORT_OFFSET: return "decimal";
    case NIC_EXPORT_DIGITS:
    case NIC_EXPORT_NAME:
    case NIC_EXPORT_STATE: break;
  }
  return "hexadecimal";
}

Value exported_value(const nic_own_export& word, unsigned host_bits, std::uint64_t hosts) {
  Value value{word.key, 32, word.look != nullptr ? word.look : look_of_kind(word.kind)};
  switch (word.kind) {
    case NIC_EXPORT_NUMBER:
    case NIC_EXPORT_DIGITS: value.width = bits_for(word.most != 0 ? word.most : hosts); break;
    case NIC_EXPORT_NAME:
    case NIC_EXPORT_STATE: {
      const std::string_view names = word.names == nullptr ? "" : word.names;
      value.width = bits_for(static_cast<std::uint64_t>(std::count(names.begin(), names.end(), '|')));
      break;
    }
    case NIC_EXPORT_HOST:
    case NIC_EXPORT_SOURCE: value.width = host_bits; break;
    case NIC_EXPORT_WAITS_FOR: value.width = queue_bits + host_bits; break;
    case NIC_EXPORT_MESSAGE:
    case NIC_EXPORT_OFFSET: break;
  }
  return value;
}

constexpr unsigned address_bits = 16, group_bits = 8;

std::vector<Value> barrier_unit_values(const wormhole_switch::Params& p, unsigned port_bits) {
  const barrier_unit::Params& unit = p.barrier.unit;
  std::vector<Value> values{
      {"entries", bits_for(unit.entries)}, {"owing", bits_for(unit.entries)}, {"completed", 64}, {"refused", 64}};
  if (unit.stages() == 0) return values;
  for (const Value& value : {Value{"message", message_bits}, Value{"group", group_bits}, Value{"from", address_bits},
                             Value{"to", address_bits}, Value{"output", port_bits}})
    values.push_back(value);
  return values;
}

class Chooser {
 public:
  Chooser(const network::Netlist& netlist, const Selection& selection, const std::vector<observe::WaveScope>& workloads)
      : netlist_(netlist),
        selection_(selection),
        workloads_(workloads),
        linked_(netlist.switches.size()),
        at_hosts_(netlist.endpoints.size(), &netlist.switch_kinds.front()) {
    for (const network::Channel& channel : netlist.channels) {
      for (const network::PortRef* end : {&channel.from, &channel.to})
        if (end->kind == network::InstanceKind::any_switch) insert(linked_[end->instance], end->port.value);
      if (channel.from.kind == network::InstanceKind::endpoint)
        at_hosts_[channel.from.instance] = &netlist.kind_of(channel.to.instance);
    }
  }

  std::vector<Scope> choose() {
    chosen_.push_back({ScopeKind::clock, 0, 0, 0, "clock"});
    for (std::uint32_t i = 0; i < workloads_.size(); ++i)
      if (const std::string& name = workloads_[i].name; selection_.chooses(name))
        chosen_.push_back({ScopeKind::workload, i, 0, 0, name});
    for (std::uint32_t i = 0; i < netlist_.switches.size(); ++i) choose_switch(i);
    for (std::uint32_t i = 0; i < netlist_.endpoints.size(); ++i) {
      const std::string& name = netlist_.endpoints[i].name;
      const bool whole = selection_.chooses(name);
      if (whole) chosen_.push_back({ScopeKind::host, i, 0, 0, name});
      if (at_hosts_[i]->barrier.is_on()) choose_barrier(ScopeKind::barrier_host, i, 0, name, whole);
      choose_vcs(ScopeKind::host_vc, i, 0, name, whole, at_hosts_[i]->virtual_channels);
    }
    for (std::uint32_t i = 0; i < netlist_.endpoints.size(); ++i) {
      if (!netlist_.has_interface(i)) continue;
      const std::string name = nic_scope(netlist_.endpoints[i].name);
      const bool whole = selection_.chooses(name);
      if (whole) chosen_.push_back({ScopeKind::nic, i, 0, 0, name});
      choose_vcs(ScopeKind::nic_vc, i, 0, name, whole, at_hosts_[i]->virtual_channels);
    }
    for (std::uint32_t i = 0; i < netlist_.channels.size(); ++i) {
      const std::string name = channel_name(netlist_, netlist_.channels[i]);
      const bool whole = selection_.chooses(name);
      if (whole) chosen_.push_back({ScopeKind::link, i, 0, 0, name});
      if (carries_barriers(netlist_.channels[i])) choose_barrier(ScopeKind::barrier_link, i, 0, name, whole);
    }
    return std::move(chosen_);
  }

 private:
  /// Ports without a link show nothing, ever.
  void choose_switch(std::uint32_t i) {
    const std::string& name = netlist_.switches[i].name;
    const bool whole_switch = selection_.chooses(name);
    const network::SwitchKind& kind = netlist_.kind_of(i);
    if (kind.barrier.is_on()) choose_barrier(ScopeKind::barrier_unit, i, 0, name, whole_switch);
    for_each_bit(linked_[i], [&](unsigned p) {
      const auto port = static_cast<std::uint8_t>(p);
      const std::string scope = port_scope(name, p);
      const bool whole = selection_.chooses(scope, whole_switch);
      if (kind.is_packet_switch()) {
        if (whole) chosen_.push_back({ScopeKind::packet_port, i, port, 0, scope});
        return;
      }
      if (whole) chosen_.push_back({ScopeKind::port, i, port, 0, scope});
      if (kind.barrier.is_on()) choose_barrier(ScopeKind::barrier_port, i, port, scope, whole);
      choose_vcs(ScopeKind::lane, i, port, scope, whole, kind.virtual_channels);
    });
  }

  /// Switches at its ends have barrier units; a host counts as its switch.
  bool carries_barriers(const network::Channel& channel) const {
    const auto has_unit = [this](const network::PortRef& end) {
      return end.kind == network::InstanceKind::endpoint ? at_hosts_[end.instance]->barrier.is_on()
                                                         : netlist_.kind_of(end.instance).barrier.is_on();
    };
    return has_unit(channel.from) && has_unit(channel.to);
  }

  void choose_vcs(ScopeKind kind, std::uint32_t instance, std::uint8_t port, const std::string& parent, bool whole,
                  std::uint8_t virtual_channels) {
    for (std::uint8_t v = 0; v < virtual_channels; ++v) {
      std::string scope = vc_scope(parent, v);
      if (selection_.chooses(scope, whole)) chosen_.push_back({kind, instance, port, v, std::move(scope)});
    }
  }

  void choose_barrier(ScopeKind kind, std::uint32_t instance, std::uint8_t port, const std::string& parent,
                      bool whole) {
    std::string scope = barrier_scope(parent);
    if (selection_.chooses(scope, whole)) chosen_.push_back({kind, instance, port, 0, std::move(scope)});
  }

  const network::Netlist& netlist_;
  const Selection& selection_;
  const std::vector<observe::WaveScope>& workloads_;
  std::vector<PortSet> linked_;
  std::vector<const wormhole_switch::Params*> at_hosts_;  // the kind of each host's switch
  std::vector<Scope> chosen_;
};

}  // namespace

const char* to_string(ScopeKind kind) {
  constexpr const char* names[] = {"clock",        "port",         "lane",         "packet_port", "host",
                                   "host_vc",      "nic",          "nic_vc",       "link",        "barrier_port",
                                   "barrier_unit", "barrier_host", "barrier_link", "workload"};
  return names[static_cast<unsigned>(kind)];
}

const Look& look_of(ScopeKind kind, const Value& value) {
  return value.look != nullptr ? look_named(value.look) : look_of(to_string(kind), value.name);
}

Layout::Layout(const network::ElaboratedNetlist& netlist, const std::vector<observe::WaveScope>& workloads)
    : netlist_(netlist), credits_ahead_(netlist.switches.size()) {
  for (const observe::WaveScope& workload : workloads) workloads_.push_back(workload.values);
  unsigned buffer = 0, messages = 0;
  bool has_barriers = false;
  for (const wormhole_switch::Params& p : netlist.switch_kinds) {
    buffer = std::max<unsigned>(buffer, p.buffer.flits);
    messages = std::max<unsigned>(messages, p.barrier.unit.buffer);
    has_barriers = has_barriers || p.barrier.is_on();
  }
  port_bits_ = std::max(2u, bits_for(netlist.most_ports() - 1u));
  vc_bits_ = std::max(2u, bits_for(netlist.most_virtual_channels() - 1u));
  credit_bits_ = bits_for(buffer);
  message_credit_bits_ = bits_for(messages);
  const unsigned node_bits = bits_for(netlist.endpoints.size() - 1);
  packet_bits_ = packet_sequence_bits + (node_bits + 3) / 4 * 4;  // whole digits
  for (const network::SwitchKind& p : netlist.switch_kinds)
    of_switch_.push_back(p.is_packet_switch() ? packet_switch_values(*p.packet) : switch_values(p));
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    if (netlist.kind_of(i).has_credits()) credits_ahead_[i] = ~PortSet();  // of a switch's own kind unless ...
  for (const network::Channel& channel : netlist.channels) {
    if (channel.from.kind == network::InstanceKind::endpoint || channel.to.kind == network::InstanceKind::endpoint)
      continue;
    assign(credits_ahead_[channel.from.instance], channel.from.port.value,
           netlist.kind_of(channel.to.instance).has_credits());
  }

  clock_ = {{"cycle", 64}};
  host_ = {{"stall", stall_bits}, {"sending", packet_bits_}, {"pending", 1}, {"received", 64}};
  for (const bool credits : {false, true})
    host_vc_[credits] = {credits ? Value{"credits", credit_bits_} : Value{"stopped", 1}, {"receiving", packet_bits_}};
  link_ = {{"kind", kind_bits},
           {"packet", packet_bits_},
           {"source", node_bits},
           {"destination", node_bits},
           {"data", port::widest_data_bits(netlist.port_params.format)},
           {"busy", 1}};
  if (netlist.most_virtual_channels() > 1) link_.push_back({"vc", vc_bits_});
  if (netlist.interfaces != nullptr) {
    std::uint32_t memory = 0;
    for (const nic::Params& nic : netlist.interfaces->nics) memory = std::max(memory, nic.memory_bytes);
    nics_.assign(netlist.interfaces->nics.size(), nic_values(*netlist.interfaces));
    for (std::size_t n = 0; n < nics_.size(); ++n) {
      const nic_firmware& firmware = *netlist.interfaces->nics[n].firmware;
      for (std::uint32_t i = 0; i < firmware.export_count; ++i)
        nics_[n].push_back(exported_value(firmware.exports[i], host_bits(), netlist.endpoints.size()));
      if (netlist.interfaces->nics[n].rv32 == nullptr) continue;
      for (const Value& value : core_values()) nics_[n].push_back(value);
    }
    nic_vc_ = {{"rx_state", engine_bits}, {"rx_buffer", bits_for(memory - 1)}, {"rx_words", bits_for(memory / 4)}};
  }
  if (!has_barriers) return;
  link_[static_cast<std::size_t>(LinkValue::data)].width = Flit::data_bits;  // messages are as wide as that
  barrier_host_ = {{"to_send", bits_for(barrier::HostPort::out_depth)},
                   {"received", bits_for(barrier::HostPort::in_depth)}};
  barrier_link_ = {{"message", message_bits},
                   {"group", group_bits},
                   {"from", address_bits},
                   {"to", address_bits},
                   {"padded_vc", vc_bits_}};
}

Layout::OfSwitch Layout::switch_values(const wormhole_switch::Params& p) const {
  OfSwitch values;
  const bool several_vcs = p.virtual_channels > 1;
  const Value in_stop{p.has_credits() ? "in_credit" : "in_stop", 1};
  values.port = {{"grant", port_bits_}};
  if (several_vcs) values.port.push_back({"grant_vc", vc_bits_});
  for (const bool credits : {false, true}) {
    std::vector<Value>& lane = values.lane[credits];
    lane = {{"in_kind", kind_bits},
            {"in_packet", packet_bits_},
            {"in_occupancy", bits_for(p.buffer.flits)},
            {"in_stall", stall_bits},
            {"in_route", port_bits_},
            in_stop,
            {"out_owner", port_bits_},
            credits ? Value{"out_credits", credit_bits_} : Value{"out_stopped", 1}};
    if (several_vcs) {
      lane.push_back({"in_route_vc", vc_bits_});
      lane.push_back({"out_owner_vc", vc_bits_});
    }
    if (!p.barrier.is_on()) continue;
    const barrier_unit::Params& unit = p.barrier.unit;
    values.barrier_port[credits] = {{"phase", phase_word_bits},
                                    {"taken_vc", vc_bits_},
                                    {"cuts", 1},
                                    {"padding", p.virtual_channels},
                                    {"in_messages", bits_for(unit.buffer)},
                                    {"out_messages", bits_for(unit.queue)},
                                    in_stop,
                                    credits ? Value{"out_credits", message_credit_bits_} : Value{"out_stopped", 1}};
  }
  if (p.barrier.is_on()) values.barrier_unit = barrier_unit_values(p, port_bits_);
  return values;
}

Layout::OfSwitch Layout::packet_switch_values(const packet_switch::Params& p) const {
  packet_switch::Params uplinks_only = p;
  if (p.uplink) uplinks_only.uplinks = first_ports_of_banks(p.ports);
  const unsigned frames_bits = bits_for(std::max(p.slots(), uplinks_only.slots()));
  OfSwitch values;
  values.packet_port = {{"in_packet", packet_bits_}, {"in_flits", bits_for(p.longest + 1u)},
                        {"in_waiting", frames_bits}, {"in_held", frames_bits},
                        {"in_route", port_bits_},    {"in_pause", 1},
                        {"in_dropped", 64},          {"out_packet", packet_bits_},
                        {"out_held", frames_bits}};
  return values;
}

const std::vector<Value>& Layout::values(const Scope& scope) const {
  const auto of_switch = [&]() -> const OfSwitch& { return of_switch_[netlist_.switches[scope.instance].kind]; };
  switch (scope.kind) {
    case ScopeKind::clock: return clock_;
    case ScopeKind::port: return of_switch().port;
    case ScopeKind::packet_port: return of_switch().packet_port;
    case ScopeKind::lane: return of_switch().lane[has_credits_ahead(scope)];
    case ScopeKind::host: return host_;
    case ScopeKind::host_vc: return host_vc_[netlist_.port_of(scope.instance).links.has_credits()];
    case ScopeKind::nic: return nics_[netlist_.endpoints[scope.instance].nic];
    case ScopeKind::nic_vc: return nic_vc_;
    case ScopeKind::barrier_port: return of_switch().barrier_port[has_credits_ahead(scope)];
    case ScopeKind::barrier_unit: return of_switch().barrier_unit;
    case ScopeKind::barrier_host: return barrier_host_;
    case ScopeKind::barrier_link: return barrier_link_;
    case ScopeKind::workload: return workloads_[scope.instance];
    case ScopeKind::link: break;
  }
  return link_;
}

std::vector<Scope> chosen_scopes(const network::Netlist& netlist, const Selection& selection,
                                 const std::vector<observe::WaveScope>& workloads) {
  return Chooser(netlist, selection, workloads).choose();
}

}  // namespace slackline::tracing
