// Checks the keys about clocks of network interfaces.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds the faults of nic.offset and of the records of `nic.clocks`; those of their hosts only if `named`.
void check_clocks(Reading& reading, bool named);

}  // namespace slackline::config
