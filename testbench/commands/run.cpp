#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/firmware_log.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/may_run.hpp"
#include "testbench/commands/preparation.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/results.hpp"
#include "testbench/files/sha256.hpp"
#include "testbench/monitors/packet_log.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/report/measures_report.hpp"
#include "testbench/report/packet_switch_report.hpp"
#include "testbench/report/result_csv.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/report/result_table.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/report/standstill_text.hpp"
#include "testbench/report/transactions_report.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/settings/reading.hpp"
#include "testbench/simulation/error_waves.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/tracing/waves.hpp"

namespace slackline::commands {

namespace {

std::vector<settings::Override> overrides_of(const RunOptions& options) {
  std::vector<settings::Override> overrides = overrides_of(options.settings);
  if (options.waves) overrides.push_back({"--waves", "waves.file", *options.waves});
  return overrides;
}

/// nullptr, and why it cannot be on the error stream.
template <class Thing, class Error, class... Arguments>
std::unique_ptr<Thing> opened(const char* what, Arguments&&... arguments) {
  try {
    return std::make_unique<Thing>(std::forward<Arguments>(arguments)...);
  } catch (const Error& e) {
    std::cerr << "slackline: " << what << ' ' << e.what() << '\n';
    return nullptr;
  }
}

report::Manifest manifest_of(const features::ExperimentReading& reading, const simulation::Outcome& outcome,
                             const report::Files& files, const simulation::ErrorWaves& waves) {
  report::Manifest manifest;
  manifest.inputs.push_back({reading.file->name(), files::sha256(reading.file->text())});
  for (const std::string& path : features::input_files(reading))
    manifest.inputs.push_back({path, files::sha256_of_file(path)});
  manifest.engine = reading.experiment.run.engine;
  manifest.seed = reading.experiment.run.seed;
  manifest.cycles = outcome.totals.cycles;
  manifest.wall_seconds = outcome.seconds;
  for (const auto& [name, text] : files) manifest.files.push_back(name);
  for (const auto* names : {&waves.files, &waves.unfinished})
    manifest.files.insert(manifest.files.end(), names->begin(), names->end());
  manifest.files.emplace_back(report::ResultsFolder::manifest_name);
  return manifest;
}

void say_errors(const statistics::RunTotals& totals) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(totals.errors.size(), most); ++i)
    std::cerr << "slackline: error: " << statistics::text_of(totals.errors[i]) << '\n';
  if (totals.errors.size() > most) std::cerr << "slackline: and " << totals.errors.size() - most << " more\n";
  if (!totals.conserved()) std::cerr << "slackline: error: flits are not conserved\n";
}

/// `shown`: the table is printed above it.
void say_end(const report::Result& result, const simulation::Outcome& outcome, bool shown) {
  const std::uint64_t cycles = result.totals.cycles;
  if (result.totals.failed()) say_errors(result.totals);
  if (result.standstill && !shown) std::cerr << report::standstill_text(*result.standstill);
  if (result.standstill && result.standstill->found > Cycle(cycles))
    std::cerr << "slackline: the parts that are stuck when this run ends in cycle " << cycles
              << " will never move again\n";
  else if (result.standstill)
    std::cerr << "slackline: stopped in cycle " << cycles << ": the parts that are stuck will never move again\n";
  else if (result.nothing_since)
    std::cerr << "slackline: stopped in cycle " << cycles << ": nothing completed since cycle "
              << result.nothing_since->value << ", though messages are open\n";
  else if (outcome.halted)
    std::cerr << "slackline: stopped in cycle " << cycles << ": firmware failed\n";
  else if (outcome.interrupted())
    std::cerr << "slackline: interrupted in cycle " << cycles << '\n';
  if (status_of(result.totals, result.verdict, !outcome.interrupted()) != not_converged) return;
  bool any_cut = false;
  for (const auto& section : result.sections)
    if (const std::string cut = section->cut_off_after(cycles); !cut.empty()) {
      std::cerr << "slackline: " << (features::has_list(result.experiment) ? section->name() + ": " : "") << cut
                << '\n';
      any_cut = true;
    }
  if (!any_cut)
    std::cerr << "slackline: not converged in " << cycles
              << (result.verdict.saturated == true ? " cycles: the network is saturated\n" : " cycles\n");
}

/// Parts of files that were left out, and values that rounding has changed by much.
void say_notes(const features::ExperimentReading& reading) {
  for (const settings::Wording& note : reading.notes) std::cerr << "slackline: note: " << note.text() << '\n';
  const features::TopologySettings& topology = reading.experiment.topology;
  if (topology.given == nullptr) return;
  for (const std::string& note : topology.given->notes)
    std::cerr << "slackline: " << topology.given->name << ": " << note << '\n';
}

simulation::ErrorWaves write_error_waves(const features::Experiment& experiment, const network::Netlist& netlist,
                                         const simulation::Outcome& outcome, const report::ResultsFolder& folder,
                                         const simulation::GoOn& go_on) {
  std::ostringstream says;
  simulation::ErrorWaves waves =
      simulation::write_error_waves(experiment, netlist, outcome, folder.aside(), go_on, says);
  std::cerr << folder.by_final_name(says.str());
  return waves;
}

/// Tells where to look at an error. `out`: the results, or nullptr; `waves`: those written of it.
void say_how_to_look(const report::ResultsFolder* out, const simulation::ErrorWaves& waves) {
  if (!waves.files.empty())
    std::cerr << "slackline: waveforms of " << waves.of << ": "
              << (std::filesystem::path(out->place()) / waves.files.front()).string() << '\n';
  else if (out == nullptr)
    std::cerr << "slackline: --out DIR writes waveforms of how this happened; then `slackline explain DIR --packet "
                 "HOST:N` follows a packet\n";
}

}  // namespace

int run(const RunOptions& options) {
  const std::optional<features::ExperimentReading> reading =
      load_reading(options.file, overrides_of(options), "nothing was run");
  if (!reading) return bad_input;
  features::Experiment experiment = reading->experiment;
  experiment.waves.file = settings::path_of(*reading, "waves.file");
  note_interrupts();
  std::unique_ptr<report::ResultsFolder> folder;
  if (options.out) {
    folder = opened<report::ResultsFolder, report::ResultsFolderError>("--out", *options.out);
    if (folder == nullptr) return bad_input;
    say_removed(folder->removed());
  }
  if (experiment.run.packet_log && folder == nullptr) {
    std::cerr << "slackline: run.packet_log: needs a folder for the results: --out DIR; nothing was run\n";
    return bad_input;
  }
  if (!options.quiet) say_notes(*reading);
  settings::InputErrors refused;
  std::optional<network::Netlist> completed = network_to_run(*reading, !options.quiet, refused);
  if (!completed) {
    print_errors(refused, "nothing was run");
    return bad_input;
  }
  network::Netlist& netlist = *completed;
  FirmwareLog firmware_log(&std::cerr);
  netlist.interfaces = firmware_log.listen_to(netlist);
  if (!may_run(experiment, netlist, !options.quiet, options.file)) return refuse_unproved();
  const auto waves = opened<tracing::Waves, tracing::WaveFileError>("waves:", experiment, netlist, std::cerr);
  if (waves == nullptr) return bad_input;

  std::unique_ptr<Progress> progress;
  bool waves_written = true;
  simulation::Hooks hooks;
  hooks.built = [&] { progress = std::make_unique<Progress>(!options.quiet); };
  hooks.go_on = [] { return !interrupt_noted(); };
  hooks.progress = [&](std::uint64_t cycle, std::uint64_t most, const char* state) {
    progress->show(cycle, most, state);
  };
  hooks.waves = waves.get();
  std::vector<std::string> senders;
  if (features::has_list(experiment))
    for (features::Workload& workload : features::packet_workloads_of(experiment))
      senders.push_back(std::move(workload.name));
  monitors::PacketLog packets(std::move(senders));
  if (experiment.run.packet_log) hooks.packets = &packets;
  hooks.over = [&](bool whole) {
    progress.reset();
    waves_written = waves->finish(whole, std::cerr);
  };
  const simulation::Outcome outcome = simulation::simulate(experiment, netlist, hooks);
  firmware_log.close();
  report::Result result = simulation::result_of(experiment, netlist, outcome);
  result.firmware_lines = firmware_log.lines();

  const std::string json = report::result_json(result), table = report::result_table(result);
  report::Files files;
  if (folder != nullptr)
    files = {{"result.json", json},
             {"summary.txt", table},
             {"links.csv", report::links_csv(result)},
             {"latency.csv", report::latency_csv(result)},
             {features::resolved_file, features::resolved_yaml(*reading, *options.out)}};
  if (folder != nullptr && result.totals.packet_switches)
    files.emplace_back("packet_switches.csv", report::packet_switch_csv(*result.totals.packet_switches));
  if (folder != nullptr && result.totals.transactions && result.is_measured())
    files.emplace_back("transactions.csv", report::transactions_csv(*result.totals.transactions));
  if (folder != nullptr && result.totals.measures && result.is_measured())
    files.emplace_back("measures.csv", report::measures_csv(*result.totals.measures));
  if (folder != nullptr && result.totals.windows) files.emplace_back("windows.csv", report::windows_csv(result));
  for (std::size_t i = 0; folder != nullptr && i < result.sections.size(); ++i) {
    const present::Section& section = *result.sections[i];
    const std::string before = features::has_list(experiment) ? section.name() + "." : "";
    for (auto& [name, text] : section.files(result.facts(section))) files.emplace_back(before + name, std::move(text));
  }
  if (folder != nullptr && result.firmware_lines.count != 0)
    files.emplace_back("firmware.log", firmware_log_text(result.firmware_lines));
  if (experiment.run.packet_log) files.emplace_back(monitors::PacketLog::file_name, packets.finish());
  if (waves->none_fired() && waves->waits_for_deadlock() && !outcome.interrupted()) {
    if (result.standstill && result.standstill->is_deadlock())
      waves_written =
          simulation::write_waves_of_deadlock(experiment, netlist, *result.standstill, hooks.go_on, std::cerr);
    else
      waves->say_none_fired(std::cerr);
  }
  simulation::ErrorWaves error_waves;
  if (folder != nullptr && result.totals.failed() && !outcome.interrupted())
    error_waves = write_error_waves(experiment, netlist, outcome, *folder, hooks.go_on);
  const report::Manifest manifest = manifest_of(*reading, outcome, files, error_waves);
  files.emplace_back(report::ResultsFolder::manifest_name, report::manifest_json(manifest));
  const bool all_written = folder == nullptr || published(*folder, files);
  if (options.json)
    std::cout << json;
  else if (!options.quiet)
    std::cout << table << "  " << report::speed_line(manifest) << '\n';
  say_end(result, outcome, !options.json && !options.quiet);
  const int status = status_of(result.totals, result.verdict, !outcome.interrupted());
  if (status == network_error) say_how_to_look(folder.get(), error_waves);
  return status == done && !(waves_written && all_written) ? broken : status;
}

}  // namespace slackline::commands
