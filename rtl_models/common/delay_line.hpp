// delay_line: a shift register of `stages` words, kept as a ring indexed by edge so that nothing has to be moved.
//
// Timing contract: a word stepped in at edge N comes out at edge N + stages (0: at once).
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/ids.hpp"

namespace slackline {

template <class Word>
class DelayLine {
 public:
  /// `stages` 0..2^16. Every stage begins with Word().
  explicit DelayLine(std::uint32_t stages = 0) : stages_(stages), ring_(power_of_two_at_least(stages + 1)) {}

  /// One clock edge; must be called for every edge.
  Word step(Word in, Cycle now) {
    slot(now + stages_) = in;
    return slot(now);
  }

  /// After edge `now`: the word on stage 0 (stepped in at `now`) .. stages - 1 (comes out at the next edge).
  Word peek(std::uint32_t stage, Cycle now) const { return ring_[(now.value + stages_ - stage) & (ring_.size() - 1)]; }

  void reset() { ring_.assign(ring_.size(), Word()); }
  std::uint32_t stages() const { return stages_; }

 private:
  Word& slot(Cycle at) { return ring_[at.value & (ring_.size() - 1)]; }

  std::uint32_t stages_;
  std::vector<Word> ring_;
};

}  // namespace slackline
