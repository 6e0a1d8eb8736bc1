#include "testbench/config/model_parameters.hpp"

#include "testbench/config/key_paths.hpp"

namespace slackline::config {

const std::vector<ModelParameter>& model_parameters() {
  static const KeyPaths topology_keys = paths_in("topology.");
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

}  // namespace slackline::config
