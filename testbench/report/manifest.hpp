// How a result was made: different in every run, and no part of the result. manifest.json.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testbench/run/experiment.hpp"

namespace slackline::report {

/// A file that the experiment was read from.
struct InputFile {
  std::string path;    ///< as it was opened
  std::string sha256;  ///< of its bytes
};

struct Manifest {
  std::vector<InputFile> inputs;  ///< the configuration first
  features::Engine engine = features::Engine::fabric;
  std::uint64_t seed = 0;
  std::uint64_t cycles = 0;
  double wall_seconds = 0;
  std::vector<std::string> files;  ///< of the results folder, this one included

  double cycles_per_second() const { return wall_seconds > 0 ? static_cast<double>(cycles) / wall_seconds : 0; }
};

std::string manifest_json(const Manifest& manifest);

/// Cycles that a run took, by its manifest; nothing when this is no manifest of ours.
std::optional<std::uint64_t> cycles_of_manifest(const std::string& text);

/// SHA-256 of all files that a run has read, by its manifest; empty when this is no manifest of ours.
std::set<std::string> digests_of_manifest(const std::string& text);

/// The files of an earlier results folder, by its manifest; nothing when this is no manifest of ours.
std::optional<std::vector<std::string>> files_of_manifest(const std::string& text);

}  // namespace slackline::report
