// Random inputs for barrier_unit: messages of more groups than the table has entries, steered by a second core so that
// trees are built, barriers become complete, and groups are released; messages that nobody sends; resets.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/cosim/barrier_unit/barrier_unit_core.hpp"
#include "testbench/cosim/on_off.hpp"

namespace slackline::cosim {

struct BarrierUnitProfile {
  const char* name;
  OnOff messages;         ///< of a port that is between messages: one begins
  unsigned heed_percent;  ///< of the messages: none to a buffer that is full or may become so
  OnOff taken;            ///< outputs may send; then each by chance
  // Shares of the messages, of 100; what is left passes through
  unsigned build, reduce, distribute, acknowledge, release, junk;
  unsigned reset_every;  ///< cycles, on average; 0: never
};

const std::vector<BarrierUnitProfile>& barrier_unit_profiles();

class BarrierUnitStimulus {
 public:
  BarrierUnitStimulus(const BarrierUnitProfile& profile, const BarrierUnitCore::Params& params, std::uint64_t seed);
  BarrierUnitInputs next();

 private:
  barrier_unit::Message message();
  barrier_unit::Message build();
  barrier_unit::Message reduce();
  barrier_unit::Message distribute();
  barrier_unit::Message acknowledge();
  barrier_unit::Message release();
  barrier_unit::Message passing();
  barrier_unit::Message junk();
  std::uint8_t some_group();
  barrier_unit::Address some_switch();
  barrier_unit::Address some_host();
  barrier_unit::Address centre_of(std::uint8_t group) const;
  /// A node of the table, at random; nullptr when there is none where it was looked for.
  const barrier_unit::Entry* some_node();

  BarrierUnitProfile profile_;
  BarrierUnitCore::Params params_;
  RandomStream random_;
  BarrierUnitCore beside_;
  std::vector<OnOff> messages_;
  std::vector<std::optional<std::uint32_t>> second_;  ///< per port: the flit that is to follow
};

}  // namespace slackline::cosim
