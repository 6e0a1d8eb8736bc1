// names: what reports and waves call the nodes of a file.
#pragma once

#include <string>
#include <vector>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

/// For each node the description if no other node has it, cut before the name of an adapter ("node7 HCA-1"), as a whole
/// otherwise, and the id where that is not unique, either, or too long. Letters, digits and _ only, a letter first:
/// scopes of waves are named so. All are different.
std::vector<std::string> names_of(const FabricFile& file);

}  // namespace slackline::fabric_file
