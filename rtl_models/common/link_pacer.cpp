#include "rtl_models/common/link_pacer.hpp"

#include <algorithm>

#include "rtl_models/common/wide.hpp"

namespace slackline {

namespace {

struct Fraction {
  std::uint64_t numerator, denominator;
};

/// |a - value| < |b - value|
bool is_nearer(Fraction a, Fraction b, Fraction value) {
  const auto distance = [&](Fraction f) {  // times the denominators of both
    const Wide x = Wide{f.numerator} * value.denominator, y = Wide{value.numerator} * f.denominator;
    return x > y ? x - y : y - x;
  };
  return distance(a) * b.denominator < distance(b) * a.denominator;
}

}  // namespace

CyclesPerFlit nearest_cycles_per_flit(std::uint64_t cycles, std::uint64_t flits) {
  if (cycles <= flits) return 1;
  if (cycles / flits > CyclesPerFlit::most) return CyclesPerFlit::most + 1;
  // The convergents of the continued fraction, and the last fraction between two of them that is still small enough.
  const Fraction value{cycles, flits};
  Fraction before{0, 1}, last{1, 0};
  for (std::uint64_t a = cycles, b = flits; b != 0;) {
    const std::uint64_t whole = a / b;
    const std::uint64_t room =
        last.denominator == 0 ? whole : (CyclesPerFlit::most_flits - before.denominator) / last.denominator;
    const std::uint64_t take = std::min(whole, room);
    const Fraction next{take * last.numerator + before.numerator, take * last.denominator + before.denominator};
    if (take < whole) {
      if (is_nearer(next, last, value)) last = next;
      break;
    }
    before = last;
    last = next;
    const std::uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return {last.numerator, last.denominator};
}

}  // namespace slackline
