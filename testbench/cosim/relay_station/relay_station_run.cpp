#include "testbench/cosim/relay_station/relay_station_run.hpp"

#include "testbench/cosim/lockstep.hpp"

namespace slackline::cosim {

RelayStationCoverage& RelayStationCoverage::operator+=(const RelayStationCoverage& other) {
  cycles += other.cycles;
  flits += other.flits;
  stops += other.stops;
  full += other.full;
  push_pop += other.push_pop;
  overflows += other.overflows;
  resets += other.resets;
  return *this;
}

RelayStationOutcome run(const RelayStationModel& model, const RelayStationProfile& profile, std::uint64_t cycles,
                        std::uint64_t seed) {
  RelayStationCore side(model.params);
  const auto twin = model.make(model.params);
  Lockstep<RelayStationInputs, RelayStationCore, Twin<RelayStationInputs>> lockstep(
      RelayStationCore::describe(model.params), side, *twin, RelayStationCore::absent());
  RelayStationStimulus stimulus(profile, seed);

  RelayStationOutcome outcome;
  outcome.pins = lockstep.comparison().pins();
  outcome.registers = lockstep.comparison().registers();
  RelayStationCoverage& seen = outcome.coverage;
  const relay_station::Instance& core = side.core;
  while (seen.cycles < cycles) {
    const bool stop_before = core.stop_out(), overflow_before = core.state.buffer.overflow;
    const RelayStationInputs in = stimulus.next(stop_before);
    outcome.equal = lockstep.step(in);
    ++seen.cycles;
    seen.flits += core.state.flit_out.valid();
    seen.stops += core.stop_out() && !stop_before;
    seen.full += core.state.buffer.count == model.params.buffer.flits;
    seen.push_pop += in.rst_n && in.flit_in.valid() && core.state.flit_out.valid();
    seen.overflows += core.state.buffer.overflow && !overflow_before;
    seen.resets += !in.rst_n;
    if (!outcome.equal) {
      outcome.report = lockstep.comparison().report();
      break;
    }
  }
  return outcome;
}

}  // namespace slackline::cosim
