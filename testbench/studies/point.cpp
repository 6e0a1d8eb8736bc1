#include "testbench/studies/point.hpp"

#include <utility>

#include "testbench/files/sha256.hpp"
#include "testbench/report/build_facts.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/inputs.hpp"
#include "testbench/run/workload_kinds.hpp"

namespace slackline::studies {

namespace {

/// Of this program; the bytes of its file where the system shows them.
const std::string& program() {
  static const std::string identity = report::version() + '\n' + files::sha256_of_file("/proc/self/exe");
  return identity;
}

}  // namespace

features::ExperimentReading read_point(const settings::SourcePtr& file,
                                       const std::vector<settings::Override>& overrides) {
  features::ExperimentReading reading = features::read_experiment(file, overrides);
  features::complete_reading(reading);
  return reading;
}

std::string point_name(const std::vector<settings::Override>& overrides) {
  std::string name;
  for (const settings::Override& o : overrides) name += (name.empty() ? "" : " ") + o.key + "=" + o.value;
  return name;
}

Point point_of(features::Experiment experiment, const std::vector<settings::Override>& named) {
  Point point;
  point.name = point_name(named);
  point.hash = experiment_hash(experiment);
  point.experiment = std::move(experiment);
  return point;
}

std::string experiment_hash(const features::Experiment& experiment) {
  std::string text = program() + '\n';
  for (const settings::Key& key : features::key_table())
    if (key.bearing == settings::Bearing::result)
      text += std::string(key.path) + ": " + settings::to_string(settings::value_of(key, experiment)) + '\n';
  // The contents of a network's file, not its place.
  if (experiment.topology.source) text += files::sha256(experiment.topology.source->text()) + '\n';
  for (const features::RouteLine& line : experiment.routing.table)
    text += line.at + ' ' + line.host + ' ' + std::to_string(line.port) + ' ' + std::to_string(line.vc_class) + '\n';
  const auto add_contents = [&](const features::WorkloadKind& kind, const settings::Values& of) {
    if (kind.contents != nullptr) text += kind.contents(of);
  };
  for (const features::Workload& workload : features::listed_workloads(experiment))
    add_contents(*workload.kind, *workload.experiment);
  for (const features::WorkloadKind& kind : features::workload_kinds())
    if (kind.section.part != nullptr && !features::has_list(experiment)) add_contents(kind, experiment);
  return files::sha256(text);
}

}  // namespace slackline::studies
