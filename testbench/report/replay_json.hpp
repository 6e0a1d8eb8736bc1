// The part of result.json about a replayed trace.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "testbench/report/result.hpp"

namespace slackline::report {

nlohmann::ordered_json replay_json(const Result& result);

}  // namespace slackline::report
