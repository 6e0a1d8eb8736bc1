#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/firmware_log.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/may_run.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/commands/preparation.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/results.hpp"
#include "testbench/features/files/file_use.hpp"
#include "testbench/files/aside.hpp"
#include "testbench/report/result_json.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/studies/sweep_report.hpp"

namespace slackline::commands {

namespace {

namespace fs = std::filesystem;
using studies::Decimal;
using studies::Sweep;

Decimal resolution_of(const std::optional<std::string>& text, OptionReader& reader) {
  const Decimal otherwise{10'000'000}, least{100'000}, most{1'000'000'000};
  if (!text) return otherwise;
  const std::optional<Decimal> resolution = studies::parse_decimal(*text);
  if (resolution && !(*resolution < least) && !(most < *resolution)) return *resolution;
  reader.refuse("--resolution", settings::value_found(*text), "number from 0.0001 to 1 (flits per cycle and host)");
  return otherwise;
}

/// Why a folder cannot be a study's; empty when it can.
std::string objection(const std::string& out) {
  if (out.empty()) return "is no name of a folder";
  std::error_code error;
  const fs::file_status status = fs::status(out, error);
  if (status.type() == fs::file_type::not_found) return "";
  if (status.type() != fs::file_type::directory) return "is not a folder";
  const bool empty = fs::is_empty(out, error);
  if (error) return error.message();
  if (empty || fs::is_directory(fs::path(out) / "points", error)) return "";
  return "holds something else than a sweep; give a new folder or an empty one";
}

/// The points of a folder that no run is about to fill. Throws std::runtime_error.
std::unique_ptr<studies::PointStore> points_in(const std::string& out) {
  report::ResultsPlace place(out, report::ResultsPlace::MakeParent::yes);
  say_removed(place.remove_leftovers());
  if (const std::string why = objection(out); !why.empty()) throw report::ResultsFolderError(out + ": " + why);
  try {
    auto store = std::make_unique<studies::PointStore>((fs::path(out) / "points").string());
    say_removed(store->removed());
    return store;
  } catch (const std::runtime_error& e) {
    throw report::ResultsFolderError(out + ": " + e.what());
  }
}

/// Names the points that are not proved to be free of deadlock. Adds the errors of those that are refused.
bool all_may_run(const studies::SweepPlan& plan, bool show_progress, settings::InputErrors& errors) {
  bool all = true;
  for (std::size_t c = 0; c < plan.combinations(); ++c) {
    const features::ExperimentReading reading = plan.reading(c, plan.first_load());
    const std::string name = studies::point_name(plan.varied(c, plan.first_load()));
    const std::size_t before = errors.size();
    const std::optional<network::Netlist> netlist = network_to_run(reading, show_progress, errors);
    for (std::size_t i = before; i < errors.size() && !name.empty(); ++i) errors[i].of += " (at " + name + ")";
    if (netlist) all = may_run(reading.experiment, *netlist, show_progress, name) && all;
  }
  return all;
}

std::string simulate(const features::Experiment& experiment) {
  network::Netlist netlist = features::completed_network_of(experiment, show_preparation(false));
  const FirmwareLog firmware_log(nullptr);
  netlist.interfaces = firmware_log.listen_to(netlist);
  report::Result result = simulation::result_of(experiment, netlist, simulation::simulate(experiment, netlist));
  result.firmware_lines = firmware_log.lines();
  return report::result_json(result);
}

/// False: a file could not be written, and the error stream names it; the others are there.
bool publish(const std::string& out, const Sweep& sweep) {
  bool all = true;
  const auto write = [&](const char* name, const std::string& contents) {
    try {
      files::write_aside((fs::path(out) / name).string(), contents);
    } catch (const std::runtime_error& e) {
      std::cerr << "slackline: " << e.what() << "; the other results are kept\n";
      all = false;
    }
  };
  write("sweep.csv", studies::sweep_csv(sweep));
  write("sweep.json", studies::sweep_json(sweep));
  if (const std::optional<studies::Plot> plot = studies::sweep_plot(sweep)) write("sweep.svg", studies::to_svg(*plot));
  if (const std::optional<studies::Plot> plot = studies::sweep_accepted_plot(sweep))
    write("accepted.svg", studies::to_svg(*plot));
  return all;
}

void say_failures(const Sweep& sweep, const SweepOptions& options) {
  for (const studies::Series& series : sweep.series)
    for (const studies::SweepPoint& point : series.points) {
      if (point.state == studies::PointState::crashed)
        std::cerr << "slackline: crashed: " << options.file << " with " << point.name << ": " << point.why << '\n';
      if (point.result.failed)
        std::cerr << "slackline: error: " << options.file << " with " << point.name
                  << ": a check failed; slackline run with the same values shows which\n";
      if (point.result.firmware_lines != 0)
        std::cerr << "slackline: firmware: " << options.file << " with " << point.name << ": "
                  << point.result.firmware_lines
                  << (point.result.firmware_lines == 1 ? " line: " : " lines, the first: ")
                  << point.result.firmware_says << '\n';
    }
  if (sweep.any_unconverged())
    std::cerr << "slackline: points below saturation have not reached run.relative_error in run.max_cycles\n";
  if (!sweep.finished)
    std::cerr << "slackline: interrupted after " << sweep.ran + sweep.stored << " points"
              << (options.out ? "; the same command goes on from here\n" : "; --out would have kept them\n");
}

ExitStatus status_of(const Sweep& sweep) {
  if (!sweep.finished) return interrupted;
  if (sweep.any_failed()) return network_error;
  if (sweep.any(studies::PointState::crashed)) return broken;
  return sweep.any_unconverged() ? not_converged : done;
}

}  // namespace

int sweep(const SweepOptions& options) {
  OptionReader reader;
  const Decimal resolution = resolution_of(options.resolution, reader);
  studies::Runner runner;
  runner.at_once = reader.jobs(options.jobs);
  if (options.out)
    if (const std::string why = objection(*options.out); !why.empty()) {
      std::cerr << "--out " << *options.out << ": " << why << '\n';
      reader.refuse();
    }
  settings::InputErrors errors;
  const settings::SourcePtr file = features::read_file(options.file, errors);
  studies::SweepPlan plan = studies::plan_sweep(file, overrides_of(options.settings), options.vary, resolution, errors);
  settings::print(errors, std::cerr);
  if (!errors.empty() || !reader.good()) {
    std::cerr << "slackline: nothing was run\n";
    return bad_input;
  }

  note_interrupts();
  settings::InputErrors refused;
  const bool all_proved = all_may_run(plan, !options.quiet, refused);
  if (!refused.empty()) {
    print_errors(refused, "nothing was run");
    return bad_input;
  }
  if (!all_proved) return refuse_unproved();

  std::unique_ptr<studies::PointStore> store;
  try {
    if (options.out) store = points_in(*options.out);
  } catch (const report::ResultsFolderError& e) {
    std::cerr << "--out " << e.what() << "\nslackline: nothing was run\n";
    return bad_input;
  }
  const features::Experiment first = plan.point(0, plan.first_load()).experiment;
  if (!first.waves.file.empty() || first.run.packet_log || first.run.windows != 0)
    std::cerr << "slackline: the points of a sweep write no waveforms, no packet log and no windows.csv\n";
  runner.store = store.get();
  runner.simulate = simulate;
  runner.go_on = [] { return !interrupt_noted(); };
  Sweep sweep;
  {
    Progress progress(!options.quiet, "points");
    sweep = studies::run_sweep(std::move(plan), runner,
                               [&](std::size_t done, std::size_t total) { progress.show(done, total); });
  }
  const bool all_written = !options.out || publish(*options.out, sweep);
  if (options.json)
    std::cout << studies::sweep_json(sweep);
  else if (!options.quiet)
    std::cout << studies::sweep_table(sweep);
  say_failures(sweep, options);
  const ExitStatus status = status_of(sweep);
  return status == done && !all_written ? broken : status;
}

}  // namespace slackline::commands
