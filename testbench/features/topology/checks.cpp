#include "testbench/features/topology/settings.hpp"

#include <string>

#include "testbench/features/run/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::features {

namespace {

std::string kind_of(const Reading& reading) {
  return "topology.kind: " + to_string(value_of(*reading.keys().find("topology.kind"), reading.values()));
}

/// Keys that were given and that the kind has no use for.
void check_use(Reading& reading) {
  for (const Key& key : reading.keys())
    if (is_within(key.path, "topology") && is_given(reading, key.path) && !applies(key, reading.values()))
      add_error(reading, key.path, {"topology.kind"}, problem("has no effect with " + kind_of(reading)),
                advice("use it only with topology.kind: " + alternatives(key.kinds)));
}

/// Checks the kind's own keys.
void check_values(Reading& reading) {
  const TopologySettings& settings = reading.values().get<TopologySettings>();
  const std::string with_kind = " with " + kind_of(reading);
  if (settings.kind == topology::Kind::ring && settings.size.size() != 1) {
    add_error(reading, "topology.size", {"topology.kind"}, {}, "list of one integer, the switches," + with_kind);
    return;
  }
  if (settings.kind == topology::Kind::file && settings.given == nullptr) {
    add_error(reading, "topology.file", {"topology.kind"}, problem(settings.file.empty() ? "missing" : "not read"),
              "name of a file with a network");
    reading.doubtful.insert("topology.file");
    return;
  }
  for (const Violation& violation : topology::violations(shape_of(settings)))
    add_error(reading, "topology." + violation.parameter, {"topology.kind"}, {}, violation.expected + with_kind);
}

}  // namespace

std::string_view size_key(const Reading& reading) {
  for (const Key& key : reading.keys())
    if (is_within(key.path, "topology") && !key.kinds.empty() && applies(key, reading.values())) return key.path;
  return "topology.kind";
}

bool check_topology(Reading& reading) {
  const std::size_t errors = reading.errors.size();
  if (reading.doubtful.count("topology.kind") == 0) check_use(reading);
  const auto keys = reading.keys().paths_in("topology.");
  if (is_doubtful(reading, keys)) return false;
  check_values(reading);
  if (reading.errors.size() != errors) return false;
  const std::uint64_t hosts = topology::hosts(shape_of(reading.values().get<TopologySettings>()));
  if (hosts >= 2 && hosts <= most_hosts) return true;
  add_error(reading, size_key(reading), keys,
            remark((hosts >= topology::most_counted ? "more than " : "") + text::counted(hosts, "host")),
            "a value for 2 to " + std::to_string(most_hosts) + " hosts altogether");
  return false;
}

}  // namespace slackline::features
