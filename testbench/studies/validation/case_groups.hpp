// The cases, a file a group.
#pragma once

#include <vector>

#include "testbench/studies/validation/case.hpp"

namespace slackline::validation {

std::vector<Case> head_of_line_cases();
std::vector<Case> output_queue_cases();
std::vector<Case> crossbar_cases();
std::vector<Case> zero_load_cases();
std::vector<Case> zero_load_topology_cases();
std::vector<Case> mesh_cases();
std::vector<Case> torus_cases();
std::vector<Case> transpose_cases();
std::vector<Case> conservation_cases();
std::vector<Case> exchange_cases();

}  // namespace slackline::validation
