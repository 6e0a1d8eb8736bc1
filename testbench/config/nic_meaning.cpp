#include "testbench/config/nic_meaning.hpp"

#include "testbench/config/key_fault.hpp"
#include "testbench/config/key_paths.hpp"
#include "testbench/config/nic_of.hpp"

namespace slackline::config {

namespace {

constexpr const char* only_generators = "only with endpoint: generator";

void check_given(Reading& reading) {
  const bool nics = has_nics(reading.experiment);
  for (const Key& key : key_table())
    if (is_given_by_user(reading, key.path) && !nic_plays_part(key, reading.experiment))
      add_fault(reading, key.path, {"endpoint"},
                nics ? "plays no part with endpoint: nic" : "plays no part with endpoint: generator",
                nics ? only_generators : "only with endpoint: nic");
}

/// What network interfaces cannot do yet.
void check_limits(Reading& reading) {
  const Experiment& e = reading.experiment;
  if (e.traffic.format != endpoint::PacketFormat::compact)
    add_fault(reading, "traffic.packet.format", {"endpoint"}, "", "compact with endpoint: nic");
  if (e.switches.switching != wormhole_switch::Switching::wormhole)
    add_fault(reading, "switch.switching", {"endpoint"}, "", "wormhole with endpoint: nic");
  if (!e.traffic.replay.trace_file.empty())
    add_fault(reading, "traffic.trace", {"endpoint"}, "plays no part with endpoint: nic", only_generators);
  if (e.nic.memory % 4 != 0) add_fault(reading, "nic.memory", {}, "", "a multiple of 4 bytes");
}

}  // namespace

bool nic_plays_part(const Key& key, const Experiment& experiment) {
  if (is_within(key.path, "nic")) return has_nics(experiment);
  return !has_nics(experiment) || !is_within(key.path, "traffic.response");
}

void check_nic(Reading& reading) {
  if (is_doubtful(reading, {"endpoint"})) return;
  check_given(reading);
  if (has_nics(reading.experiment)) check_limits(reading);
}

}  // namespace slackline::config
