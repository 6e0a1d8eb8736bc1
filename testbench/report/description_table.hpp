// A description as tables for a terminal.
#pragma once

#include <string>

#include "testbench/report/description.hpp"

namespace slackline::report {

std::string description_table(const Description& description);

}  // namespace slackline::report
