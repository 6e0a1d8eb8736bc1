#include "testbench/studies/song2005/clock.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "testbench/run/kinds.hpp"
#include "testbench/settings/key.hpp"
#include "testbench/settings/number.hpp"

namespace slackline::song2005 {

namespace {

std::string nanoseconds(double time) { return settings::to_string(time) + " ns"; }

struct Symbol {
  const char *symbol, *key;
  double Parameters::*time;
};
constexpr Symbol symbols[] = {{"ld", "link.delay", &Parameters::ld},
                              {"rd", "switch.delay.header", &Parameters::rd},
                              {"sd", "switch.delay.data", &Parameters::sd},
                              {"fc", "switch.delay.flow_control", &Parameters::fc}};

settings::Time divided(const std::string& time, unsigned by) {
  settings::Time part = settings::parse_time(time).value;
  part.denominator *= by;
  const std::uint64_t shared = std::gcd(part.numerator, part.denominator);
  return {part.numerator / shared, part.denominator / shared};
}

}  // namespace

double Clock::worst_percent() const {
  double worst = 0;
  for (const RoundedDelay& delay : delays) worst = std::max(worst, std::abs(delay.percent));
  return worst;
}

features::ExperimentReading reading_of(const Parameters& p, unsigned cycles_per_character) {
  reproduction::Assignments values{
      {"topology.kind", "single_switch"},
      {"topology.hosts_per_switch", "2"},
      {"switch.preset", "myrinet-1280-san"},
      {"clock.period", settings::to_string(divided(nanoseconds(p.cp), cycles_per_character))},
      {"link.cycles_per_flit", std::to_string(cycles_per_character)},
      {"switch.buffer.flits", std::to_string(p.bl)},
      {"switch.buffer.stop_at", std::to_string(p.ks)},
      {"switch.buffer.go_at", std::to_string(p.kg)}};
  for (const Symbol& symbol : symbols) values.emplace_back(symbol.key, nanoseconds(p.*symbol.time));
  return reproduction::reading_of(values);
}

Clock clock_of(const Parameters& p, unsigned cycles_per_character) {
  const features::ExperimentReading reading = reading_of(p, cycles_per_character);
  const features::Experiment& experiment = reading.experiment;
  Clock clock;
  clock.cycles_per_character = cycles_per_character;
  clock.period = settings::to_string(experiment.clock_period);
  clock.slack = features::derived(experiment).slack;
  for (const Symbol& symbol : symbols) {
    const settings::Time* asked = settings::time_of(*features::find_key(symbol.key), experiment);
    if (asked == nullptr) throw std::logic_error(std::string(symbol.key) + " is not a time");
    RoundedDelay delay{symbol.symbol, symbol.key, settings::to_string(*asked), "", 0, "", 0};
    delay.cycles = settings::cycles_of(symbol.key, experiment);
    if (symbol.time == &Parameters::ld) delay.cycles += cycles_per_character - 1;  // until the whole flit has arrived
    delay.is = settings::duration(delay.cycles, experiment.clock_period);
    const settings::RoundingError error = settings::rounding_error(delay.cycles, experiment.clock_period, *asked);
    delay.error = error.ns;
    delay.percent = error.percent;
    clock.delays.push_back(std::move(delay));
  }
  return clock;
}

Parameters rounded_parameters(Parameters p, unsigned cycles_per_character) {
  const features::Experiment experiment = reading_of(p, cycles_per_character).experiment;
  for (const Symbol& symbol : symbols)
    p.*symbol.time = static_cast<double>(settings::cycles_of(symbol.key, experiment)) * p.cp / cycles_per_character;
  p.rest = (cycles_per_character - 1) * p.cp / cycles_per_character;
  return p;
}

Clock best_clock(const Parameters& p, unsigned most) {
  std::optional<Clock> best;
  for (const unsigned division : divisions) {
    if (division > most) break;
    Clock clock = clock_of(p, division);
    if (!best || clock.worst_percent() < best->worst_percent()) best = std::move(clock);
  }
  return *best;
}

}  // namespace slackline::song2005
