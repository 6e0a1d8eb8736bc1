#include "testbench/studies/tam2000/runs.hpp"

#include <set>
#include <string>
#include <utility>

namespace slackline::tam2000 {

namespace {

bool is_quick(Effort effort) { return effort == Effort::quick; }

/// Each experiment once, whichever claims ask for it.
class Plan : public reproduction::Plan<Run> {
 public:
  explicit Plan(Effort of) : effort(of) {}

  void add(const Setup& setup) {
    Run run;
    run.experiment = setup.name();
    run.exchange = setup;
    add(run, setup.reading.pauses > 0 ? draws(effort) : 1);
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
    add(run, draws(effort));
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
  for (const Scheme scheme : {Scheme::pairwise, Scheme::sync, Scheme::sync_gw})
    for (const unsigned k : packets(one_switch, scheme, effort)) plan.add(exchange_of(one_switch, scheme, k));
  const Beyond beyond = beyond_on_one_switch(effort);
  for (const Reading& reading : readings(one_switch, effort))
    for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw})
      for (const unsigned k : {beyond.from, beyond.to}) plan.add(exchange_of(one_switch, scheme, k, reading));
  for (const Shape& shape : {one_switch, four_by_four})
    for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw, Scheme::pairwise})
      for (const unsigned k : packets_on_schedule(effort)) plan.add(exchange_of(shape, scheme, k, on_schedule));
  for (const Scheme scheme : {Scheme::sync, Scheme::sync_gw})
    plan.add(exchange_of(one_switch, scheme, beyond.from, on_schedule));
}

/// Claims (6) to (10).
void add_four(Plan& plan) {
  const Effort effort = plan.effort;
  for (const Scheme scheme : {Scheme::pairwise, Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs})
    for (const unsigned k : packets(four_by_four, scheme, effort)) plan.add(exchange_of(four_by_four, scheme, k));
  for (const Reading& reading : readings(four_by_four, effort))
    for (const Scheme scheme : shuffles)
      for (const Beyond& beyond : {beyond_on_four(effort), beyond_on_four_with_window(effort)})
        for (const unsigned k : {beyond.from, beyond.to}) plan.add(exchange_of(four_by_four, scheme, k, reading));
}

/// Causes of losses.
void add_causes(Plan& plan) {
  for (const Scheme scheme : shuffles)
    for (const auto& [name, setup] : without_causes(scheme, plan.effort)) plan.add(setup);
}

/// Claims (11) to (13).
void add_two(Plan& plan) {
  const Effort effort = plan.effort;
  const unsigned most = most_on_two(effort);
  for (const Scheme scheme : shuffles) {
    for (const unsigned k : packets(eight_by_two, scheme, effort)) plan.add(on_two(scheme, k));
    for (const Setup& setup : {with(on_two(scheme, most), Streams::any), with(on_two(scheme, most), Streams::loss),
                               selective(on_two(scheme, most))})
      plan.add(setup);
  }
  for (const Shape& shape : {six_by_two, four_by_two})
    for (const Streams streams : {Streams::rate, Streams::loss}) plan.add(of_streams(shape, streams));
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
  for (const Buffers buffers : {Buffers::input, Buffers::output, Buffers::shared})
    plan.add(with(exchange_of(four_by_four, Scheme::sync, packets_of_buffers(effort)), buffers));
  for (const Scheme scheme : shuffles) plan.add(over_time(scheme, effort));
}

}  // namespace

unsigned draws(Effort effort) { return is_quick(effort) ? 3 : 10; }

std::vector<Reading> readings(const Shape& shape, Effort effort) {
  if (is_quick(effort)) return {usual};
  if (shape == one_switch) return {usual, on_schedule, {1}};
  return {usual, on_schedule, {0, 0.3, 1}, {0, 0.3, 3, 1}, {1}, {4}};
}

std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort) {
  if (is_quick(effort) && shape == one_switch) return {1, 4, 16, 64};
  if (is_quick(effort)) return {1, 4, 16};
  if (shape == one_switch) {
    if (scheme == Scheme::pairwise) return {1, 4, 16, 64, 256, 512};
    return {1, 4, 16, 64, 256, 512, 1024, 2000};
  }
  if (shape == four_by_four) return {1, 4, 16, 32, 64, 128, 256};
  return {1, 16, 32, 64, 128};
}

Beyond beyond_on_one_switch(Effort effort) {
  if (is_quick(effort)) return {64, 128};
  return {512, 1024};
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
unsigned most_on_two(Effort effort) { return is_quick(effort) ? 16 : 128; }
std::vector<unsigned> packets_on_schedule(Effort effort) {
  if (is_quick(effort)) return {1, 4, 16};
  return {1, 4, 16, 64, 256};
}
unsigned packets_of_buffers(Effort effort) { return is_quick(effort) ? 16 : 256; }

Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets, const Reading& reading) {
  Setup setup;
  setup.shape = shape;
  setup.scheme = scheme;
  setup.packets = packets;
  setup.reading = reading;
  return setup;
}

Setup on_two(Scheme scheme, unsigned packets) {
  return with(exchange_of(eight_by_two, scheme, packets), Streams::rate);
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
std::vector<std::pair<std::string, Setup>> without_causes(Scheme scheme, Effort effort) {
  const Setup setup = exchange_of(four_by_four, scheme, beyond_on_four(effort).to);
  std::vector<std::pair<std::string, Setup>> all{{"as it is", setup}};
  all.emplace_back("without losses: buffers hold all", setup);
  all.back().second.is_lossless = true;
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
Setup of_streams(const Shape& shape, Streams streams) {
  constexpr unsigned packets = 64;
  return with(exchange_of(shape, Scheme::sync, packets, on_schedule), streams);
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

std::vector<Run> runs(Effort effort, const reproduction::Given& /*given*/) {
  Plan plan(effort);
  add_one_switch(plan);
  add_four(plan);
  add_causes(plan);
  add_two(plan);
  add_switches(plan);
  return plan.take();
}

}  // namespace slackline::tam2000
