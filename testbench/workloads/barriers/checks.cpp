#include "testbench/workloads/barriers/settings.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/host/barrier_calls.hpp"
#include "testbench/features/barrier/settings.hpp"
#include "testbench/features/faults/settings.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/features/kinds/checks.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/switch/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/workloads/barriers/build.hpp"
#include "testbench/workloads/barriers/groups.hpp"
#include "testbench/workloads/barriers/units.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

namespace {

using KeyPaths = std::vector<std::string_view>;
using Architecture = preemption_unit::Architecture;

constexpr std::uint64_t most_bytes_of_ways = std::uint64_t{8} << 30;
constexpr std::uint64_t most_entries = 100'000'000;  ///< into barriers, by all members: 16 bytes each
constexpr const char* architecture_key = "switch.barrier.architecture";
constexpr const char* groups_key = "barriers.groups";
constexpr const char* error_key = "run.relative_error";
constexpr const char* notice_key = "switch.barrier.notice";
constexpr const char* barrier_root_key = "switch.barrier.root";
constexpr const char* ways_key = "switch.barrier.ways";

bool is_of_groups(const Key& key) { return is_within(key.path, "barriers") && key.path != groups_key; }

const char* field_name(GroupError::Field field) {
  switch (field) {
    case GroupError::Field::members: return "members";
    case GroupError::Field::size: return "size";
    case GroupError::Field::centre: return "centre";
    case GroupError::Field::absent: break;
  }
  return "absent";
}

class BarrierCheck {
 public:
  explicit BarrierCheck(Reading& reading) : reading_(reading), experiment_(reading.values()) {}

  void check_keys() {
    check_use();
    if (!experiment_.get<BarrierSettings>().groups.empty()) check_hosts();
    check_trees();
    if (has_barrier_unit(experiment_) && !is_doubtful(reading_, {architecture_key}) && !check_barrier_unit(reading_))
      reading_.doubtful.insert(architecture_key);
  }

  void check_network(const Values& judged) {
    if (has_barrier_units(judged) || !judged.get<BarrierSettings>().groups.empty()) check_size();
    if (has_barrier_units(judged) && judged.get<BarrierUnitSettings>().adaptive) check_ways();
  }

  void check_names() {
    if (!has_units_ && !is_given(reading_, groups_key)) return;  // no need to build the network
    const network::Netlist netlist = bare_network_of(experiment_);
    units_ = units_of(experiment_, netlist);
    check_root(netlist);
    if (has_units_ && !units_.everywhere()) check_missing_units();
    if (is_given(reading_, groups_key)) check_groups(netlist);
    if (!experiment_.get<BarrierSettings>().groups.empty() && has_nics(experiment_)) check_interfaces(netlist);
  }

 private:
  void check_use() {
    for (const Key& key : reading_.keys()) {
      if (!is_given_by_user(reading_, key.path)) continue;
      if (key.path == notice_key && has_units_ && !experiment_.get<BarrierUnitSettings>().adaptive &&
          !is_doubtful(reading_, {"switch.barrier.adaptive"}))
        error(key.path, {"switch.barrier.adaptive"}, problem("has no effect with adaptive: false"),
              advice("use it only with switch.barrier.adaptive: true"));
      if (key.path == barrier_root_key && !uses_root()) refuse_root();
      if (key.path == error_key && !experiment_.get<BarrierSettings>().groups.empty() && !is_of_list(experiment_))
        error(key.path, {groups_key}, problem("has no effect with " + Wording::key(groups_key)),
              advice("use it only without " + Wording::key(groups_key)));
      if (is_of_groups(key) && !is_given(reading_, groups_key) && !is_doubtful(reading_, {groups_key}))
        error(key.path, {groups_key}, problem("has no effect without groups"),
              advice("use it only with " + Wording::key(groups_key)));
    }
  }

  void refuse_root() {
    const BarrierTree tree = experiment_.get<BarrierSettings>().tree;
    if (experiment_.get<BarrierUnitSettings>().ways == BarrierWays::x_y)
      return error(barrier_root_key, {ways_key}, problem("has no effect with " + Wording::key(ways_key) + ": x_y"),
                   advice("use it only with " + Wording::key(ways_key) + ": up_down"));
    error(barrier_root_key, {"barriers.tree"},
          problem("has no effect with " + Wording::key("barriers.tree") +
                  (tree == BarrierTree::x_y ? ": x_y" : ": path on a mesh")),
          advice("use it only with another tree"));
  }

  /// Ways up and down, not those of dimension order.
  bool uses_root() const {
    const BarrierTree tree = experiment_.get<BarrierSettings>().tree;
    const bool is_mesh = experiment_.get<TopologySettings>().kind == TopologyKind::mesh &&
                         experiment_.get<TopologySettings>().down.empty();
    if (experiment_.get<BarrierUnitSettings>().ways == BarrierWays::x_y) return false;
    return experiment_.get<BarrierSettings>().groups.empty() ||
           (tree != BarrierTree::x_y && !(tree == BarrierTree::path && is_mesh));
  }

  /// The members of barriers.
  void check_hosts() {
    const std::vector<BarrierGroup>& groups = experiment_.get<BarrierSettings>().groups;
    const bool any_absent = std::any_of(groups.begin(), groups.end(), [](const auto& g) { return !g.absent.empty(); });
    if (experiment_.get<BarrierSettings>().timeout == 0 && any_absent && !is_given(reading_, "run.max_cycles"))
      error("barriers.timeout", {groups_key}, remark("with members that are absent the run would never end"),
            "1 or more, or run.max_cycles with it");

    const firmware::Entry* firmware = has_nics(experiment_) && !is_doubtful(reading_, {"endpoint", "nic.firmware"})
                                          ? firmware::find_firmware(experiment_.get<NicSettings>().firmware)
                                          : nullptr;
    const bool by_packets = firmware != nullptr && firmware->barriers == firmware::Barriers::by_packets;
    if (!by_packets && !has_units_ && !is_doubtful(reading_, {architecture_key}))
      error(groups_key, {architecture_key}, problem("groups without barrier units in the switches"),
            advice("use another switch.barrier.architecture"));
    if (firmware != nullptr && firmware->barriers == firmware::Barriers::none)
      error(groups_key, {"nic.firmware"},
            problem("has no effect with nic.firmware: " + experiment_.get<NicSettings>().firmware),
            advice("use it only with nic.firmware: barrier, dissemination or star, or with endpoint: generator"));
  }

  void check_trees() {
    const BarrierSettings& b = experiment_.get<BarrierSettings>();
    if (b.tree != BarrierTree::built && has_nics(experiment_) && !is_doubtful(reading_, {"endpoint"}))
      error("barriers.tree", {"endpoint"}, {}, "built with endpoint: nic, where nic.firmware makes the barriers");
    if (b.acknowledge && !is_planned_tree(b.tree))
      error("barriers.acknowledge", {"barriers.tree"}, {},
            "false, or " + Wording::key("barriers.tree") + ": ordering or x_y");
    if (b.combines_in_hardware && b.tree != BarrierTree::switch_ordering)
      error("barriers.combining", {"barriers.tree"}, {},
            "software, or " + Wording::key("barriers.tree") + ": switch_ordering");
    if (b.orders_by_number && b.tree != BarrierTree::switch_ordering)
      error("barriers.order", {"barriers.tree"}, {},
            "depth_first, or " + Wording::key("barriers.tree") + ": switch_ordering");
    if (experiment_.get<BarrierUnitSettings>().adaptive && b.tree != BarrierTree::built)
      error("switch.barrier.adaptive", {"barriers.tree"}, {}, "false, or " + Wording::key("barriers.tree") + ": built");
    const bool is_mesh = experiment_.get<TopologySettings>().kind == TopologyKind::mesh &&
                         experiment_.get<TopologySettings>().down.empty();
    if (const BarrierUnitSettings& unit = experiment_.get<BarrierUnitSettings>(); unit.ways == BarrierWays::x_y) {
      if (!is_mesh)
        error(ways_key, {"topology.kind", "topology.down"}, {}, "up_down (x_y only on a whole mesh)");
      else if (unit.adaptive)
        error(ways_key, {"switch.barrier.adaptive"}, {}, "up_down with switch.barrier.adaptive: true");
      else if (is_planned(b.tree) && !experiment_.get<BarrierSettings>().groups.empty())
        error(ways_key, {"barriers.tree"}, {}, "up_down (this tree has ways of its own)");
    }
    if (b.tree == BarrierTree::x_y && !is_mesh)
      error("barriers.tree", {"topology.kind", "topology.down"}, {},
            "another tree, or a whole mesh (topology.kind: mesh without topology.down)");
  }

  /// What needs a barrier unit in every switch.
  void check_missing_units() {
    const std::string only = "only where every switch has a barrier unit";
    if (experiment_.get<BarrierUnitSettings>().adaptive)
      error("switch.barrier.adaptive", {}, {}, "false (true " + only + ")");
    if (experiment_.get<BarrierUnitSettings>().ways == BarrierWays::x_y)
      return error(ways_key, {}, {}, "up_down (x_y " + only + ")");
    const BarrierTree tree = experiment_.get<BarrierSettings>().tree;
    if (!experiment_.get<BarrierSettings>().groups.empty() && !uses_root())
      error("barriers.tree", {}, {},
            "another tree (" + std::string(tree == BarrierTree::x_y ? "x_y " : "path on a mesh ") + only + ")");
  }

  /// The numbers that addresses in messages can hold.
  void check_size() {
    constexpr std::uint64_t most = barrier_unit::Address::most + 1u;
    const std::uint64_t switches = topology::switches(shape_of(experiment_.get<TopologySettings>())),
                        hosts = hosts_of(experiment_);
    if (switches > most || hosts > most)
      error(has_units_ ? architecture_key : groups_key, reading_.keys().paths_in("topology."),
            problem("barriers with " + std::to_string(switches) + " switches and " + std::to_string(hosts) + " hosts"),
            "up to " + std::to_string(most) + " of both");
  }

  /// Each time that a link fails or comes back the ways between all switches are computed again.
  void check_ways() {
    std::uint64_t changes = 0;
    for (const FaultSettings& fault : experiment_.get<FaultsSettings>().all)
      if (fault.kind == LinkFaultKind::dead) changes += fault.to ? 2 : 1;
    const std::uint64_t switches = topology::switches(shape_of(experiment_.get<TopologySettings>()));
    const std::uint64_t most = most_bytes_of_ways / sizeof(PortMask) / std::max<std::uint64_t>(1, switches * switches);
    if (switches > barrier_unit::Address::most || 1 + changes <= most) return;
    error("switch.barrier.adaptive", {"faults"},
          remark("ways between " + std::to_string(switches) + " switches, for " + std::to_string(changes) +
                 " times that links fail or come back"),
          most == 0 ? "false (too many switches)" : "false, or up to " + std::to_string(most - 1) + " such times");
  }

  void check_root(const network::Netlist& netlist) {
    const std::string& root = experiment_.get<BarrierUnitSettings>().root;
    if (root == BarrierUnitSettings().root || !has_units_) return;
    if (std::none_of(netlist.switches.begin(), netlist.switches.end(),
                     [&](const network::SwitchInstance& instance) { return instance.name == root; }))
      error(barrier_root_key, {}, {}, "auto, or the name of a switch, such as " + netlist.switches.front().name);
    const std::vector<std::string>& down = experiment_.get<TopologySettings>().down;
    if (std::find(down.begin(), down.end(), root) != down.end())
      error(barrier_root_key, {"topology.down"}, remark("this switch is down"),
            "auto, or the name of a switch that is not in topology.down");
    for (std::size_t s = 0; s < netlist.switches.size(); ++s)
      if (netlist.switches[s].name == root && !units_.has[s])
        error(barrier_root_key, {}, remark("this switch has no barrier unit"),
              "auto, or the name of a switch that has one");
  }

  void check_groups(const network::Netlist& netlist) {
    const HostIndex index(netlist);
    std::uint64_t members = 0;
    for (std::size_t i = 0; i < experiment_.get<BarrierSettings>().groups.size(); ++i) {
      const BarrierGroup& settings = experiment_.get<BarrierSettings>().groups[i];
      check_hold(settings, i);
      check_seed(settings, i);
      const bool doubtful = features::is_doubtful(reading_, groups_key, i, "members") ||
                            features::is_doubtful(reading_, groups_key, i, "size");
      if (doubtful) continue;
      const Group group = group_of(settings, netlist, index, false);
      members += group.members.size();
      for (const GroupError& found : group.errors) {
        const char* field = field_name(found.field);
        reading_.errors.push_back(
            found.item ? item_error(reading_, groups_key, i, field, *found.item, found.what, found.expected)
                       : record_error(reading_, groups_key, i, field, found.what, found.expected));
      }
      if (has_units_ && !units_.everywhere() && group.errors.empty()) check_units_of(group, netlist, i);
    }
    if (members * experiment_.get<BarrierSettings>().rounds > most_entries)
      error("barriers.rounds", {groups_key}, {},
            "up to " + std::to_string(most_entries / members) + " for " + std::to_string(members) +
                " members of groups (the results hold two times of each member and round)");
  }

  /// Members are at switches with barrier units that are joined by switches with units alone.
  void check_units_of(const Group& group, const network::Netlist& netlist, std::size_t record) {
    std::optional<std::uint32_t> first;
    for (const std::uint32_t member : group.members) {
      const std::uint32_t at = units_.switch_of[member];
      const std::string& name = netlist.switches[at].name;
      std::string read = netlist.endpoints[member].name;
      if (!units_.has[at])
        return report_member(record, read.append(": there is no barrier unit at its switch, ").append(name));
      if (!first) first = at;
      if (units_.part[at] == units_.part[*first]) continue;
      read.append(": no way between ").append(netlist.switches[*first].name).append(" and its switch, ").append(name);
      return report_member(record, read.append(", by switches with barrier units alone"));
    }
  }

  void report_member(std::size_t record, const std::string& what) {
    reading_.errors.push_back(record_error(reading_, groups_key, record, "", problem(what),
                                           "hosts whose switches are joined by switches with barrier units"));
  }

  void check_hold(const BarrierGroup& settings, std::size_t record) {
    if (!settings.hold || is_doubtful(reading_, {architecture_key})) return;
    if (cuts_) return;
    const char* const why =
        has_units_ ? "has no effect with architecture: waiting" : "has no effect without barrier units";
    reading_.errors.push_back(record_error(reading_, groups_key, record, "hold", problem(why),
                                           advice("use it only with switch.barrier.architecture: I, II or III")));
  }

  void check_seed(const BarrierGroup& settings, std::size_t record) {
    if (settings.seed == BarrierGroup().seed || settings.size || settings.spread != 0) return;
    if (features::is_doubtful(reading_, groups_key, record, "size") ||
        features::is_doubtful(reading_, groups_key, record, "spread"))
      return;
    reading_.errors.push_back(record_error(reading_, groups_key, record, "seed",
                                           problem("has no effect without size or spread"),
                                           advice("use it only with one of them")));
  }

  /// The tables of groups that firmware reads need memory. Called for groups without errors.
  void check_interfaces(const network::Netlist& netlist) {
    if (is_doubtful(reading_, {"endpoint"})) return;
    if (!reading_.errors.empty()) return check_firmware_start(reading_, netlist.endpoints.size());
    HostGroups hosts = host_groups(experiment_, netlist);
    check_firmware_starts(reading_, hosts, {host::tables(*barrier_traffic_of(experiment_, netlist)), groups_key});
  }

  void error(std::string_view key, const KeyPaths& in_light_of, Finding what, Expected expected) {
    add_error(reading_, key, in_light_of, std::move(what), std::move(expected));
  }

  Reading& reading_;
  const Values& experiment_;
  const bool has_units_ = has_barrier_units(experiment_), cuts_ = cuts_worms(experiment_);
  Units units_;  ///< of the network whose names are checked
};

}  // namespace

bool barriers_play_part(const Key& key, const Values& experiment) {
  if (key.path == notice_key && !experiment.get<BarrierUnitSettings>().adaptive) return false;
  if (key.path == error_key) return experiment.get<BarrierSettings>().groups.empty();
  return !is_of_groups(key) || !experiment.get<BarrierSettings>().groups.empty();
}

void check_barrier_keys(Reading& reading) { BarrierCheck(reading).check_keys(); }

void check_barrier_units(Reading& reading, const Values& judged) { BarrierCheck(reading).check_network(judged); }

void check_barrier_names(Reading& reading) { BarrierCheck(reading).check_names(); }

}  // namespace slackline::features
