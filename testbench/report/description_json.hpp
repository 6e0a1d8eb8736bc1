// A description as JSON.
#pragma once

#include <string>

#include "testbench/report/description.hpp"

namespace slackline::report {

std::string description_json(const Description& description);

}  // namespace slackline::report
