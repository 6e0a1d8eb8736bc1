#include "testbench/commands/schedule_request.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "testbench/commands/option_reader.hpp"
#include "testbench/features/files/file_use.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/schedule/tree_csv.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/text/glob.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_plan.hpp"

namespace slackline::commands {

namespace {

using settings::advice;
using settings::problem;
using settings::value_found;
using Kind = ScheduleRequest::Kind;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::simple: return "sss";
    case Kind::shift: return "shift";
    default: return "hss";
  }
}

class Reader {
 public:
  Reader(const ScheduleOptions& options, const features::Experiment& experiment, const network::Netlist& netlist)
      : options_(options),
        slots_(experiment.synchronization),
        has_slots_(experiment.nic.endpoint == features::EndpointKind::nic && experiment.nic.firmware == "fbs"),
        netlist_(netlist) {}

  std::optional<ScheduleRequest> read() {
    read_kind();
    read_routes();
    read_hosts();
    read_tree();
    if (wanted_.good() && errors_.empty()) return std::move(request_);
    settings::print(errors_, std::cerr);
    if (!errors_.empty())
      std::cerr << "slackline: " << text::counted(errors_.size(), "error") << " in the input, nothing was checked\n";
    else
      std::cerr << "slackline: nothing was checked\n";
    return std::nullopt;
  }

 private:
  void read_kind() {
    if (options_.read) {
      if (options_.kind) wanted_.refuse("--kind", problem("given together with --read"), advice("give one of them"));
      read_file(*options_.read);
    } else if (options_.kind) {
      if (*options_.kind == "sss") return use(Kind::simple);
      if (*options_.kind == "shift") return use(Kind::shift);
      if (*options_.kind != "hss") wanted_.refuse("--kind", value_found(*options_.kind), "sss, hss or shift");
      use(Kind::hierarchical);
    } else {
      use_the_experiments();
    }
  }

  void use_the_experiments() {
    if (!has_slots_) return use(Kind::hierarchical);
    switch (slot_tables::resolved(slots_.schedule, netlist_)) {
      case features::SynchronizingSchedule::simple: return use(Kind::simple);
      case features::SynchronizingSchedule::shift: return use(Kind::shift);
      case features::SynchronizingSchedule::file:
        request_.kind = Kind::file;
        request_.name = slots_.schedule_file;
        request_.file = slots_.schedule_source;
        return;
      default: return use(Kind::hierarchical);
    }
  }

  void use(Kind kind) {
    request_.kind = kind;
    request_.name = name_of(kind);
  }

  void read_file(const std::string& path) {
    request_.kind = Kind::file;
    request_.name = path;
    request_.file = features::read_file(path, errors_, schedule::most_csv_bytes, features::FileUse::table);
  }

  void read_routes() {
    if (!options_.routes) {
      request_.by_tree = has_slots_ && slots_.routes == features::SlotRoutes::tree;
      return;
    }
    request_.by_tree = *options_.routes != "network";  // a wrong word may mean the tree, which is then judged
    if (request_.by_tree && *options_.routes != "tree")
      wanted_.refuse("--routes", value_found(*options_.routes), "network or tree");
  }

  void read_hosts() {
    const std::vector<std::string> names = schedule::host_names(netlist_);
    if (!options_.hosts) {
      request_.hosts = schedule::first_hosts(static_cast<std::uint32_t>(names.size()));
      return;
    }
    std::vector<bool> chosen(names.size());
    for (std::size_t begin = 0; begin <= options_.hosts->size();) {
      const std::size_t end = std::min(options_.hosts->find(',', begin), options_.hosts->size());
      choose(options_.hosts->substr(begin, end - begin), names, chosen);
      begin = end + 1;
    }
    for (std::uint32_t host = 0; host < names.size(); ++host)
      if (chosen[host]) request_.hosts.push_back(host);
  }

  void choose(const std::string& which, const std::vector<std::string>& names, std::vector<bool>& chosen) {
    std::vector<std::size_t> found;
    for (std::size_t host = 0; host < names.size(); ++host)
      if (text::matches(which, names[host])) found.push_back(host);
    if (const settings::Parsed<std::uint64_t> number = settings::parse_integer(which);
        found.empty() && number && number.value < names.size())
      found.push_back(number.value);
    bool any_new = false;
    for (const std::size_t host : found) {
      any_new = any_new || !chosen[host];
      chosen[host] = true;
    }
    if (!found.empty() && !any_new) wanted_.refuse("--hosts", value_found(which, "given twice"), "each host once");
    if (!found.empty()) return;
    const std::string meant = settings::nearest(which, {names.begin(), names.end()});
    wanted_.refuse("--hosts", value_found(which),
                   "names of hosts, patterns with * and ?, or numbers from 0 to " + std::to_string(names.size() - 1),
                   meant);
  }

  void read_tree() {
    const bool has_tree = request_.kind == Kind::hierarchical || request_.by_tree;
    const auto refuse_without_tree = [this](const char* option) {
      wanted_.refuse(
          option, problem("has no effect without a tree"),
          advice(options_.read ? "use it only with --routes tree" : "use it only with --kind hss, or --routes tree"));
    };
    if (!has_tree) {
      if (options_.root) refuse_without_tree("--root");
      if (options_.tree) refuse_without_tree("--tree");
      return;
    }
    if (options_.tree) {
      if (options_.root)
        wanted_.refuse("--root", problem("given together with --tree, whose file has one"), advice("give one of them"));
      if (const settings::SourcePtr file =
              features::read_file(*options_.tree, errors_, schedule::most_csv_bytes, features::FileUse::table))
        request_.tree = schedule::read_tree_csv(file, netlist_, errors_);
      return;
    }
    const std::optional<std::uint32_t> root = root_of();
    if (!wanted_.good()) return;
    request_.tree = schedule::spanning_tree(netlist_, root);
    if (!request_.tree)
      wanted_.refuse("--root", value_found(root ? netlist_.switches[*root].name : "any switch"),
                     "a switch that reaches all hosts");
  }

  std::optional<std::uint32_t> root_of() {
    const std::string asked = options_.root.value_or(has_slots_ ? slots_.root : "auto");
    if (asked == "auto" && !options_.root) return std::nullopt;
    std::vector<std::string_view> names;
    for (std::uint32_t s = 0; s < netlist_.switches.size(); ++s) {
      if (netlist_.switches[s].name == asked) return s;
      names.emplace_back(netlist_.switches[s].name);
    }
    const std::string meant = settings::nearest(asked, names);
    wanted_.refuse(options_.root ? "--root" : "nic.synchronization.root", value_found(asked),
                   "the name of a switch" + (meant.empty() ? ", such as " + std::string(names.front()) : ""), meant);
    return std::nullopt;
  }

  const ScheduleOptions& options_;
  const features::SynchronizationSettings& slots_;
  const bool has_slots_;
  const network::Netlist& netlist_;
  OptionReader wanted_;
  settings::InputErrors errors_;
  ScheduleRequest request_;
};

}  // namespace

std::optional<ScheduleRequest> schedule_request(const ScheduleOptions& options, const features::Experiment& experiment,
                                                const network::Netlist& netlist) {
  return Reader(options, experiment, netlist).read();
}

}  // namespace slackline::commands
