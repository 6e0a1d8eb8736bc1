#include "testbench/studies/shurbanov2000/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace slackline::shurbanov2000 {

namespace {

using reproduction::Assignments;

bool is_quick(Effort effort) { return effort == Effort::quick; }

/// Values of the second replace those of the first.
Assignments operator+(Assignments a, const Assignments& b) {
  for (const auto& given : b) {
    const auto found =
        std::find_if(a.begin(), a.end(), [&](const auto& before) { return before.first == given.first; });
    if (found == a.end())
      a.push_back(given);
    else
      *found = given;
  }
  return a;
}

constexpr unsigned packet_words = 16;  // 64 bytes

/// Routers of the preset, writes of 64 bytes, past saturation: as much as a host can create.
Assignments base() {
  return {{"switch.preset", "servernet-6port"},
          {"endpoint", "nic"},
          {"nic.costs", "free"},
          {"nic.packet_words", std::to_string(packet_words)},
          {"nic.receive.when_full", "stop"},
          {"nic.dma.latency", "0"},
          {"traffic.packet.flits", std::to_string(packet_words)},
          {"traffic.load", "1"}};
}

Assignments shape_of(Topology topology) {
  if (topology == Topology::cube)
    return {{"topology.kind", "hypercube"}, {"topology.dimensions", "3"}, {"topology.hosts_per_switch", "3"}};
  return {{"topology.kind", "star_of_stars"}, {"topology.arity", "6"}, {"topology.hosts_per_switch", "4"}};
}

/// A control with the source's start-up: a slot of SW(4) is held for 3.8 us more than a round trip (30.2 us against 26.4).
Control with_firmware(std::string name, const std::string& firmware, const Assignments& parameters) {
  Control control{std::move(name), firmware, {{"nic.firmware", firmware}}};
  const auto add = [&](const std::string& key, const std::string& value) {
    control.values.emplace_back("firmware." + firmware + "." + key, value);
  };
  add("start_up", "3800 ns");
  add("service", "200 ns");
  for (const auto& [key, value] : parameters) add(key, value);
  return control;
}

std::string ns(double us) { return fmt::format("{} ns", us * 1000); }

struct Plan : reproduction::Plan<Run> {
  unsigned draws_of_point;
  std::uint64_t warmup, cycles;

  void add(std::string experiment, const Assignments& values, std::uint64_t windows = 0) {
    Run run;
    run.values = base() + values;
    add(std::move(experiment), run, windows);
  }
  void add(std::string experiment, Run run, std::uint64_t windows = 0) {
    run.experiment = std::move(experiment);
    run.warmup = warmup;
    run.cycles = cycles;
    run.windows = windows;
    reproduction::Plan<Run>::add(run, draws_of_point);
  }
};

constexpr std::uint64_t cycles_of_start = 5000;  // 100 us

/// I moves slowly.
std::uint64_t warmup_of_delay(Effort effort) { return is_quick(effort) ? 80'000 : 200'000; }

struct Length {
  std::uint64_t warmup, cycles;
};
/// So that as many trends of I are decided as the time of a study allows. I that changes at each comparison
/// fluctuates: its trend's interval shrinks as the window grows, and with draws by their root only. In 200,000 ticks it is below 3 %
/// with signed differences and 8 us already, and out of reach, at up to 34 %, with most others. I that changes at every h-th
/// comparison fluctuates less, and is still on its way after 200,000 ticks; those of destinations are much later.
Length length_of(const Reading& reading, double delta_us, Effort effort) {
  if (is_quick(effort)) return {warmup_of_delay(effort), 20'000};
  if (reading.of_destination) return {1'000'000, 200'000};
  if (reading.every_history) return {450'000, 300'000};
  const bool is_in_reach = reading.absolute ? delta_us == 8 : delta_us == 1;
  return {warmup_of_delay(effort), is_in_reach ? 1'500'000u : 200'000u};
}

Assignments without_start_up(const Control& control) {
  return {{"firmware." + control.firmware + ".start_up", "0 ns"}};
}

void add_controls(Plan& plan, Effort effort) {
  for (const Topology topology : topologies(effort)) {
    const auto add = [&](const Control& control, std::uint64_t windows = 0) {
      plan.add(experiment_of(topology, control), shape_of(topology) + control.values, windows);
    };
    for (const Control& control : {sw(2), sw(4), asw(4, 0)}) add(control, window_of_start);
    for (const Control& control : {sw(4), asw(4, 0)})
      plan.add(experiment_without_start_up(topology, control),
               shape_of(topology) + control.values + without_start_up(control));
    plan.add(experiment_without_waits(topology, sw(4)),
             shape_of(topology) + sw(4).values + without_start_up(sw(4)) + Assignments{{"switch.buffer.flits", "256"}});
    const Length of_others{plan.warmup, plan.cycles};
    for (const Reading& reading : readings(effort, topology)) {
      plan.draws_of_point = draws_of(reading, effort);
      for (const double delta : deltas()) {
        const Length length = length_of(reading, delta, effort);
        plan.warmup = length.warmup;
        plan.cycles = length.cycles;
        add(spp(delta, reading));
      }
    }
    plan.warmup = warmup_of_delay(effort);
    plan.cycles = of_others.cycles;
    plan.draws_of_point = draws(effort);
    for (const bool absolute : {false, true})
      for (const double delta : deltas()) add(spp(delta, {absolute}, 0));
    plan.warmup = of_others.warmup;
  }
}

void add_start(Plan& plan, Effort effort) {
  plan.warmup = 0;
  plan.cycles = cycles_of_start;
  for (const Topology topology : topologies(effort))
    for (const Control& control : {sw(4), asw(4, 0)})
      plan.add(experiment_of_start(topology, control), shape_of(topology) + control.values, window_of_start);
}

/// Of runs that show what is steady: past saturation, or far from it.
std::uint64_t shorter(Effort effort) { return is_quick(effort) ? 20'000 : 100'000; }

void add_over_load(Plan& plan, Effort effort) {
  for (const Control& control : controls_over_load())
    for (const double load : loads(effort))
      plan.add(experiment_of_load(control, load),
               shape_of(Topology::cube) + control.values + Assignments{{"traffic.load", fmt::format("{}", load)}});
}

void add_other_networks(Plan& plan, Effort effort, const reproduction::Given& given) {
  for (const OtherNetwork& network : other_networks(effort, given))
    for (const Settings& settings : settings_tried(network))
      for (const Control& control : settings.tried) {
        const std::uint64_t warmup = std::exchange(
            plan.warmup, control.firmware == "simplified_packet_pair" ? warmup_of_delay(effort) : plan.warmup);
        Run run;
        run.values = base() + control.values + network.values +
                     Assignments{{"traffic.packet.flits", std::to_string(control.packets * network.packet_words)},
                                 {"nic.packet_words", std::to_string(network.packet_words)},
                                 {"firmware." + control.firmware + ".start_up", network.start_up}};
        run.fabric = network.fabric;
        run.us_of_tick = network.us_of_tick;
        plan.add(experiment_of(network, control), run);
        plan.warmup = warmup;
      }
}

void add_variations(Plan& plan, Effort effort) {
  for (const Connections& of : connections())
    for (const unsigned window : windows(effort))
      plan.add(experiment_of(of, window), shape_of(of.topology) + sw(window).values + of.values);
  for (const unsigned low : low_marks())
    if (low != 0) plan.add(experiment_of(Topology::cube, asw(4, low)), shape_of(Topology::cube) + asw(4, low).values);
  for (const double step : steps())
    if (step != 1)
      plan.add(experiment_of(Topology::cube, spp(1, {}, 4, step)),
               shape_of(Topology::cube) + spp(1, {}, 4, step).values);
  for (const Extension& extension : extensions(effort))
    for (const Control& control : controls_of(extension))
      plan.add(experiment_of(extension, control), shape_of(Topology::cube) + control.values + extension.values);
}

}  // namespace

const char* to_string(Topology topology) { return topology == Topology::cube ? "cube" : "tree"; }

std::vector<Topology> topologies(Effort effort) {
  if (is_quick(effort)) return {Topology::cube};
  return {Topology::cube, Topology::tree};
}

std::string Reading::name() const {
  return fmt::format("{}, {}, {}, {}", absolute ? "absolute" : "signed", of_destination ? "a destination" : "a source",
                     disjoint ? "disjoint" : "overlapping", every_history ? "every h" : "each");
}

std::vector<Reading> readings(Effort effort, Topology topology) {
  if (is_quick(effort)) return {{false}, {true}};
  std::vector<Reading> all;
  for (const bool absolute : {false, true})
    for (const bool of_destination : {false, true}) {
      if (of_destination && topology == Topology::tree) continue;
      for (const bool disjoint : {false, true})
        for (const bool every_history : {false, true})
          all.push_back({absolute, of_destination, disjoint, every_history});
    }
  return all;
}

Control sw(unsigned window) {
  return with_firmware(fmt::format("SW({})", window), "static_window", {{"window", std::to_string(window)}});
}

Control asw(unsigned high, unsigned low) {
  return with_firmware(fmt::format("ASW({}, {})", high, low), "alternating_window",
                       {{"high", std::to_string(high)}, {"low", std::to_string(low)}});
}

Control spp(double delta_us, const Reading& reading, unsigned window, double step_us) {
  std::string name = fmt::format("SPP({} us){} {}", delta_us, window == 0 ? " alone" : "", reading.name());
  if (step_us != 1) name += fmt::format(", q = {} us", step_us);
  return with_firmware(std::move(name), "simplified_packet_pair",
                       {{"delta", ns(delta_us)},
                        {"step", ns(step_us)},
                        {"window", std::to_string(window)},
                        {"difference", reading.absolute ? "absolute" : "signed"},
                        {"scope", reading.of_destination ? "destination" : "source"},
                        {"comparisons", reading.disjoint ? "disjoint" : "overlapping"},
                        {"update", reading.every_history ? "every_history" : "each"}});
}

Control pp(unsigned window) {
  // Requests of a message follow one another at once: two of them are a pair.
  Control control = with_firmware(window == 0 ? "PP" : fmt::format("PP with SW({})", window), "packet_pair",
                                  {{"window", std::to_string(window)}});
  control.packets = 2;
  control.values.emplace_back("traffic.packet.flits", std::to_string(control.packets * packet_words));
  return control;
}

Control aimd_by_marks(unsigned watermark, unsigned cut_to) {
  std::string name = fmt::format("AIMD by marks above {} flits", watermark);
  if (cut_to != 50) name += fmt::format(", cut to {} %", cut_to);
  Control control =
      with_firmware(std::move(name), "aimd_window", {{"sign", "mark"}, {"cut_to", std::to_string(cut_to)}});
  control.values.emplace_back("switch.ecn", "true");
  control.values.emplace_back("switch.ecn_watermark", std::to_string(watermark));
  return control;
}

Control aimd_by_round_trips(double target_us) {
  return with_firmware(fmt::format("AIMD by round trips above {} us", target_us), "aimd_window",
                       {{"sign", "round_trip"}, {"target", ns(target_us)}});
}

std::vector<double> deltas() { return {0.1, 1, 8}; }
std::vector<unsigned> windows(Effort effort) {
  if (is_quick(effort)) return {1, 2, 4, 8};
  return {1, 2, 3, 4, 6, 8, 12, 16};
}
std::vector<unsigned> low_marks() { return {0, 1, 2, 3}; }
std::vector<double> steps() { return {0.25, 0.5, 1, 2, 4}; }

std::vector<double> loads(Effort effort) {
  // SW(4) accepts 0.06.
  if (is_quick(effort)) return {0.02, 0.06};
  return {0.006, 0.012, 0.024, 0.036, 0.048, 0.054, 0.06, 0.072, 0.096, 0.12};
}

unsigned draws(Effort effort) { return is_quick(effort) ? 3 : 4; }
unsigned draws_of(const Reading& reading, Effort effort) { return reading.of_destination ? 3 : draws(effort); }

std::vector<Control> controls_over_load() { return {sw(4), asw(4, 0), spp(0.1, {}), spp(1, {}), spp(8, {})}; }

std::vector<Connections> connections() {
  return {{"cube", Topology::cube, {}},
          {"tree", Topology::tree, {}},
          {"cube, without a start-up", Topology::cube, {{"firmware.static_window.start_up", "0 ns"}}},
          {"cube, a service of 2 us", Topology::cube, {{"firmware.static_window.service", "2 us"}}},
          {"cube, a start-up of 10 us", Topology::cube, {{"firmware.static_window.start_up", "10 us"}}}};
}

std::vector<Extension> extensions(Effort effort) {
  if (is_quick(effort)) return {};
  return {{"uniform", {}, true},
          {"hot spot, 20 % to one host",
           {{"traffic.pattern", "hot_spot"}, {"traffic.hot_spot.hosts", "[0]"}, {"traffic.hot_spot.share", "0.2"}}},
          {"all to one host, and that host to all",
           {{"traffic.pattern", "hot_spot"}, {"traffic.hot_spot.hosts", "[0]"}, {"traffic.hot_spot.share", "1"}}}};
}

std::vector<Control> controls_of(const Extension& extension) {
  std::vector<Control> controls{sw(4), asw(4, 0), spp(1, {}), pp(4), aimd_by_marks(), aimd_by_round_trips()};
  if (extension.is_uniform) controls.push_back(pp(0));
  return controls;
}

std::vector<OtherNetwork> other_networks(Effort effort, const reproduction::Given& given) {
  if (is_quick(effort)) return {};
  std::vector<OtherNetwork> all{{"a fat tree of 27 hosts",
                                 {{"topology.kind", "fat_tree"}, {"topology.arity", "3"}, {"topology.levels", "3"}},
                                 std::nullopt,
                                 packet_words,
                                 "3800 ns",
                                 us_of_servernet_tick,
                                 {8, 32, 48, 64}}};
  // Ports of any speed, wide links with credits and packets of 2 KiB, as testbench/experiments/shurbanov2000/cluster40.yaml.
  if (given.fabric)
    all.push_back({given.fabric_name,
                   {{"switch.preset", "none"},
                    {"clock.period", "16 ns"},
                    {"link.delay", "32 ns"},
                    {"link.flit_bits", "512"},
                    {"switch.buffer.flits", "128"},
                    {"switch.buffer.flow_control", "credit"},
                    {"switch.delay.header", "128 ns"},
                    {"switch.delay.data", "16 ns"}},
                   given.fabric,
                   31,
                   "1 us",
                   0.016,
                   {8, 32, 64, 96, 128}});
  return all;
}

std::vector<Settings> settings_tried(const OtherNetwork& network) {
  Settings spps{"SPP with SW(4)", {}};
  for (const double delta : deltas())
    for (const double step : {0.25, 1.0}) spps.tried.push_back(spp(delta, {}, 4, step));
  std::vector<Control> marks;
  for (const unsigned cut_to : {50u, 90u})
    for (const unsigned watermark : network.watermarks) marks.push_back(aimd_by_marks(watermark, cut_to));
  return {{"SW", {sw(2), sw(3), sw(4), sw(6), sw(8)}},
          {"ASW", {asw(4, 0), asw(4, 2), asw(8, 0), asw(8, 4)}},
          std::move(spps),
          {"PP with SW", {pp(2), pp(3), pp(4), pp(8)}},
          {"AIMD by marks", std::move(marks)},
          {"AIMD by round trips",
           {aimd_by_round_trips(6), aimd_by_round_trips(10), aimd_by_round_trips(20), aimd_by_round_trips(40)}}};
}

std::string experiment_of(Topology topology, const Control& control) {
  return fmt::format("{}, {}", to_string(topology), control.name);
}
std::string experiment_without_start_up(Topology topology, const Control& control) {
  return fmt::format("{} without a start-up, {}", to_string(topology), control.name);
}
std::string experiment_without_waits(Topology topology, const Control& control) {
  return fmt::format("{} without waits, {}", to_string(topology), control.name);
}
std::string experiment_of_load(const Control& control, double load) {
  return fmt::format("load {}, {}", load, control.name);
}
std::string experiment_of_start(Topology topology, const Control& control) {
  return fmt::format("start, {}, {}", to_string(topology), control.name);
}
std::string experiment_of(const Connections& connections, unsigned window) {
  return fmt::format("{}, window {}", connections.name, window);
}
std::string experiment_of(const Extension& extension, const Control& control) {
  return fmt::format("{}, {}", extension.name, control.name);
}

std::string experiment_of(const OtherNetwork& network, const Control& control) {
  return fmt::format("{}, {}", network.name, control.name);
}

std::vector<Run> runs(Effort effort, const reproduction::Given& given) {
  Plan plan;
  plan.draws_of_point = draws(effort);
  plan.warmup = is_quick(effort) ? 20'000 : 40'000;
  plan.cycles = is_quick(effort) ? 20'000 : 200'000;
  add_controls(plan, effort);
  plan.cycles = shorter(effort);
  add_over_load(plan, effort);
  add_variations(plan, effort);
  add_other_networks(plan, effort, given);
  add_start(plan, effort);  // the last: its runs are shorter
  return plan.take();
}

}  // namespace slackline::shurbanov2000
