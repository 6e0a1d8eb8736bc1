#include "testbench/config/clock_meaning.hpp"

#include <map>
#include <string>

#include "testbench/config/experiment_network.hpp"
#include "testbench/config/host_index.hpp"
#include "testbench/config/key_fault.hpp"
#include "testbench/config/record_fault.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::config {

namespace {

constexpr const char* list = "nic.clocks";

void check_hosts(Reading& reading) {
  const network::Netlist netlist = bare_network_of(reading.experiment);
  const HostIndex hosts(netlist);
  std::map<std::uint32_t, std::size_t> seen;  // node -> record
  for (std::size_t i = 0; i < reading.experiment.nic.clocks.size(); ++i) {
    if (!is_known(reading, list, i, "host")) continue;
    const std::string name = escaped(reading.experiment.nic.clocks[i].host, 80);
    const std::optional<std::uint32_t> node = hosts.find(reading.experiment.nic.clocks[i].host);
    if (!node) {
      reading.faults.push_back(
          record_fault(reading, list, i, "host", name,
                       "a host of the topology, such as " + netlist.endpoints.back().name + ", or its number"));
    } else if (const auto [before, is_new] = seen.insert({*node, i}); !is_new) {
      reading.faults.push_back(record_fault(
          reading, list, i, "host", name + ", which " + record_name(reading, list, before->second) + " is about, too",
          "each host in one record"));
    }
  }
}

}  // namespace

void check_clocks(Reading& reading, bool named) {
  const NicSettings& nic = reading.experiment.nic;
  const std::string below = "below nic.slot_ticks (" + std::to_string(nic.slot_ticks) + ")";
  if (nic.offset >= nic.slot_ticks) add_fault(reading, "nic.offset", {"nic.slot_ticks"}, "", below);
  if (reading.given.count(list) == 0) return;
  for (std::size_t i = 0; i < nic.clocks.size(); ++i)
    if (is_known(reading, list, i, "offset") && nic.clocks[i].offset >= nic.slot_ticks &&
        !is_doubtful(reading, {"nic.slot_ticks"}))
      reading.faults.push_back(record_fault(reading, list, i, "offset", std::to_string(nic.clocks[i].offset), below));
  if (named) check_hosts(reading);
}

}  // namespace slackline::config
