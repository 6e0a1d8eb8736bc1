#include <algorithm>
#include <iostream>
#include <utility>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/firmware_log.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/may_run.hpp"
#include "testbench/commands/soak_engines.hpp"
#include "testbench/monitors/engine_comparison.hpp"
#include "testbench/report/comparison_table.hpp"
#include "testbench/settings/reading.hpp"
#include "testbench/statistics/nic_totals.hpp"

namespace slackline::commands {

namespace {

/// Options that exclude each other; empty: none do.
std::string contradiction(const CompareOptions& options) {
  if (!options.file.empty() && options.random)
    return options.file + " and --random exclude each other: an experiment, or random networks";
  if (options.file.empty() && !options.random) return "FILE is required, or --random N";
  if (options.jobs && !options.random) return "--jobs is for --random";
  std::string kind;
  for (const auto& [name, is_given] :
       {std::pair("--barriers", options.barriers), std::pair("--firmware", options.firmware),
        std::pair("--packets", options.packets)}) {
    if (!is_given) continue;
    if (!options.random) return std::string(name) + " is for --random";
    if (!kind.empty()) return name + (" and " + kind) + " exclude each other";
    kind = name;
  }
  if (!options.settings.set.empty() && options.random) return "--set is for an experiment, not for --random";
  return {};
}

/// The interfaces whose firmware failed, in both engines alike.
std::vector<statistics::InstanceError> firmware_errors(const network::Fabric& fabric) {
  std::vector<statistics::InstanceError> errors;
  const network::Netlist& netlist = fabric.netlist();
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i)
    if (netlist.has_interface(i) && fabric.interface_state(i).nic.processor.halted)
      statistics::add_interface_errors(errors, netlist.endpoints[i].name, fabric.interface_state(i));
  return errors;
}

}  // namespace

int compare_engines(const CompareOptions& options) {
  if (const std::string why = contradiction(options); !why.empty()) {
    std::cerr << "slackline compare-engines: " << why << '\n';
    return bad_input;
  }
  if (options.random) return soak_engines(options);
  std::vector<settings::Override> overrides = overrides_of(options.settings);
  if (options.cycles) {
    overrides.push_back({"--cycles", "run.max_cycles", *options.cycles});
    const bool warmup_set = std::any_of(overrides.begin(), overrides.end(),
                                        [](const settings::Override& o) { return o.key == "run.warmup"; });
    // It has no effect here, and may be longer.
    if (!warmup_set) overrides.push_back({"--cycles", "run.warmup", "0", true});
  }
  const std::optional<features::ExperimentReading> reading = load_reading(options.file, overrides, "nothing was run");
  if (!reading) return bad_input;
  const features::Experiment* const experiment = &reading->experiment;

  settings::InputErrors refused;
  std::optional<network::Netlist> netlist = network_to_run(*reading, true, refused);
  if (!netlist) {
    print_errors(refused, "nothing was compared");
    return bad_input;
  }
  // A run that would end on its own, with its barriers, its program or its synchronizations, is cut here.
  const bool is_given = settings::is_given(*reading, "run.max_cycles");
  const Cycle cycles(is_given ? experiment->run.max_cycles : features::RunSettings().max_cycles);
  const FirmwareLog firmware_log(&std::cerr);
  netlist->interfaces = firmware_log.listen_to(*netlist);
  std::vector<statistics::InstanceError> errors;
  const monitors::Comparison comparison =
      monitors::compare_engines({*netlist}, cycles, network::Check::all,
                                [&](std::size_t, const network::Fabric& fabric) { errors = firmware_errors(fabric); })
          .front();
  std::cout << report::comparison_table(experiment->run.name, comparison);
  for (const statistics::InstanceError& error : errors)
    std::cerr << "slackline: error: " << statistics::text_of(error) << '\n';
  return errors.empty() ? status_of(comparison) : network_error;
}

}  // namespace slackline::commands
