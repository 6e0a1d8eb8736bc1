#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/results.hpp"
#include "testbench/features/topology/file.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/studies/papers.hpp"

namespace slackline::commands {

namespace {

using reproduction::Page;
using reproduction::Studied;
using reproduction::Study;

/// Study::name of those that a predicate takes.
template <class Predicate>
std::vector<std::string_view> names_of_studies(Predicate&& predicate) {
  std::vector<std::string_view> names;
  for (const Study& study : studies::papers())
    if (predicate(study)) names.emplace_back(study.name);
  return names;
}

/// The study of this name; nullptr where it is refused, or an option of it.
const Study* study_of(const StudyOptions& options, OptionReader& reader) {
  for (const Study& study : studies::papers()) {
    if (study.name != options.name) continue;
    if (!options.fabric || study.takes_fabric) return &study;
    reader.refuse("--fabric", settings::problem("has no effect on " + options.name),
                  settings::advice("use it only with " + settings::alternatives(names_of_studies(
                                                             [](const Study& s) { return s.takes_fabric; }))));
    return nullptr;
  }
  const std::vector<std::string_view> names = names_of_studies([](const Study&) { return true; });
  const std::string meant = settings::nearest(options.name, names);
  reader.refuse("STUDY", settings::value_found(options.name), settings::alternatives(names), meant);
  return nullptr;
}

/// nullptr, with the reason on the error stream.
std::unique_ptr<report::ResultsFolder> opened(const std::string& out) {
  if (!reproduction::can_draw()) {
    std::cerr << "--out " << out << ": there is no gnuplot to draw figures with; scripts/bootstrap installs it\n";
    return nullptr;
  }
  try {
    auto folder = std::make_unique<report::ResultsFolder>(out);
    say_removed(folder->removed());
    return folder;
  } catch (const report::ResultsFolderError& e) {
    std::cerr << "--out " << e.what() << '\n';
    return nullptr;
  }
}

/// A network from a file. False, with the reason on the error stream: it cannot be read.
bool read_fabric(const std::string& file, reproduction::Given& given) {
  const auto text = std::make_shared<const settings::Source>(
      "--fabric", "schema_version: 1\ntopology: { kind: file }\nendpoint: nic\n");
  features::ExperimentReading reading = features::read_experiment(text, {{"--fabric", "topology.file", file}});
  features::read_fabric_file(reading);
  features::check_meaning(reading);
  if (!reading.errors.empty()) {
    settings::print(reading.errors, std::cerr);
    return false;
  }
  given.fabric = reading.experiment.topology;
  given.fabric_name = std::filesystem::path(file).filename().string();
  return true;
}

/// With its progress shown.
Studied carried_out(const Study& study, const StudyOptions& options, unsigned at_once,
                    const reproduction::Given& given) {
  Progress progress(!options.quiet, "simulations");
  pool::Watch watch;
  watch.progress = [&](std::size_t done, std::size_t all) { progress.show(done, all); };
  watch.go_on = [] { return !interrupt_noted(); };
  const auto effort = options.quick ? reproduction::Effort::quick : reproduction::Effort::full;
  return study.carry_out(effort, given, simulation::run, at_once, watch);
}

/// False: not all of it could be written.
bool publish(report::ResultsFolder& folder, const std::string& name, const Page& page, double seconds) {
  std::map<std::string, std::string> drawings;
  report::Files files;
  for (const reproduction::Figure* figure : reproduction::figures(page)) {
    const std::string& svg = drawings[figure->name] = reproduction::to_svg(*figure);
    files.emplace_back(figure->name + ".svg", svg);
  }
  for (const reproduction::Picture* picture : reproduction::pictures(page))
    files.emplace_back(picture->name + ".png", picture->png);
  files.emplace_back(name + ".md", to_markdown(page));
  files.emplace_back(name + ".html", to_html(page, drawings));
  report::Manifest manifest;
  manifest.wall_seconds = seconds;
  for (const auto& [file, text] : files) manifest.files.push_back(file);
  manifest.files.emplace_back(report::ResultsFolder::manifest_name);
  files.emplace_back(report::ResultsFolder::manifest_name, manifest_json(manifest));
  return published(folder, files);
}

ExitStatus status_of(const Studied& studied, const reproduction::Tally& tally) {
  if (!studied.finished) return interrupted;
  if (!studied.failures.empty()) return broken;
  return tally.unsettled == 0 ? done : network_error;
}

}  // namespace

int study(const StudyOptions& options) {
  OptionReader reader;
  const unsigned at_once = reader.jobs(options.jobs);
  const Study* paper = study_of(options, reader);
  reproduction::Given given;
  if (reader.good() && options.fabric && !read_fabric(*options.fabric, given)) reader.refuse();
  note_interrupts();
  std::unique_ptr<report::ResultsFolder> folder;
  if (reader.good() && options.out && (folder = opened(*options.out)) == nullptr) reader.refuse();
  if (!reader.good()) {
    std::cerr << "slackline: nothing was run\n";
    return bad_input;
  }
  const auto start = std::chrono::steady_clock::now();
  const Studied studied = carried_out(*paper, options, at_once, given);
  const bool all_written =
      folder == nullptr || publish(*folder, paper->name, studied.page,
                                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (!options.quiet) std::cout << to_text(studied.page);
  for (const std::string& failure : studied.failures) std::cerr << "slackline: crashed: " << failure << '\n';
  if (!studied.finished) std::cerr << "slackline: interrupted\n";
  const ExitStatus status = status_of(studied, tally(studied.page));
  return status == done && !all_written ? broken : status;
}

}  // namespace slackline::commands
