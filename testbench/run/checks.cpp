#include "testbench/run/checks.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "testbench/features/faults/settings.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/routing/build.hpp"
#include "testbench/features/routing/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/settings.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/run/network.hpp"
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

/// Which key a parameter of the model comes from, and which others its limits depend on.
struct ModelParameter {
  std::string_view parameter;
  std::string_view key;
  KeyPaths depends_on;
  std::string_view because;
};

const std::vector<ModelParameter>& model_parameters() {
  static const KeyPaths topology_keys = key_table().paths_in("topology.");
  static const std::vector<ModelParameter> table = {
      {"flits", "switch.buffer.flits", {}, ""},
      {"stop_at", "switch.buffer.stop_at", {"switch.buffer.flits"}, ""},
      {"go_at", "switch.buffer.go_at", {"switch.buffer.stop_at", "switch.buffer.flits"}, "below stop_at"},
      {"fc_cycles", "switch.delay.flow_control", {}, ""},
      {"header_delay",
       "switch.delay.header",
       {"switch.delay.data", "switch.delay.arbitration"},
       "at least switch.delay.data + switch.delay.arbitration"},
      {"data_delay", "switch.delay.data", {"switch.delay.crossbar"}, "at least switch.delay.crossbar"},
      {"arbitration", "switch.delay.arbitration", {}, ""},
      {"crossbar", "switch.delay.crossbar", {}, ""},
      {"virtual_channels", "switch.virtual_channels", {"topology.kind", "routing.kind"}, ""},
      {"vc_assignment", "switch.vc_assignment", {"routing.kind"}, ""},
      {"kind", "routing.switch", topology_keys, ""},
      {"classes", "routing.kind", topology_keys, ""},
      {"nodes", "routing.kind", topology_keys, ""},
      {"trailing_crc", "traffic.packet.format", {"routing.switch"}, "routing.switch: source_stripped"},
      {"format", "traffic.packet.format", {"routing.switch"}, "routing.switch: source_stripped"},
      {"pattern", "traffic.pattern", topology_keys, ""},
      {"hot_spot.hosts", "traffic.hot_spot.hosts", topology_keys, ""},
      {"burst",
       "traffic.arrivals.burst",
       {"traffic.load", "traffic.packet.flits", "traffic.packet.lengths", "traffic.packet.weights"},
       ""},
      {"packet_flits", "traffic.packet.flits", {"traffic.packet.format"}, "the format's header and CRC are 6"},
      {"lengths", "traffic.packet.lengths", {"traffic.packet.format"}, "the format's header and CRC are 6"},
      {"response_flits", "traffic.response.flits", {"traffic.packet.format"}, "the format's header and CRC are 6"},
      {"packets_per_cycle", "traffic.load", {"traffic.packet.flits"}, ""},
  };
  return table;
}

class MeaningCheck {
 public:
  explicit MeaningCheck(ExperimentReading& reading) : reading_(reading), experiment_(reading.experiment) {}

  void run() {
    resolve_units(reading_);
    const bool hosts_fit = check_topology(reading_) && check_slowest_link(reading_);
    Experiment judged = with_delays_in_range();
    check_nic(reading_);
    check_synchronization(reading_);
    check_barrier_keys(reading_);
    if (doubtful({"switch.barrier.architecture"})) judged.barrier = {};
    check_replay(reading_, hosts_fit);
    check_run(reading_);
    check_switch(reading_);
    check_traffic(reading_);
    check_routing(reading_, hosts_fit, judged);
    if (hosts_fit) {
      kinds_ = switch_kinds_of(judged);
      check_format(reading_);
      check_model(judged);
      check_barrier_units(reading_, judged);
      if (has_barrier_units(judged)) check_barrier_buffers(judged);
    }
    if (hosts_fit && has_nics(experiment_) && experiment_.barriers.groups.empty())
      check_firmware_start(reading_, hosts());
    if (reading_.faults.empty()) check_memory();
    if (hosts_fit) check_channels();
  }

 private:
  std::uint64_t hosts() const { return hosts_of(experiment_); }

  /// The experiment with the defaults of delays that are no number of cycles. They are faults, and doubtful.
  Experiment with_delays_in_range() {
    Experiment judged = experiment_;
    for (const Key& key : reading_.keys())
      if (time_of(key, experiment_) != nullptr && !check_delay(key)) {
        reset(key, judged);
        reading_.doubtful.insert(std::string(key.path));
      }
    check_link_delays(reading_);
    if (doubtful({"links"})) judged.link.own.clear();
    return judged;
  }

  bool check_delay(const Key& key) {
    if (doubtful({key.path, "clock.period"})) return false;
    // Costs of a processor are times of their own, whatever the clock; other delays belong to a clock.
    const bool is_cost = is_within(key.path, "nic.cost");
    if (!given("clock.period") && !is_cost) {
      fault(key.path, {}, "a time without a clock", "cycles; with clock.period also a time");
      return false;
    }
    const std::uint64_t most = std::get<CycleDelay>(key.type).most;
    if (is_cost) note_rounding(key);
    if (cycles_of(key, experiment_) <= most) return true;
    fault(key.path, {"clock.period"}, "", "up to " + std::to_string(most) + " cycles");
    return false;
  }

  /// Processors far slower or faster than was asked for are worth a note; `describe` shows every error.
  void note_rounding(const Key& key) {
    constexpr double most_percent = 10;
    if (!plays_part(key, experiment_)) return;
    const std::uint64_t cycles = cycles_of(key, experiment_);
    const Time& time = *time_of(key, experiment_);
    const double percent = rounding_error(cycles, experiment_.clock_period, time).percent;
    if (std::abs(percent) <= most_percent) return;
    char error[32];
    std::snprintf(error, sizeof error, "%+.0f %%", percent);
    reading_.notes.push_back(std::string(key.path) + ": " + to_string(time) + " is rounded to " +
                             text::counted(cycles, "cycle") + " of " + to_string(experiment_.clock_period) + ", " +
                             error);
  }

  /// The checks of links, faults, clocks and barriers. A larger network is built only when nothing else is wrong.
  void check_channels() {
    constexpr std::uint64_t most_hosts_unasked = 1u << 16;
    const bool named = !doubtful(topology_keys_) && (hosts() <= most_hosts_unasked || reading_.faults.empty());
    if (named) check_link_names(reading_);
    if (named) {
      check_barrier_names(reading_);
      if (reading_.faults.empty()) check_planned();
    }
    check_fault_settings(reading_, named);
    if (has_nics(experiment_)) check_clocks(reading_, named);
  }

  /// The port of hosts, which with network interfaces sends the packets of their firmware.
  static endpoint::Params port_at(const Experiment& judged, const wormhole_switch::Params& kind) {
    endpoint::Params port = host_port(judged, kind);
    if (!has_nics(judged)) return port;
    const auto words = static_cast<std::uint32_t>(most_packet_words(judged));
    port.traffic.packet_flits = static_cast<std::uint16_t>(
        std::min<std::uint64_t>(endpoint::packet_flits(port.format, words), endpoint::largest_packet));
    port.traffic.lengths.clear();
    return port;
  }

  /// Asks the model itself, and reports its answer in the words of the file.
  void check_model(const Experiment& judged) {
    const Derived& d = kinds_.front().derived;
    Violations found = kinds_.front().params.violations();
    for (const Violation& violation : port_at(judged, kinds_.front().params).violations())
      if (violation.parameter != "nodes") found.push_back(violation);  // reported by check_format
    const Violations of_traffic = traffic_of(judged).violations();
    found.insert(found.end(), of_traffic.begin(), of_traffic.end());

    KeyPaths reported;
    const bool too_small = d.smallest_buffer > experiment_.switches.buffer_flits;
    for (const Violation& violation : found) {
      if (violation.parameter == "flits") continue;                  // reported below
      if (violation.parameter.substr(0, 8) == "barrier.") continue;  // reported by check_barrier_units
      if (violation.parameter == "go_at" && too_small && !experiment_.switches.stop_at)
        continue;  // no stop_at to judge by
      const auto& table = model_parameters();
      const auto parameter = std::find_if(table.begin(), table.end(),
                                          [&](const ModelParameter& p) { return violation.parameter == p.parameter; });
      if (parameter == table.end()) {
        reading_.faults.push_back({reading_.file, {}, violation.parameter, violation.value, violation.allowed, ""});
        continue;
      }
      if (std::find(reported.begin(), reported.end(), parameter->key) != reported.end()) continue;
      if (parameter->key == "traffic.hot_spot.hosts" && !given(parameter->key)) continue;  // missing: reported already
      reported.push_back(parameter->key);
      const bool one_of_many = parameter->key == "traffic.packet.lengths";
      fault(parameter->key, parameter->depends_on, one_of_many ? violation.value : "",
            violation.allowed + explained(*parameter));
    }
    const bool watermarks_legal =
        std::find(reported.begin(), reported.end(), "switch.buffer.stop_at") == reported.end();
    if (too_small && watermarks_legal) report_buffer(d);
  }

  /// Why a limit is as it is: in words, and with what the times among the keys it depends on were rounded to.
  std::string explained(const ModelParameter& parameter) const {
    std::string text(parameter.because);
    for (const std::string_view path : parameter.depends_on)
      if (const Key& key = *reading_.keys().find(path); time_of(key, experiment_) != nullptr)
        text += (text.empty() ? "" : "; ") + std::string(path) + " is " + shown(reading_, key);
    return text.empty() ? "" : " (" + text + ")";
  }

  /// Reports the size that a buffer must have, and why.
  void report_buffer(const Derived& d) {
    const bool whole_packets = d.longest_packet != 0;
    KeyPaths in_light_of{"switch.buffer.stop_at",
                         "link.delay",
                         "clock.period",
                         "switch.delay.flow_control",
                         "switch.delay.crossbar",
                         "switch.buffer.flow_control",
                         "links"};
    if (whole_packets && has_nics(experiment_))
      in_light_of.insert(in_light_of.begin(), {"switch.switching", "nic.packet_words", "nic.reply_words",
                                               "traffic.packet.format", "routing.switch"});
    else if (whole_packets)
      in_light_of.insert(in_light_of.begin(), {"switch.switching", "traffic.packet.flits", "traffic.packet.lengths",
                                               "traffic.response.flits", "routing.switch"});
    const auto n = [](std::uint64_t count) { return std::to_string(count); };
    std::string parts = "stop_at " + n(d.stop_at) + " + " + n(d.slack) + " flits that may still arrive after STOP";
    if (whole_packets) parts += " + " + n(d.longest_packet - 1) + " of the longest packet after its head";
    if (has_credits(experiment_)) parts = "the longest packet, with the flits of its route";
    if (d.smallest_buffer > std::get<Integer>(find_key("switch.buffer.flits")->type).most)
      parts += "; no buffer is so large: shorter packets";
    fault("switch.buffer.flits", in_light_of, "", "at least " + n(d.smallest_buffer) + " (" + parts + ")");
  }

  void check_barrier_buffers(const Experiment& judged) {
    const BarrierUnitSettings& s = judged.barrier;
    const Derived& d = kinds_.front().derived;
    const auto n = [](std::uint64_t count) { return std::to_string(count); };
    if (judged.switches.buffer_flits <= d.padding_room)
      fault("switch.buffer.flits", {"switch.barrier.architecture", "switch.delay.data", "switch.delay.crossbar"}, "",
            "at least " + n(d.padding_room + 1) + " with barrier units (" + n(d.padding_room) +
                " of padding and a flit)");
    if (has_credits(experiment_)) return;
    const std::uint64_t most = std::get<AutoInteger>(find_key("switch.barrier.buffer")->type).most;
    const KeyPaths in_light_of{"switch.barrier.stop_at", "link.delay", "clock.period", "switch.delay.flow_control",
                               "switch.delay.crossbar",  "links"};
    const std::string because = " (stop_at " + n(s.stop_at) + " + " + n(d.smallest_barrier_buffer - s.stop_at) +
                                " messages that may still arrive after STOP)";
    if (s.buffer && *s.buffer < d.smallest_barrier_buffer)
      fault("switch.barrier.buffer", in_light_of, "", "at least " + n(d.smallest_barrier_buffer) + because);
    else if (d.smallest_barrier_buffer > most)
      fault("switch.barrier.stop_at", in_light_of, "needs buffers of " + n(d.smallest_barrier_buffer) + " messages",
            "what needs no more than " + n(most) + because);
  }

  /// Trees that are in the tables from the start must fit there. Called for an experiment without faults.
  void check_planned() {
    if (experiment_.barriers.groups.empty() || !is_planned(experiment_.barriers.tree)) return;
    std::size_t needed = 0;
    for (const auto& at_switch : network_of(experiment_).barrier_ways.planned)
      needed = std::max(needed, at_switch.size());
    if (needed > experiment_.barrier.entries)
      fault("switch.barrier.entries", {"barriers.tree", "barriers.groups"}, "",
            "at least " + std::to_string(needed) + " for the trees of barriers.tree");
  }

  void check_memory() {
    const topology::Shape shape = shape_of(experiment_.topology);
    const auto switches = static_cast<double>(topology::switches(shape));
    const wormhole_switch::Params kind = kinds_.front().params.completed();
    const Footprint& of = experiment_.run.engine == Engine::fabric ? fabric_footprint : signal_footprint;
    const double a_switch =
        of.a_switch + of.a_port * kind.ports + static_cast<double>(wormhole_switch::storage_bytes(kind));
    const std::size_t nic =
        has_nics(experiment_) ? network::storage_bytes(*nics_of(experiment_, network::Netlist())) : 0;
    const double a_host = of.a_host + static_cast<double>(endpoint::storage_bytes(host_port(experiment_, kind)) + nic);
    // A byte a switch, row and host, two for a set of ports; up to three copies of it while a network is built.
    const route_unit::Params& route = kind.route;
    const bool has_table = route.kind != route_unit::Kind::dimension_order;
    const double bytes = table_rows(experiment_) + (route.choice == route_unit::Choice::none ? 0 : 2);
    const double table = has_table ? 3 * bytes * switches * static_cast<double>(hosts()) : 0;
    const double needed = switches * a_switch + static_cast<double>(hosts()) * a_host + table;
    const double present = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (needed > present)
      fault(size_key(reading_), {"switch.buffer.flits"}, "about " + gibibytes(needed) + " of memory",
            "what this machine has (" + gibibytes(present) + ")");
  }

  bool given(std::string_view key) const { return is_given(reading_, key); }
  bool doubtful(const KeyPaths& keys) const { return is_doubtful(reading_, keys); }
  void fault(std::string_view key, const KeyPaths& in_light_of, const std::string& what, std::string allowed) {
    add_fault(reading_, key, in_light_of, what, std::move(allowed));
  }

  ExperimentReading& reading_;
  const Experiment& experiment_;
  std::vector<SwitchKind> kinds_;  ///< of the experiment as it is judged, where its hosts fit
  const KeyPaths topology_keys_ = reading_.keys().paths_in("topology.");
};

}  // namespace

void check_meaning(ExperimentReading& reading) { MeaningCheck(reading).run(); }

}  // namespace slackline::features
