#include "tests/testbench/workloads/replay/program/programs.hpp"

#include <stdexcept>

#include "rtl_models/network/fabric.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/workloads/replay/trace_file/ti_trace.hpp"
#include "testbench/workloads/replay/trace_file/trace_file.hpp"

namespace slackline::test {

namespace {

const std::string experiment = R"(schema_version: 1
clock: { period: 1 ns }
topology: { kind: single_switch, hosts_per_switch: 16 }
link: { flit_bits: 64 }
)";
const std::string with_generators = experiment + "traffic: { trace: trace.txt, packet: { flits: 9 } }\n";
const std::string with_interfaces =
    experiment + "traffic: { trace: trace.txt }\nendpoint: nic\nnic: { packet_words: 8, costs: free }\n";

settings::SourcePtr source(const char* name, const std::string& text) {
  return std::make_shared<const settings::Source>(name, text);
}

}  // namespace

std::shared_ptr<const replay::Trace> trace_of(const std::string& text) {
  settings::InputErrors errors;
  replay::Trace trace = trace_file::read_ti_trace({source("trace.txt", text)}, errors);
  if (!errors.empty()) throw std::runtime_error(settings::to_string(errors.front()));
  return std::make_shared<const replay::Trace>(std::move(trace));
}

features::ExperimentReading replaying(const std::string& trace, const std::vector<std::string>& options, Hosts hosts) {
  std::vector<settings::Override> overrides;
  for (const std::string& option : options) {
    const std::size_t equals = option.find('=');
    overrides.push_back({"--set", option.substr(0, equals), option.substr(equals + 1)});
  }
  features::ExperimentReading reading = features::read_experiment(
      source("test.yaml", hosts == Hosts::generators ? with_generators : with_interfaces), overrides);
  trace_file::read_trace(reading, {source("trace.txt", trace)});
  features::check_meaning(reading);
  return reading;
}

network::Netlist network_replaying(const std::string& trace, const std::vector<std::string>& options, Hosts hosts) {
  const features::ExperimentReading reading = replaying(trace, options, hosts);
  if (!reading.errors.empty()) throw std::runtime_error(settings::to_string(reading.errors.front()));
  return features::completed_network_of(reading.experiment);
}

const replay::Replay& replay_of(const network::Fabric& fabric) {
  return dynamic_cast<const replay::Replay&>(*fabric.netlist().workloads.at(0).program);
}

replay::Answers replayed(const std::string& trace, const std::vector<std::string>& options, Hosts hosts) {
  network::Fabric fabric(network::elaborate(network_replaying(trace, options, hosts)));
  const replay::Replay& replay = replay_of(fabric);
  for (Cycle end(1000); !replay.finished() && end < Cycle(1'000'000'000); end = Cycle(end.value * 2))
    fabric.run_until(end);
  return replay.answers(fabric.now(), !replay.finished() && replay.is_idle());
}

const replay::CallTally& tally(const replay::Answers& answers, std::size_t rank, replay::Call call) {
  return answers.ranks[rank].times.by_call[static_cast<unsigned>(call)];
}

}  // namespace slackline::test
