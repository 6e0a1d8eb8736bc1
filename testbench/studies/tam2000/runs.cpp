#include "testbench/studies/tam2000/runs.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace slackline::tam2000 {

namespace {

bool is_quick(Effort effort) { return effort == Effort::quick; }
bool is_base(const Shape& shape, const Assumptions& assumptions) { return assumptions.name() == base(shape).name(); }
unsigned fewest_draws(Effort effort) { return is_quick(effort) ? 3 : 10; }

/// Each experiment once, whichever claims ask for it.
class Plan : public reproduction::Plan<Run> {
 public:
  explicit Plan(Effort of) : effort(of) {}

  void add(const Setup& setup) {
    Run run;
    run.experiment = setup.name();
    run.exchange = setup;
    add(run, setup.assumptions.is_drawn() ? draws(effort, setup.packets) : 1);
  }
  void add(const Stall& stall) {
    Run run;
    run.experiment = stall.name();
    run.stall = stall;
    add(run, 1);
  }
  void add(const Saturated& saturated) {
    Run run;
    run.experiment = saturated.name();
    run.saturated = saturated;
    add(run, fewest_draws(effort));
  }
  void add(const Streaming& streaming) {
    Run run;
    run.experiment = streaming.name();
    run.streaming = streaming;
    add(run, 1);
  }

  const Effort effort;

 private:
  void add(const Run& run, unsigned of_run) {
    if (known_.insert(run.experiment).second) reproduction::Plan<Run>::add(run, of_run);
  }

  std::set<std::string> known_;
};

void add_without_causes(Plan& plan, const Setup& of) {
  for (const auto& [name, setup] : without_causes_of_fall(of)) plan.add(setup);
}

/// Claims (1) to (5), and (17).
void add_one_switch(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Assumptions& set : assumption_sets(one_switch, effort))
    for (const Scheme scheme : schemes_of_one_switch)
      for (const unsigned k : packets(one_switch, scheme, effort, set))
        plan.add(exchange_of(one_switch, scheme, k, set));
  for (const Assumptions& set : assumption_sets(one_switch, effort))
    for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw})
      for (const unsigned k : packets(one_switch, scheme, effort, set))
        plan.add(lossless(exchange_of(one_switch, scheme, k, set)));
  const Beyond beyond = beyond_on_one_switch(effort);
  add_without_causes(plan, exchange_of(one_switch, Scheme::sync, beyond.from));
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw})
    add_without_causes(plan, exchange_of(one_switch, scheme, beyond.to));
  for (const Shape& shape : {one_switch, four_by_four})
    for (const Scheme scheme : schemes_of_one_switch)
      for (const unsigned k : packets_on_schedule(effort)) plan.add(exchange_of(shape, scheme, k, on_schedule));
}

/// Claims (6) to (10).
void add_four(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Assumptions& set : assumption_sets(four_by_four, effort))
    for (const Scheme scheme : shuffles)
      for (const unsigned k : packets(four_by_four, scheme, effort, set))
        plan.add(exchange_of(four_by_four, scheme, k, set));
  for (const Assumptions& set : assumption_sets(four_by_four, effort)) {
    for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw, Scheme::sync_gwrs})
      for (const unsigned k : packets(four_by_four, scheme, effort, set))
        plan.add(lossless(exchange_of(four_by_four, scheme, k, set)));
    plan.add(lossless(exchange_of(four_by_four, Scheme::sync_rs, beyond_on_four(effort).to, set)));
  }
  for (const unsigned k : packets(four_by_four, Scheme::pairwise, effort))
    plan.add(exchange_of(four_by_four, Scheme::pairwise, k));
  for (const Assumptions& set : pairwise_sets(effort))
    for (const unsigned k : packets_on_schedule(effort)) {
      for (const Scheme scheme : {Scheme::pairwise, Scheme::sync, Scheme::sync_gwrs})
        plan.add(exchange_of(four_by_four, scheme, k, set));
      if (k > beyond_on_four(effort).from) continue;  // (7) ends there
      for (const Scheme scheme : {Scheme::pairwise, Scheme::sync})
        plan.add(exchange_of(one_switch, scheme, k, on_one_switch(set)));
    }
  const Beyond plain = beyond_on_four(effort), windowed = beyond_on_four_with_window(effort);
  for (const Scheme scheme : shuffles) add_without_causes(plan, exchange_of(four_by_four, scheme, plain.to));
  add_without_causes(plan, exchange_of(four_by_four, Scheme::sync, plain.from));
  for (const unsigned k : {windowed.from, windowed.to})
    add_without_causes(plan, exchange_of(four_by_four, Scheme::sync_gw, k));
}

/// Causes of losses, and what else hosts may be.
void add_causes(Plan& plan) {
  for (const Scheme scheme : schemes_of_causes) {
    for (const auto& [name, setup] : without_causes(scheme, plan.effort)) plan.add(setup);
    for (const auto& [name, setup] : other_choices(scheme, plan.effort)) plan.add(setup);
  }
  for (const auto& [name, setup] : other_windows(Scheme::pairwise, plan.effort)) plan.add(setup);
}

/// Claims (11) to (13).
void add_two(Plan& plan) {
  const Effort effort = plan.effort;
  const unsigned most = most_on_two(effort);
  for (const Scheme scheme : all_schemes)
    for (const Assumptions& set : assumption_sets(eight_by_two, effort)) {
      const Setup setup = exchange_of(eight_by_two, scheme, most, set);
      plan.add(setup);
      if (has_window(scheme) && set.name() == base(eight_by_two).name()) plan.add(with_shared_window(setup));
      if (is_reordered(scheme) || scheme == Scheme::pairwise) continue;
      plan.add(with(setup, Streams::any));
      plan.add(selective(setup));
      plan.add(exchange_of(one_switch, scheme, most, on_schedule));
    }
  for (const auto& [shape, held] : sweeps_of_two)
    for (const Scheme scheme : all_schemes)
      for (const unsigned k : packets(shape, scheme, effort, without_pauses(held)))
        plan.add(exchange_of(shape, scheme, k, without_pauses(held)));
  for (const unsigned held : held_of_streams) {
    for (const unsigned hosts : streams_tried) plan.add(Streaming{hosts, Streams::rate, held});
    for (const Shape& shape : {six_by_two, four_by_two}) plan.add(exchange_of_streams(shape, held));
  }
}

/// Claims (16), (18), (19), and occupancies.
void add_switches(Plan& plan) {
  const Effort effort = plan.effort;
  for (const bool is_reordered : {false, true})
    for (const bool has_window : {false, true})
      for (unsigned step = 1; step <= steps_of_round; ++step) plan.add(stall_at(step, is_reordered, has_window));
  for (const unsigned outside : outside_of_buffer)
    for (const unsigned steps : lengths_of_stall) plan.add(stall_of_figure_3(outside, steps));
  for (const unsigned ports : saturated_ports)
    for (const bool takes_no_time : {false, true}) plan.add(saturated(ports, takes_no_time));
  for (const Assumptions& set : sets_of_buffers(effort))
    for (const Buffers buffers : {Buffers::input, Buffers::output, Buffers::shared})
      plan.add(with(exchange_of(four_by_four, Scheme::sync, packets_of_buffers(effort), set), buffers));
  for (const Scheme scheme : shuffles) plan.add(over_time(scheme, effort));
}

void add_beyond(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Scheme scheme : shuffles) {
    if (!is_quick(effort))
      for (const Speeds& speeds : speeds_of_large)
        for (const unsigned k : packets_of_large) plan.add(large(speeds, scheme, k));
    for (const Shape& shape : shapes_of_pause)
      for (const Buffers buffers : {Buffers::of_paper, Buffers::input_everywhere, Buffers::pause})
        plan.add(over_pause(shape, scheme, buffers, effort));
  }
  for (const Shape& shape : {one_switch, four_by_four})
    for (const double overhead_us : fast_overheads_us) plan.add(fast(shape, overhead_us, effort));
  for (const Buffers buffers : {Buffers::input_everywhere, Buffers::pause}) plan.add(stopped_host(buffers, effort));
}

}  // namespace

unsigned draws(Effort effort, unsigned packets) {
  constexpr unsigned few = 32, many = 1000;
  if (packets >= many) return 3;
  return (packets > few || is_quick(effort) ? 1 : 2) * fewest_draws(effort);
}

Assumptions base(const Shape& shape) {
  if (shape.is_one_switch()) return {};
  return {1, Assumptions().pauses, Assumptions().pause_ms, Streams::rate};
}
Assumptions on_one_switch(Assumptions assumptions) {
  assumptions.streams = Streams::any;
  return assumptions;
}
Assumptions without_pauses(unsigned held) { return {held, 0, 0, Streams::rate}; }

std::vector<Assumptions> assumption_sets(const Shape& shape, Effort effort) {
  constexpr double rare = Assumptions().pauses, often = 1, ms = Assumptions().pause_ms;
  if (is_quick(effort)) {
    if (shape == eight_by_two) return {base(shape), without_pauses(1)};
    return {base(shape)};
  }
  if (shape == one_switch) return {base(shape), on_schedule, {0, often}, {1}};
  if (shape == four_by_four)
    return {base(shape),
            {2, rare, ms, Streams::rate},
            {4, rare, ms, Streams::rate},
            without_pauses(1),
            {1, often, ms, Streams::rate},
            {2, often, ms, Streams::rate},
            {0},
            on_schedule,
            {0, often},
            {1}};
  std::vector<Assumptions> all{base(shape), {2, rare, ms, Streams::rate}};
  for (const unsigned held : held_of_streams) all.push_back(without_pauses(held));
  all.push_back({0, rare, ms, Streams::loss});
  all.push_back({0, 0, 0, Streams::loss});
  return all;
}
std::vector<Assumptions> pairwise_sets(Effort effort) {
  if (is_quick(effort)) return {base(four_by_four), on_schedule};
  return {base(four_by_four), on_schedule, {0}};
}
std::vector<Assumptions> sets_of_buffers(Effort effort) {
  if (is_quick(effort)) return {{0}};
  return {{0}, {0, 1}};
}

std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort, const Assumptions& assumptions) {
  const bool has_all = is_base(shape, assumptions) || !assumptions.is_drawn();
  if (is_quick(effort))
    return shape == one_switch ? std::vector<unsigned>{1, 4, 16, 64} : std::vector<unsigned>{1, 4, 16};
  if (shape == one_switch) {
    std::vector<unsigned> all =
        has_all ? std::vector<unsigned>{1, 4, 16, 64, 256, 512} : std::vector<unsigned>{1, 16, 64, 512};
    if (has_all && scheme != Scheme::pairwise) all.push_back(1024);
    if (has_all || scheme != Scheme::pairwise) all.push_back(2000);
    return all;
  }
  if (shape == four_by_four && !is_base(shape, assumptions)) return {16, 64, 128, 256};
  if (shape == four_by_four) return {1, 4, 16, 32, 64, 128, 256, 2000};
  return {1, 4, 16, 64, 256, 2000};
}

Beyond beyond_on_one_switch(Effort effort) {
  if (is_quick(effort)) return {16, 64};
  return {512, 2000};
}
Beyond beyond_on_four(Effort effort) {
  if (is_quick(effort)) return {4, 16};
  return {64, 256};
}
Beyond beyond_on_four_with_window(Effort effort) {
  if (is_quick(effort)) return {4, 16};
  return {128, 256};
}
unsigned most_on_two(Effort effort) { return is_quick(effort) ? 16 : 64; }
std::vector<unsigned> packets_on_schedule(Effort effort) {
  if (is_quick(effort)) return {1, 4, 16};
  return {1, 4, 16, 64, 256};
}
unsigned packets_of_causes(Effort effort) { return is_quick(effort) ? 16 : 128; }
unsigned packets_of_buffers(Effort effort) { return is_quick(effort) ? 16 : 128; }

Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets, const Assumptions& assumptions) {
  Setup setup;
  setup.shape = shape;
  setup.scheme = scheme;
  setup.packets = packets;
  setup.assumptions = assumptions;
  return setup;
}

Setup with(Setup setup, Streams streams) {
  setup.assumptions.streams = streams;
  return setup;
}
Setup with(Setup setup, Buffers buffers) {
  setup.buffers = buffers;
  return setup;
}
Setup selective(Setup setup) {
  setup.is_selective = true;
  return setup;
}
Setup lossless(Setup setup) {
  setup.is_lossless = true;
  return setup;
}
Setup with_timeout(Setup setup, double factor) {
  setup.choices.timeout = factor;
  return setup;
}
Setup with_scheme(Setup setup, Scheme scheme) {
  setup.scheme = scheme;
  if (!has_window(scheme)) setup.window = 0;
  return setup;
}
Setup with_shared_window(Setup setup) {
  if (has_window(setup.scheme)) setup.window = shared_window_of(setup.shape);
  return setup;
}
std::string text_of_shared_window(const Setup& setup) {
  return "equation (4): W_g = " + std::to_string(setup.window) + ", B_L over all " +
         std::to_string(sharing(setup.shape)) + " hosts that share it";
}
std::vector<std::pair<std::string, Setup>> without_causes_of_fall(const Setup& setup) {
  std::vector<std::pair<std::string, Setup>> all{{"Go-Back-N: selective repeat in its place", selective(setup)},
                                                 {"half of the time-out", with_timeout(setup, 0.5)}};
  const Setup shared = with_shared_window(setup);
  if (shared.window != 0) all.emplace_back(text_of_shared_window(shared), shared);
  return all;
}

std::vector<std::pair<std::string, Setup>> without_causes(Scheme scheme, Effort effort) {
  const Setup setup = exchange_of(four_by_four, scheme, packets_of_causes(effort));
  std::vector<std::pair<std::string, Setup>> all{{"as it is", setup}};
  all.emplace_back("without losses: buffers hold all", lossless(setup));
  all.emplace_back("without pauses of hosts", setup);
  all.back().second.assumptions = without_pauses(setup.assumptions.held);
  all.emplace_back("uplink modules that carry 1 Gb/s", with(setup, Streams::any));
  all.emplace_back("selective repeat", selective(setup));
  if (has_window(scheme))
    for (const unsigned window :
         {window_of(four_by_four) / 2, shared_window_of(four_by_four), 2 * window_of(four_by_four)}) {
      all.emplace_back("W_g = " + std::to_string(window), setup);
      all.back().second.window = window;
    }
  return all;
}
std::vector<std::pair<std::string, Setup>> other_windows(Scheme scheme, Effort effort) {
  const Setup setup = exchange_of(four_by_four, scheme, packets_of_causes(effort));
  std::vector<std::pair<std::string, Setup>> all{{"as it is", setup}};
  all.emplace_back("a Go-Back-N window of 4 packets, not 8", setup).second.choices.window = 4;
  // An interface takes at least as many packets from its host as the window of Go-Back-N has.
  Choices& larger =
      all.emplace_back("a Go-Back-N window of 16, and 16 packets in the queue of a host, not 8", setup).second.choices;
  larger.window = larger.host_queue = 16;
  return all;
}
std::vector<std::pair<std::string, Setup>> other_choices(Scheme scheme, Effort effort) {
  std::vector<std::pair<std::string, Setup>> all = other_windows(scheme, effort);
  const Setup setup = all.front().second;
  const auto add = [&](const char* what) -> Setup& { return all.emplace_back(what, setup).second; };
  for (const auto& [factor, what] :
       {std::pair(0.5, "a time-out half as long"), std::pair(4., "a time-out four times as long")})
    add(what).choices.timeout = factor;
  add("acknowledgements that wait for two rounds, not 1.1, and a time-out that is longer by that")
      .choices.acknowledgement = 2;
  add("the permutation shift, not xor").choices.is_by_shift = true;
  add("flits of 4 bytes, with acknowledgements of 84 bytes, not 256").flit_bytes = 4;
  return all;
}
Setup exchange_of_streams(const Shape& shape, unsigned held) {
  return exchange_of(shape, Scheme::sync, 64, without_pauses(held));
}
Setup over_time(Scheme scheme, Effort effort) {
  Setup setup = exchange_of(four_by_four, scheme, beyond_on_four(effort).to);
  setup.windows_of_run = 200;
  return setup;
}

Saturated saturated(unsigned ports, bool takes_no_time) { return {ports, takes_no_time}; }

Stall stall_at(unsigned step, bool is_reordered, bool has_window) {
  Stall stall;
  stall.step = step;
  stall.is_reordered = is_reordered;
  stall.has_window = has_window;
  return stall;
}
Stall stall_of_figure_3(unsigned outside, unsigned steps) {
  Stall stall;
  stall.steps = steps;
  stall.outside = outside;
  return stall;
}

Setup large(const Speeds& speeds, Scheme scheme, unsigned packets) {
  Setup setup = exchange_of(sixteen_by_eight, scheme, packets, on_schedule);
  setup.speeds = speeds;
  setup.flit_bytes = 64;
  return setup;
}
Setup fast(const Shape& shape, double overhead_us, Effort effort) {
  Setup setup = exchange_of(shape, Scheme::sync, is_quick(effort) ? 4 : 64, on_schedule);
  setup.speeds = {10000, 100000};
  setup.overhead_us = overhead_us;
  return setup;
}
unsigned packets_over_pause(Effort effort) { return is_quick(effort) ? 4 : 64; }
Setup over_pause(const Shape& shape, Scheme scheme, Buffers buffers, Effort effort) {
  return with(exchange_of(shape, scheme, packets_over_pause(effort)), buffers);
}
Setup stopped_host(Buffers buffers, Effort effort) {
  Setup setup = with(exchange_of(four_by_four, Scheme::sync, is_quick(effort) ? 16 : 32, on_schedule), buffers);
  setup.stopped = 80;
  setup.choices.timeout = 4;
  setup.windows_of_run = 200;
  return setup;
}

std::vector<Run> runs(Effort effort, const reproduction::Given& /*given*/) {
  Plan plan(effort);
  add_one_switch(plan);
  add_four(plan);
  add_causes(plan);
  add_two(plan);
  add_switches(plan);
  add_beyond(plan);
  return plan.take();
}

}  // namespace slackline::tam2000
