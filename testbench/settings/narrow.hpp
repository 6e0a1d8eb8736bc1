// narrow: values of keys as the parameters of blocks have them.
#pragma once

#include <cstdint>

namespace slackline::settings {

/// The table of keys has bounded `value`.
template <class To>
To narrow(std::uint64_t value) {
  return static_cast<To>(value);
}

}  // namespace slackline::settings
