#include "testbench/studies/tam2000/runs.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace slackline::tam2000 {

namespace {

bool is_quick(Effort effort) { return effort == Effort::quick; }
bool is_usual(const Reading& reading) { return reading.name() == usual.name(); }
bool is_to_the_end(const Reading& reading) { return is_usual(reading) || reading.name() == on_schedule.name(); }
unsigned fewest_draws(Effort effort) { return is_quick(effort) ? 3 : 10; }

/// Each experiment once, whichever claims ask for it.
class Plan : public reproduction::Plan<Run> {
 public:
  explicit Plan(Effort of) : effort(of) {}

  void add(const Setup& setup) {
    Run run;
    run.experiment = setup.name();
    run.exchange = setup;
    add(run, setup.reading.is_drawn() ? draws(effort, setup.packets) : 1);
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

/// Claims (1) to (5), and (17).
void add_one_switch(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Reading& reading : readings(one_switch, effort))
    for (const Scheme scheme : {Scheme::pairwise, Scheme::sync, Scheme::sync_gw})
      for (const unsigned k : packets(one_switch, scheme, effort, reading))
        plan.add(exchange_of(one_switch, scheme, k, reading));
  const unsigned most_alike = beyond_on_one_switch(effort).from;
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw})
    plan.add(lossless(exchange_of(one_switch, scheme, most_alike)));
  for (const Shape& shape : {one_switch, four_by_four})
    for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw, Scheme::pairwise})
      for (const unsigned k : packets_on_schedule(effort)) plan.add(exchange_of(shape, scheme, k, on_schedule));
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw})
    plan.add(exchange_of(one_switch, scheme, most_alike, on_schedule));
}

/// Claims (6) to (10).
void add_four(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Scheme scheme : {Scheme::pairwise, Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs})
    for (const unsigned k : packets(four_by_four, scheme, effort)) plan.add(exchange_of(four_by_four, scheme, k));
  for (const Reading& reading : pairwise_readings(effort))
    for (const Scheme scheme : {Scheme::pairwise, Scheme::sync})
      for (const unsigned k : packets_of_pairwise(reading, effort))
        plan.add(exchange_of(four_by_four, scheme, k, reading));
  for (const Reading& reading : readings(four_by_four, effort))
    for (const Scheme scheme : shuffles)
      for (const unsigned k : packets(four_by_four, scheme, effort, reading))
        plan.add(exchange_of(four_by_four, scheme, k, reading));
}

/// Causes of losses, and what else hosts may be.
void add_causes(Plan& plan) {
  for (const Scheme scheme : schemes_of_causes) {
    for (const auto& [name, setup] : without_causes(scheme, plan.effort)) plan.add(setup);
    for (const auto& [name, setup] : other_choices(scheme, plan.effort)) plan.add(setup);
  }
}

/// Claims (11) to (13).
void add_two(Plan& plan) {
  const Effort effort = plan.effort;
  const unsigned most = most_on_two(effort);
  for (const Scheme scheme : shuffles) {
    for (const unsigned k : packets(eight_by_two, scheme, effort)) plan.add(on_two(scheme, k));
    for (const UplinkReading& reading : uplink_readings(effort)) {
      const Setup setup = on_two(scheme, most, reading);
      plan.add(setup);
      if (is_reordered(scheme)) continue;
      plan.add(with(setup, Streams::any));
      plan.add(selective(setup));
      plan.add(exchange_of(one_switch, scheme, most, on_schedule));
    }
  }
  for (const Streams streams : {Streams::rate, Streams::loss}) {
    plan.add(six_by_two_on_schedule(streams));
    for (const unsigned held : held_of_streams)
      for (const unsigned hosts : streams_tried) plan.add(Streaming{hosts, streams, held});
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
  for (const Reading& reading : readings_of_buffers(effort))
    for (const Buffers buffers : {Buffers::input, Buffers::output, Buffers::shared})
      plan.add(with(exchange_of(four_by_four, Scheme::sync, packets_of_buffers(effort), reading), buffers));
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
  constexpr unsigned few = 32;
  return (packets > few || is_quick(effort) ? 1 : 2) * fewest_draws(effort);
}

std::vector<Reading> readings(const Shape& shape, Effort effort) {
  if (is_quick(effort)) return {usual};
  if (shape == one_switch) return {usual, on_schedule, {1}};
  return {usual, on_schedule, {0, 1}, {1}, {2}, {4}, {0, 0.3, 3, 1}};
}

std::vector<Reading> readings_of_buffers(Effort effort) {
  if (is_quick(effort)) return {usual};
  return {usual, {0, 1}, {1}};
}
Reading without_losses(const Shape& shape) { return {shape == one_switch ? 1u : 4u}; }
std::vector<Reading> pairwise_readings(Effort effort) {
  if (is_quick(effort)) return {usual, on_schedule};
  return readings(one_switch, effort);
}

std::string UplinkReading::name() const { return reading.name() + ", " + to_string(streams); }

std::vector<UplinkReading> uplink_readings(Effort effort) {
  if (is_quick(effort)) return {{usual, Streams::rate}, {on_schedule, Streams::rate}};
  std::vector<UplinkReading> all;
  for (const unsigned held : {0u, 1u}) all.push_back({{held}, Streams::rate});
  for (const unsigned held : held_of_streams) all.push_back({{held, 0, 0}, Streams::rate});
  for (const Reading& reading : {usual, on_schedule}) all.push_back({reading, Streams::loss});
  return all;
}

std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort, const Reading& reading) {
  if (is_quick(effort) && shape == one_switch) return {1, 4, 16, 64};
  if (is_quick(effort)) return {1, 4, 16};
  if (shape == one_switch) {
    std::vector<unsigned> all =
        is_usual(reading) ? std::vector<unsigned>{1, 4, 16, 64, 256, 512} : std::vector<unsigned>{1, 16, 64, 512};
    if (scheme == Scheme::pairwise) return all;
    all.push_back(1024);
    if (is_to_the_end(reading)) all.push_back(2000);
    return all;
  }
  if (shape == four_by_four && !is_usual(reading)) return {16, 64, 128, 256};
  if (shape == four_by_four) return {1, 4, 16, 32, 64, 128, 256};
  return {1, 4, 16, 32, 64};
}

Beyond beyond_on_one_switch(Effort effort) {
  if (is_quick(effort)) return {16, 64};
  return {512, 1024};
}
Beyond to_the_end_on_one_switch(const Reading& reading, Effort effort) {
  if (is_quick(effort) || !is_to_the_end(reading)) return beyond_on_one_switch(effort);
  return {512, 2000};
}
Beyond beyond_on_four(Effort effort) {
  if (is_quick(effort)) return {4, 16};
  return {64, 256};
}
Beyond extended_on_four(Effort effort) {
  return {beyond_on_four(effort).from, beyond_on_four_with_window(effort).from};
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
std::vector<unsigned> packets_of_pairwise(const Reading& reading, Effort effort) {
  std::vector<unsigned> all = packets(one_switch, Scheme::pairwise, effort, reading);
  all.erase(std::remove_if(all.begin(), all.end(), [](unsigned k) { return k > 16; }), all.end());
  return all;
}
unsigned packets_of_causes(Effort effort) { return is_quick(effort) ? 16 : 128; }
unsigned packets_of_buffers(Effort effort) { return is_quick(effort) ? 16 : 128; }

Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets, const Reading& reading) {
  Setup setup;
  setup.shape = shape;
  setup.scheme = scheme;
  setup.packets = packets;
  setup.reading = reading;
  return setup;
}

Setup on_two(Scheme scheme, unsigned packets) { return on_two(scheme, packets, {usual, Streams::rate}); }
Setup on_two(Scheme scheme, unsigned packets, const UplinkReading& reading) {
  return with(exchange_of(eight_by_two, scheme, packets, reading.reading), reading.streams);
}
Setup with(Setup setup, Streams streams) {
  setup.streams = streams;
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
std::vector<std::pair<std::string, Setup>> without_causes(Scheme scheme, Effort effort) {
  const Setup setup = exchange_of(four_by_four, scheme, packets_of_causes(effort));
  std::vector<std::pair<std::string, Setup>> all{{"as it is", setup}};
  all.emplace_back("without losses: buffers hold all", lossless(setup));
  all.emplace_back("without pauses of hosts", setup);
  all.back().second.reading = on_schedule;
  all.emplace_back("selective repeat", selective(setup));
  if (has_window(scheme))
    for (const unsigned window : {window_of(four_by_four) / 2, 2 * window_of(four_by_four)}) {
      all.emplace_back("a window of " + std::to_string(window), setup);
      all.back().second.window = window;
    }
  return all;
}
std::vector<std::pair<std::string, Setup>> other_choices(Scheme scheme, Effort effort) {
  Setup setup = exchange_of(four_by_four, scheme, packets_of_causes(effort));
  std::vector<std::pair<std::string, Setup>> all{{"as it is", setup}};
  const auto add = [&](const char* what, const Choices& choices) {
    all.emplace_back(what, setup);
    all.back().second.choices = choices;
  };
  // An interface takes at least as many packets from its host as the window of Go-Back-N has.
  for (const auto& [queue, window, what] :
       {std::tuple(8u, 4u, "Go-Back-N with a window of 4 packets for a pair, not 8"),
        std::tuple(4u, 4u, "a window of 4, and 4 packets in the queue of a host, not 8"),
        std::tuple(16u, 8u, "16 packets in the queue of a host"),
        std::tuple(16u, 16u, "16 packets in it, and a window of 16")}) {
    Choices choices;
    choices.host_queue = queue;
    choices.window = window;
    add(what, choices);
  }
  for (const auto& [factor, what] : {std::pair(0.5, "a time-out half as long"), std::pair(4., "four times as long")}) {
    Choices choices;
    choices.timeout = factor;
    add(what, choices);
  }
  Choices choices;
  choices.acknowledgement = 2;
  add("acknowledgements that wait for two rounds, not 1.1", choices);
  choices = {};
  choices.is_by_shift = true;
  add("the permutation shift, not xor", choices);
  return all;
}
Setup six_by_two_on_schedule(Streams streams) {
  constexpr unsigned packets = 64;
  return with(exchange_of(six_by_two, Scheme::sync, packets, on_schedule), streams);
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
  const Setup setup = with(exchange_of(shape, scheme, packets_over_pause(effort)), buffers);
  return shape == eight_by_two ? with(setup, Streams::rate) : setup;
}
Setup stopped_host(Buffers buffers, Effort effort) {
  Setup setup = with(exchange_of(four_by_four, Scheme::sync, is_quick(effort) ? 16 : 32, on_schedule), buffers);
  setup.stopped = 150;
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
