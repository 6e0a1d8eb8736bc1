#include "testbench/cosim/relay_station/relay_station_stimulus.hpp"

namespace slackline::cosim {

const std::vector<RelayStationProfile>& relay_station_profiles() {
  // clang-format off
  static const std::vector<RelayStationProfile> profiles = {
      //                send       stop        worm  obedient  reset
      {"stream",        {100, 1},  {0, 1},     8,    true,     0},
      {"sparse",        {20, 1},   {10, 1},    8,    true,     0},
      {"singles",       {90, 20},  {30, 3},    1,    true,     0},
      {"backpressure",  {100, 1},  {50, 1},    8,    true,     0},
      {"long stops",    {95, 200}, {60, 150},  64,   true,     0},
      {"bursts",        {50, 12},  {50, 12},   4,    true,     500},
      {"overflow",      {80, 30},  {50, 30},   8,    false,    200},
      {"resets",        {60, 5},   {40, 5},    3,    false,    8},
  };
  // clang-format on
  return profiles;
}

RelayStationStimulus::RelayStationStimulus(const RelayStationProfile& profile, std::uint64_t seed)
    : profile_(profile), random_(seed, 0, RandomPurpose::test) {}

Flit RelayStationStimulus::next_flit() {
  const bool opens = flits_left_ == 0;
  if (opens) {
    flits_left_ = 1 + random_.below(profile_.longest_worm);
    vc_ = VcId(static_cast<std::uint8_t>(random_.below(16)));
    tag_ = random_.below(1u << Flit::tag_bits);
  }
  --flits_left_;
  const bool closes = flits_left_ == 0;
  const FlitKind kind =
      opens ? (closes ? FlitKind::single : FlitKind::head) : (closes ? FlitKind::tail : FlitKind::body);
  return Flit(kind, vc_, static_cast<std::uint32_t>(random_.bits()), tag_);
}

RelayStationInputs RelayStationStimulus::next(bool stop_out) {
  RelayStationInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  in.stop_in = profile_.stop.next(random_);
  const bool has_flit = profile_.send.next(random_);
  if (has_flit && !(profile_.obedient && stop_out)) in.flit_in = next_flit();
  return in;
}

}  // namespace slackline::cosim
