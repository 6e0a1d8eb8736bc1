#include "testbench/report/description.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "testbench/features/kinds/checks.hpp"
#include "testbench/features/link/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/present/rows.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/run/keys_in_use.hpp"
#include "testbench/run/kind_checks.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/settings/preset.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

using present::formatted;

namespace {

using settings::Key;

bool is_delay(const Key& key) {
  return std::holds_alternative<settings::CycleDelay>(key.type) || std::holds_alternative<settings::Period>(key.type);
}

class Describer {
 public:
  explicit Describer(const features::ExperimentReading& reading) : reading_(reading), experiment_(reading.experiment) {}

  Description description() {
    names();
    const features::KeysInUse is_in_use(experiment_);
    for (const Key& key : features::key_table()) {
      const bool given = reading_.given.count(key.path) != 0;
      if (key.presence == settings::Presence::required || key.path == "name" || key.path == "switch.preset") continue;
      if (!is_in_use(key)) continue;
      if (is_delay(key) || (given && key.unit == "cycles"))
        d_.delays.push_back(described(key, reading_));
      else if (std::holds_alternative<settings::RecordList>(key.type))
        add_records(key);
      else if (given)
        d_.settings.push_back(described(key, reading_));
    }
    costs();
    network();
    workloads();
    return std::move(d_);
  }

 private:
  void names() {
    d_.name = experiment_.run.name;
    d_.file = reading_.file->name();
    if (const settings::Preset* preset = settings::find_preset(experiment_.switches.preset, "presets")) {
      d_.preset = preset->name;
      d_.preset_summary = preset->summary;
    }
    d_.clock_period = experiment_.clock_period;
  }

  void costs() {
    const bool is_asked = std::any_of(reading_.given.begin(), reading_.given.end(), [&](const auto& given) {
      return settings::is_within(given.first, "nic.cost") && settings::is_preset(reading_, given.second.source);
    });
    if (is_asked) d_.costs = experiment_.nic.costs;
  }

  /// The file's speeds are kept in proportion; that they are as fast as in the file is a matter of the clock.
  std::string other_speed_note() const {
    if (d_.speeds.empty() || !d_.speeds.front().gigabits_per_second) return "";
    const double asked = d_.speeds.front().asked_gigabits_per_second, actual = *d_.speeds.front().gigabits_per_second;
    if (std::abs(actual / asked - 1) <= 0.01) return "";
    return "the fastest links have " + formatted(actual, "%.6g") + " Gb/s, not the file's " + formatted(asked, "%.6g") +
           ": flits of " + std::to_string(features::flit_bits_of(experiment_)) +
           " bits have that with a clock.period of " +
           formatted(settings::in_ns(experiment_.clock_period) * actual / asked, "%.6g ns");
  }

  /// The classes of speeds are the file's, whatever the configuration sets for single links.
  std::string own_speeds_note() const {
    const auto own =
        std::count_if(experiment_.link.own.begin(), experiment_.link.own.end(),
                      [](const features::OwnLinkSettings& link) { return link.cycles_per_flit.has_value(); });
    if (d_.speeds.empty() || own == 0) return "";
    return "the speeds of links are the file's; `links` sets others, in " +
           text::counted(static_cast<std::uint64_t>(own), "place");
  }

  LinkClass described(const topology::GivenNetwork::Speed& speed) const {
    const CyclesPerFlit actual = topology::times(experiment_.link.cycles_per_flit, speed.slower);
    return {speed.name,
            speed.links,
            speed.gigabits_per_second,
            reading_.given.count("clock.period") == 0
                ? std::nullopt
                : std::optional(features::gigabits_per_second(actual, experiment_)),
            speed.asked * experiment_.link.cycles_per_flit.value(),
            actual};
  }

  DescribedKey described(const Key& key, const settings::Reading& reading) const {
    const settings::Values& values = reading.values();
    const settings::Value value = settings::value_of(key, values);
    DescribedKey row;
    row.key = key.path;
    row.asked = settings::to_string(value);
    const bool says_unit = is_delay(key) && !std::holds_alternative<std::uint64_t>(value);
    if (!says_unit && !std::holds_alternative<std::string>(value)) row.unit = key.unit;
    if (std::holds_alternative<settings::CycleDelay>(key.type) || settings::time_of(key, values) != nullptr)
      row.cycles = settings::cycles_of(key, values);
    else if (const auto* cycles = std::get_if<std::uint64_t>(&value); cycles != nullptr && key.unit == "cycles")
      row.cycles = *cycles;
    else if (std::holds_alternative<settings::FlitTime>(key.type))
      row.fraction = experiment_.link.cycles_per_flit;
    if (row.fraction)
      row.duration = formatted(row.fraction->value() * settings::in_ns(experiment_.clock_period), "%.6g ns");
    if (row.cycles) row.duration = settings::duration(*row.cycles, experiment_.clock_period);
    if (const settings::Time* time = settings::time_of(key, values))
      row.error = settings::rounding_error(*row.cycles, experiment_.clock_period, *time);
    add_other_units(key, values, row);
    add_origin(key, reading, row);
    return row;
  }

  /// A value that was asked for as an amount of data, or as a data rate.
  void add_other_units(const Key& key, const settings::Values& values, DescribedKey& row) const {
    if (const auto bytes = values.asked_bytes.find(key.path); bytes != values.asked_bytes.end()) {
      row.flits = std::stoull(row.asked);
      row.asked = settings::bytes_text(bytes->second);
      row.unit.clear();
    }
    if (!std::holds_alternative<settings::FlitTime>(key.type) || !experiment_.asked_rate) return;
    row.asked = settings::to_string(*experiment_.asked_rate);
    row.unit.clear();
    row.error = settings::RoundingError{"", features::rate_error_percent(experiment_)};
  }

  void add_records(const Key& key) {
    std::vector<DescribedKey> rows = records(key);
    auto& list = key.path == "links" ? d_.own_links : key.path == "faults" ? d_.injected : d_.settings;
    list.insert(list.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  }

  /// A list of maps, a row each.
  std::vector<DescribedKey> records(const Key& key) const {
    std::vector<DescribedKey> rows;
    const settings::Value value = settings::value_of(key, experiment_);
    const auto& all = std::get<std::vector<settings::Record>>(value);
    for (std::size_t i = 0; i < all.size(); ++i) {
      DescribedKey row;
      row.key = std::string(key.path);
      row.asked = settings::to_string(all[i]);
      add_origin(key, reading_, row);
      row.line = reading_.given.find(key.path)->second.items.at(i).line;
      if (key.path == "links" && experiment_.link.own[i].delay) add_cycles(*experiment_.link.own[i].delay, row);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  void add_cycles(const settings::Delay& delay, DescribedKey& row) const {
    row.cycles = settings::cycles_of(delay, experiment_.clock_period, 1);
    row.duration = settings::duration(*row.cycles, experiment_.clock_period);
    if (delay.time) row.error = settings::rounding_error(*row.cycles, experiment_.clock_period, *delay.time);
  }

  void add_origin(const Key& key, const settings::Reading& reading, DescribedKey& row) const {
    const auto given = reading.given.find(key.path);
    if (given == reading.given.end()) return;
    const settings::Origin& origin = given->second;
    row.file = origin.source->name();
    row.line = origin.at.line;
    row.given_by = settings::is_preset(reading_, origin.source) ? GivenBy::preset
                   : row.line == 0                              ? GivenBy::option
                                                                : GivenBy::file;
    if (row.given_by != GivenBy::preset) return;
    if (const auto source = reading_.preset_sources.find(key.path); source != reading_.preset_sources.end())
      row.source = source->second;
  }

  /// `route_flits`: of the longest route, where switches take them off.
  DescribedKind described(features::SwitchKind& of, std::uint64_t route_flits) const {
    const features::SwitchValues& values = of.group.values;
    const features::SwitchSettings& settings = values.get<features::SwitchSettings>();
    const auto cycles = [&](const char* key) { return settings::cycles_of(key, values); };
    const std::uint64_t header = cycles("switch.delay.header"), data = cycles("switch.delay.data");
    DescribedKind kind;
    kind.switches = of.group.count;
    kind.parts.crossbar = cycles("switch.delay.crossbar");
    kind.parts.arbitration = cycles("switch.delay.arbitration");
    kind.parts.read = data - kind.parts.crossbar;
    kind.parts.routing = header - data - kind.parts.arbitration;
    kind.derived = of.derived;
    kind.stop_at_given = settings.stop_at.has_value();
    kind.go_at_given = settings.go_at.has_value();
    kind.has_credits = features::has_credits(values);
    if (const flow_controller::NamedKind& flow = flow_controller::named(settings.flow_control);
        !flow.go_at_rule.empty())
      kind.go_at_rule.append(flow.word).append(": ").append(flow.go_at_rule);
    kind.route_flits = route_flits;
    kind.flit_cycles = experiment_.link.cycles_per_flit;
    kind.virtual_channels = of.params.virtual_channels;
    kind.buffer_flits = settings.buffer_flits;
    kind.link_cycles = cycles("link.delay") + experiment_.link.cycles_per_flit.rounded_up() - 1;
    kind.packet = of.params.packet;
    kind.keys = own_keys(features::reading_of(reading_, of), Of::kind);
    return kind;
  }

  enum class Of : std::uint8_t { kind, clock };

  /// The values that records give for a kind, or for clocks.
  std::vector<DescribedKey> own_keys(const settings::OverlaidReading& reading, Of of) const {
    std::vector<DescribedKey> keys;
    for (const Key& key : features::key_table())
      if (reading.overrides(key.path) && features::is_of_clock(key.path) == (of == Of::clock))
        keys.push_back(described(key, reading));
    return keys;
  }

  void hosts(const network::Netlist& netlist) {
    if (!features::any_nics(experiment_) || !features::has_host_kinds(experiment_)) return;
    features::HostGroups kinds = features::host_groups(experiment_, netlist);
    for (features::HostGroup& kind : kinds.groups)
      d_.host_kinds.push_back(
          {kind.count, "", features::is_nic(kind.values), own_keys(features::reading_of(reading_, kind), Of::kind)});
    for (std::size_t i = netlist.endpoints.size(); i-- > 0;)
      d_.host_kinds[kinds.of[i]].first = netlist.endpoints[i].name;
  }

  void clocks(const network::Netlist& netlist) {
    const std::vector<features::OwnHost>& records = experiment_.kinds.hosts;
    if (!features::any_nics(experiment_) || records.empty()) return;
    std::vector<DescribedHosts> of_records(records.size());
    const std::vector<std::vector<std::uint32_t>> of_hosts = features::records_of_hosts(experiment_);
    for (std::size_t i = 0; i < of_hosts.size(); ++i)
      for (const std::uint32_t record : of_hosts[i])
        if (netlist.has_interface(i) && of_records[record].hosts++ == 0)
          of_records[record].first = netlist.endpoints[i].name;
    for (std::size_t record = 0; record < records.size(); ++record) {
      features::HostValues values(experiment_);
      records[record].apply_to(values);
      of_records[record].keys = own_keys({reading_, values, *features::find_key("hosts"), {record}}, Of::clock);
      if (!of_records[record].keys.empty()) d_.own_clocks.push_back(std::move(of_records[record]));
    }
  }

  void derived(const network::Netlist& netlist) {
    const bool strips = experiment_.routing.at_switch == route_unit::Kind::source_stripped;
    const std::uint64_t route_flits = strips ? features::longest_route_of(experiment_) : 0;
    features::SwitchKinds kinds = features::switch_kinds_of(experiment_, netlist);
    for (features::SwitchKind& kind : kinds.kinds) d_.kinds.push_back(described(kind, route_flits));
    for (std::size_t s = netlist.switches.size(); s-- > 0;) d_.kinds[kinds.of[s]].first = netlist.switches[s].name;
  }

  void network() {
    network::Netlist netlist = features::network_without_routes(experiment_);
    derived(netlist);
    hosts(netlist);
    clocks(netlist);
    if (is_quickly_known(netlist)) netlist = features::network_of(experiment_);
    const topology::Shape shape = features::shape_of(experiment_.topology);
    d_.topology = topology::text(shape);
    for (const auto& [key, origin] : reading_.given)
      if (key.compare(0, 9, "topology.") == 0) d_.topology_given = true;
    d_.routing = routing_text(netlist.routing);
    d_.switches = netlist.switches.size();
    d_.hosts = netlist.endpoints.size();
    d_.links = netlist.channels.size() / 2;
    d_.ports = netlist.most_ports();
    // The bisection of the whole shape does not apply where something is missing.
    const bool is_whole = experiment_.topology.down.empty();
    if (const auto* file = std::get_if<topology::FromFile>(&shape)) {
      for (const topology::GivenNetwork::Speed& speed : file->given->speeds) d_.speeds.push_back(described(speed));
      d_.port_maps = file->given->port_maps;
      d_.notes = file->given->notes;
      if (const std::string note = other_speed_note(); !note.empty()) d_.notes.push_back(note);
      if (const std::string note = own_speeds_note(); !note.empty()) d_.notes.push_back(note);
      if (!file->given->has_port_0) --d_.ports;
      if (const std::string note = one_root_note(netlist); !note.empty()) d_.notes.push_back(note);
    }
    d_.facts = network_facts(netlist, is_whole ? topology::bisection(shape) : std::nullopt);
    if (d_.facts.deadlock) interfaces(netlist, *d_.facts.deadlock);
  }

  /// The part of the proof that is about packets that network interfaces keep.
  void interfaces(network::Netlist& netlist, DeadlockFacts& facts) {
    const features::Completion completion = features::complete(experiment_, netlist);
    facts.buffer_dependencies = completion.buffer_dependencies;
    if (!completion.may_deadlock.empty()) facts.why_not.push_back(completion.may_deadlock);
    for (const settings::InputError& error : features::errors_of(completion.refused, reading_, netlist))
      d_.notes.push_back("a run is refused: " + settings::to_string(error));
  }

  /// Why packets pass one root on a network of a file, where they do; of a network that is not too large to check.
  std::string one_root_note(const network::Netlist& netlist) const {
    const topology::Structure structure = features::channels_of(experiment_).structure;
    if (features::resolved_kind(experiment_, structure) != features::RoutingKind::up_down ||
        experiment_.routing.root != features::RoutingSettings().root || !is_quickly_known(netlist))
      return "";
    const routing::OneRoot one = routing::one_root(structure, netlist, experiment_.routing.seed);
    return one.why.empty() ? ""
                           : "routing has one root, " + netlist.switches[one.root].name + ": " + one.why +
                                 "; routing.root names another";
  }

  void workloads() {
    for (const settings::Wording& note : reading_.notes) d_.notes.push_back(note.text());
    const bool has_list = features::has_list(experiment_);
    const std::vector<features::Workload> all =
        has_list ? features::listed_workloads(experiment_) : features::workloads_of_sections(experiment_);
    const bool are_several = all.size() > 1;
    for (const features::Workload& workload : all) {
      const features::WorkloadKind& kind = *workload.kind;
      const std::string name = has_list ? workload.name : are_several ? kind.section.part : "";
      const std::uint64_t hosts = !has_list && kind.is_group() ? kind.groups.members(experiment_)
                                                               : features::workload_hosts(*workload.experiment);
      DescribedWorkload described{name, kind, hosts, {}};
      if (kind.offer != nullptr) described.offer = kind.offer(*workload.experiment);
      if (described.is_named() || described.offer.json != nullptr) d_.workloads.push_back(std::move(described));
    }
  }

  std::string routing_text(const route_unit::Params& route) const {
    const topology::Structure structure = features::outline_of(experiment_.topology);
    const auto& words = std::get<settings::Choice>(features::find_key("routing.kind")->type).words;
    std::string text(words[static_cast<unsigned>(features::resolved_kind(experiment_, structure))].word);
    switch (features::resolved_switch(experiment_, structure)) {
      case route_unit::Kind::dimension_order: text += ", computed by the switches"; break;
      case route_unit::Kind::table: text += ", from tables"; break;
      case route_unit::Kind::source_stripped: text += ", from the source, a route flit a switch"; break;
      case route_unit::Kind::source_shifted: text += ", from the source, in the header"; break;
    }
    if (route.classes > 1) text += ", " + std::to_string(route.classes) + " classes of virtual channels";
    if (const std::size_t down = count_down(); down != 0)
      text += ", round " + std::to_string(down) + (down == 1 ? " that is down" : " that are down");
    return text;
  }

  std::size_t count_down() const {
    if (experiment_.topology.down.empty()) return 0;
    features::Experiment whole = experiment_;
    whole.topology.down.clear();
    return features::count_down(experiment_.topology.down, features::bare_network_of(whole));
  }

  const features::ExperimentReading& reading_;
  const features::Experiment& experiment_;
  Description d_;
};

}  // namespace

Description describe(const features::ExperimentReading& reading) { return Describer(reading).description(); }

}  // namespace slackline::report
