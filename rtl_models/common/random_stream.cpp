#include "rtl_models/common/random_stream.hpp"

#include <cmath>

namespace slackline {

double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact: x = mantissa * 2^exponent, mantissa in [1/2, 1)
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  // ln m = 2 artanh(s), s = (m-1)/(m+1), |s| < 0.172: eleven odd terms reach the last bit.
  const double s = (mantissa - 1) / (mantissa + 1), square = s * s;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return exponent * 0.69314718055994531 + 2 * s * sum;
}

GeometricGap::GeometricGap(double probability) {
  if (probability >= 1) return;
  // ln(1-p) of a tiny p loses p's digits in 1-p; the series keeps them.
  const double p = probability;
  const double log_miss = p > 1e-4 ? portable_log(1 - p) : -p * (1 + p * (0.5 + p * (1.0 / 3 + p * 0.25)));
  inverse_log_miss_ = 1 / log_miss;
}

std::uint64_t GeometricGap::draw(RandomStream& stream) const {
  if (inverse_log_miss_ == 0) return 1;
  const double gap = portable_log(stream.unit()) * inverse_log_miss_;
  constexpr double longest = 1e15;  // far beyond any run; keeps cycle + gap from wrapping
  return 1 + static_cast<std::uint64_t>(gap < longest ? gap : longest);
}

}  // namespace slackline
