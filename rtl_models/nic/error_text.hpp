// error_text: an error of firmware in words.
#pragma once

#include <string>

#include "rtl_models/nic/state.hpp"

namespace slackline::nic {

/// "the queue is full: TX_PUSH; it said: 3 packets more": what was wrong, of what, and what the firmware said last.
std::string error_text(const FirmwareError& error);

}  // namespace slackline::nic
