#include "testbench/features/routing/settings.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "rtl_models/network/route_table.hpp"
#include "rtl_models/port/source_routes.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/routing/route_file.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/routing/switch_graph.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::features {

namespace {

using network::InstanceKind;
using network::Netlist;

constexpr const char* kind_key = "routing.kind";
constexpr const char* switch_key = "routing.switch";
constexpr const char* routing_root_key = "routing.root";
constexpr const char* seed_key = "routing.seed";
constexpr const char* file_key = "routing.table_file";
constexpr const char* down_key = "topology.down";
constexpr const char* topology_key = "topology.kind";

class RoutingCheck {
 public:
  explicit RoutingCheck(Reading& reading) : reading_(reading), experiment_(reading.values()) {}

  /// Checks that need only the kind of the topology.
  void check_kinds() {
    check_use();
    check_algorithm();
  }

  /// The rest; of a legal topology.
  void check_network() {
    if (check_names()) check_links();
    if (errors() == 0) check_ways();
    if (errors() == 0) check_route_length();
  }

  std::size_t errors() const { return reading_.errors.size() - before_; }

 private:
  /// Keys that this kind of routing has no use for, or cannot do without.
  void check_use() {
    const RoutingKind kind = experiment_.get<RoutingSettings>().kind;
    const bool from_file = kind == RoutingKind::table;
    if (from_file && experiment_.get<RoutingSettings>().table_file.empty())
      error(file_key, {kind_key}, problem("missing"), "name of a CSV file with the routes");
    if (!from_file && !experiment_.get<RoutingSettings>().table_file.empty())
      error(file_key, {kind_key}, problem("has no effect with " + name_and_value(kind_key, experiment_)),
            advice("use it only with kind: table"));
    if (experiment_.get<RoutingSettings>().root != RoutingSettings().root && base() != RoutingKind::up_down)
      error(routing_root_key, {kind_key, topology_key, down_key}, problem("has no effect with " + kind_text()),
            advice("use it only with kind: up_down"));
    if (experiment_.get<RoutingSettings>().seed != RoutingSettings().seed && !draws_ways())
      error(seed_key, {kind_key, topology_key, down_key}, problem("has no effect with " + kind_text()),
            advice("use it only with kind: up_down or shortest_path, or valiant on a dragonfly"));
  }

  topology::Structure structure() const { return outline_of(experiment_.get<TopologySettings>()); }

  /// "kind: auto (dateline here)"
  std::string kind_text() const {
    const auto& words = std::get<Choice>(experiment_.keys().find(kind_key)->type).words;
    const std::string text = name_and_value(kind_key, experiment_);
    const bool is_base = experiment_.get<RoutingSettings>().kind == base();
    return text + (is_base ? "" : " (" + std::string(words[static_cast<unsigned>(base())].word) + " here)");
  }

  /// The kind, or that of the ways on which it rests.
  RoutingKind base() const {
    const topology::Structure structure = this->structure();
    const RoutingKind kind = resolved_kind(experiment_, structure);
    if (kind != RoutingKind::valiant && kind != RoutingKind::adaptive) return kind;
    const std::unique_ptr<Values> usual = experiment_.copy();
    usual->get<RoutingSettings>().kind = RoutingKind::automatic;
    const RoutingKind below = resolved_kind(*usual, structure);
    // Escape channels take one way each: on a dragonfly those of `auto` will not do.
    return kind == RoutingKind::adaptive && below == RoutingKind::minimal ? RoutingKind::up_down : below;
  }
  /// Whether there is a choice among ways that are as short.
  bool draws_ways() const {
    const RoutingKind below = base();
    return below == RoutingKind::up_down || below == RoutingKind::shortest_path ||
           (below == RoutingKind::minimal && experiment_.get<RoutingSettings>().kind == RoutingKind::valiant);
  }

  /// Checks what is down, and the root. Whether all are known.
  bool check_names() {
    const std::size_t before = errors();
    const bool has_root = experiment_.get<RoutingSettings>().root != RoutingSettings().root;
    if (experiment_.get<TopologySettings>().down.empty() && !has_root) return true;
    const std::unique_ptr<Values> whole = experiment_.copy();
    whole->get<TopologySettings>().down.clear();
    const Netlist netlist = bare_network_of(*whole);
    const ChannelIndex index(netlist);
    for (std::size_t i = 0; i < experiment_.get<TopologySettings>().down.size(); ++i) {
      const std::string& name = experiment_.get<TopologySettings>().down[i];
      const std::optional<std::uint32_t> channel = index.find(name);
      const bool joins_host = channel && (netlist.channels[*channel].from.kind == InstanceKind::endpoint ||
                                          netlist.channels[*channel].to.kind == InstanceKind::endpoint);
      if (joins_host)
        error_of_item(i, "a link between switches (a host has one link)");
      else if (!channel && !is_switch(netlist, name))
        error_of_item(i, "name of a switch, or of a link between switches", index.nearest_to(name));
    }
    if (has_root && !is_switch(netlist, experiment_.get<RoutingSettings>().root))
      error(routing_root_key, {}, {}, "auto, or the name of a switch, such as " + netlist.switches.front().name);
    const std::vector<std::string>& down = experiment_.get<TopologySettings>().down;
    if (has_root && std::find(down.begin(), down.end(), experiment_.get<RoutingSettings>().root) != down.end())
      error(routing_root_key, {down_key}, remark("this switch is down"),
            "auto, or the name of a switch that is not in topology.down");
    return errors() == before;
  }

  static bool is_switch(const Netlist& netlist, const std::string& name) {
    return std::any_of(netlist.switches.begin(), netlist.switches.end(),
                       [&](const network::SwitchInstance& instance) { return instance.name == name; });
  }

  /// Hosts that what is down cuts off.
  void check_links() {
    const std::vector<std::string>& down = experiment_.get<TopologySettings>().down;
    if (down.empty()) return;
    const Netlist netlist = bare_network_of(experiment_);
    const routing::SwitchGraph graph(netlist);
    std::vector<bool> is_down;
    for (const network::SwitchInstance& instance : netlist.switches)
      is_down.push_back(std::find(down.begin(), down.end(), instance.name) != down.end());
    const std::vector<std::uint32_t> nodes = routing::cut_off(graph, is_down);
    if (nodes.empty()) return;
    std::vector<std::string> names;
    for (const std::uint32_t node : nodes) names.push_back(netlist.endpoints[node].name);
    add("cuts off " + text::some_of(text::in_runs(names)), "links and switches that leave a way between all hosts");
  }

  void add(const std::string& what, Expected expected) {
    const Origin& origin = reading_.given.find(down_key)->second;
    reading_.errors.push_back({origin.source, origin.at, down_key, problem(what), std::move(expected), ""});
  }

  void check_algorithm() {
    if (experiment_.get<RoutingSettings>().kind == RoutingKind::table) {
      if (experiment_.get<RoutingSettings>().at_switch == route_unit::Kind::dimension_order)
        error(switch_key, {kind_key}, remark("with routes from a file"),
              "auto, table, source_stripped or source_shifted");
      return;
    }
    const topology::Structure known = structure();
    for (const Violation& violation : routing::check(routing_settings(experiment_, known, Netlist()), known))
      report(violation);
  }

  void report(const Violation& violation) {
    if (violation.parameter == "at_switch")
      error(switch_key, {topology_key, down_key, kind_key}, remark(violation.value), violation.expected);
    else
      error(kind_key, {topology_key, down_key}, remark(violation.value), violation.expected);
  }

  /// Where it does not follow from the topology alone that there is a way between all hosts.
  void check_ways() {
    const bool from_file = experiment_.get<RoutingSettings>().kind == RoutingKind::table;
    if (!from_file && experiment_.get<TopologySettings>().down.empty()) return;
    Unrouted whole = routable(experiment_);
    if (from_file) {
      InputErrors found = check_lines(experiment_.get<RoutingSettings>().table, whole.netlist,
                                      experiment_.get<RoutingSettings>().table_source);
      std::move(found.begin(), found.end(), std::back_inserter(reading_.errors));
      if (!found.empty()) return;
    }
    for (const Violation& violation : add_routes(experiment_, whole.structure, whole.netlist)) report(violation);
    if (!from_file || errors() != 0) return;
    InputErrors astray = features::check_ways(experiment_.get<RoutingSettings>().table, whole.netlist,
                                              experiment_.get<RoutingSettings>().table_source);
    std::move(astray.begin(), astray.end(), std::back_inserter(reading_.errors));
  }

  void check_route_length() {
    if (experiment_.get<RoutingSettings>().at_switch != route_unit::Kind::source_shifted) return;
    const route_unit::Params route = routing_params(experiment_);
    const unsigned bits = route.port_bits() + route.class_bits();
    Violations impossible;
    const std::uint64_t longest = longest_route_of(experiment_, &impossible);
    for (const Violation& violation : impossible) report(violation);
    if (const unsigned most = port::most_shifted_hops(bits); longest > most)
      error(switch_key, reading_.keys().paths_in("topology."),
            remark("routes over up to " + std::to_string(longest) + " switches"),
            "source_stripped or table, or routes over up to " + std::to_string(most) + " switches of " +
                std::to_string(route.ports()) + " ports" +
                (route.classes > 1 ? " and " + std::to_string(route.classes) + " classes" : "") + " (" +
                std::to_string(bits) + " bits each of 32)");
  }

  void error(std::string_view key, const std::vector<std::string_view>& in_light_of, Finding what, Expected expected) {
    add_error(reading_, key, in_light_of, std::move(what), std::move(expected));
  }

  void error_of_item(std::size_t item, Expected expected, std::string hint = "") {
    const Origin& origin = reading_.given.find(down_key)->second;
    reading_.errors.push_back({origin.source, origin.of_item(item), down_key,
                               value_found(escaped(experiment_.get<TopologySettings>().down[item], 80)),
                               std::move(expected), std::move(hint)});
  }

  Reading& reading_;
  const Values& experiment_;
  std::size_t before_ = reading_.errors.size();
};

/// Lines of a file with routes that could be read are judged even where others could not.
void check_readable_lines(Reading& reading) {
  std::vector<std::string_view> others = reading.keys().paths_in("topology.");
  others.push_back(kind_key);
  const RoutingSettings& settings = reading.values().get<RoutingSettings>();
  const bool from_file = settings.kind == RoutingKind::table && settings.table_source != nullptr;
  if (!from_file || is_doubtful(reading, others)) return;
  const std::unique_ptr<Values> whole = reading.values().copy();
  whole->get<TopologySettings>().down.clear();
  InputErrors found = check_lines(settings.table, bare_network_of(*whole), settings.table_source);
  std::move(found.begin(), found.end(), std::back_inserter(reading.errors));
}

}  // namespace

void check_routing(Reading& reading, bool topology_is_legal, Values& judged) {
  std::vector<std::string_view> keys = reading.keys().paths_in("routing.");
  keys.push_back(down_key);
  RoutingCheck check(reading);
  check.check_kinds();
  const bool is_whole = topology_is_legal && !is_doubtful(reading, keys);
  if (is_whole)
    check.check_network();
  else if (topology_is_legal)
    check_readable_lines(reading);
  const bool known = is_whole && check.errors() == 0;
  if (known) return;
  const bool allow_cycles = judged.get<RoutingSettings>().allow_cycles;
  judged.get<RoutingSettings>() = {};
  judged.get<RoutingSettings>().kind = RoutingKind::up_down;  // which asks for nothing
  judged.get<RoutingSettings>().allow_cycles = allow_cycles;
  judged.get<TopologySettings>().down.clear();
  judged.get<PacketSettings>().format = port::PacketFormat::compact;  // others ask for routes from the source
}

}  // namespace slackline::features
