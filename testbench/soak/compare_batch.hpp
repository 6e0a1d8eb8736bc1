// compare_batch: the networks of a batch in one elaboration, both engines of each. Once a process, inside sc_main.
#pragma once

#include "testbench/soak/soak.hpp"

namespace slackline::soak {

std::vector<NetworkResult> compare_batch(Seeds seeds, const Plan& plan);

}  // namespace slackline::soak
