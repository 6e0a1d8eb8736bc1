// From the keys of random traffic to what hosts send.
#pragma once

#include "rtl_models/generator/random_traffic.hpp"
#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::features {

/// Traffic of the hosts, without the partners of a permutation. Takes any experiment of up to 2^24 hosts.
generator::TrafficParams traffic_of(const Values& experiment);

}  // namespace slackline::features
