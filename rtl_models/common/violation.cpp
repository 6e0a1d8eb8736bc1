#include "rtl_models/common/violation.hpp"

namespace slackline {

void check_range(Violations& found, const char* parameter, unsigned long long value, unsigned long long least,
                 unsigned long long most) {
  if (value >= least && value <= most) return;
  found.push_back({parameter, std::to_string(value), std::to_string(least) + " to " + std::to_string(most)});
}

std::string to_string(const Violations& found) {
  std::string text;
  for (const Violation& v : found) {
    if (!text.empty()) text += '\n';
    text += v.parameter + " = " + v.value + ": expected " + v.expected;
  }
  return text;
}

}  // namespace slackline
