#include "testbench/run/checks.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

#include "rtl_models/network/frame_links.hpp"
#include "rtl_models/network/packet_switches.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"
#include "testbench/features/faults/settings.hpp"
#include "testbench/features/kinds/checks.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/routing/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/settings.hpp"
#include "testbench/run/kind_checks.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workload_kinds.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/barriers/settings.hpp"
#include "testbench/workloads/replay/settings.hpp"
#include "testbench/workloads/synchronization/settings.hpp"
#include "testbench/workloads/traffic/build.hpp"
#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::features {

namespace {

/// Bytes that an engine takes for each part of a network, measured and rounded up; the cores' storage comes on top.
struct Footprint {
  double a_switch, a_port, a_host;
};
constexpr Footprint fabric_footprint{1000, 250, 1000};
constexpr Footprint signal_footprint{6000, 3500, 8000};

std::string gibibytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", bytes / (1 << 30));
  return text;
}

class MeaningCheck {
 public:
  explicit MeaningCheck(ExperimentReading& reading) : reading_(reading), experiment_(reading.experiment) {}

  void run() {
    resolve_units(reading_);
    const bool hosts_fit = check_topology(reading_) && check_slowest_link(reading_);
    check_kind_records(reading_, hosts_differ_);
    Experiment judged = with_delays_in_range();
    check_nic(reading_, any_nics_);
    check_synchronization(reading_);
    check_barrier_keys(reading_);
    if (doubtful({"switch.barrier.architecture"})) judged.barrier = {};
    check_replay(reading_, hosts_fit);
    check_sections();
    check_run(reading_);
    check_traffic(reading_);
    check_routing(reading_, hosts_fit, judged);
    if (hosts_fit) {
      const bool named = names_are_judged();
      if (!named) judged.link.own.clear();
      if (!named || !check_kind_names(reading_)) judged.kinds.switches.clear();
      const bool hosts_named = named && hosts_differ_ && check_host_names(reading_);
      if (!hosts_named) judged.kinds.hosts.clear();
      kinds_ = switch_kinds_of(judged);
      check_format(reading_);
      check_hosts_model(reading_, judged, kinds_.kinds.front());
      check_kinds(reading_, judged, kinds_);
      check_barrier_units(reading_, judged);
    } else {
      check_switch(reading_);
    }
    if (hosts_fit && hosts_differ_) {
      hosts_ = host_groups(judged);
      if (!judged.kinds.hosts.empty() && !has_unknown_endpoints(reading_)) check_use_of_records(reading_, hosts_);
      check_host_kinds(reading_, hosts_);
      if (experiment_.barriers.groups.empty()) check_firmware_starts(reading_, hosts_);
    }
    if (reading_.errors.empty()) check_memory();
    if (hosts_fit) check_channels();
    if (hosts_fit && any_nics_) note_blind_controls();
  }

 private:
  std::uint64_t hosts() const { return hosts_of(experiment_); }

  /// Whether names of the network's parts are looked up: of a larger one only when nothing else is wrong.
  bool names_are_judged() const {
    constexpr std::uint64_t most_hosts_unasked = 1u << 16;
    return !doubtful(topology_keys_) && (hosts() <= most_hosts_unasked || reading_.errors.empty());
  }

  /// The experiment with the defaults of delays that are no number of cycles. They are errors, and doubtful.
  Experiment with_delays_in_range() {
    Experiment judged = experiment_;
    for (const Key& key : reading_.keys())
      if (time_of(key, experiment_) != nullptr && !check_delay(key)) {
        reset(key, judged);
        reading_.doubtful.insert(std::string(key.path));
      }
    check_link_delays(reading_);
    if (doubtful({"links"})) judged.link.own.clear();
    check_record_delays("switches", judged.kinds.switches);
    if (hosts_differ_) check_record_delays("hosts", judged.kinds.hosts);
    return judged;
  }

  /// The same for the records of a list that overrides keys.
  template <class Record>
  void check_record_delays(const char* list, std::vector<Record>& records) {
    if (!is_given(reading_, list)) return;
    for (std::size_t i = 0; i < records.size(); ++i)
      for (const Key& field : records[i].keys())
        if (const Time* time = time_of(field, records[i]);
            time != nullptr && !check_record_delay(list, i, field, *time))
          records[i].given.erase(field.path);
  }

  bool check_record_delay(const char* list, std::size_t record, const Key& field, const Time& time) {
    if (doubtful({"clock.period"})) return false;
    const CycleRange range = cycles_allowed(field);
    const bool is_cost = is_within(field.overrides, "nic.cost"), clocked = given("clock.period") || is_cost;
    const std::uint64_t cycles = cycles_of({0, time}, experiment_.clock_period, range.least);
    const std::string name(field.path_in(*find_key(list)));
    if (!is_cost || any_nics_) note_rounding(field.overrides, record_path(reading_, list, record, name), cycles, time);
    if (clocked && cycles <= range.most) return true;
    reading_.errors.push_back(
        clocked
            ? record_error(reading_, list, record, name, value_found(to_string(time), text::counted(cycles, "cycle")),
                           "up to " + std::to_string(range.most) + " cycles")
            : record_error(reading_, list, record, name, value_found(to_string(time), "a time without a clock"),
                           "cycles, or a time together with clock.period"));
    reading_.given.find(list)->second.doubtful.at(record).insert(name);
    return false;
  }

  bool check_delay(const Key& key) {
    if (doubtful({key.path, "clock.period"})) return false;
    // Costs of a processor are times of their own, whatever the clock; other delays belong to a clock.
    const bool is_cost = is_within(key.path, "nic.cost");
    if (!given("clock.period") && !is_cost) {
      error(key.path, {}, remark("a time without a clock"), "cycles, or a time together with clock.period");
      return false;
    }
    const std::uint64_t most = cycles_allowed(key).most;
    const std::uint64_t cycles = cycles_of(key, experiment_);
    if (!is_cost || nic_plays_part(key, experiment_, any_nics_))
      note_rounding(key.path, key.path, cycles, *time_of(key, experiment_));
    if (cycles <= most) return true;
    error(key.path, {"clock.period"}, {}, "up to " + std::to_string(most) + " cycles");
    return false;
  }

  /// Processors far slower or faster than was asked for are worth a note, and so is another bandwidth in a packet switch; `describe` shows
  /// every error. `path`: of the key, or of the field that has its value.
  void note_rounding(std::string_view key, const std::string& path, std::uint64_t cycles, const Time& time) {
    constexpr double most_of_cost = 10, most_of_transfer = 0.05;  // per cent
    const bool is_cost = is_within(key, "nic.cost");
    if (!is_cost && key != "switch.packet.transfer" && key != "switch.packet.uplink.transfer") return;
    const double percent = rounding_error(cycles, experiment_.clock_period, time).percent;
    if (std::abs(percent) <= (is_cost ? most_of_cost : most_of_transfer)) return;
    char error[32];
    std::snprintf(error, sizeof error, "%+.*f %%", std::abs(percent) < 10 ? 1 : 0, percent);
    reading_.notes.push_back(path + ": " + to_string(time) + " is rounded to " + text::counted(cycles, "cycle") +
                             " of " + to_string(experiment_.clock_period) + ", " + error);
  }

  /// Sections that ask for groups and for a program: only a list may have both.
  void check_sections() {
    const auto is_asked = [&](const WorkloadKind& kind) {
      return kind.section.is_asked != nullptr && kind.section.is_asked(experiment_);
    };
    for (const WorkloadKind& of_groups : workload_kinds())
      for (const WorkloadKind& of_program : workload_kinds()) {
        if (!of_groups.is_group() || of_program.program == nullptr || !is_asked(of_groups) || !is_asked(of_program))
          continue;
        const std::string key = of_program.section.key;
        error(of_groups.section.key, {of_program.section.key}, problem("has no effect with " + key),
              advice("use it only without " + key + ", or in a record of workloads"));
      }
  }

  /// A flow control that goes by what it will not see: marks that no switch gives, pairs that no message makes.
  void note_blind_controls() {
    if (experiment_.nic.firmware == "packet_pair" && experiment_.traffic.lengths.empty() && !has_list(experiment_) &&
        experiment_.replay.trace_file.empty() && experiment_.packet.flits <= experiment_.nic.packet_words)
      reading_.notes.push_back(
          "nic.firmware: packet_pair learns from pairs of requests to one destination; messages of one packet, as with "
          "traffic.packet.flits of at most nic.packet_words, seldom make any");
    const std::string path = "firmware." + experiment_.nic.firmware + ".sign";
    const Key* sign = find_key(path);
    if (sign == nullptr || to_string(value_of(*sign, experiment_)) != "mark") return;
    const auto marks = [](const SwitchKind& kind) { return kind.params.mark_at != 0; };
    if (std::none_of(kinds_.kinds.begin(), kinds_.kinds.end(), marks))
      reading_.notes.push_back(path + ": mark, but no switch gives marks: switch.ecn is false");
  }

  /// The checks of links, faults, clocks and barriers.
  void check_channels() {
    const bool named = names_are_judged();
    if (named) check_link_names(reading_);
    if (named) {
      check_barrier_names(reading_);
      if (reading_.errors.empty()) check_planned();
    }
    check_fault_settings(reading_, named);
    if (any_nics_) check_offsets(reading_);
  }

  /// Trees that are in the tables from the start must fit there. Called for an experiment without errors.
  void check_planned() {
    if (experiment_.barriers.groups.empty() || !is_planned(experiment_.barriers.tree)) return;
    const network::Netlist netlist = network_of(experiment_);
    std::set<std::uint32_t> reported;  // kinds
    OverlaidErrors errors = errors_of(reading_, kinds_);
    for (std::size_t s = 0; s < netlist.barrier_ways.planned.size(); ++s) {
      const std::size_t needed = netlist.barrier_ways.planned[s].size();
      const std::uint32_t kind = netlist.switches[s].kind;
      if (needed <= netlist.kind_of(s).barrier.unit.entries || !reported.insert(kind).second) continue;
      std::size_t most = needed;
      for (std::size_t other = s; other < netlist.switches.size(); ++other)
        if (netlist.switches[other].kind == kind) most = std::max(most, netlist.barrier_ways.planned[other].size());
      OverlaidReading of_kind = reading_of(reading_, kinds_.kinds[kind]);
      add_error(of_kind, "switch.barrier.entries", {"barriers.tree", "barriers.groups"}, {},
                "at least " + std::to_string(most) + " for the trees of " + Wording::key("barriers.tree"), most);
      errors.take(of_kind, kinds_.kinds[kind].group);
    }
    errors.report();
  }

  void check_memory() {
    const Footprint& of = experiment_.run.engine == Engine::fabric ? fabric_footprint : signal_footprint;
    double of_switches = 0, switches = 0;
    for (const SwitchKind& kind : kinds_.kinds) {
      const auto count = static_cast<double>(kind.group.count);
      switches += count;
      of_switches += count * (of.a_switch + of.a_port * kind.params.ports +
                              static_cast<double>(wormhole_switch::storage_bytes(kind.params.completed())));
    }
    const network::SwitchKind& kind = kinds_.kinds.front().params;
    const std::size_t count = std::clamp<std::size_t>(experiment_.workload_hosts.senders, 1, generator::most_workloads);
    const generator::Workloads workloads{std::vector<generator::Workload>(count)};
    port::Params port = host_port(experiment_, kind);
    port.workloads = static_cast<std::uint8_t>(count);
    const double a_port = of.a_host + static_cast<double>(port::storage_bytes(port));
    double of_hosts = static_cast<double>(hosts()) * a_port;
    const std::size_t a_generator = generator::storage_bytes(workloads);
    if (hosts_.groups.empty()) of_hosts += static_cast<double>(hosts() * a_generator);
    for (const HostGroup& group : hosts_.groups)
      of_hosts +=
          static_cast<double>(group.count) *
          static_cast<double>(is_nic(group.values) ? network::storage_bytes({nic_params(group.values), {}}, workloads)
                                                   : a_generator);
    // Two bytes a switch, row and host, and for a set of ports; up to three copies of it while a network is built.
    const route_unit::Params& route = kind.route;
    const bool has_table = route.kind != route_unit::Kind::dimension_order;
    const double bytes = 2.0 * (table_rows(experiment_) + (route.choice == route_unit::Choice::none ? 0 : 1));
    const double table = has_table ? 3 * bytes * switches * static_cast<double>(hosts()) : 0;
    const double needed = of_switches + of_packet_switches() + of_hosts + table + of_workloads();
    const double present = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (needed > present)
      error(size_key(reading_), {"switch.buffer.flits", "switch.packet.frames"},
            remark("about " + gibibytes(needed) + " of memory"),
            "a network that fits the memory of this machine (" + gibibytes(present) + ")");
  }

  double of_workloads() const {
    double bytes = 0;
    for (const Workload& workload : packet_workloads_of(experiment_))
      if (workload.kind->bytes != nullptr) bytes += static_cast<double>(workload.kind->bytes(*workload.experiment));
    return bytes;
  }

  /// Bytes that packet switches take besides what wormhole switches do.
  double of_packet_switches() const {
    const auto any = [&](auto&& is) { return std::any_of(kinds_.kinds.begin(), kinds_.kinds.end(), is); };
    if (!any([](const SwitchKind& kind) { return kind.params.is_packet_switch(); })) return 0;
    std::vector<network::SwitchKind> params;
    for (const SwitchKind& kind : kinds_.kinds) params.push_back(kind.params);
    // The fabric then uses no memory of a switch for flits.
    const bool moves_whole =
        experiment_.run.engine == Engine::fabric &&
        network::may_move_frames_whole(params, !experiment_.faults.all.empty(), some_hosts_stop(experiment_));
    const auto bytes_of = [&](const packet_switch::Params& p) {
      return static_cast<double>(packet_switch::storage_bytes(p, hosts()) +
                                 (moves_whole ? 0 : packet_switch::FrameMemory::bytes(p)));
    };
    double bytes = 0;
    if (!any([](const SwitchKind& kind) { return kind.params.packet && kind.params.packet->uplink; })) {
      for (const SwitchKind& kind : kinds_.kinds)
        if (kind.params.packet) bytes += static_cast<double>(kind.group.count) * bytes_of(*kind.params.packet);
      return bytes;
    }
    // Which ports are uplinks, with room of their own, the channels show.
    network::Netlist netlist = channels_of(experiment_).netlist;
    netlist.switch_kinds = std::move(params);
    for (std::size_t s = 0; s < kinds_.of.size(); ++s) netlist.switches[s].kind = kinds_.of[s];
    const std::vector<packet_switch::Params> all = network::packet_switch_params(netlist);
    for (std::size_t s = 0; s < all.size(); ++s)
      if (netlist.is_packet_switch(s)) bytes += bytes_of(all[s]);
    return bytes;
  }

  /// A record of `hosts` has an endpoint that could not be read.
  static bool has_unknown_endpoints(const ExperimentReading& reading) {
    const auto hosts = reading.given.find("hosts");
    return hosts != reading.given.end() &&
           std::any_of(hosts->second.doubtful.begin(), hosts->second.doubtful.end(),
                       [](const auto& of_record) { return of_record.count("endpoint") != 0; });
  }

  bool given(std::string_view key) const { return is_given(reading_, key); }
  bool doubtful(const KeyPaths& keys) const { return is_doubtful(reading_, keys); }
  void error(std::string_view key, const KeyPaths& in_light_of, Finding what, Expected expected) {
    add_error(reading_, key, in_light_of, std::move(what), std::move(expected));
  }

  ExperimentReading& reading_;
  const Experiment& experiment_;
  // Of the experiment as it is judged, where its hosts fit:
  SwitchKinds kinds_;
  HostGroups hosts_;  ///< where some have network interfaces
  const bool any_nics_ = any_nics(experiment_) || has_unknown_endpoints(reading_);
  const bool hosts_differ_ = any_nics_ || has_own_endpoints(experiment_);  ///< or they may
  const KeyPaths topology_keys_ = reading_.keys().paths_in("topology.");
};

}  // namespace

void check_meaning(ExperimentReading& reading) { MeaningCheck(reading).run(); }

}  // namespace slackline::features
