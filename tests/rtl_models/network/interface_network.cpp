#include "tests/rtl_models/network/interface_network.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.hpp"

namespace slackline::test {

network::Netlist interface_network(Settings settings, const std::string& firmware, double messages_per_cycle,
                                   std::uint16_t words, std::uint64_t limit) {
  settings.packet_flits = words;
  settings.packets_per_cycle = messages_per_cycle;
  network::Netlist netlist = mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  netlist.workloads[0].traffic.packet_limit = limit;
  const firmware::Entry* entry = firmware::find_firmware(firmware);
  REQUIRE(entry != nullptr);
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nics[0].firmware = entry->firmware;
  interfaces->delivery = entry->delivery;
  interfaces->nics[0].memory_bytes = 16 * 1024;
  interfaces->nics[0].parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  interfaces->nics[0].parameters[NIC_PARAMETER_WINDOW] = 4;
  interfaces->nics[0].parameters[NIC_PARAMETER_TRIES] = 4;
  interfaces->nics[0].parameters[NIC_PARAMETER_REPLY_WORDS] = 4;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    local_clock::Params clock;
    clock.lag = local_clock::lag_of(-50'000 * static_cast<std::int64_t>(i), 0);
    interfaces->clocks.push_back(clock);
  }
  netlist.interfaces = interfaces;
  return netlist;
}

nic::Costs some_costs() {
  nic::Costs costs;
  costs.event.fill(24);
  costs.start = 24;
  costs.register_read = costs.register_write = costs.load = costs.store = 2;
  return costs;
}

network::Netlist myrinet_interface_network(Settings settings, double messages_per_cycle, std::uint16_t words,
                                           std::uint64_t limit) {
  settings.format = port::PacketFormat::myrinet;
  settings.routing = route_unit::Kind::source_stripped;
  network::Netlist netlist = interface_network(settings, "unicast", messages_per_cycle, words, limit);
  interfaces_of(netlist).nics[0].most_packet_words = 5 + 8;
  return netlist;
}

network::HostInterfaces& interfaces_of(network::Netlist& netlist) {
  return const_cast<network::HostInterfaces&>(*netlist.interfaces);
}

}  // namespace slackline::test
