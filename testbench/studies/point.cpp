#include "testbench/studies/point.hpp"

#include <utility>

#include "testbench/report/build_facts.hpp"
#include "testbench/report/sha256.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/inputs.hpp"
#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::studies {

namespace {

/// Of this program; the bytes of its file where the system shows them.
const std::string& program() {
  static const std::string identity = report::version() + '\n' + report::sha256_of_file("/proc/self/exe");
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
  if (experiment.topology.source) text += report::sha256(experiment.topology.source->text()) + '\n';
  for (const features::RouteLine& line : experiment.routing.table)
    text += line.at + ' ' + line.host + ' ' + std::to_string(line.port) + ' ' + std::to_string(line.vc_class) + '\n';
  for (const features::Workload& workload : features::packet_workloads_of(experiment)) {
    const auto& replay = workload.experiment->get<features::ReplaySettings>();
    if (replay.trace != nullptr) text += std::to_string(replay.trace->digest()) + '\n';
    for (const features::MappingLine& line : replay.hosts) text += line.host + '\n';
    for (const std::uint64_t to : workload.experiment->get<features::TrafficSettings>().permutation)
      text += std::to_string(to) + '\n';
  }
  return report::sha256(text);
}

}  // namespace slackline::studies
