#include "testbench/tracing/network_waves.hpp"

#include <set>
#include <utility>

#include "testbench/features/nic/build.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/tracing/save_file.hpp"

namespace slackline::tracing {

namespace {

constexpr std::uint64_t most_named_packets = 50'000;
constexpr std::size_t most_kept_bytes = std::size_t{256} << 20;  // for triggers; docs/waves.md and waves.before say so

/// "switch3", "port2", "vc0"
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t from = 0, dot = 0; dot != std::string::npos; from = dot + 1) {
    dot = path.find('.', from);
    parts.push_back(path.substr(from, dot - from));
  }
  return parts;
}

/// Opens and closes scopes until those of `to` are open.
void go_to(std::vector<std::string>& open, const std::vector<std::string>& to, VcdWriter& writer) {
  std::size_t common = 0;
  while (common < open.size() && common < to.size() && open[common] == to[common]) ++common;
  for (; open.size() > common; open.pop_back()) writer.close_scope();
  for (; open.size() < to.size(); open.push_back(to[open.size()])) writer.open_scope(to[open.size()]);
}

std::uint64_t shortest_packet(const network::Netlist& netlist) {
  std::uint64_t flits = ~std::uint64_t{0};
  for (const generator::Workload& workload : netlist.workloads) {
    const generator::TrafficParams& traffic = workload.traffic;
    flits = std::min<std::uint64_t>(flits, traffic.packet_flits);
    if (traffic.response_flits != 0) flits = std::min<std::uint64_t>(flits, traffic.response_flits);
    for (const generator::LengthWeight& length : traffic.lengths) flits = std::min<std::uint64_t>(flits, length.flits);
  }
  return std::max<std::uint64_t>(flits, 1);
}

}  // namespace

Plan plan_of(const features::Experiment& experiment) {
  const features::WavesSettings& waves = experiment.waves;
  const std::uint64_t end = std::min(waves.to.value_or(experiment.run.max_cycles), experiment.run.max_cycles);
  Plan plan{Selection(waves.scope), Cycle(waves.from), Cycle(end),  timescale_of(experiment.clock_period, end),
            waves.triggers,         waves.before,      waves.after, waves.every};
  plan.may_end_before = features::any_that_ends(experiment) || experiment.run.relative_error > 0;
  plan.workloads = features::wave_scopes_of(experiment);
  return plan;
}

NetworkWaves::NetworkWaves(const network::ElaboratedNetlist& netlist, Plan plan, WaveFile& file)
    : netlist_(netlist),
      plan_(std::move(plan)),
      layout_(netlist, plan_.workloads),
      scopes_(chosen_scopes(netlist, plan_.selection, plan_.workloads)),
      file_(file),
      writer_(file),
      hosts_(netlist, writer_),
      nics_(netlist, writer_, layout_.host_bits()),
      links_(netlist, writer_),
      barriers_(netlist, writer_),
      packet_switches_(writer_),
      workloads_(plan_.workloads, writer_),
      triggers_(netlist, plan_.triggers),
      looks_from_(triggers_.from_the_first_cycle() ? Cycle() : plan_.from),
      done_(plan_.waits() && !triggers_.any()) {
  for (const wormhole_switch::Params& kind : netlist_.switch_kinds)
    switches_.emplace_back(kind, netlist_.switches.size(), writer_);
  declare();
  if (plan_.waits()) writer_.hold(plan_.before, most_kept_bytes, 0);
  if (triggers_.stall_limit())
    for (SwitchWaves& kind : switches_) kind.watch_for(*triggers_.stall_limit());
}

void NetworkWaves::declare() {
  writer_.begin(plan_.timescale, plan_.timescale.exact ? "" : "one unit of time is one cycle");
  std::vector<std::string> open;
  for (const Scope& scope : scopes_) {
    go_to(open, parts_of(scope.path), writer_);
    const Signal first = writer_.declared();
    for (const Value& value : layout_.values(scope)) writer_.declare(value.name, value.width);
    switch (scope.kind) {
      case ScopeKind::clock: break;
      case ScopeKind::port:
      case ScopeKind::lane: switches_[netlist_.switches[scope.instance].kind].choose(scope, first); break;
      case ScopeKind::packet_port: packet_switches_.choose(scope, first); break;
      case ScopeKind::host:
      case ScopeKind::host_vc: hosts_.choose(scope, first); break;
      case ScopeKind::nic:
      case ScopeKind::nic_vc: nics_.choose(scope, first); break;
      case ScopeKind::barrier_port:
      case ScopeKind::barrier_unit:
      case ScopeKind::barrier_host:
      case ScopeKind::barrier_link: barriers_.choose(scope, first); break;
      case ScopeKind::link: links_.choose(scope, first); break;
      case ScopeKind::workload: workloads_.choose(scope, first); break;
    }
  }
  go_to(open, {}, writer_);
  writer_.end_header();
}

/// Settles the cycle before. False when this one is not to be looked at any more.
bool NetworkWaves::begin(Cycle cycle) {
  if (first_ != never) {
    for (SwitchWaves& kind : switches_) kind.settle(switch_states_.data(), cycle);
    hosts_.settle(host_states_.data());
  }
  const bool window_is_over = plan_.waits() && !writer_.holds() && cycle >= firings_.back().to;
  if (cycle >= plan_.to || !file_.error().empty() || (window_is_over && !plan_.every)) {
    finish();
    return false;
  }
  if (window_is_over) writer_.hold(plan_.before, most_kept_bytes, units(cycle));
  if (first_ == never) {
    writer_.first_values(units(cycle));
    first_ = cycle;
  } else {
    writer_.time(units(cycle));
  }
  last_ = cycle;
  writer_.set(0, cycle.value);
  return true;
}

void NetworkWaves::look(const PacketTable& packets, Cycle cycle) {
  hosts_.look(host_states_.data(), packets, cycle);
  for (SwitchWaves& kind : switches_) kind.look(switch_states_.data(), packets, cycle);
}

/// A trigger that fires while the waves of an earlier firing are written makes these longer.
void NetworkWaves::fire(const Event& event) {
  const Cycle cycle = event.cycle;
  if (cycle < plan_.from) return;
  const Cycle to = std::min(cycle + plan_.after + 1, plan_.to);
  if (!writer_.holds()) {
    if (plan_.every) firings_.back().to = to;
    return;
  }
  Firing firing{event, {}, to, writer_.ran_out_of_room()};
  firing.from = Cycle(writer_.release(plan_.before) / plan_.timescale.units_a_cycle);
  firing.short_of_room = firing.short_of_room && firing.from + plan_.before > cycle;
  if (firings_.empty())
    for (SwitchWaves& kind : switches_) kind.measure_stalls_from(firing.from);
  firings_.push_back(firing);
}

void NetworkWaves::finish() {
  if (!done_ && first_ != never) writer_.finish(units(last_ + 1));
  if (!firings_.empty()) firings_.back().to = std::min(firings_.back().to, last_ + 1);
  done_ = true;
}

/// The packets in flight now, and as many before as a host can have sent in `cycles_before`.
void NetworkWaves::note_first_packets(const PacketTable& packets, std::uint64_t cycles_before) {
  for (const port::State* host : host_states_) first_packets_.push_back(host->packets_sent);
  packets.for_each_in_flight([this](std::uint32_t, const PacketRecord& packet) {
    std::uint64_t& first = first_packets_[packet.source.value];
    const std::uint64_t age = static_cast<std::uint32_t>(first) - packet.sequence;  // both modulo 2^32
    if (age < most_named_packets) first -= std::min<std::uint64_t>(first, age);
  });
  const std::uint64_t earlier = cycles_before == 0 ? 0 : cycles_before / shortest_packet(netlist_) + 1;
  for (std::uint64_t& first : first_packets_) first -= std::min(first, earlier);
}

std::vector<Filter> NetworkWaves::filters() const {
  std::set<const std::vector<Value>*> seen;  // few: scopes of a kind share their lists
  std::set<std::string> used;
  for (const Scope& scope : scopes_)
    if (const std::vector<Value>& values = layout_.values(scope); seen.insert(&values).second)
      for (const Value& value : values) used.insert(look_of(scope.kind, value).filter);
  std::vector<Filter> filters;
  for (const Look& look : looks()) {
    if (look.filter.empty() || used.count(look.filter) == 0) continue;
    std::string text(filter_text(look.filter));
    if (look.filter == "addresses") text = address_filter(netlist_);
    if (look.filter == "packets") text = packet_filter();
    if (look.filter == "hosts") text = host_filter(netlist_, layout_.host_bits());
    if (look.filter == "queues") text = queue_filter(netlist_, layout_.host_bits());
    if (!text.empty()) filters.push_back({look.filter, std::move(text)});
  }
  return filters;
}

/// Empty when the packets are too many.
std::string NetworkWaves::packet_filter() const {
  std::vector<PacketNames> names;
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < first_packets_.size(); ++i) {
    const std::uint64_t from = first_packets_[i], to = host_states_[i]->packets_sent + 1;
    names.push_back({netlist_.endpoints[i].name, static_cast<std::uint32_t>(i), from, to});
    packets += to - from;
  }
  if (packets > most_named_packets) return "";
  return tracing::packet_filter(names, layout_.packet_bits() / 4);
}

LongestStall NetworkWaves::longest_stall() const {
  LongestStall longest;
  for (const SwitchWaves& kind : switches_)
    if (const LongestStall of_kind = kind.longest_stall(last_); of_kind.cycles > longest.cycles) longest = of_kind;
  return longest;
}

std::optional<LongestStall> NetworkWaves::stall_over_limit() {
  std::optional<LongestStall> first;
  for (SwitchWaves& kind : switches_)
    if (const std::optional<LongestStall> over = kind.over_limit(); over && !first) first = over;
  return first;
}

std::string NetworkWaves::save_file(const SaveFileNames& names, const std::optional<Event>& event) const {
  const std::vector<Filter> beside_it = filters();
  SaveFile save(netlist_, layout_, scopes_, plan_.timescale, beside_it);
  if (first_ == never) return save.text(names, {}, {}, {});
  const LongestStall stall = longest_stall();
  if (firings_.empty()) return save.text(names, first_, last_ + 1, {stall, event, first_traffic_});
  const Firing& firing = firings_.front();
  Event fired = firing.event;
  if (nics_.halted()) {
    const std::string scope = nic_scope(netlist_.endpoints[nics_.halted()->instance].name);
    fired.places = {{scope + " has halted: " + to_string(nics_.halted()->why), scope}};
  }
  return save.text(names, firing.from, firing.to, {stall, fired, std::nullopt});
}

}  // namespace slackline::tracing
