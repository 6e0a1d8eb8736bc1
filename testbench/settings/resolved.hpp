// A configuration written out so that it gives every value: the same, whatever defaults and presets later versions have.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "testbench/settings/reading.hpp"

namespace slackline::settings {

/// Whether a key has an effect, given the others: only such keys are written.
using PlaysPart = std::function<bool(const Key&)>;
/// The same of a field of a record of a list.
using FieldPlaysPart = std::function<bool(const Key& list, std::size_t record, const Key& field)>;

/// The YAML of a reading without errors; without `field_plays_part` all fields are written. Names of files are written relative to `folder`, where the text is written.
std::string resolved_yaml(const Reading& reading, const std::filesystem::path& folder, const PlaysPart& plays_part,
                          const FieldPlaysPart& field_plays_part = {});

}  // namespace slackline::settings
