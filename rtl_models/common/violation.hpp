// Violations: illegal parameters of a block. A check returns every violation at once, never only the first.
#pragma once

#include <string>
#include <vector>

namespace slackline {

/// One illegal parameter.
struct Violation {
  std::string parameter;  ///< the parameter's name, as in the Params struct
  std::string value;      ///< what it was
  std::string expected;   ///< what it may be
  friend bool operator==(const Violation& a, const Violation& b) {
    return a.parameter == b.parameter && a.value == b.value && a.expected == b.expected;
  }
};

using Violations = std::vector<Violation>;

/// Appends a violation unless `value` lies in [least, most].
void check_range(Violations& found, const char* parameter, unsigned long long value, unsigned long long least,
                 unsigned long long most);

/// One line a violation: "flits = 0: expected 1 to 32768".
std::string to_string(const Violations& found);

}  // namespace slackline
