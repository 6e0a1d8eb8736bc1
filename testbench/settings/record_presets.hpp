// Presets of single records: a record of a list of overlays may name one, whose values it has where it gives none itself.
#pragma once

#include "testbench/settings/document.hpp"
#include "testbench/settings/reading.hpp"

namespace slackline::settings {

/// The value of a list of overlays, with what the presets give that its records name. They become presets of the reading.
Node with_presets(const Key& list, const Node& value, Reading& reading);

}  // namespace slackline::settings
