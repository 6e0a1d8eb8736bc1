// The network in the file that topology.file names: read, and its errors shown at their places.
#pragma once

#include "testbench/fabric_file/fabric_file.hpp"
#include "testbench/features/topology/settings.hpp"

namespace slackline::features {

/// Reads the file of topology.file with topology.kind: file, and adds its errors. The name is relative to the file that
/// names it, or to the working folder when an option does.
void read_fabric_file(Reading& reading);

/// The same with the file's contents.
void read_fabric(Reading& reading, const SourcePtr& file);
/// The same in a format that is known.
void read_fabric(Reading& reading, const SourcePtr& file, fabric_file::Format format);

}  // namespace slackline::features
