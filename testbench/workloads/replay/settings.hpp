// The settings and keys of a program's trace that hosts replay: traffic.trace and others of traffic.*.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "testbench/features/feature.hpp"
#include "testbench/multicast/path_settings.hpp"
#include "testbench/workloads/replay/program/collectives.hpp"

namespace slackline::features {

enum class Mapping : std::uint8_t { linear, round_robin, random, file };

/// A line of a file of ranks and their hosts.
struct MappingLine {
  std::string host;  ///< name or number
  std::uint32_t line = 0;
};

/// How collective calls travel that become multicasts.
struct CollectivePaths : multicast::PathSettings {
  CollectivePaths() { algorithm = multicast::Algorithm::wrap_around; }
};

/// A program's trace that hosts replay. Of an experiment without one all is default.
struct ReplaySettings {
  std::string trace_file;                      ///< empty: none
  std::vector<std::string> trace_files;        ///< all of its files, as they can be opened
  std::shared_ptr<const replay::Trace> trace;  ///< its contents; nullptr where it could not be read
  Mapping mapping = Mapping::linear;
  std::string mapping_file;
  std::vector<MappingLine> hosts;  ///< its lines, by rank
  SourcePtr mapping_source;        ///< that file, when it was read
  Rate speed;                      ///< operations per nanosecond
  std::uint64_t eager = 65536;     ///< bytes
  Delay send_overhead{0, std::nullopt}, receive_overhead{0, std::nullopt};
  replay::Algorithms collectives;
  bool reorders = false;  ///< the ranks of an alltoall over switches
  CollectivePaths paths;
};

std::vector<Key> replay_keys();

/// Whether a key means anything: those about a trace with traffic.trace, those about random packets without it.
bool replay_plays_part(const Key& key, const Values& experiment);

/// Adds the errors of keys that do not fit.
/// `topology_known`: there is a network of 2 to 2^24 hosts to map ranks to.
void check_replay(Reading& reading, bool topology_known);

}  // namespace slackline::features
