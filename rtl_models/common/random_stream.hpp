// Random streams: one per (seed, endpoint, purpose), so that no result depends on who draws first.
//
// The generator is SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014); each
// stream starts at a point of its sequence that a hash of (seed, owner, purpose) chooses. All distributions are our
// own and use only exactly rounded operations, so that a result is the same on every machine.
#pragma once

#include <cstdint>

namespace slackline {

/// The purpose of a stream. New purposes go at the end: a number is part of every seeded result.
enum class RandomPurpose : std::uint32_t {
  arrivals = 1,
  destinations = 2,
  test = 5,
  lengths = 6,
  topology = 8,
  ways = 9,
  mapping = 10,
  drift = 11,
  clock_offset = 12,
  victims = 13,
  arbitration = 14
};

/// Mixes 64 bits: a bijection in which every input bit moves every output bit (SplitMix64's finalizer).
constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(std::uint64_t seed, std::uint32_t owner, RandomPurpose purpose)
      : state(mix64(mix64(mix64(seed + gamma) + owner + gamma) + static_cast<std::uint32_t>(purpose) + gamma)) {}

  /// 64 uniform bits.
  std::uint64_t bits() { return mix64(state += gamma); }

  /// Uniform integer in [0, bound); bound >= 1. Without bias (Lemire 2019, multiply and reject).
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (bits() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (bits() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Uniform in (0, 1]: never 0, so that its logarithm is finite. 53 random bits.
  double unit() { return static_cast<double>((bits() >> 11) + 1) * 0x1p-53; }

  std::uint64_t state = 0;  ///< the stream's only register

 private:
  static constexpr std::uint64_t gamma = 0x9e3779b97f4a7c15u;
};

/// Natural logarithm of x > 0, to about 1e-15 relative, from +, *, / only: libm's may differ by machine in its last
/// bit.
double portable_log(double x);

/// Cycles from one success to the next of a Bernoulli trial made every cycle with probability p: 1, 2, ...
/// Drawing the gap at once makes skipped idle cycles exact.
class GeometricGap {
 public:
  GeometricGap() = default;
  /// 0 < probability <= 1.
  explicit GeometricGap(double probability);
  std::uint64_t draw(RandomStream& stream) const;

 private:
  double inverse_log_miss_ = 0;  ///< 1 / ln(1 - p); 0 stands for p = 1
};

}  // namespace slackline
