#include "testbench/studies/sun2001/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace slackline::sun2001 {

namespace {

bool is_quick(Effort effort) { return effort == Effort::quick; }

struct Plan : reproduction::Plan<Run> {
  unsigned draws;  ///< of a point

  using reproduction::Plan<Run>::add;
  void add(const Run& run) { add(run, draws); }
};

Run on(const Network& network, Scheme scheme) {
  Run run;
  run.scheme = scheme;
  run.nodes = network.nodes;
  run.mesh = network.mesh;
  return run;
}

struct VariantRow {
  const char *name, *what;
  void (*change)(Run& run);
};

const VariantRow& row_of(Variant variant) {
  static constexpr VariantRow rows[] = {
      // in the order of the enumerators
      {"", "hops of 6 cycles", [](Run&) {}},
      {"medoid", "hops of 6 cycles, the centre in the middle", [](Run& run) { run.medoid = true; }},
      {"slow", "hops of 16 cycles, of which 12 in the barrier unit", [](Run& run) { run.slower = 10; }},
      {"far", "hops of 16 cycles, of which 12 on the link", [](Run& run) { run.farther = 10; }},
      {"medoid-far", "hops of 16 cycles, of which 12 on the link, the centre in the middle", [](Run& run) {
         run.medoid = true;
         run.farther = 10;
       }}};
  static_assert(std::size(rows) == std::size(variants) + 1, "a row for each enumerator");
  return rows[static_cast<std::size_t>(variant)];
}

void add_pairs(Plan& plan, Effort effort) {
  for (const Network& network : networks(effort))
    for (const unsigned overhead : overheads()) {
      Run run = on(network, Scheme::I);
      run.experiment = experiment_of_pair(network, overhead);
      run.overhead = overhead;
      run.members = 2;
      run.rounds = 3;
      plan.add(run);
    }
}

void add_sizes(Plan& plan, Effort effort) {
  for (const Network& network : networks(effort))
    for (const unsigned overhead : overheads())
      for (const unsigned members : group_sizes(network, effort))
        for (const Scheme scheme : schemes(network)) {
          Run run = on(network, scheme);
          run.experiment = experiment_of_size(network, scheme, overhead, members);
          run.overhead = overhead;
          run.members = members;
          run.rounds = 3;
          plan.add(run);
          if (scheme != Scheme::I) continue;
          for (const Variant variant : variants) {
            Run varied = run;
            varied.experiment = experiment_of_variant(network, variant, overhead, members);
            row_of(variant).change(varied);
            plan.add(varied);
          }
        }
}

void add_buffers(Plan& plan, Effort effort) {
  for (const Network& network : networks(effort))
    for (const Scheme scheme : schemes_of_saturation)
      for (const unsigned messages : buffers_of_saturation)
        for (const unsigned members : sizes_of_saturation(network)) {
          if (network.mesh != 0) continue;
          Run run = on(network, scheme);
          run.experiment = experiment_of_buffer(network, scheme, messages, members);
          run.buffer = messages;
          run.members = members;
          run.rounds = 2;
          plan.add(run);
        }
}

Run congested_run(const Congestion& congestion, Scheme scheme, unsigned overhead, std::uint64_t duration) {
  Run run = on(congestion.network, scheme);
  run.experiment = experiment_of_congestion(congestion, scheme, overhead, duration);
  run.overhead = overhead;
  run.members = congestion.members;
  run.congested = congestion.congested;
  run.duration = duration;
  run.rounds = 2;
  run.period = period_with_congestion;
  return run;
}

/// Whether it is run at all durations.
bool is_figure(const Congestion& congestion, Effort effort) {
  const std::vector<Congestion> all = congestions(effort);
  return std::any_of(all.begin(), all.end(), [&](const Congestion& of) {
    return of.network.name() == congestion.network.name() && of.members == congestion.members &&
           of.congested == congestion.congested;
  });
}

void add_congestions(Plan& plan, Effort effort) {
  const unsigned draws = draws_of_congestion(effort);
  for (const Congestion& congestion : congestions(effort))
    for (const unsigned overhead : overheads()) {
      std::vector<std::uint64_t> all = durations(effort, overhead);
      all.insert(all.begin(), 0);
      for (const std::uint64_t duration : all)
        for (const Scheme scheme : congested_schemes(congestion.network)) {
          Run run = congested_run(congestion, scheme, overhead, duration);
          plan.add(run, draws);
          if (duration != all.back() || overhead != overheads().front()) continue;
          run.virtual_channels = channels_of_congestion[1];
          run.experiment = experiment_of_congestion(congestion, scheme, overhead, duration, run.virtual_channels);
          plan.add(run, draws);
        }
    }
  const std::uint64_t longest = durations(effort, overheads().front()).back();
  for (const auto& [few, many] : few_and_many(effort))
    for (const unsigned overhead : overheads())
      for (const Scheme scheme : {Scheme::I, many.network.baseline()})
        if (!is_figure(many, effort))
          plan.add(congested_run(many, scheme, overhead, durations(effort, overhead).back()), draws);
  for (const Network& network : congested_networks(effort))
    for (const Scheme scheme : {Scheme::I, Scheme::II})
      for (const std::uint64_t duration : {std::uint64_t{0}, longest})
        plan.add(congested_run(congested_pair(network), scheme, overheads().front(), duration), draws);
  const Congestion first = congestions(effort).front();
  for (const double moving : moving_shares(effort))
    for (const unsigned channels : channels_of_congestion) {
      if (moving == moving_of_paper) continue;
      Run run = congested_run(first, Scheme::III, overheads().front(), longest);
      run.virtual_channels = channels;
      run.moving = moving;
      run.experiment = experiment_of_congestion(first, Scheme::III, overheads().front(), longest, channels, moving);
      plan.add(run, draws);
    }
}

/// Of runs in a window: more than complete in it.
constexpr unsigned rounds_of_window = 100;

/// Those of schemes_with_data, and none.
std::vector<Scheme> schemes_in_window() {
  std::vector<Scheme> all{Scheme::none};
  for (const Scheme scheme : schemes_with_data) all.push_back(scheme);
  return all;
}

Run in_window(const Loaded& loaded, Scheme scheme, double load) {
  Run run = on(loaded.network, scheme);
  run.experiment = experiment_of_data(loaded, scheme, load);
  run.overhead = loaded.overhead;
  run.members = loaded.network.hosts() / 5;
  run.load = load;
  run.rounds = rounds_of_window;
  run.window = window_of_data;
  return run;
}

void add_data(Plan& plan, const Loaded& loaded) {
  for (const double load : loaded.loads)
    for (const Scheme scheme : schemes_in_window())
      if (load != 0) plan.add(in_window(loaded, scheme, load));
}

void add_saturated(Plan& plan, const Loaded& loaded, Effort effort) {
  constexpr unsigned draws = 10;  // in the quick form as well: fewer cannot tell a loss from what networks differ by
  for (const unsigned channels : channels_of_saturated)
    for (const Scheme scheme : schemes_in_window()) {
      Run run = in_window(loaded, scheme, saturating_load(effort));
      run.experiment = experiment_of_saturated(loaded, scheme, channels);
      run.virtual_channels = channels;
      plan.add(run, draws);
    }
}

void add_loads(Plan& plan, Effort effort) {
  const std::vector<Loaded> all = loaded(effort);
  for (const Loaded& loaded : all) {
    for (const double load : loaded.loads)
      for (const Scheme scheme : schemes_with_data) {
        Run run = on(loaded.network, scheme);
        run.experiment = experiment_of_load(loaded, scheme, load);
        run.overhead = loaded.overhead;
        run.members = loaded.network.hosts() / 5;
        run.load = load;
        run.rounds = loaded.rounds;
        plan.add(run);
      }
    add_data(plan, loaded);
  }
  const Loaded& varied = all.front();
  add_saturated(plan, varied, effort);
  for (const Variation& variation : variations()) {
    Run run = on(varied.network, Scheme::I);
    run.experiment = variation.experiment;
    run.members = varied.network.hosts() / 5;
    run.load = varied.loads.back();
    run.hold = variation.hold;
    run.virtual_channels = variation.virtual_channels;
    run.packet_flits = variation.packet_flits;
    run.rounds = varied.rounds;
    plan.add(run);
  }
}

}  // namespace

std::string Network::name() const {
  return mesh != 0 ? fmt::format("mesh-{}", mesh) : fmt::format("irregular-{}", nodes);
}

std::vector<Scheme> Network::waiting() const {
  std::vector<Scheme> all{baseline()};
  if (planned() != baseline()) all.push_back(planned());
  return all;
}

std::vector<Network> networks(Effort effort) {
  if (is_quick(effort)) return {{60, 0}, {0, 5}};
  return {{300, 0}, {1200, 0}, {0, 10}, {0, 20}};
}

std::vector<unsigned> overheads() { return {100, 1000}; }

std::vector<unsigned> group_sizes(const Network& network, Effort effort) {
  std::vector<unsigned> sizes;
  const unsigned steps = is_quick(effort) ? 3 : 10;
  const bool skips = network.hosts() > 1000;  // runs take long: 3, 5, 7 and 9 tenths are left out
  if (!is_quick(effort)) sizes.push_back(network.hosts() / 30);
  for (unsigned n = 1; n <= steps; ++n)
    if (!skips || n == 1 || n % 2 == 0) sizes.push_back(std::max(2u, network.hosts() * n / steps));
  return sizes;
}

std::vector<Scheme> schemes(const Network& network) {
  std::vector<Scheme> all = network.waiting();
  if (network.mesh == 0) all.push_back(Scheme::software_ordering);
  for (const Scheme scheme : {Scheme::I, Scheme::path, Scheme::star, Scheme::dissemination}) all.push_back(scheme);
  return all;
}

std::vector<Scheme> congested_schemes(const Network& network) {
  std::vector<Scheme> all{Scheme::I, Scheme::II, Scheme::III};
  for (const Scheme scheme : network.waiting()) all.push_back(scheme);
  return all;
}

unsigned draws_of_sizes(Effort effort) { return is_quick(effort) ? 4 : 10; }

unsigned draws_of_congestion(Effort effort) { return is_quick(effort) ? 4 : 24; }

std::vector<double> moving_shares(Effort effort) {
  if (is_quick(effort)) return {0, moving_of_paper};
  return {0, 0.2, 0.5, moving_of_paper, 1};
}

std::string experiment_of_size(const Network& network, Scheme scheme, unsigned overhead, unsigned members) {
  return fmt::format("size-{}-{}-{}-{}", network.name(), to_string(scheme), overhead, members);
}

std::string experiment_of_pair(const Network& network, unsigned overhead) {
  return fmt::format("pair-{}-{}", network.name(), overhead);
}

std::vector<unsigned> sizes_of_saturation(const Network& network) {
  return {network.hosts() * 6 / 10, network.hosts()};
}

std::string experiment_of_buffer(const Network& network, Scheme scheme, unsigned messages, unsigned members) {
  return fmt::format("buffer-{}-{}-{}-{}", network.name(), to_string(scheme), messages, members);
}

std::vector<Congestion> congestions(Effort effort) {
  if (is_quick(effort)) return {{{60, 0}, 12, 4}, {{60, 0}, 12, 12}, {{0, 5}, 8, 4}};
  return {{{300, 0}, 60, 20}, {{300, 0}, 60, 60}, {{300, 0}, 255, 85}, {{0, 20}, 20, 10}, {{0, 20}, 200, 100}};
}

std::vector<Network> congested_networks(Effort effort) {
  std::vector<Network> all;
  for (const Congestion& congestion : congestions(effort))
    if (std::none_of(all.begin(), all.end(),
                     [&](const Network& network) { return network.name() == congestion.network.name(); }))
      all.push_back(congestion.network);
  return all;
}

std::vector<std::pair<Congestion, Congestion>> few_and_many(Effort effort) {
  if (is_quick(effort)) return {{{{60, 0}, 12, 4}, {{60, 0}, 12, 12}}, {{{0, 5}, 8, 4}, {{0, 5}, 8, 8}}};
  return {{{{300, 0}, 60, 20}, {{300, 0}, 60, 60}},
          {{{300, 0}, 255, 85}, {{300, 0}, 255, 255}},
          {{{0, 20}, 20, 10}, {{0, 20}, 20, 20}},
          {{{0, 20}, 200, 100}, {{0, 20}, 200, 200}}};
}

std::vector<std::uint64_t> durations(Effort effort, unsigned overhead) {
  if (is_quick(effort)) return {10, 1000};
  if (overhead != overheads().front()) return {10, 1000, 10000};
  return {10, 100, 300, 1000, 3000, 10000};
}

std::string experiment_of_congestion(const Congestion& congestion, Scheme scheme, unsigned overhead,
                                     std::uint64_t duration, unsigned channels, double moving) {
  return fmt::format("congestion-{}-{}-{}-{}-{}-{}-{}-{}", congestion.network.name(), to_string(scheme), overhead,
                     congestion.members, congestion.congested, duration, channels, moving);
}

const char* what(Variant variant) { return row_of(variant).what; }
const char* to_string(Variant variant) { return row_of(variant).name; }

std::string experiment_of_variant(const Network& network, Variant variant, unsigned overhead, unsigned members) {
  if (variant == Variant::none) return experiment_of_size(network, Scheme::I, overhead, members);
  return fmt::format("{}-{}-{}-{}", row_of(variant).name, network.name(), overhead, members);
}

std::string Loaded::name() const { return fmt::format("{}, Ts = {}", network.name(), overhead); }

std::vector<Loaded> loaded(Effort effort) {
  if (is_quick(effort)) return {{{60, 0}, 100, {0, 0.01}, 20}, {{60, 0}, 1000, {0, 0.01}, 5}};
  // The study measures, beyond saturation, what the networks accept, 0.0192 +- 0.0008, and that the last load is at most 0.8 of it.
  return {{{300, 0}, 100, {0, 0.0037, 0.0074, 0.0111, 0.0148}, 20}, {{300, 0}, 1000, {0, 0.0074, 0.0148}, 5}};
}

std::string experiment_of_load(const Loaded& loaded, Scheme scheme, double load) {
  return fmt::format("load-{}-{}-{}-{}", loaded.network.name(), to_string(scheme), loaded.overhead, load);
}

std::string experiment_of_data(const Loaded& loaded, Scheme scheme, double load) {
  return fmt::format("data-{}-{}-{}-{}", loaded.network.name(), to_string(scheme), loaded.overhead, load);
}

double saturating_load(Effort effort) { return is_quick(effort) ? 0.12 : 0.03; }

std::string experiment_of_saturated(const Loaded& loaded, Scheme scheme, unsigned channels) {
  return fmt::format("saturated-{}-{}-{}", loaded.network.name(), to_string(scheme), channels);
}

std::vector<Variation> variations() {
  return {{"hold-8", "T = 8 cycles", 8, 4, 40},
          {"hold-128", "T = 128 cycles", 128, 4, 40},
          {"vcs-1", "1 virtual channel", 32, 1, 40},
          {"vcs-2", "2 virtual channels", 32, 2, 40},
          {"vcs-8", "8 virtual channels", 32, 8, 40},
          {"flits-8", "packets of 8 flits", 32, 4, 8},
          {"flits-200", "packets of 200 flits", 32, 4, 200}};
}

std::vector<Run> runs(Effort effort) {
  Plan plan{{}, draws_of_sizes(effort)};
  add_sizes(plan, effort);
  add_pairs(plan, effort);
  add_buffers(plan, effort);
  add_congestions(plan, effort);
  add_loads(plan, effort);
  return plan.take();
}

}  // namespace slackline::sun2001
