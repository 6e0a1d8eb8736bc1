#include "testbench/cosim/packet_switch/packet_switch_stimulus.hpp"

namespace slackline::cosim {

const std::vector<PacketSwitchProfile>& packet_switch_profiles() {
  // clang-format off
  static const std::vector<PacketSwitchProfile> profiles = {
      //            load       stop       faulty  hot   reset
      {"light",     {20, 3},   {0, 1},    2,      25,   0},
      {"even",      {60, 8},   {20, 4},   2,      25,   0},
      {"overload",  {100, 1},  {40, 20},  1,      25,   500},
      {"incast",    {80, 8},   {10, 3},   1,      80,   0},
      {"faulty",    {70, 4},   {20, 2},   30,     25,   200},
      {"resets",    {80, 2},   {30, 4},   5,      40,   20},
  };
  // clang-format on
  return profiles;
}

PacketSwitchStimulus::PacketSwitchStimulus(const PacketSwitchProfile& profile, const PacketSwitchParams& params,
                                           std::uint64_t seed)
    : profile_(profile), params_(params), random_(seed, 0, RandomPurpose::test) {
  for (Link& link : links_) link.load = profile.load;
  stops_.fill(profile.stop);
}

Flit PacketSwitchStimulus::flit(Link& link) {
  const auto of = [&](FlitKind kind, std::uint32_t data) { return Flit(kind, VcId(0), data, 0); };
  const auto any = [&] { return static_cast<std::uint32_t>(random_.bits()); };
  const bool is_faulty = random_.below(100 * params_.longest) < profile_.faulty_percent * params_.longest / 4;
  if (link.next != 0 && is_faulty) {
    link.next = 0;
    if (random_.below(2) == 0) return of(FlitKind::abort, 0);
  }
  if (link.next == 0) {
    link.flits = 1 + random_.below(params_.longest + 1);
    if (is_faulty && random_.below(2) == 0) return of(random_.below(2) == 0 ? FlitKind::body : FlitKind::tail, any());
    const std::uint32_t destination =
        random_.below(100) < profile_.hot_percent ? 0 : random_.below(params_.destinations + 1);
    link.next = link.flits == 1 ? 0 : 1;
    return of(link.flits == 1 ? FlitKind::single : FlitKind::head, destination);
  }
  const bool is_last = ++link.next == link.flits;
  if (is_last) link.next = 0;
  return of(is_last ? FlitKind::tail : FlitKind::body, any());
}

PacketSwitchInputs PacketSwitchStimulus::next() {
  PacketSwitchInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  for (unsigned i = 0; i < params_.ports; ++i) {
    if (links_[i].load.next(random_)) in.flit_in[i] = flit(links_[i]);
    in.stop[i] = stops_[i].next(random_);
  }
  return in;
}

}  // namespace slackline::cosim
