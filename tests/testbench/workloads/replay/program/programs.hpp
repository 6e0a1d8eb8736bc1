// Small traces, and the means to run one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/workloads/replay/program/replay.hpp"

namespace slackline::test {

/// A trace of SimGrid as text, all ranks in one.
std::shared_ptr<const replay::Trace> trace_of(const std::string& text);

/// The kind of hosts at the pins of the network.
enum class Hosts {
  generators,  ///< packets of 9 flits
  interfaces,  ///< network interfaces with `unicast`, whose handlers are free; packets with 8 words of payload
};

/// An experiment on one switch with 16 hosts and flits of 64 bits, changed by `options` ("traffic.eager=8 B"), whose
/// hosts replay the trace.
features::ExperimentReading replaying(const std::string& trace, const std::vector<std::string>& options = {},
                                      Hosts hosts = Hosts::generators);

/// The network of such an experiment, which must have no errors.
network::Netlist network_replaying(const std::string& trace, const std::vector<std::string>& options = {},
                                   Hosts hosts = Hosts::generators);

/// The program of a fabric's hosts.
const replay::Replay& replay_of(const network::Fabric& fabric);

/// The result of the replay on the fabric, at most 10^9 cycles.
replay::Answers replayed(const std::string& trace, const std::vector<std::string>& options = {},
                         Hosts hosts = Hosts::generators);

/// The tally of a rank's calls of one kind.
const replay::CallTally& tally(const replay::Answers& answers, std::size_t rank, replay::Call call);

}  // namespace slackline::test
