// schedule_request: what `slackline schedule` makes or checks. Values that no option gives come from the experiment, if
// its interfaces synchronize (nic.firmware: fbs, nic.synchronization.*).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/schedule/spanning_tree.hpp"

namespace slackline::commands {

struct ScheduleRequest {
  enum class Kind { simple, hierarchical, shift, file };

  Kind kind = Kind::hierarchical;
  std::string name;                            ///< of the kind, or of the file
  settings::SourcePtr file;                    ///< Kind::file: its contents
  std::vector<std::uint32_t> hosts;            ///< whose clocks it is about, ascending
  bool by_tree = false;                        ///< packets keep to the tree
  std::optional<schedule::SpanningTree> tree;  ///< of a hierarchical schedule, or with by_tree
};

/// Nothing, and what is wrong with the options, the files that they name, and their part in the experiment, on the error
/// stream.
std::optional<ScheduleRequest> schedule_request(const ScheduleOptions& options, const features::Experiment& experiment,
                                                const network::Netlist& netlist);

}  // namespace slackline::commands
