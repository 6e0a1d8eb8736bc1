// log_text: the text of a firmware's nic_log with its values inserted.
#pragma once

#include <cstdint>
#include <string>

namespace slackline::firmware {

/// Replaces up to two %u and %x of `text` by `a` and `b`.
std::string log_text(const char* text, std::uint32_t a, std::uint32_t b);

}  // namespace slackline::firmware
