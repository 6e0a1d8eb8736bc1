#include "testbench/config/experiment_network.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "testbench/config/key.hpp"
#include "testbench/topology/mesh.hpp"

namespace slackline::config {

namespace {

using KeyPaths = std::vector<std::string_view>;

/// Which key a parameter of the model comes from, and which others its limits depend on.
struct ModelParameter {
  std::string_view parameter;
  std::string_view key;
  KeyPaths depends_on;
  std::string_view because;
};

const std::vector<ModelParameter>& model_parameters() {
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
      {"dimensions", "topology.size", {}, ""},
      {"size", "topology.size", {}, ""},
      {"hosts_per_switch", "topology.hosts_per_switch", {"topology.size"}, "2 ports a dimension and 1 a host"},
      {"ports", "topology.hosts_per_switch", {"topology.size"}, "2 ports a dimension and 1 a host"},
      {"nodes", "topology.size", {"topology.hosts_per_switch"}, ""},
      {"packet_flits", "traffic.packet.flits", {}, ""},
      {"packets_per_cycle", "traffic.load", {"traffic.packet.flits"}, ""},
  };
  return table;
}

/// Bytes that an engine takes for each part of a network, measured and rounded up; the cores' storage comes on top.
struct Footprint {
  double a_switch, a_port, a_host;
};
constexpr Footprint fabric_footprint{1000, 250, 1000};
constexpr Footprint signal_footprint{6000, 3500, 8000};

template <class To>
To narrow(std::uint64_t value) {
  return static_cast<To>(value);  // the table of keys has bounded it
}

std::uint64_t product(const std::vector<std::uint64_t>& size) {
  std::uint64_t count = 1;
  for (const std::uint64_t along : size) count *= along;
  return count;
}

/// The same network with at most 2 switches along each dimension: every kind of link that the whole one has, and cheap.
Experiment sample_of(Experiment experiment) {
  for (std::uint64_t& along : experiment.topology.size) along = std::min<std::uint64_t>(along, 2);
  experiment.traffic.pattern = endpoint::Pattern::uniform;
  experiment.traffic.permutation.clear();
  return experiment;
}

/// The network with given watermarks.
network::Netlist build(const Experiment& e, const Derived& d) {
  network::Netlist netlist;
  wormhole_switch::Params& s = netlist.switch_params;
  s.buffer.flits = narrow<std::uint16_t>(e.switches.buffer_flits);
  s.flow = {d.stop_at, d.go_at, narrow<std::uint8_t>(e.switches.fc_cycles)};
  s.arbiter = e.switches.arbiter;
  s.header_delay = narrow<std::uint16_t>(e.switches.header_delay);
  s.data_delay = narrow<std::uint16_t>(e.switches.data_delay);
  s.arbitration = narrow<std::uint16_t>(e.switches.arbitration);
  s.crossbar = narrow<std::uint16_t>(e.switches.crossbar);

  endpoint::Params& h = netlist.endpoint_params;
  h.traffic.pattern = e.traffic.pattern;
  h.traffic.packet_flits = narrow<std::uint16_t>(e.traffic.packet_flits);
  h.traffic.packets_per_cycle = e.traffic.load / static_cast<double>(e.traffic.packet_flits);
  h.traffic.seed = e.run.seed;
  h.fc_cycles = narrow<std::uint8_t>(e.switches.fc_cycles);
  h.warmup = e.run.warmup;

  topology::Mesh mesh;
  mesh.size.assign(e.topology.size.begin(), e.topology.size.end());
  mesh.hosts_per_switch = narrow<std::uint8_t>(e.topology.hosts_per_switch);
  mesh.link_delay = d.link_delay;
  topology::build(mesh, netlist);
  for (std::size_t i = 0; i < e.traffic.permutation.size(); ++i)
    netlist.endpoints[i].place.partner = NodeId(narrow<std::uint32_t>(e.traffic.permutation[i]));
  return netlist;
}

std::uint64_t link_cycles(const Experiment& e) {
  return e.link_delay.time ? nearest_cycles(*e.link_delay.time, e.clock_period) : e.link_delay.cycles;
}

/// Fills in the watermarks from the slack that the network needs.
void derive_watermarks(const Experiment& e, Derived& d) {
  const network::Netlist sample = build(sample_of(e), d);
  for (const network::Channel& channel : sample.channels)
    if (channel.to.kind == network::InstanceKind::wormhole_switch)
      d.slack = std::max(d.slack, network::smallest_slack(sample, channel));
  const std::uint64_t flits = e.switches.buffer_flits;
  d.stop_at = narrow<std::uint16_t>(e.switches.stop_at.value_or(flits > d.slack ? flits - d.slack : 1));
  d.go_at = narrow<std::uint16_t>(e.switches.go_at.value_or(std::min<std::uint64_t>(d.slack + 1, d.stop_at - 1u)));
}

std::string gibibytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", bytes / (1 << 30));
  return text;
}

class MeaningCheck {
 public:
  explicit MeaningCheck(Reading& reading) : reading_(reading), experiment_(reading.experiment) {}

  void run() {
    const bool hosts_fit = check_hosts();
    const bool link_fits = check_link();
    check_warmup();
    check_permutation();
    if (hosts_fit) check_model(link_fits);
    if (reading_.faults.empty()) check_memory();
  }

 private:
  std::uint64_t hosts() const { return product(experiment_.topology.size) * experiment_.topology.hosts_per_switch; }

  bool check_hosts() {
    if (doubtful({"topology.size", "topology.hosts_per_switch"})) return false;
    if (hosts() >= 2 && hosts() <= 1u << 24) return true;
    fault("topology.size", {"topology.hosts_per_switch"}, std::to_string(hosts()) + " hosts altogether",
          "2 to 16777216 hosts");
    return false;
  }

  bool check_link() {
    if (doubtful({"link.delay", "clock.period"})) return false;
    if (!experiment_.link_delay.time) return true;
    if (reading_.given.count("clock.period") == 0) {
      fault("link.delay", {}, "a time without a clock", "cycles; with clock.period also a time");
      return false;
    }
    const std::uint64_t cycles = link_cycles(experiment_);
    if (cycles <= 1000) return true;
    fault("link.delay", {"clock.period"}, std::to_string(cycles) + " cycles", "up to 1000 cycles");
    return false;
  }

  void check_warmup() {
    if (experiment_.run.warmup >= experiment_.run.max_cycles)
      fault("run.warmup", {"run.max_cycles"}, "",
            "below run.max_cycles (" + std::to_string(experiment_.run.max_cycles) + ")");
  }

  void check_permutation() {
    const std::vector<std::uint64_t>& to = experiment_.traffic.permutation;
    const bool wanted = experiment_.traffic.pattern == endpoint::Pattern::permutation;
    const auto given = reading_.given.find("traffic.permutation");
    if (given == reading_.given.end()) {
      if (wanted && !doubtful({"traffic.permutation"}))
        fault("traffic.permutation", {"traffic.pattern"}, "missing", "list of one destination a host");
      return;
    }
    if (!wanted)
      fault("traffic.permutation", {"traffic.pattern"}, "given for another traffic.pattern",
            "only with pattern: permutation");
    if (doubtful({"topology.size", "topology.hosts_per_switch"})) return;
    if (to.size() != hosts())
      fault("traffic.permutation", {}, std::to_string(to.size()) + " destinations",
            std::to_string(hosts()) + ", one a host");
    else
      check_destinations(to, given->second);
  }

  void check_destinations(const std::vector<std::uint64_t>& to, const Origin& origin) {
    constexpr unsigned most_reported = 10;
    unsigned reported = 0;
    std::vector<bool> named(to.size(), false);
    for (std::size_t i = 0; i < to.size() && reported < most_reported; ++i) {
      const bool exists = to[i] < to.size();
      if (exists && !named[to[i]]) {
        named[to[i]] = true;
        continue;
      }
      ++reported;
      reading_.faults.push_back({origin.source, i < origin.items.size() ? origin.items[i] : origin.at,
                                 "traffic.permutation", std::to_string(to[i]) + (exists ? " (a second time)" : ""),
                                 "each host from 0 to " + std::to_string(to.size() - 1) + " once", ""});
    }
  }

  /// Asks the model itself, and says its answer in the words of the file.
  void check_model(bool link_fits) {
    Derived d;
    if (link_fits) d.link_delay = narrow<std::uint32_t>(link_cycles(experiment_));
    derive_watermarks(experiment_, d);
    const Violations found = network::violations(build(sample_of(experiment_), d), network::Check::structure);

    KeyPaths reported;
    const bool too_small = d.stop_at + d.slack > experiment_.switches.buffer_flits;
    for (const Violation& violation : found) {
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
      reported.push_back(parameter->key);
      fault(parameter->key, parameter->depends_on, "",
            violation.allowed + (parameter->because.empty() ? "" : " (" + std::string(parameter->because) + ")"));
    }
    const bool watermarks_legal =
        std::find(reported.begin(), reported.end(), "switch.buffer.stop_at") == reported.end();
    if (too_small && link_fits && watermarks_legal) report_slack(d);
  }

  void report_slack(const Derived& d) {
    fault("switch.buffer.flits",
          {"switch.buffer.stop_at", "link.delay", "clock.period", "switch.delay.flow_control", "switch.delay.crossbar"},
          "",
          "at least " + std::to_string(d.stop_at + d.slack) + " (stop_at " + std::to_string(d.stop_at) + " + " +
              std::to_string(d.slack) + " flits that may still arrive after STOP)");
  }

  void check_memory() {
    const auto switches = static_cast<double>(product(experiment_.topology.size));
    const network::Netlist sample = build(sample_of(experiment_), derived(experiment_));
    const Footprint& of = experiment_.run.engine == Engine::fabric ? fabric_footprint : signal_footprint;
    const double a_switch = of.a_switch + of.a_port * sample.switch_params.ports +
                            static_cast<double>(wormhole_switch::storage_bytes(sample.switch_params));
    const double a_host = of.a_host + static_cast<double>(endpoint::storage_bytes(sample.endpoint_params));
    const double needed = switches * a_switch + static_cast<double>(hosts()) * a_host;
    const double present = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    if (needed > present)
      fault("topology.size", {"switch.buffer.flits"}, "about " + gibibytes(needed) + " of memory",
            "what this machine has (" + gibibytes(present) + ")");
  }

  bool doubtful(const KeyPaths& keys) const {
    return std::any_of(keys.begin(), keys.end(),
                       [this](std::string_view key) { return reading_.doubtful.count(key) != 0; });
  }

  /// A fault of `key` as far as it is known, in the light of other keys. Shown where the first of them was given.
  void fault(std::string_view key, const KeyPaths& in_light_of, const std::string& what, std::string allowed) {
    if (doubtful({key}) || doubtful(in_light_of)) return;
    KeyPaths all{key};
    all.insert(all.end(), in_light_of.begin(), in_light_of.end());
    Origin origin{reading_.file, {}, {}};
    for (const std::string_view path : all)
      if (const auto given = reading_.given.find(path); given != reading_.given.end()) {
        origin = given->second;
        break;
      }
    const bool is_given = reading_.given.count(key) != 0;
    std::string read;
    if (what == "missing") {
      read = what;
    } else {
      read = key == "traffic.permutation" ? "" : to_string(value_of(*find_key(key), experiment_));
      if (!is_given) read += " (default)";
      if (!what.empty()) read += (read.empty() ? "" : ": ") + what;
    }
    reading_.faults.push_back({origin.source, origin.at, std::string(key), read, std::move(allowed), ""});
  }

  Reading& reading_;
  const Experiment& experiment_;
};

}  // namespace

void check_meaning(Reading& reading) { MeaningCheck(reading).run(); }

Derived derived(const Experiment& experiment) {
  Derived d;
  d.hosts = product(experiment.topology.size) * experiment.topology.hosts_per_switch;
  d.link_delay = narrow<std::uint32_t>(link_cycles(experiment));
  derive_watermarks(experiment, d);
  return d;
}

network::Netlist network_of(const Experiment& experiment) { return build(experiment, derived(experiment)); }

}  // namespace slackline::config
