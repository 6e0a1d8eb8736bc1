// Refuses illegal parameters when an instance is made, with all violations at once.
#pragma once

#include <stdexcept>
#include <string>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline {

/// `params` if they are legal; throws std::invalid_argument with one line a violation otherwise.
template <class Params>
const Params& checked(const Params& params, const char* block) {
  if (const Violations found = params.violations(); !found.empty())
    throw std::invalid_argument(std::string(block) + ": illegal parameters\n" + to_string(found));
  return params;
}

/// The same for a block with pins of its own, which have a bit a port in one word.
template <class Params>
const Params& checked_pins(const Params& params, const char* block) {
  if (params.ports > ports_of_bank)
    throw std::invalid_argument(std::string(block) + ": illegal parameters\nports = " + std::to_string(params.ports) +
                                ": expected up to 64 with pins of a bit a port; a wormhole_switch has up to 256");
  return checked(params, block);
}

}  // namespace slackline
