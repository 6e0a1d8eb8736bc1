#include "testbench/config/topology_meaning.hpp"

#include <string>

#include "testbench/config/key_fault.hpp"
#include "testbench/config/key_paths.hpp"
#include "testbench/config/limits.hpp"
#include "testbench/config/topology_shape.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::config {

namespace {

std::string kind_of(const Reading& reading) {
  return "topology.kind: " + to_string(value_of(*find_key("topology.kind"), reading.experiment));
}

/// Keys that were given and that the kind has no use for.
void check_use(Reading& reading) {
  for (const Key& key : key_table())
    if (is_within(key.path, "topology") && is_given(reading, key.path) && !applies(key, reading.experiment))
      add_fault(reading, key.path, {"topology.kind"}, "not with " + kind_of(reading),
                "only for " + joined(key.only_for));
}

/// Checks the kind's own keys.
void check_values(Reading& reading) {
  const TopologySettings& settings = reading.experiment.topology;
  const std::string with_kind = " with " + kind_of(reading);
  if (settings.kind == topology::Kind::ring && settings.size.size() != 1) {
    add_fault(reading, "topology.size", {"topology.kind"}, "", "list of one integer, the switches," + with_kind);
    return;
  }
  if (settings.kind == topology::Kind::file && settings.given == nullptr) {
    add_fault(reading, "topology.file", {"topology.kind"}, settings.file.empty() ? "missing" : "not read",
              "name of a file with a network");
    reading.doubtful.insert("topology.file");
    return;
  }
  for (const Violation& violation : topology::violations(shape_of(settings)))
    add_fault(reading, find_key("topology." + violation.parameter)->path, {"topology.kind"}, "",
              violation.allowed + with_kind);
}

/// Checks what a flit takes on the slowest link of a file whose links differ.
bool check_slowest_link(Reading& reading) {
  const Experiment& e = reading.experiment;
  if (!e.topology.given || e.topology.kind != topology::Kind::file) return true;
  const CyclesPerFlit slowest = e.topology.given->slowest();
  if (topology::times(e.cycles_per_flit, slowest).is_legal()) return true;
  add_fault(reading, "link.cycles_per_flit", {"topology.file"},
            "the slowest link of the file is " + to_string(slowest) + " times as slow as the fastest",
            "up to " + std::to_string(CyclesPerFlit::most) + " cycles a flit on every link");
  return false;
}

}  // namespace

std::string_view size_key(const Reading& reading) {
  for (const Key& key : key_table())
    if (is_within(key.path, "topology") && !key.only_for.empty() && applies(key, reading.experiment)) return key.path;
  return "topology.kind";
}

bool check_topology(Reading& reading) {
  const std::size_t faults = reading.faults.size();
  if (reading.doubtful.count("topology.kind") == 0) check_use(reading);
  const auto keys = paths_in("topology.");
  if (is_doubtful(reading, keys)) return false;
  check_values(reading);
  if (reading.faults.size() != faults) return false;
  if (!check_slowest_link(reading)) return false;
  const std::uint64_t hosts = topology::hosts(shape_of(reading.experiment.topology));
  if (hosts >= 2 && hosts <= most_hosts) return true;
  add_fault(reading, size_key(reading), keys,
            (hosts >= topology::most_counted ? "more than " : "") + std::to_string(hosts) + " hosts altogether",
            "2 to 16777216 hosts");
  return false;
}

}  // namespace slackline::config
