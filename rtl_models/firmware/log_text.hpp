// log_text: what firmware says with nic_log, with its values in place.
#pragma once

#include <cstdint>
#include <string>

namespace slackline::firmware {

/// Up to two %u and %x of `text` stand for `a` and `b`.
std::string log_text(const char* text, std::uint32_t a, std::uint32_t b);

}  // namespace slackline::firmware
