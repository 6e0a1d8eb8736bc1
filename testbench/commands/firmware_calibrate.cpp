#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/may_run.hpp"
#include "testbench/files/aside.hpp"
#include "testbench/firmware_file/handler_times.hpp"
#include "testbench/present/text_table.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/studies/vary.hpp"

namespace slackline::commands {

namespace {

using settings::Override;

constexpr const char* nothing_run = "nothing was run";

/// The measured values of a run.
struct Measured {
  std::optional<double> latency;  ///< mean, of messages
  double unknown = 0;             ///< share of handlers that are not in the table
};

/// The experiment, run as its own values and others say. Runs of one file.
class Runs {
 public:
  explicit Runs(const FirmwareCalibrateOptions& options) : options_(options) {}

  /// Nothing: errors have been printed; status() gives the exit status.
  std::optional<Measured> run(std::vector<Override> values, nic::HandlerObserver* observer,
                              const std::shared_ptr<const nic::HandlerTimes>& times) {
    std::vector<Override> overrides = overrides_of(options_.settings);
    values.push_back({"calibrate", "run.engine", "fabric"});  // the other one can be run once
    overrides.insert(overrides.end(), values.begin(), values.end());
    std::optional<features::ExperimentReading> reading = load_reading(options_.file, overrides, nothing_run);
    if (!reading) return std::nullopt;
    if (times != nullptr) reading->experiment.nic.times = times;
    settings::InputErrors refused;
    std::optional<network::Netlist> netlist = network_to_run(*reading, false, refused);
    if (!netlist) {
      print_errors(refused, nothing_run);
      return std::nullopt;
    }
    if (netlist->interfaces == nullptr) {
      std::cerr << options_.file << ": endpoint: expected nic, for some hosts at least; " << nothing_run << '\n';
      return std::nullopt;
    }
    if (observer != nullptr) {
      auto interfaces = std::make_shared<network::HostInterfaces>(*netlist->interfaces);
      interfaces->set_handlers(observer);
      netlist->interfaces = std::move(interfaces);
    }
    simulation::Hooks hooks;
    hooks.go_on = [] { return !interrupt_noted(); };
    const simulation::Outcome outcome = simulation::simulate(reading->experiment, *netlist, hooks);
    if (interrupt_noted()) throw Interrupted();
    if (outcome.totals.failed()) {
      for (const statistics::InstanceError& error : outcome.totals.errors)
        std::cerr << "slackline: error: " << statistics::text_of(error) << '\n';
      status_ = network_error;
      return std::nullopt;
    }
    Measured measured;
    const statistics::NicTotals& nic = *outcome.totals.nic;
    if (nic.total_latency.packets() != 0) measured.latency = nic.total_latency.mean();
    std::uint64_t runs = 0, unknown = 0;
    for (const statistics::HandlerTotals& handler : nic.handlers) {
      runs += handler.runs;
      unknown += handler.unknown;
    }
    if (runs != 0) measured.unknown = static_cast<double>(unknown) / static_cast<double>(runs);
    return measured;
  }
  int status() const { return status_; }

 private:
  const FirmwareCalibrateOptions& options_;
  int status_ = bad_input;
};

std::string cell(const std::optional<double>& latency) { return latency ? fmt::format("{:.2f}", *latency) : "-"; }
std::string error_cell(const std::optional<double>& value, const std::optional<double>& of) {
  return value && of ? fmt::format("{:+.2f} %", 100 * (*value / *of - 1)) : "-";
}

Override processor(const char* word) { return {"calibrate", "nic.processor", word}; }

}  // namespace

int firmware_calibrate(const FirmwareCalibrateOptions& options) {
  settings::InputErrors errors;
  std::vector<std::vector<Override>> points{{}};
  for (const studies::Varied& varied : studies::parse_vary(options.check, errors))
    for (std::size_t i = 0; i < varied.values.size(); ++i) points.push_back({varied.at(i)});
  if (!errors.empty()) {
    print_errors(errors, nothing_run);
    return bad_input;
  }
  note_interrupts();

  Runs runs(options);
  firmware_file::HandlerRecorder recorder;
  std::vector<std::optional<double>> exact;
  for (std::vector<Override> point : points) {
    point.push_back(processor("rv32"));
    const std::optional<Measured> measured = runs.run(point, exact.empty() ? &recorder : nullptr, nullptr);
    if (!measured) return runs.status();
    exact.push_back(measured->latency);
  }
  const std::string out = options.out.value_or("handler_times.csv");
  try {
    files::write_aside(out, recorder.table().csv());
  } catch (const std::runtime_error& e) {
    std::cerr << "--out " << e.what() << '\n';
    return bad_input;
  }
  const auto times = std::make_shared<const nic::HandlerTimes>(recorder.table().times());
  std::cout << out << ": times of " << times->size() << " kinds of handlers\n";

  std::vector<std::vector<std::string>> rows{{"mean latency of messages, cycles", "rv32", "with the table", "error",
                                              "handlers not in it", "with nic.cost.*", "error"}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<Override> point = points[i];
    point.push_back(processor("native"));
    const std::optional<Measured> with = runs.run(point, nullptr, times), without = runs.run(point, nullptr, nullptr);
    if (!with || !without) return runs.status();
    const std::string name = points[i].empty() ? "recorded" : points[i][0].key + " = " + points[i][0].value;
    rows.push_back({name, cell(exact[i]), cell(with->latency), error_cell(with->latency, exact[i]),
                    fmt::format("{:.2f} %", 100 * with->unknown), cell(without->latency),
                    error_cell(without->latency, exact[i])});
  }
  using present::Align;
  std::cout << present::text_table(
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right}, rows);
  return done;
}

}  // namespace slackline::commands
