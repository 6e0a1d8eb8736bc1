#include "testbench/studies/song2005/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "testbench/studies/song2005/networks.hpp"

namespace slackline::song2005 {

namespace {

/// The fewest draws with which it is no chance that all of one run have something and none of another (Wilson): those of a quick
/// study where a rerun may show a cause.
constexpr unsigned draws_of_quick = 4;

struct Plan : reproduction::Plan<Run> {
  Effort effort;

  bool quick() const { return effort == Effort::quick; }
  /// Of an experiment of one value for each draw.
  unsigned draws() const { return quick() ? 3 : 30; }
};

Run on(const std::string& experiment, int k, int m) {
  Run run;
  run.experiment = experiment;
  run.k = k;
  run.m = m;
  run.cycles_per_character = simulated_cycles_per_character;
  return run;
}

void take_printed_kg(Run& run) {
  run.p.kg = kg_of_print;
  run.p.ks = run.p.bl - 7;
}

struct VariantRow {
  const char *suffix, *without;
  void (*change)(Run& run);
};

const VariantRow& row_of(Variant variant) {
  static constexpr VariantRow rows[] = {
      // in the order of the enumerators
      {"", "", nullptr},
      {"-apart", "leads at the beginning that nothing stops: clocks begin further apart than the flits up to ks take",
       [](Run& run) { run.begin_apart = true; }},
      {"-one-speed", "drift during the synchronization: clocks have one speed, and begin with their leads",
       [](Run& run) { run.drift_ppm = 0; }},
      {"-apart-one-speed",
       "leads at the beginning that nothing stops, and drift during the synchronization: clocks begin further apart "
       "than "
       "the flits up to ks take, and have one speed",
       [](Run& run) {
         run.begin_apart = true;
         run.drift_ppm = 0;
       }},
      {"-kg-53", "kg = 17: with kg = 53, from which the printed values follow, and ks = bl - 7", take_printed_kg},
      {"-stop-next-to-go", "room between GO and STOP: kg = 53, ks = 54",
       [](Run& run) {
         take_printed_kg(run);
         run.p.ks = kg_of_print + 1;
       }},
      {"-short-routing", "a routing delay of up to 32 flits, 100 ns, that buffers take up: rd = 10 ns",
       [](Run& run) { run.p.rd = 10; }}};
  static_assert(std::size(rows) == static_cast<std::size_t>(Variant::short_routing) + 1, "a row for each enumerator");
  return rows[static_cast<std::size_t>(variant)];
}

void add_varied(Plan& plan, const Run& run, Variant variant, unsigned draws) { plan.add(varied(run, variant), draws); }

/// Variants on one switch, where equation (8) is exceeded.
void add_skews(Plan& plan) {
  for (const Network& network : networks()) {
    if (plan.quick() && network.name() != "sss-4" && network.name() != "sss-8" && network.name() != "hss-4-3") continue;
    const Run run = on(network.name(), network.k, network.m);
    const unsigned draws = draws_of(network, plan.effort);
    plan.add(run, draws);
    if (network.m != 2) continue;
    const unsigned of_variant = draws_of_variants(network, Variant::none, plan.effort),
                   of_printed_kg = draws_of_variants(network, Variant::printed_kg, plan.effort);
    add_varied(plan, run, Variant::printed_kg, of_printed_kg);
    add_varied(plan, run, Variant::stop_next_to_go, of_variant);
    for (const Variant variant : without_leads_or_drift) {
      add_varied(plan, run, variant, of_variant);
      add_varied(plan, varied(run, Variant::printed_kg), variant, of_printed_kg);
    }
  }
  if (!plan.quick()) plan.add(on(crowded.name(), crowded.k, crowded.m), draws_of(crowded, plan.effort));
}

void add_printed_skews(Plan& plan) {
  for (const PrintedSkew& printed : printed_skews()) {
    if (printed.experiment == printed_on_sampled || (plan.quick() && printed.m != 2)) continue;
    Run run = on(printed.experiment, 8, printed.m);
    run.p = printed.p;
    // Equation (8) is passed by few of a hundred draws; with the longest buffer by a third.
    const bool is_long = printed.p.bl != Parameters().bl;
    const unsigned draws = printed.m != 2 ? draws_of_figures(printed.m)
                           : is_long      ? 30
                           : plan.quick() ? draws_of_quick
                                          : 400;
    add_varied(plan, run, Variant::printed_kg, draws);
    for (const Variant variant : without_leads_or_drift)
      if (printed.m == 2) add_varied(plan, varied(run, Variant::printed_kg), variant, draws);
  }
}

void add_pauses(Plan& plan) {
  for (const Network& network : pause_networks())
    for (const std::string& costs : pause_costs()) {
      if (plan.quick() && network.k > 8) continue;
      Run run = on(experiment_of_pause(network, costs), network.k, network.m);
      run.pause = features::ClockPause::firmware;
      run.costs = costs;
      const unsigned draws = draws_of_pause(network, costs, plan.effort);
      plan.add(run, draws);
      if (network.m == 2)
        for (const Variant variant : without_leads_or_drift) add_varied(plan, run, variant, draws);
    }
}

void add_figures(Plan& plan) {
  for (const double rd : figure_4_rd()) {
    Run run = on(experiment_of_rd(rd), 8, 2);
    run.p.rd = rd;
    plan.add(run, draws_of_figures(2));
    if (rd == figure_4_rd().front() || rd == figure_4_rd().back())
      add_varied(plan, run, Variant::printed_kg, draws_of_figures(2));
    if (rd == printed_last_rd)
      for (const Variant variant : without_leads_or_drift) add_varied(plan, run, variant, draws_of_figures(2));
  }
  for (const int m : figure_6_levels)
    for (const double cp : figure_5_cp()) {
      Run run = on(experiment_of_cp(m, cp), 8, m);
      run.p.cp = cp;
      const unsigned draws = draws_of_figures(m);
      plan.add(run, draws);
      if (cp != figure_5_cp().front() && cp != figure_5_cp().back()) continue;
      if (m == 2) add_varied(plan, run, Variant::printed_kg, draws);
      add_varied(plan, run, Variant::short_routing, draws);
    }
  for (const int bl : figure_5_bl()) {
    Run run = on(experiment_of_bl(bl), 8, 2);
    run.p = parameters_of_bl(bl);
    plan.add(run, draws_of_figures(2));
    if (bl == figure_5_bl().back())
      for (const Variant variant : without_leads_or_drift) add_varied(plan, run, variant, draws_of_figures(2));
  }
  Run run = on(experiment_of_bl_at_ks, 8, 2);
  run.p.bl = figure_5_bl().back();
  plan.add(run, draws_of_figures(2));
}

void add_long_runs(Plan& plan) {
  for (const LongRun& of : long_runs(plan.effort)) {
    Run run = on(of.experiment(), of.network.k, of.network.m);
    run.protocol = of.protocol;
    run.drift_ppm = of.drift_ppm;
    run.synchronizations = intervals_of(of, plan.effort);
    run.in_intervals = true;
    run.from_offsets = of.protocol == Protocol::fbs;
    run.with_application = of.streams;
    plan.add(run, draws_of_long_runs(plan.effort));
  }
}

void add_longest_intervals(Plan& plan) {
  for (const auto& [k, m] : {std::pair(8, 2), std::pair(4, 4)})
    for (const unsigned ppm : drifts_ppm()) {
      if (plan.quick() && ppm != drifts_ppm().back()) continue;
      Run run = on(experiment_of_longest(m, ppm), k, m);
      run.drift_ppm = ppm;
      run.synchronizations = 3;
      run.in_intervals = run.from_offsets = run.longest_interval = true;
      plan.add(run, draws_of_long_runs(plan.effort));
    }
}

void add_printed_interval(Plan& plan) {
  Run run = on(experiment_of_printed_interval, 8, 2);
  run.drift_ppm = drifts_ppm().back();
  run.synchronizations = 3;
  run.in_intervals = run.from_offsets = true;
  run.interval = interval_of({parameters_of({}, Variant::printed_kg), Drain::at_switch}, 2, run.drift_ppm);
  add_varied(plan, run, Variant::printed_kg, plan.quick() ? 3 : 100);
}

/// Tables 3 and 4, at the interval of equation (11) for the printed kg.
void add_overheads(Plan& plan) {
  for (const auto& [k, m] : {std::pair(4, 2), std::pair(8, 2), std::pair(16, 2), std::pair(4, 4), std::pair(8, 4)})
    for (const unsigned ppm : drifts_ppm()) {
      if (plan.quick() && ((k == 8 && m == 4) || ppm != drifts_ppm().back())) continue;
      Run run = on(experiment_of_overhead(k, m, ppm), k, m);
      run.drift_ppm = ppm;
      run.synchronizations = 2;
      run.in_intervals = true;
      run.interval = interval_of({parameters_of({}, Variant::printed_kg), Drain::at_switch}, m, ppm);
      plan.add(run, 1);
    }
}

void add_others(Plan& plan) {
  for (const int ports : shift_ports) {
    if (plan.quick() && ports > 8) continue;
    Run run = on(experiment_of_shift(ports), ports, 2);
    run.protocol = Protocol::shift;
    plan.add(run, plan.draws());
  }
  for (const char* costs : {"free", "lanai4"}) {
    Run run = on(experiment_of_isotach(costs), 8, 2);
    run.protocol = Protocol::isotach;
    run.costs = costs;
    run.with_application = true;
    plan.add(run, 1);  // tokens use no clocks: all draws are equal
  }
  Run run = on(experiment_of_long_tokens(), 8, 2);
  run.protocol = Protocol::isotach;
  run.with_application = true;
  run.slot_flits *= long_slots;
  plan.add(run, 1);
}

void add_topologies(Plan& plan, const reproduction::Given& given) {
  Run run = on("irregular", 8, 2);
  run.topology = irregular_topology();
  plan.add(run, plan.draws());
  if (!given.fabric) return;
  run.experiment = "fabric";
  run.topology = given.fabric;
  plan.add(run, plan.draws());
}

void add_failures(Plan& plan) {
  for (const Failure& failure : failures()) {
    Run run = on(failure.experiment, 8, 2);
    run.faults = {failure.fault};
    run.worm_timeout = failure.worm_timeout;
    run.synchronizations = 3;
    plan.add(run, 1);
  }
}

}  // namespace

std::string Network::name() const { return m == 2 ? fmt::format("sss-{}", k) : fmt::format("hss-{}-{}", k, m); }

const std::vector<Network>& networks() {
  static const std::vector<Network> all{{4, 2}, {8, 2}, {16, 2}, {32, 2}, {4, 3}, {4, 4}, {8, 3}, {8, 4}};
  return all;
}

const std::vector<double>& figure_4_rd() {
  static const std::vector<double> rd{50, 60, 70, 80, 90, 100, 110, 120, 130, 140};
  return rd;
}
const std::vector<double>& figure_5_cp() {
  static const std::vector<double> cp{12.5, 6.25, 4.17, 3.13};
  return cp;
}
const std::vector<int>& figure_5_bl() {
  static const std::vector<int> bl{64, 96, 128, 160, 192, 224, 256};
  return bl;
}
const std::vector<unsigned>& drifts_ppm() {
  static const std::vector<unsigned> ppm{100, 200, 300, 400, 500};
  return ppm;
}

std::string experiment_of_rd(double rd) { return fmt::format("rd-{}", rd); }
std::string experiment_of_cp(int levels, double cp) { return fmt::format("levels-{}-cp-{}", levels, cp); }
std::string experiment_of_bl(int bl) { return fmt::format("bl-{}", bl); }
Parameters parameters_of_bl(int bl) {
  Parameters p;
  p.ks += bl - p.bl;
  p.bl = bl;
  return p;
}
unsigned draws_of_figures(int levels) { return levels == 2 ? 30 : levels == 3 ? 10 : 4; }
unsigned draws_of(const Network& network, Effort effort) {
  if (effort == Effort::quick) return draws_of_quick;
  if (network.m != 2) return network.k == 8 && network.m == 4 ? 10 : 30;  // 392 hosts
  return network.k <= 8 ? 1000 : network.k == 16 ? 300 : network.k == 32 ? 60 : 20;
}
unsigned draws_of_variants(const Network& network, Variant of, Effort effort) {
  if (effort == Effort::quick) return draws_of_quick;
  if (network.k == 4 && of == Variant::printed_kg) return 600;
  return network.k <= 8 ? 300 : network.k == 16 ? 100 : 20;
}

const std::vector<std::string>& pause_costs() {
  static const std::vector<std::string> all{"free", "lanai4"};
  return all;
}
const std::vector<Network>& pause_networks() {
  static const std::vector<Network> all{{8, 2}, {16, 2}, {4, 3}};
  return all;
}
unsigned draws_of_pause(const Network& network, const std::string& costs, Effort effort) {
  if (effort == Effort::quick) return draws_of_quick;
  // Without costs hardly more draws pass equation (8) than with the pause by hardware; with them nearly all do.
  return network.m != 2 || costs != "free" ? 30 : network.k == 8 ? 200 : 60;
}
std::string experiment_of_pause(const Network& network, const std::string& costs) {
  return fmt::format("pause-{}-{}", network.name(), costs);
}

std::string LongRun::experiment() const {
  return fmt::format("long-{}-{}-ppm-{}-{}", network.name(), drift_ppm, protocol == Protocol::fbs ? "fbs" : "free",
                     streams ? "stream" : "idle");
}
std::string LongRun::place() const {
  const std::string on =
      network.m == 2 ? fmt::format("{} ports", network.k) : fmt::format("{} ports, {} levels", network.k, network.m);
  return fmt::format("{}, {} ppm{}", on, drift_ppm, streams ? ", with a stream" : "");
}

std::vector<LongRun> long_runs(Effort effort) {
  std::vector<LongRun> all;
  for (const Network& network : {Network{8, 2}, Network{4, 3}})
    for (const unsigned ppm : drifts_ppm()) {
      if (effort == Effort::quick && ppm != drifts_ppm().back()) continue;
      for (const Protocol protocol : {Protocol::fbs, Protocol::none}) {
        all.push_back({network, ppm, protocol, false});
        if (ppm == drifts_ppm().back()) all.push_back({network, ppm, protocol, true});
      }
    }
  return all;
}

unsigned intervals_of(const LongRun& run, Effort effort) {
  if (effort == Effort::quick) return 2;
  return run.streams ? 3 : 10;
}

std::string experiment_of_longest(int levels, unsigned drift_ppm) {
  return fmt::format("longest-{}-{}-ppm", levels, drift_ppm);
}

std::uint64_t interval_of(Model model, int levels, unsigned drift_ppm) {
  return synchronization::interval(bound(model, levels), static_cast<double>(slot_flits) * model.p.cp,
                                   drift_ppm * 1e-6);
}

std::string experiment_of_overhead(int k, int m, unsigned drift_ppm) {
  return fmt::format("overhead-{}-{}-{}-ppm", k, m, drift_ppm);
}

std::string experiment_of_shift(int ports) { return fmt::format("shift-{}", ports); }
std::string experiment_of_isotach(const std::string& costs) { return "isotach-8-" + costs; }
std::string experiment_of_long_tokens() { return "isotach-8-long"; }

Run varied(Run run, Variant variant) {
  const VariantRow& row = row_of(variant);
  if (row.change != nullptr) row.change(run);
  run.experiment += row.suffix;
  return run;
}

Parameters parameters_of(const Parameters& p, Variant variant) {
  Run run;
  run.p = p;
  return varied(run, variant).p;
}

std::string experiment_of(const std::string& experiment, Variant variant) {
  return experiment + row_of(variant).suffix;
}

std::string without(Variant variant) { return row_of(variant).without; }

const std::vector<PrintedSkew>& printed_skews() {
  static const std::vector<PrintedSkew> all = [] {
    std::vector<PrintedSkew> skews;
    const auto add = [&](const char* at, const char* where, reproduction::Printed published, int m,
                         const char* experiment) -> Parameters& {
      skews.push_back({at, where, std::move(published), m, {}, experiment});
      return skews.back().p;
    };
    add("SSS", "section 5.1", {"237"}, 2, printed_on_sampled);
    add("SSS, rd = 140 ns", "section 5.1", {"197"}, 2, "printed-rd-140").rd = 140;
    add("SSS, rd = 50 ns", "section 5.1", {"298"}, 2, "printed-rd-50").rd = 50;
    add("SSS, bl = 256", "section 5.1", {"1.05", 1000, "us"}, 2, "printed-bl-256").bl = 256;
    add("HSS of 3 levels", "section 5.2", {"1.42", 1000, "us"}, 3, "printed-levels-3");
    add("HSS of 4 levels", "section 5.2", {"4.02", 1000, "us"}, 4, "printed-levels-4");
    add("HSS of 4 levels, cp = 12.5 ns", "section 5.2", {"9.223", 1000, "us"}, 4, "printed-levels-4-slow").cp = 12.5;
    return skews;
  }();
  return all;
}

const std::vector<Failure>& failures() {
  // A slot has 8000 cycles; the second synchronization takes slots 22 to 29.
  constexpr std::uint64_t between = 120'000, within = 204'000;
  const auto fault = [](features::FaultKind kind, std::uint64_t from, std::optional<std::uint64_t> cycles = {}) {
    features::FaultSettings settings;
    settings.kind = kind;
    settings.link = "link_host3_to_switch0_p3";
    settings.from = from;
    if (cycles) settings.to = from + *cycles;
    return settings;
  };
  using features::FaultKind;
  static const std::vector<Failure> all{
      {"fails-host-between", "host3 dies between two synchronizations", fault(FaultKind::host_dead, between), 3, 7,
       true, false},
      {"fails-link-between", "the link of host3 dies between two", fault(FaultKind::dead, between), 3, 8, true, false},
      {"fails-host-within", "host3 dies in a synchronization, within a packet", fault(FaultKind::host_dead, within), 1,
       8, false, true},
      {"fails-link-within", "the link of host3 dies in one, within a packet", fault(FaultKind::dead, within), 1, 8,
       false, true},
      {"times-out", "host3 dies within a packet, and the switch closes worms after half a slot without a flit",
       fault(FaultKind::host_dead, within), 3, 7, true, false, false, true, 4000},
      {"stops-within", "the link of host3 is stopped in one, and for ever", fault(FaultKind::stop_stuck, within), 1, 8,
       false, true},
      {"stops-for-a-quarter", "the link of host3 is stopped in one, for a quarter of a slot",
       fault(FaultKind::stop_stuck, within, 2'000), 3, 8, false, false},
      {"stops-for-two", "the link of host3 is stopped in one, for two slots",
       fault(FaultKind::stop_stuck, within, 16'000), 3, 8, false, false, true, false}};
  return all;
}

std::vector<Run> runs(Effort effort, const reproduction::Given& given) {
  Plan plan{{}, effort};
  add_skews(plan);
  add_printed_skews(plan);
  add_pauses(plan);
  if (!plan.quick()) add_figures(plan);
  add_long_runs(plan);
  add_longest_intervals(plan);
  add_printed_interval(plan);
  add_overheads(plan);
  add_others(plan);
  add_topologies(plan, given);
  add_failures(plan);
  return plan.take();
}

}  // namespace slackline::song2005
