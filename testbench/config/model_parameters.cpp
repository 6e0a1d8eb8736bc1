#include "testbench/config/model_parameters.hpp"

namespace slackline::config {

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
      {"virtual_channels", "switch.virtual_channels", {"topology.kind"}, ""},
      {"kind", "routing.switch", {"topology.kind", "topology.size", "topology.hosts_per_switch"}, ""},
      {"trailing_crc", "traffic.packet.format", {"routing.switch"}, "routing.switch: source_stripped"},
      {"format", "traffic.packet.format", {"routing.switch"}, "routing.switch: source_stripped"},
      {"dimensions", "topology.size", {}, ""},
      {"size", "topology.size", {}, ""},
      {"hosts_per_switch", "topology.hosts_per_switch", {"topology.size"}, "2 ports a dimension and 1 a host"},
      {"ports", "topology.hosts_per_switch", {"topology.size"}, "2 ports a dimension and 1 a host"},
      {"nodes", "topology.size", {"topology.hosts_per_switch"}, ""},
      {"pattern", "traffic.pattern", {"topology.size", "topology.hosts_per_switch"}, ""},
      {"hot_spot.hosts", "traffic.hot_spot.hosts", {"topology.size", "topology.hosts_per_switch"}, ""},
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
