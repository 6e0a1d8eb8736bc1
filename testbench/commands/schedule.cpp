#include <iostream>
#include <optional>
#include <stdexcept>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/config/document.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/files/aside.hpp"
#include "testbench/schedule/hierarchical.hpp"
#include "testbench/schedule/patterns.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/schedule/schedule_table.hpp"
#include "testbench/schedule/tree_routes.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::commands {

namespace {

using network::Netlist;
using schedule::Schedule;
using schedule::SpanningTree;

constexpr const char* kinds = "sss, hss, shift";

bool is_kind(const std::string& kind) { return kind == "sss" || kind == "hss" || kind == "shift"; }

std::optional<std::uint32_t> root_of(const ScheduleOptions& options, const Netlist& netlist, OptionReader& reader) {
  if (!options.root) return std::nullopt;
  std::vector<std::string_view> names;
  for (std::uint32_t s = 0; s < netlist.switches.size(); ++s) {
    if (netlist.switches[s].name == *options.root) return s;
    names.emplace_back(netlist.switches[s].name);
  }
  const std::string meant = config::nearest(*options.root, names);
  reader.refuse("--root", *options.root,
                "the name of a switch" + (meant.empty() ? "" : "; did you mean " + meant + "?"));
  return std::nullopt;
}

/// What can be said of options without a network.
void check_options(const ScheduleOptions& options, bool has_tree, OptionReader& reader) {
  if (!is_kind(options.kind)) reader.refuse("--kind", options.kind, kinds);
  if (options.routes != "network" && options.routes != "tree")
    reader.refuse("--routes", options.routes, "network, tree");
  if (options.root && !has_tree)
    reader.refuse("--root", *options.root, "only where there is a tree: --kind hss, or --routes tree");
}

Schedule schedule_of(const std::string& kind, const Netlist& netlist, const std::optional<SpanningTree>& tree) {
  const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(netlist.endpoints.size()));
  if (kind == "hss") return schedule::hierarchical(tree->tree, hosts);
  return kind == "sss" ? schedule::simple(hosts) : schedule::shift(hosts);
}

void say_tree(const Netlist& netlist, const SpanningTree& tree) {
  const auto hosts = schedule::first_hosts(static_cast<std::uint32_t>(netlist.endpoints.size()));
  const std::uint32_t levels = schedule::hierarchy_of(tree.tree, hosts).levels;
  std::cout << "  tree            root " << netlist.switches[tree.tree.root].name << ", " << levels << " levels, "
            << tree.channels.size() / 2 << " of " << netlist.channels.size() / 2 << " links\n";
}

/// Prints the verdict of the conflict-free requirement. Nothing: it cannot be told.
std::optional<bool> say_conflicts(const Schedule& schedule, const Netlist& netlist, const char* routes) {
  std::cout << "  conflict-free   " << routes << ": ";
  if (const std::string why = schedule::Paths::objection(netlist); !why.empty()) {
    std::cout << "cannot be told: " << why << '\n';
    return std::nullopt;
  }
  const schedule::ConflictCheck check = check_conflicts(schedule, schedule::Paths(netlist), netlist.channels.size());
  std::cout << verdict_text(check, netlist) << '\n';
  return check.holds();
}

/// The schedule of a file; nothing, and why, on the error stream.
std::optional<Schedule> read_schedule(const std::string& path, const Netlist& netlist) {
  config::Faults faults;
  const config::SourcePtr file = config::read_file(path, faults, schedule::most_csv_bytes);
  std::optional<Schedule> schedule;
  if (file != nullptr) schedule = schedule::read_csv(file, netlist, faults);
  config::print(faults, std::cerr);
  if (!faults.empty())
    std::cerr << "slackline: " << text::counted(faults.size(), "fault") << " in the input, nothing was checked\n";
  return schedule;
}

/// False, and why on the error stream: it could not.
bool write_schedule(const std::string& path, const std::string& csv) {
  try {
    files::write_aside(path, csv);
    return true;
  } catch (const std::runtime_error& e) {
    std::cerr << "--out " << path << ": " << e.what() << '\n';
    return false;
  }
}

/// Whether both requirements hold. A hierarchical schedule is made for its tree, so that of a tree is said, too.
bool say_verdicts(const Schedule& asked, const Netlist& netlist, const SpanningTree* tree, bool by_tree) {
  const schedule::DependencyCheck dependency = check_dependency(asked);
  std::cout << "  dependency      " << verdict_text(dependency, netlist) << '\n';
  std::optional<bool> free;
  if (tree != nullptr) free = say_conflicts(asked, with_tree_routes(netlist, *tree), "along the tree");
  if (!by_tree) free = say_conflicts(asked, netlist, "along the network's routes");
  return dependency.holds() && free.value_or(false);
}

}  // namespace

int schedule(const ScheduleOptions& options) {
  OptionReader reader;
  const bool is_hss = !options.read && options.kind == "hss", by_tree = options.routes == "tree";
  check_options(options, is_hss || by_tree, reader);
  const std::optional<config::Reading> reading =
      load_reading(options.file, overrides_of(options.settings), "nothing was checked");
  if (!reading) return wrong_input;
  const Netlist netlist = config::network_of(reading->experiment);
  const std::optional<std::uint32_t> root = root_of(options, netlist, reader);
  if (!reader.good()) {
    std::cerr << "slackline: nothing was checked\n";
    return wrong_input;
  }
  std::optional<SpanningTree> tree;
  if (is_hss || by_tree) {
    tree = schedule::spanning_tree(netlist, root);
    if (!tree) {
      std::cerr << "slackline: no tree from " << (root ? netlist.switches[*root].name : "any switch")
                << " reaches all hosts; nothing was checked\n";
      return wrong_input;
    }
  }
  const std::optional<Schedule> asked =
      options.read ? read_schedule(*options.read, netlist) : schedule_of(options.kind, netlist, tree);
  if (!asked || (options.out && !write_schedule(*options.out, to_csv(*asked, netlist)))) return wrong_input;

  std::cout << reading->experiment.name << ": " << options.read.value_or(options.kind) << ", "
            << text::counted(asked->hosts.size(), "host") << ", " << text::counted(asked->slots(), "slot") << ", "
            << text::counted(asked->messages.size(), "message") << '\n';
  if (tree) say_tree(netlist, *tree);
  if (!options.quiet) std::cout << slot_table(*asked);
  return say_verdicts(*asked, netlist, tree ? &*tree : nullptr, by_tree) ? done : network_fault;
}

}  // namespace slackline::commands
