// wiring: what the builders of topologies share: switches, hosts and links added to a netlist, one after another.
#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/network/netlist.hpp"

namespace slackline::topology {

/// A count that stays at most_counted where it would pass it: of networks that nobody can build.
inline constexpr std::uint64_t most_counted = 1'000'000'000'000'000;
constexpr std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > most_counted / b ? most_counted : a * b;
}
constexpr std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  while (exponent-- > 0 && result < most_counted) result = product(result, base);
  return result;
}

/// Adds to a netlist whose switches route by table. Every link has a delay of one cycle and takes a flit a cycle.
class Wiring {
 public:
  /// `ports` of each switch, `hosts` altogether.
  Wiring(network::Netlist& netlist, std::uint64_t ports, std::uint64_t hosts);

  void add_switch(std::string name) { netlist_.switches.push_back({std::move(name), {}}); }
  /// The next host, "host3" if it has no other name, at a port of a switch.
  void add_host(std::uint64_t at, std::uint64_t port, std::string name = "");
  /// Both directions of a link between two switches.
  void link(std::uint64_t a, std::uint64_t port_of_a, std::uint64_t b, std::uint64_t port_of_b);

 private:
  void join(const network::PortRef& a, const network::PortRef& b);

  network::Netlist& netlist_;
};

}  // namespace slackline::topology
