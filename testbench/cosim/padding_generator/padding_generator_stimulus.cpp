#include "testbench/cosim/padding_generator/padding_generator_stimulus.hpp"

namespace slackline::cosim {

const std::vector<PaddingGeneratorProfile>& padding_generator_profiles() {
  // clang-format off
  static const std::vector<PaddingGeneratorProfile> profiles = {
      //            flit  request  end  clash  room       reset
      {"cuts",      10,   8,       8,   0,     {90, 4},   0},
      {"long cuts", 3,    4,       2,   0,     {100, 1},  0},
      {"no end",    12,   12,      0,   0,     {60, 8},   700},
      {"restless",  20,   50,      50,  10,    {70, 3},   100},
      {"resets",    10,   30,      10,  20,    {80, 3},   8},
  };
  // clang-format on
  return profiles;
}

void PaddingGeneratorStimulus::lane(unsigned i, padding_generator::Inputs& in) {
  const auto draw = [&](PortMask& pins, unsigned share) { pins |= PortMask{percent(share)} << i; };
  const bool clash = percent(profile_.clash_percent);
  draw(in.flits, profile_.flit_percent);
  if (clash || !has(in.flits, i)) draw(in.requests, profile_.request_percent);
  if (clash || !has(in.flits | in.requests, i)) draw(in.ends, profile_.end_percent);
  if (!clash && !has(in.flits, i)) return;
  draw(in.opens, 50);
  draw(in.closes, 25);
}

PaddingGeneratorInputs PaddingGeneratorStimulus::next() {
  PaddingGeneratorInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  for (unsigned i = 0; i < ports_; ++i) lane(i, in.lanes);
  if (profile_.room.next(random_)) in.lanes.room = first_ports(ports_) & (random_.bits() | random_.bits());
  return in;
}

}  // namespace slackline::cosim
