// Whether the links of their own that an experiment describes fit its network.
#pragma once

#include "testbench/config/reader.hpp"

namespace slackline::config {

/// Adds the faults of delays that are no number of cycles from 1 to 1000. When there are some, `links` is doubtful.
void check_link_delays(Reading& reading);

/// Adds the faults of links that do not exist, or are given twice. For any experiment of 2 to 2^24 hosts.
void check_link_names(Reading& reading);

}  // namespace slackline::config
