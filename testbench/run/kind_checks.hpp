// Whether the kinds of switches of an experiment fit the model, their neighbours and the links between them, and its
// kinds of hosts their firmware.
#pragma once

#include "testbench/run/experiment.hpp"
#include "testbench/run/kinds.hpp"

namespace slackline::features {

/// The reading as it is for the switches of a kind: errors are shown where a record of `switches` gives a value.
OverlaidReading reading_of(const ExperimentReading& reading, SwitchKind& kind);
/// For the errors of kinds of switches.
OverlaidErrors errors_of(ExperimentReading& reading, const SwitchKinds& kinds);

/// Adds the errors of packets and of traffic, in the words of the file. `judged`: without what is doubtful.
void check_hosts_model(ExperimentReading& reading, const Experiment& judged, const SwitchKind& kind);

/// Adds the errors of each kind, among them buffers too small for their slack.
void check_kinds(ExperimentReading& reading, const Experiment& judged, SwitchKinds& kinds);

/// Adds the errors of each kind of host for which records of `hosts` give values.
void check_host_kinds(ExperimentReading& reading, HostGroups& hosts);

}  // namespace slackline::features
