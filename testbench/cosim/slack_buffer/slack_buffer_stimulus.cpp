#include "testbench/cosim/slack_buffer/slack_buffer_stimulus.hpp"

namespace slackline::cosim {

const std::vector<SlackBufferProfile>& slack_buffer_profiles() {
  // clang-format off
  static const std::vector<SlackBufferProfile> profiles = {
      //             push       pop        reset
      {"trickle",    {30, 1},   {80, 1},   0},
      {"even",       {50, 1},   {50, 1},   0},
      {"bursts",     {50, 12},  {50, 12},  200},
      {"full",       {90, 20},  {70, 3},   100},
      {"resets",     {70, 5},   {40, 5},   8},
  };
  // clang-format on
  return profiles;
}

SlackBufferStimulus::SlackBufferStimulus(const SlackBufferProfile& profile, std::uint64_t seed)
    : profile_(profile), random_(seed, 0, RandomPurpose::test) {}

SlackBufferInputs SlackBufferStimulus::next() {
  static constexpr FlitKind kinds[] = {FlitKind::padding, FlitKind::abort, FlitKind::body,
                                       FlitKind::head,    FlitKind::tail,  FlitKind::single};
  SlackBufferInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  in.pop = profile_.pop.next(random_);
  if (profile_.push.next(random_))
    in.flit_in = Flit(kinds[random_.below(6)], VcId(static_cast<std::uint8_t>(random_.below(16))),
                      static_cast<std::uint32_t>(random_.bits()), random_.below(1u << Flit::tag_bits));
  return in;
}

}  // namespace slackline::cosim
