// Refuses illegal parameters when an instance is made, with all violations at once.
#pragma once

#include <stdexcept>
#include <string>

#include "rtl_models/common/violation.hpp"

namespace slackline {

/// `params` if they are legal; throws std::invalid_argument with one line a violation otherwise.
template <class Params>
const Params& checked(const Params& params, const char* block) {
  if (const Violations found = params.violations(); !found.empty())
    throw std::invalid_argument(std::string(block) + ": illegal parameters\n" + to_string(found));
  return params;
}

}  // namespace slackline
