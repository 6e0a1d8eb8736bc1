#include "testbench/commands/changed_inputs.hpp"

#include <set>

#include "testbench/features/files/file_use.hpp"
#include "testbench/files/sha256.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"

namespace slackline::commands {

std::vector<std::string> changed_inputs(const std::string& resolved, const std::string& manifest) {
  const std::set<std::string> digests = report::digests_of_manifest(manifest);
  settings::InputErrors unheeded;
  features::ExperimentReading reading = features::read_experiment(features::read_file(resolved, unheeded));
  features::judge_each(reading, [](features::ExperimentReading& one) {
    trace_file::trace_sources(one);  // names all files of a list or a folder
  });
  std::vector<std::string> changed;
  for (const std::string& path : features::input_files(reading))
    if (const std::string digest = files::sha256_of_file(path); !digest.empty() && digests.count(digest) == 0)
      changed.push_back(path);
  return changed;
}

}  // namespace slackline::commands
