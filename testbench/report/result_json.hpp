// Results as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/report/result.hpp"

namespace slackline::report {

/// Holds nothing of engine, threads or time: equal experiments give equal texts.
std::string result_json(const Result& result);

std::string manifest_json(const Manifest& manifest);

/// The files that a manifest names; nothing when the text is no manifest.
std::optional<std::vector<std::string>> files_of_manifest(const std::string& text);

}  // namespace slackline::report
