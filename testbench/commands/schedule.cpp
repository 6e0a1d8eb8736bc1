#include <iostream>
#include <optional>
#include <stdexcept>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/preparation.hpp"
#include "testbench/commands/results.hpp"
#include "testbench/commands/schedule_request.hpp"
#include "testbench/files/aside.hpp"
#include "testbench/present/rows.hpp"
#include "testbench/report/results_folder.hpp"
#include "testbench/run/network.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/schedule/schedule_table.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/synchronization/slot_tables/estimates.hpp"

namespace slackline::commands {

namespace {

using network::Netlist;
using schedule::Schedule;
using schedule::SpanningTree;

/// Nothing, and why on the error stream: its file is not a schedule.
std::optional<Schedule> schedule_of(const ScheduleRequest& request, const Netlist& netlist) {
  switch (request.kind) {
    case ScheduleRequest::Kind::simple: return schedule::simple(request.hosts);
    case ScheduleRequest::Kind::shift: return schedule::shift(request.hosts);
    case ScheduleRequest::Kind::hierarchical: return schedule::hierarchical(request.tree->tree, request.hosts);
    case ScheduleRequest::Kind::file: break;
  }
  settings::InputErrors errors;
  std::optional<Schedule> schedule = schedule::read_csv(request.file, netlist, errors);
  settings::print(errors, std::cerr);
  if (!errors.empty())
    std::cerr << "slackline: " << text::counted(errors.size(), "error") << " in the input, nothing was checked\n";
  if (schedule) schedule->hosts = request.hosts;
  return schedule;
}

void say_tree(const Netlist& netlist, const SpanningTree& tree, const std::vector<std::uint32_t>& hosts) {
  const std::uint32_t levels = schedule::hierarchy_of(tree.tree, hosts).levels;
  std::cout << "  tree            root " << netlist.switches[tree.tree.root].name << ", " << levels << " levels, "
            << tree.channels.size() / 2 << " of " << netlist.channels.size() / 2 << " links\n";
}

/// Prints the verdict of the conflict-free requirement. Nothing: it cannot be decided.
std::optional<bool> say_conflicts(const Schedule& schedule, const Netlist& netlist, const char* routes) {
  std::cout << "  conflict-free   " << routes << ": ";
  if (const std::string why = schedule::Paths::objection(netlist); !why.empty()) {
    std::cout << "cannot be decided: " << why << '\n';
    return std::nullopt;
  }
  const schedule::ConflictCheck check = check_conflicts(schedule, schedule::Paths(netlist), netlist.channels.size());
  std::cout << verdict_text(check, netlist) << '\n';
  return check.holds();
}

/// Prints how far apart clocks may be after it, if it orders all pairs and STOP holds packets up.
void say_estimate(const features::Experiment& e, const Schedule& schedule, const Netlist& netlist) {
  if (e.switches.flow_control != flow_controller::Kind::stop_go) return;
  const auto skew = slot_tables::estimates_along_chains(e, netlist, schedule);
  if (!skew) return;
  const settings::Time& period = e.clock_period;
  const auto ns = [&](double cycles) {
    return present::fixed(cycles * static_cast<double>(period.numerator) / static_cast<double>(period.denominator), 2);
  };
  std::cout << "  estimated skew  " << present::fixed(skew->paper_ns, 2) << " ns of the delays as asked, "
            << ns(skew->paper_cycles) << " ns as simulated; with buffers that drain as links take flits "
            << ns(skew->drained_cycles) << " ns\n";
}

/// False, with the reason on the error stream: it failed.
bool write_schedule(const std::string& path, const std::string& csv) {
  try {
    report::ResultsPlace place(path, report::ResultsPlace::MakeParent::no);
    say_removed(place.remove_leftovers());
    files::write_aside(path, csv);
    return true;
  } catch (const report::ResultsFolderError& e) {
    std::cerr << "--out " << e.what() << '\n';
  } catch (const std::runtime_error& e) {
    std::cerr << "--out " << e.what() << '\n';
  }
  return false;
}

/// Whether both requirements hold. A hierarchical schedule is made for its tree, so the tree's verdict is printed too.
bool say_verdicts(const Schedule& asked, const Netlist& netlist, const ScheduleRequest& request) {
  const schedule::DependencyCheck dependency = check_dependency(asked);
  std::cout << "  dependency      " << verdict_text(dependency, netlist) << '\n';
  std::optional<bool> free;
  if (request.tree) free = say_conflicts(asked, with_tree_routes(netlist, *request.tree), "along the tree");
  if (!request.by_tree) free = say_conflicts(asked, netlist, "along the network's routes");
  return dependency.holds() && free.value_or(false);
}

}  // namespace

int schedule(const ScheduleOptions& options) {
  const std::optional<features::ExperimentReading> reading =
      load_reading(options.file, overrides_of(options.settings), "nothing was checked");
  if (!reading) return bad_input;
  const Netlist netlist = features::network_of(reading->experiment, show_preparation(true));
  const std::optional<ScheduleRequest> request = schedule_request(options, reading->experiment, netlist);
  if (!request) return bad_input;
  const std::optional<Schedule> asked = schedule_of(*request, netlist);
  if (!asked || (options.out && !write_schedule(*options.out, to_csv(*asked, netlist)))) return bad_input;

  std::cout << reading->experiment.run.name << ": " << request->name << ", "
            << text::counted(asked->hosts.size(), "host") << ", " << text::counted(asked->slots(), "slot") << ", "
            << text::counted(asked->messages.size(), "message") << '\n';
  if (request->tree) say_tree(netlist, *request->tree, request->hosts);
  if (!options.quiet) std::cout << slot_table(*asked);
  const bool good = say_verdicts(*asked, netlist, *request);
  say_estimate(reading->experiment, *asked, request->tree ? with_tree_routes(netlist, *request->tree) : netlist);
  return good ? done : network_error;
}

}  // namespace slackline::commands
