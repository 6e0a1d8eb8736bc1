#include "testbench/studies/point.hpp"

#include <utility>

#include "testbench/config/fabric_reading.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/permutation_file.hpp"
#include "testbench/config/route_file.hpp"
#include "testbench/config/synchronization_meaning.hpp"
#include "testbench/report/build_facts.hpp"
#include "testbench/report/sha256.hpp"
#include "testbench/trace_file/trace_file.hpp"

namespace slackline::studies {

namespace {

/// Of this program; the bytes of its file where the system shows them.
const std::string& program() {
  static const std::string identity = report::version() + '\n' + report::sha256_of_file("/proc/self/exe");
  return identity;
}

}  // namespace

config::Reading read_point(const config::SourcePtr& file, const std::vector<config::Override>& overrides) {
  config::Reading reading = config::read_experiment(file, overrides);
  config::read_fabric_file(reading);
  config::read_permutation_file(reading);
  config::read_schedule_files(reading);
  config::read_route_file(reading);
  trace_file::read_trace(reading);
  config::check_meaning(reading);
  return reading;
}

std::string point_name(const std::vector<config::Override>& overrides) {
  std::string name;
  for (const config::Override& o : overrides) name += (name.empty() ? "" : " ") + o.key + "=" + o.value;
  return name;
}

Point point_of(config::Experiment experiment, const std::vector<config::Override>& named) {
  Point point;
  point.name = point_name(named);
  point.hash = experiment_hash(experiment);
  point.experiment = std::move(experiment);
  return point;
}

std::string experiment_hash(const config::Experiment& experiment) {
  std::string text = program() + '\n';
  for (const config::Key& key : config::key_table())
    if (key.bearing == config::Bearing::result)
      text += std::string(key.path) + ": " + config::to_string(config::value_of(key, experiment)) + '\n';
  // The contents of a network's file, not its place.
  if (experiment.topology.source) text += report::sha256(experiment.topology.source->text()) + '\n';
  for (const config::RouteLine& line : experiment.routing.table)
    text += line.at + ' ' + line.host + ' ' + std::to_string(line.port) + ' ' + std::to_string(line.vc_class) + '\n';
  const config::ReplaySettings& replay = experiment.traffic.replay;
  if (replay.trace != nullptr) text += std::to_string(replay.trace->digest()) + '\n';
  for (const config::MappingLine& line : replay.hosts) text += line.host + '\n';
  return report::sha256(text);
}

}  // namespace slackline::studies
