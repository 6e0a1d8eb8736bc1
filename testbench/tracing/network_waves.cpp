#include "testbench/tracing/network_waves.hpp"

#include <utility>

#include "rtl_models/network/fabric.hpp"
#include "testbench/tracing/save_file.hpp"

namespace slackline::tracing {

namespace {

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

}  // namespace

Plan plan_of(const config::Experiment& experiment) {
  const config::WavesSettings& waves = experiment.waves;
  const std::uint64_t end = std::min(waves.to.value_or(experiment.run.max_cycles), experiment.run.max_cycles);
  return {Selection(waves.scope), Cycle(waves.from), Cycle(end),  timescale_of(experiment.clock_period, end),
          waves.triggers,         waves.before,      waves.after, waves.every};
}

NetworkWaves::NetworkWaves(const network::Netlist& netlist, Plan plan, WaveFile& file)
    : netlist_(netlist),
      plan_(std::move(plan)),
      layout_(netlist),
      scopes_(chosen_scopes(netlist, plan_.selection)),
      file_(file),
      writer_(file),
      switches_(netlist, writer_),
      hosts_(netlist, writer_),
      links_(netlist, writer_),
      triggers_(netlist, plan_.triggers),
      looks_from_(triggers_.from_the_first_cycle() ? Cycle() : plan_.from),
      done_(plan_.waits() && !triggers_.any()) {
  declare();
  if (plan_.waits()) writer_.hold(plan_.before, most_kept_bytes, 0);
  if (triggers_.stall_limit()) switches_.watch_for(*triggers_.stall_limit());
}

void NetworkWaves::declare() {
  writer_.begin(plan_.timescale, plan_.timescale.exact ? "" : "one unit of time stands for one cycle");
  std::vector<std::string> open;
  for (const Scope& scope : scopes_) {
    go_to(open, parts_of(scope.path), writer_);
    const Signal first = writer_.declared();
    for (const Value& value : layout_.values(scope.kind)) writer_.declare(value.name, value.width);
    switch (scope.kind) {
      case ScopeKind::clock: break;
      case ScopeKind::port:
      case ScopeKind::lane: switches_.choose(scope, first); break;
      case ScopeKind::host:
      case ScopeKind::host_vc: hosts_.choose(scope, first); break;
      case ScopeKind::link: links_.choose(scope, first); break;
    }
  }
  go_to(open, {}, writer_);
  writer_.end_header();
}

/// Settles the cycle before. False when this one is not to be looked at any more.
bool NetworkWaves::begin(Cycle cycle) {
  if (first_ != never) {
    switches_.settle(switch_states_.data(), cycle);
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
  switches_.look(switch_states_.data(), packets, cycle);
}

/// What fires while the waves of an earlier firing are written makes these longer.
void NetworkWaves::fire(const std::string& what, Cycle cycle) {
  if (cycle < plan_.from) return;
  const Cycle to = std::min(cycle + plan_.after + 1, plan_.to);
  if (!writer_.holds()) {
    if (plan_.every) firings_.back().to = to;
    return;
  }
  Firing firing{what, cycle, {}, to, writer_.ran_out_of_room()};
  firing.from = Cycle(writer_.release(plan_.before) / plan_.timescale.units_a_cycle);
  firing.short_of_room = firing.short_of_room && firing.from + plan_.before > cycle;
  if (firings_.empty()) switches_.measure_stalls_from(firing.from);
  firings_.push_back(firing);
}

void NetworkWaves::finish() {
  if (!done_ && first_ != never) writer_.finish(units(last_ + 1));
  if (!firings_.empty()) firings_.back().to = std::min(firings_.back().to, last_ + 1);
  done_ = true;
}

std::string NetworkWaves::save_file(const std::string& dump) const {
  SaveFile save(netlist_, layout_, scopes_, plan_.timescale);
  if (first_ == never) return save.text(dump, {}, {}, {}, std::nullopt);
  const LongestStall stall = switches_.longest_stall(last_);
  if (firings_.empty()) return save.text(dump, first_, last_ + 1, stall, std::nullopt);
  const Firing& firing = firings_.front();
  return save.text(dump, firing.from, firing.to, stall, SaveFile::Event{firing.what, firing.cycle});
}

std::uint64_t estimated_bytes(const network::Netlist& netlist, const Plan& plan, std::uint64_t least) {
  constexpr std::uint64_t warmup = 512, sample = 256, most_bytes_a_scope = 80;
  if (plan.to <= plan.from) return 0;
  std::uint64_t cycles = plan.to - plan.from;
  if (plan.waits() && !plan.every) cycles = std::min(cycles, plan.before + plan.after);
  const std::uint64_t scopes = chosen_scopes(netlist, plan.selection).size();
  if (cycles < 2 * sample || cycles < least / (scopes * most_bytes_a_scope)) return 0;
  network::Fabric fabric(netlist);
  fabric.run_until(Cycle(warmup));
  WaveFile counted;
  Plan short_plan = plan;
  short_plan.triggers.clear();
  short_plan.from = Cycle(warmup);
  short_plan.to = Cycle(warmup + sample);
  NetworkWaves waves(fabric.netlist(), short_plan, counted);
  const std::uint64_t header = counted.bytes();
  waves.run_until(fabric, short_plan.to);
  return header + (counted.bytes() - header) / sample * cycles;
}

}  // namespace slackline::tracing
