#include <algorithm>
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
#include "testbench/config/fabric_reading.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/simulator.hpp"
#include "testbench/studies/song2005/study.hpp"
#include "testbench/studies/sun2001/runs.hpp"
#include "testbench/studies/sun2001/simulator.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::commands {

namespace {

using reproduction::Page;

/// The outcome of a study.
struct Studied {
  Page page;
  std::vector<std::string> failures;  ///< of simulations that crashed
  bool finished = true;               ///< false: interrupted
};

/// nullptr, and why it cannot be on the error stream.
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

/// A network of the study from a file. False, and why on the error stream: it cannot be read.
bool read_fabric(const std::string& file, song2005::Given& given) {
  const auto text = std::make_shared<const config::Source>(
      "--fabric", "schema_version: 1\ntopology: { kind: file }\nendpoint: nic\n");
  config::Reading reading = config::read_experiment(text, {{"--fabric", "topology.file", file}});
  config::read_fabric_file(reading);
  config::check_meaning(reading);
  if (!reading.faults.empty()) {
    config::print(reading.faults, std::cerr);
    return false;
  }
  given.fabric = reading.experiment.topology;
  given.fabric_name = std::filesystem::path(file).filename().string();
  return true;
}

/// Simulates, with its progress shown.
template <class Runs, class Measure>
auto measured(const Runs& runs, const StudyOptions& options, Measure&& measure) {
  Progress progress(!options.quiet, "simulations");
  reproduction::Watch watch;
  watch.progress = [&](std::size_t done) { progress.show(done, runs.size()); };
  watch.go_on = [] { return !interrupt_noted(); };
  return measure(runs, watch);
}

Studied study_song2005(const StudyOptions& options, unsigned at_once, const song2005::Given& given) {
  const auto effort = options.quick ? song2005::Effort::quick : song2005::Effort::full;
  const song2005::Measurements found =
      measured(song2005::runs(effort, given), options, [&](const auto& runs, const reproduction::Watch& watch) {
        return song2005::measure(runs, song2005::simulate, at_once, watch);
      });
  return {song2005::page(found, effort, given), found.failures, found.finished};
}

Studied study_sun2001(const StudyOptions& options, unsigned at_once) {
  const auto effort = options.quick ? sun2001::Effort::quick : sun2001::Effort::full;
  const sun2001::Measurements found =
      measured(sun2001::runs(effort), options, [&](const auto& runs, const reproduction::Watch& watch) {
        return sun2001::measure(runs, sun2001::simulate, at_once, watch);
      });
  return {sun2001::page(found, effort), found.failures, found.finished};
}

/// False: not all of it could be written.
bool publish(report::ResultsFolder& folder, const std::string& name, const Page& page, double seconds) {
  std::map<std::string, std::string> drawings;
  report::Files files;
  for (const reproduction::Figure* figure : reproduction::figures(page)) {
    const std::string& svg = drawings[figure->name] = reproduction::to_svg(*figure);
    files.emplace_back(figure->name + ".svg", svg);
  }
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
  return tally.differing == 0 && tally.refuted == 0 ? done : network_fault;
}

}  // namespace

int study(const StudyOptions& options) {
  const std::vector<std::string_view> studies{"song2005", "sun2001"};
  OptionReader reader;
  const unsigned at_once = reader.jobs(options.jobs);
  if (std::find(studies.begin(), studies.end(), options.name) == studies.end()) {
    const std::string meant = config::nearest(options.name, studies);
    reader.refuse("STUDY", options.name, "song2005, sun2001" + (meant.empty() ? "" : "; did you mean " + meant + "?"));
  }
  if (options.fabric && options.name == "sun2001") reader.refuse("--fabric", *options.fabric, "only with song2005");
  song2005::Given given;
  if (reader.good() && options.fabric && !read_fabric(*options.fabric, given)) reader.refuse();
  note_interrupts();
  std::unique_ptr<report::ResultsFolder> folder;
  if (reader.good() && options.out && (folder = opened(*options.out)) == nullptr) reader.refuse();
  if (!reader.good()) {
    std::cerr << "slackline: nothing was run\n";
    return wrong_input;
  }
  const auto start = std::chrono::steady_clock::now();
  const Studied studied =
      options.name == "sun2001" ? study_sun2001(options, at_once) : study_song2005(options, at_once, given);
  const bool all_written =
      folder == nullptr || publish(*folder, options.name, studied.page,
                                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (!options.quiet) std::cout << to_text(studied.page);
  for (const std::string& failure : studied.failures) std::cerr << "slackline: crashed: " << failure << '\n';
  if (!studied.finished) std::cerr << "slackline: interrupted\n";
  const ExitStatus status = status_of(studied, tally(studied.page));
  return status == done && !all_written ? broken : status;
}

}  // namespace slackline::commands
