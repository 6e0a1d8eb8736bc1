#include "testbench/run/workloads.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "testbench/features/kinds/checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workload_kinds.hpp"

namespace slackline::features {

RunningWorkloads::RunningWorkloads(observe::Engine& engine, const Experiment& experiment, std::uint64_t look) {
  const auto add = [&](Workload workload) {
    auto own = std::make_unique<Workload>(std::move(workload));
    if (own->kind->meter == nullptr) return;
    if (auto meter = own->kind->meter(engine, *own, look)) {
      workloads_.push_back(std::move(own));
      meters_.push_back(std::move(meter));
    }
  };
  for (Workload& listed : listed_workloads(experiment)) add(std::move(listed));
  if (has_list(experiment)) return;
  for (const WorkloadKind& kind : workload_kinds())
    if (kind.section.part != nullptr) add({kind.section.part, false, 0, &experiment, &kind});
}

std::vector<observe::WaveScope> wave_scopes_of(const Experiment& experiment) {
  std::vector<observe::WaveScope> scopes;
  for (const Workload& listed : listed_workloads(experiment))
    if (listed.kind->waves != nullptr) scopes.push_back(listed.kind->waves(listed));
  return scopes;
}

Completion complete(const Experiment& experiment, network::Netlist& netlist) {
  Completion all;
  for (const WorkloadKind& kind : workload_kinds()) {
    if (kind.complete == nullptr) continue;
    const Completion of_kind = kind.complete(experiment, netlist);
    const Refusals& refused = of_kind.refused;
    all.refused.of_keys.insert(all.refused.of_keys.end(), refused.of_keys.begin(), refused.of_keys.end());
    all.refused.of_files.insert(all.refused.of_files.end(), refused.of_files.begin(), refused.of_files.end());
    all.buffer_dependencies += of_kind.buffer_dependencies;
    all.may_deadlock += of_kind.may_deadlock;
  }
  return all;
}

namespace {

/// At the record of the list that asks for the workload, or at the key of its section.
void add_error_of_workload(ExperimentReading& reading, const Refusal& refusal) {
  const std::vector<Workload> listed = listed_workloads(reading.experiment);
  const auto asks = std::find_if(listed.begin(), listed.end(), [&](const Workload& workload) {
    return !workload.kind->is_group() && workload.number == refusal.workload;
  });
  if (asks != listed.end())
    reading.errors.push_back(record_error(reading, workloads_key, static_cast<std::size_t>(asks - listed.begin()),
                                          "kind", refusal.what, refusal.expected));
  else
    add_error(reading, packet_workloads_of(reading.experiment).at(refusal.workload).kind->section.key, {}, refusal.what,
              refusal.expected);
}

}  // namespace

InputErrors errors_of(const Refusals& refused, const ExperimentReading& reading, const network::Netlist& netlist) {
  ExperimentReading with_errors = reading;
  with_errors.errors = refused.of_files;
  HostGroups hosts;
  if (has_host_kinds(reading.experiment)) hosts = host_groups(reading.experiment, netlist);
  settings::OverlaidErrors of_hosts = errors_of(with_errors, hosts);
  for (const Refusal& refusal : refused.of_keys) {
    if (refusal.key.empty()) {
      add_error_of_workload(with_errors, refusal);
    } else if (refusal.host && !hosts.groups.empty()) {
      HostGroup& group = hosts.groups[hosts.of[*refusal.host]];
      OverlaidReading of_host = reading_of(with_errors, group);
      add_error(of_host, refusal.key, refusal.in_light_of, refusal.what, refusal.expected);
      of_hosts.take(of_host, group);
    } else {
      add_error(with_errors, refusal.key, refusal.in_light_of, refusal.what, refusal.expected);
    }
  }
  of_hosts.report();
  return with_errors.errors;
}

network::Netlist completed_network_of(const Experiment& experiment, const routing::OnProgress& on_progress) {
  network::Netlist netlist = network_of(experiment, on_progress);
  const Refusals refused = complete(experiment, netlist).refused;
  if (refused.empty()) return netlist;
  std::string why;
  for (const InputError& error : refused.of_files) why += settings::to_string(error) + "\n";
  for (const Refusal& refusal : refused.of_keys) {
    if (!refusal.key.empty()) why += refusal.key + ": ";
    why += settings::to_string(refusal.what, refusal.expected) + "\n";
  }
  throw std::runtime_error(why);
}

}  // namespace slackline::features
