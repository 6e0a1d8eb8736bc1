#include "testbench/run/kind_checks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/port/packet_format.hpp"
#include "testbench/features/kinds/checks.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/run/network.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/barriers/settings.hpp"
#include "testbench/workloads/synchronization/settings.hpp"
#include "testbench/workloads/traffic/build.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::features {

namespace {

const std::vector<ModelParameter>& model_parameters() {
  static const std::vector<ModelParameter> table = [] {
    std::vector<ModelParameter> all;
    for (const std::vector<ModelParameter>& of_feature :
         {switch_parameters(), routing_parameters(), traffic_parameters()})
      all.insert(all.end(), of_feature.begin(), of_feature.end());
    return all;
  }();
  return table;
}

/// The keys that an entry names, with those of groups.
KeyPaths keys_of(const KeyPaths& paths) {
  KeyPaths keys;
  for (const std::string_view path : paths) {
    const KeyPaths of_path = path.back() == '.' ? key_table().paths_in(path) : KeyPaths{path};
    keys.insert(keys.end(), of_path.begin(), of_path.end());
  }
  return keys;
}

/// Adds the answers of the model, in the words of the file.
class ModelCheck {
 public:
  explicit ModelCheck(Reading& reading) : reading_(reading) {}

  void report(const Violations& found) {
    for (const Violation& violation : found) {
      if (violation.parameter == "hot_spot.hosts") continue;  // reported by check_traffic
      const auto& table = model_parameters();
      const auto parameter = std::find_if(table.begin(), table.end(),
                                          [&](const ModelParameter& p) { return violation.parameter == p.parameter; });
      if (parameter == table.end()) {
        reading_.errors.push_back(
            {reading_.file, {}, violation.parameter, value_found(violation.value), violation.expected, ""});
        continue;
      }
      if (has_reported(parameter->key)) continue;
      reported_.push_back(parameter->key);
      const bool one_of_many = parameter->key == "traffic.packet.lengths";
      add_error(reading_, parameter->key, keys_of(parameter->depends_on),
                one_of_many ? remark(violation.value) : Finding(), violation.expected + explained(*parameter));
    }
  }

  bool has_reported(std::string_view key) const {
    return std::find(reported_.begin(), reported_.end(), key) != reported_.end();
  }

 private:
  /// Why a limit is as it is: in words, and with what the times among the keys it depends on were rounded to.
  std::string explained(const ModelParameter& parameter) const {
    std::string text(parameter.because);
    for (const std::string_view path : keys_of(parameter.depends_on))
      if (const Key& key = *reading_.keys().find(path); time_of(key, reading_.values()) != nullptr)
        text += (text.empty() ? "" : "; ") + std::string(path) + " is " + shown(reading_, key);
    return text.empty() ? "" : " (" + text + ")";
  }

  Reading& reading_;
  KeyPaths reported_;
};

std::string n(std::uint64_t count) { return std::to_string(count); }

constexpr const char* packet_keys = "switch.packet";

/// That the classes of routing leave virtual channels over at a kind.
Violations left_over(const SwitchKind& kind) { return kind.params.completed().route.left_over(); }

/// Keys on which the limits of a parameter of a packet switch depend.
KeyPaths limits_of(std::string_view parameter) {
  if (parameter == "shortest") return {"switch.packet.longest", "traffic.packet.flits"};
  if (parameter == "pause_at") return {"switch.packet.frames"};
  if (parameter == "resume_at") return {"switch.packet.pause_at"};
  if (parameter == "uplink.frames") return {"switch.packet.pause_at", "switch.packet.buffers"};
  return {"topology.kind", "traffic.packet.flits"};
}

class KindCheck {
 public:
  /// `all_leave_over`: the classes of routing leave virtual channels over at every switch.
  KindCheck(OverlaidReading& reading, const Experiment& judged, const SwitchKind& kind, bool all_leave_over)
      : reading_(reading),
        judged_(judged),
        kind_(kind),
        settings_(kind.group.values.get<SwitchSettings>()),
        all_leave_over_(all_leave_over) {}

  void run() {
    if (kind_.params.is_packet_switch()) return check_packets();
    check_switch(reading_);
    if (kind_.params.barrier.is_on() && !check_barrier_unit(reading_)) return;
    check_model();
    if (kind_.params.barrier.is_on()) check_barrier_buffers();
  }

 private:
  void check_packets() {
    if (kind_.derived.longest_packet > packet_switch::most_flits) return;  // reported by check_longest_packet
    if (!check_packet_switch(reading_, kind_.derived.longest_packet)) return;
    for (const Violation& violation : kind_.params.packet->violations())
      error(std::string(packet_keys) + "." + violation.parameter, limits_of(violation.parameter),
            violation.parameter == "frames" ? remark(violation.value) : Finding(), violation.expected);
    check_backplane();
  }

  /// The bandwidth of the backplane is that of all transfers that may go on at once. Packets to an uplink and from it may have another rate.
  void check_backplane() {
    const packet_switch::Params& p = *kind_.params.packet;
    const Derived& d = kind_.derived;
    if (p.transfers == 0) return;
    std::optional<CyclesPerFlit> fastest = d.fastest_host_link;
    if (kind_.group.values.get<PacketSwitchSettings>().uplink_transfer)
      check_rate("switch.packet.uplink.transfer", p.uplink->transfer, d.fastest_uplink);
    else if (!fastest || (d.fastest_uplink && *d.fastest_uplink < *fastest))
      fastest = d.fastest_uplink;
    check_rate("switch.packet.transfer", p.transfer, fastest);
  }

  /// All transfers at once, of so many cycles a flit, must carry as much as one link.
  void check_rate(const char* key, std::uint32_t transfer, const std::optional<CyclesPerFlit>& fastest) {
    if (!fastest) return;
    const std::uint64_t transfers = kind_.params.packet->transfers, most = transfers * fastest->cycles / fastest->flits;
    if (transfer <= most) return;
    error(key, {"switch.packet.transfers", "link.cycles_per_flit", "links", "topology.file"},
          remark("a backplane slower than one port"),
          "at most " + n(most) + " with " + text::counted(transfers, "transfer") + " at once and a port of " +
              to_string(*fastest) + (*fastest == CyclesPerFlit(1) ? " cycle" : " cycles") + " a flit");
  }

  void check_model() {
    const bool too_small = kind_.derived.smallest_buffer > settings_.buffer_flits;
    Violations all = kind_.params.violations(), found;
    if (all_leave_over_) {
      const Violations more = left_over(kind_);
      all.insert(all.end(), more.begin(), more.end());
    }
    for (Violation& violation : all) {
      if (violation.parameter == "trailing_crc") continue;           // reported by check_hosts_model
      if (violation.parameter == "flits") continue;                  // reported below
      if (violation.parameter.substr(0, 8) == "barrier.") continue;  // reported by check_barrier_buffers
      if (violation.parameter == "go_at" && too_small && !settings_.stop_at) continue;  // no stop_at to judge by
      if (violation.parameter == "virtual_channels" && judged_.routing.kind == RoutingKind::table)
        violation.expected += " in routing.table_file";
      found.push_back(std::move(violation));
    }
    ModelCheck model(reading_);
    model.report(found);
    if (too_small && !model.has_reported("switch.buffer.stop_at")) report_buffer();
  }

  /// Reports the size that a buffer must have, and why.
  void report_buffer() {
    const Derived& d = kind_.derived;
    const bool whole_packets = d.longest_packet != 0;
    KeyPaths in_light_of{"switch.buffer.stop_at",
                         "link.delay",
                         "clock.period",
                         "switch.delay.flow_control",
                         "switch.delay.crossbar",
                         "switch.buffer.flow_control",
                         "links"};
    if (whole_packets && has_nics(judged_))
      in_light_of.insert(in_light_of.begin(), {"switch.switching", "nic.packet_words", "nic.reply_words",
                                               "traffic.packet.format", "routing.switch"});
    else if (whole_packets)
      in_light_of.insert(in_light_of.begin(), {"switch.switching", "traffic.packet.flits", "traffic.packet.lengths",
                                               "traffic.response.flits", "routing.switch"});
    std::string parts = "stop_at " + n(d.stop_at) + " + " + n(d.slack) + " flits that may still arrive after STOP";
    if (whole_packets) parts += " + " + n(d.longest_packet - 1) + " of the longest packet after its head";
    if (kind_.params.has_credits()) parts = "the longest packet, with the flits of its route";
    if (d.smallest_buffer > std::get<Integer>(find_key("switch.buffer.flits")->type).most)
      parts += "; no buffer is so large: shorter packets";
    error("switch.buffer.flits", in_light_of, {}, "at least " + n(d.smallest_buffer) + " (" + parts + ")",
          d.smallest_buffer);
  }

  void check_barrier_buffers() {
    const BarrierUnitSettings& s = kind_.group.values.get<BarrierUnitSettings>();
    const Derived& d = kind_.derived;
    if (settings_.buffer_flits <= d.padding_room)
      error(
          "switch.buffer.flits", {"switch.barrier.architecture", "switch.delay.data", "switch.delay.crossbar"}, {},
          "at least " + n(d.padding_room + 1) + " with barrier units (" + n(d.padding_room) + " of padding and a flit)",
          d.padding_room + 1);
    if (kind_.params.has_credits()) return;
    const std::uint64_t most = std::get<AutoInteger>(find_key("switch.barrier.buffer")->type).most;
    const KeyPaths in_light_of{"switch.barrier.stop_at", "link.delay", "clock.period", "switch.delay.flow_control",
                               "switch.delay.crossbar",  "links"};
    const std::string because = " (stop_at " + n(s.stop_at) + " + " + n(d.smallest_barrier_buffer - s.stop_at) +
                                " messages that may still arrive after STOP)";
    if (s.buffer && *s.buffer < d.smallest_barrier_buffer)
      error("switch.barrier.buffer", in_light_of, {}, "at least " + n(d.smallest_barrier_buffer) + because,
            d.smallest_barrier_buffer);
    else if (d.smallest_barrier_buffer > most)
      error("switch.barrier.stop_at", in_light_of,
            remark("needs buffers of " + n(d.smallest_barrier_buffer) + " messages"),
            "a value that needs no more than " + n(most) + because);
  }

  void error(std::string_view key, const KeyPaths& in_light_of, Finding what, Expected expected,
             std::uint64_t least = 0) {
    add_error(reading_, key, in_light_of, std::move(what), std::move(expected), least);
  }

  OverlaidReading& reading_;
  const Experiment& judged_;
  const SwitchKind& kind_;
  const SwitchSettings& settings_;
  const bool all_leave_over_;
};

/// Of two kinds with other numbers of virtual channels the one that has not as many as `switch` says; where neither has,
/// that of fewer switches.
SwitchKind& kind_that_differs(const Experiment& judged, SwitchKind& one, SwitchKind& other) {
  const auto is_usual = [&](const SwitchKind& kind) {
    return kind.params.virtual_channels == judged.switches.virtual_channels;
  };
  if (is_usual(one) || is_usual(other)) return is_usual(one) ? other : one;
  return other.group.count < one.group.count ? other : one;
}

/// A packet that keeps its virtual channel needs it at every switch.
void check_kept_channels(ExperimentReading& reading, const Experiment& judged, SwitchKinds& kinds) {
  if (judged.switches.vc_assignment != route_unit::VcAssignment::keep) return;
  OverlaidErrors errors = errors_of(reading, kinds);
  std::set<const SwitchKind*> reported;
  for (const auto& [a, b] : kinds.neighbours) {
    SwitchKind &one = kinds.kinds[a], &other = kinds.kinds[b];
    if (one.params.is_packet_switch() || other.params.is_packet_switch()) continue;
    if (one.params.virtual_channels == other.params.virtual_channels) continue;
    SwitchKind& differs = kind_that_differs(judged, one, other);
    if (!reported.insert(&differs).second) continue;
    OverlaidReading of_kind = reading_of(reading, differs);
    const unsigned next_to_it = (&differs == &one ? other : one).params.virtual_channels;
    add_error(of_kind, "switch.virtual_channels", {"switch.vc_assignment"}, {},
              n(next_to_it) +
                  " (as many as at the switches next to them: with switch.vc_assignment: keep "
                  "packets stay on the one that they came on)",
              next_to_it);
    errors.take(of_kind, differs.group);
  }
  errors.report();
}

bool any_packet_switches(const SwitchKinds& kinds) {
  return std::any_of(kinds.kinds.begin(), kinds.kinds.end(),
                     [](const SwitchKind& kind) { return kind.params.is_packet_switch(); });
}

/// Keys of switches that have no effect at any switch that they are given for: all, or those of a record.
class UseCheck {
 public:
  UseCheck(ExperimentReading& reading, const Experiment& judged, SwitchKinds& kinds)
      : reading_(reading), kinds_(kinds), use_(judged, groups_of(kinds)) {}

  void run() {
    if (!each_record_matches()) return;  // its switches may be meant to be of another kind
    for (const Key& key : reading_.keys())
      if (is_given_by_user(reading_, key.path) && !is_reported(key))
        if (const auto none = use_.without_effect(key.path))
          add_error(reading_, key.path, {none->decided_by, "switches"}, problem(none->problem), advice(none->advice));
    const std::size_t records = reading_.experiment.kinds.switches.size();
    for (std::size_t record = 0; record < records; ++record) check_record(record);
  }

 private:
  static std::vector<const SwitchGroup*> groups_of(const SwitchKinds& kinds) {
    std::vector<const SwitchGroup*> groups;
    for (const SwitchKind& kind : kinds.kinds) groups.push_back(&kind.group);
    return groups;
  }

  /// Otherwise it is reported, or the names were not looked up.
  bool each_record_matches() const {
    std::set<std::size_t> matching;
    for (const SwitchKind& kind : kinds_.kinds)
      matching.insert(kind.group.all_records.begin(), kind.group.all_records.end());
    return matching.size() == reading_.experiment.kinds.switches.size();
  }

  bool is_reported(const Key& key) const {
    return std::any_of(reading_.errors.begin(), reading_.errors.end(),
                       [&](const InputError& error) { return error.key == key.path; });
  }

  void check_record(std::size_t record) {
    SwitchValues values(reading_.experiment);
    reading_.experiment.kinds.switches[record].apply_to(values);
    const OverlaidThings its_switches{{record}, {record}};
    OverlaidReading of_record(reading_, values, *find_key("switches"), its_switches.records);
    for (const Key& key : reading_.keys())
      if (of_record.overrides(key.path) && is_given_by_user(of_record, key.path))
        if (const auto none = use_.without_effect(key.path, record); none && !is_doubtful_of(record, none->decided_by))
          add_error(of_record, key.path, {none->decided_by}, problem(none->problem), advice(none->advice));
    OverlaidErrors errors(reading_, *find_key("switches"), {&its_switches});
    errors.take(of_record, its_switches);
    errors.report();
  }

  /// Whether a record whose switches are this one's, too, gives a key that could not be read.
  bool is_doubtful_of(std::size_t record, std::string_view key) const {
    return std::any_of(kinds_.kinds.begin(), kinds_.kinds.end(), [&](SwitchKind& kind) {
      return kind.group.has_of(record) &&
             is_doubtful(OverlaidReading(reading_, kind.group.values, *find_key("switches"), kind.group.all_records),
                         {key});
    });
  }

  ExperimentReading& reading_;
  SwitchKinds& kinds_;
  const UseOfSwitchKeys use_;
};

/// Whether the classes of routing leave virtual channels over at every wormhole switch. At some of them they may, since
/// the others have other numbers.
bool all_leave_over(const SwitchKinds& kinds) {
  return std::all_of(kinds.kinds.begin(), kinds.kinds.end(),
                     [](const SwitchKind& kind) { return kind.params.is_packet_switch() || !left_over(kind).empty(); });
}

/// Links that packet switches send on take a flit in whole cycles: those of a file, whose speeds are in proportion, and those of `links`.
void check_whole_cycles(ExperimentReading& reading, const Experiment& judged, const SwitchKinds& kinds) {
  if (!judged.link.cycles_per_flit.is_whole())
    return add_error(reading, "link.cycles_per_flit", {"switch.kind"}, remark("with packet switches"), "whole cycles");
  const std::vector<OwnLinkSettings>& own = judged.link.own;
  if (own.empty() && judged.topology.kind != TopologyKind::file) return;
  const network::Netlist netlist = channels_of(judged).netlist;
  const ChannelIndex index(netlist);
  std::map<std::uint32_t, std::size_t> record_of;  // by channel: the record that gives its speed
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::optional<std::uint32_t> channel = own[i].cycles_per_flit ? index.find(own[i].link) : std::nullopt;
    if (!channel) continue;
    record_of.emplace(*channel, i);
    if (own[i].directions == LinkDirections::both) record_of.emplace(index.opposite(*channel), i);
  }
  std::set<std::optional<std::size_t>> reported;  // nothing: the file
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    if (channel.cycles_per_flit.is_whole() || channel.from.kind != network::InstanceKind::any_switch) continue;
    if (!kinds.kinds[kinds.of.empty() ? 0 : kinds.of[channel.from.instance]].params.is_packet_switch()) continue;
    const auto record = record_of.find(c);
    const bool is_own = record != record_of.end();
    if (!reported.insert(is_own ? std::optional(record->second) : std::nullopt).second) continue;
    const std::string cycles = to_string(channel.cycles_per_flit);
    if (is_own)
      reading.errors.push_back(record_error(reading, "links", record->second, "cycles_per_flit", value_found(cycles),
                                            "whole cycles on a link that leaves a packet switch"));
    else
      add_error(reading, "link.cycles_per_flit", {"topology.file", "switch.kind"},
                problem("a flit takes " + cycles + " cycles on " + channel_name(netlist, channel) +
                        ", which leaves a packet switch"),
                "whole cycles on each such link of the file");
  }
}

/// The key that gives the longest packet of the network, of so many flits.
std::string_view key_of_longest_packet(const Experiment& judged, std::uint32_t flits) {
  const generator::TrafficParams traffic = traffic_of(judged);
  if (has_nics(judged) || traffic.longest_packet_flits() != flits) return longest_nic_packet(judged).key;
  if (traffic.response_flits == flits) return "traffic.response.flits";
  return traffic.lengths.empty() ? "traffic.packet.flits" : "traffic.packet.lengths";
}

/// No packet is longer than packet switches can take.
void check_longest_packet(ExperimentReading& reading, const Experiment& judged, const SwitchKinds& kinds) {
  std::uint32_t flits = 0;
  for (const SwitchKind& kind : kinds.kinds)
    if (kind.params.is_packet_switch()) flits = kind.derived.longest_packet;
  if (flits <= packet_switch::most_flits) return;
  const std::string_view key = key_of_longest_packet(judged, flits);
  const std::string right = "packets of at most " + n(packet_switch::most_flits) + " flits at packet switches";
  if (key == "nic.firmware")
    add_error(reading, key, {"switch.kind", "switches"},
              remark("its table may ask for packets of " + n(flits) + " flits"), "firmware with " + right);
  else
    add_error(reading, key, {"switch.kind", "switches"}, problem("packets of " + n(flits) + " flits"), right);
}

/// What packet switches need of the network; of a table that is computed, network::violations() judges the routes.
void check_network_of_packets(ExperimentReading& reading, const Experiment& judged, SwitchKinds& kinds) {
  const char* const because = "with packet switches";
  const route_unit::Params routing = routing_params(judged);
  if (routing.kind != route_unit::Kind::dimension_order && routing.kind != route_unit::Kind::table)
    add_error(reading, "routing.switch", {"switch.kind", "routing.kind"},
              remark(std::string("routes from the source ") + because), "auto or table");
  else if (routing.choice != route_unit::Choice::none || routing.valiant)
    add_error(reading, "routing.kind", {"switch.kind"}, remark(std::string("a choice of ways ") + because),
              "a kind with one way for each destination, such as up_down");
  else if (routing.classes != 1 || routing.has_datelines())
    add_error(reading, "routing.kind", {"switch.kind"}, remark(std::string("classes of virtual channels ") + because),
              "a kind that needs one virtual channel, such as up_down");
  if (judged.packet.format != port::PacketFormat::compact)
    add_error(reading, "traffic.packet.format", {"switch.kind"}, remark(because), "compact");
  else
    check_longest_packet(reading, judged, kinds);
  check_whole_cycles(reading, judged, kinds);
  OverlaidErrors errors = errors_of(reading, kinds);
  for (const auto& [one, other] : kinds.neighbours) {
    SwitchKind &a = kinds.kinds[one], &b = kinds.kinds[other];
    if (a.params.is_packet_switch() == b.params.is_packet_switch()) continue;
    SwitchKind& wormhole = a.params.is_packet_switch() ? b : a;
    if (!wormhole.params.has_credits()) continue;
    OverlaidReading of_kind = reading_of(reading, wormhole);
    add_error(of_kind, "switch.buffer.flow_control", {"switch.kind", "switches"}, remark("next to a packet switch"),
              flow_controller::words_of(flow_controller::has_watermarks));
    errors.take(of_kind, wormhole.group);
  }
  errors.report();
}

/// Hosts with network interfaces next to hosts without.
void check_endpoints(ExperimentReading& reading, const HostGroups& hosts) {
  const auto nics = std::count_if(hosts.groups.begin(), hosts.groups.end(),
                                  [](const HostGroup& group) { return is_nic(group.values); });
  if (nics == 0 || nics == static_cast<std::ptrdiff_t>(hosts.groups.size())) return;
  const Experiment& e = reading.experiment;
  if (firmware::find_firmware(e.nic.firmware)->delivery == firmware::Delivery::none)
    add_error(reading, "nic.firmware", {"hosts"},
              remark("keeps all hosts to time slots, and some have no network interface"),
              "firmware that serves messages, or endpoint: nic for all hosts");
  if (e.workload_hosts.kind == nullptr)
    add_error(reading, "hosts", {"endpoint"}, problem("hosts with network interfaces and hosts without"),
              "one sort of hosts, or workloads that run on hosts of one sort each");
}

}  // namespace

OverlaidReading reading_of(const ExperimentReading& reading, SwitchKind& kind) {
  return OverlaidReading(reading, kind.group.values, *find_key("switches"), kind.group.records);
}

OverlaidErrors errors_of(ExperimentReading& reading, const SwitchKinds& kinds) {
  std::vector<const OverlaidThings*> groups;
  for (const SwitchKind& kind : kinds.kinds) groups.push_back(&kind.group);
  return OverlaidErrors(reading, *find_key("switches"), std::move(groups));
}

void check_hosts_model(ExperimentReading& reading, const Experiment& judged, const SwitchKind& kind) {
  const port::Params port = host_port(judged, kind.params);
  const WorkloadKind* workload = judged.workload_hosts.kind;
  Violations found;
  if (workload == nullptr || workload->sends_random_packets()) {
    const generator::TrafficParams traffic = traffic_of(judged);
    found = traffic.violations();
    if (judged.workload_hosts.nodes.size() == 1) found.clear();  // reported by its kind
    if (!has_nics(judged)) {                                     // otherwise packets are those of firmware
      const Violations of_packets = generator::packet_violations(traffic, port.format);
      found.insert(found.end(), of_packets.begin(), of_packets.end());
    }
  }
  for (const Violation& violation : port.violations())
    // Too many hosts are reported by check_format, other formats than compact by check_network_of_packets.
    if (violation.parameter != "nodes" && (violation.parameter != "format" || !kind.params.is_packet_switch()))
      found.push_back(violation);
  ModelCheck(reading).report(found);
}

void check_kinds(ExperimentReading& reading, const Experiment& judged, SwitchKinds& kinds) {
  OverlaidErrors errors = errors_of(reading, kinds);
  const bool everywhere = all_leave_over(kinds);
  for (SwitchKind& kind : kinds.kinds) {
    OverlaidReading of_kind = reading_of(reading, kind);
    KindCheck(of_kind, judged, kind, everywhere).run();
    errors.take(of_kind, kind.group);
  }
  errors.report();
  check_kept_channels(reading, judged, kinds);
  if (any_packet_switches(kinds)) check_network_of_packets(reading, judged, kinds);
  UseCheck(reading, judged, kinds).run();
}

void check_host_kinds(ExperimentReading& reading, HostGroups& hosts) {
  if (is_doubtful(reading, {"endpoint", "nic.firmware"})) return;
  check_endpoints(reading, hosts);
  OverlaidErrors errors = errors_of(reading, hosts);
  for (HostGroup& kind : hosts.groups) {
    if (kind.records.empty() || !is_nic(kind.values)) continue;  // its values have been checked, or play no part
    OverlaidReading of_kind = reading_of(reading, kind);
    check_nic_of_host(of_kind, reading.experiment.nic);
    check_report_queue(of_kind);
    errors.take(of_kind, kind);
  }
  errors.report();
}

}  // namespace slackline::features
