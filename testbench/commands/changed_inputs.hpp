// changed_inputs: whether what a run has read is still what it was.
#pragma once

#include <string>
#include <vector>

namespace slackline::commands {

/// The files that `resolved`, the configuration of a run, names and whose contents `manifest`, the text of that run's
/// manifest, does not know. Files that cannot be read are not among them.
std::vector<std::string> changed_inputs(const std::string& resolved, const std::string& manifest);

}  // namespace slackline::commands
