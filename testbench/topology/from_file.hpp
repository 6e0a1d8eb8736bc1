// file: the network that a file describes, as plain data. testbench/fabric_file makes it from files of several formats.
//
//   ports: as the file numbers them, or one after another     hosts: switch by switch, in the order of their ports
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/topology/structure.hpp"
#include "testbench/topology/wiring.hpp"

namespace slackline::topology {

/// How a link of a file differs from the fastest there.
struct LinkTimes {
  CyclesPerFlit slower = 1;           ///< ratio to the fastest link's cycles per flit
  std::uint32_t there = 0, back = 0;  ///< delay in each direction, in cycles; 0: from link.delay
};

struct GivenNetwork {
  struct Host {
    std::string name;
    std::uint32_t at = 0;  ///< switch
    std::uint8_t port = 0;
    LinkTimes times;  ///< `there`: to the switch
  };
  struct Link {
    std::uint32_t a = 0, b = 0;  ///< switches
    std::uint8_t port_of_a = 0, port_of_b = 0;
    LinkTimes times;  ///< `there`: from a to b
  };
  /// Links of one speed, and the speed they get.
  struct Speed {
    std::string name;  ///< "4xDDR"
    std::uint64_t links = 0;
    double gigabits_per_second = 0;
    double asked = 1;      ///< so many times as slow as the fastest link, by the file
    CyclesPerFlit slower;  ///< and here
  };

  /// Ports of some switches that the file calls by other names than their numbers here.
  struct PortMap {
    struct Run {
      std::uint32_t port = 0, ports = 1;  ///< so many, from this one on
      std::string first, last;            ///< what the file calls the first and the last
    };
    std::vector<Run> runs;
    std::uint64_t switches = 0;  ///< that have these
    std::string first;           ///< of them
  };

  std::string format, name;           ///< "ibnetdiscover", "X5.topofile"
  std::vector<std::string> switches;  ///< names: letters, digits and _, unique together with those of the hosts
  std::vector<Host> hosts;
  std::vector<Link> links;
  std::uint64_t ports = 2;    ///< of each switch; some may stay without a link
  bool has_port_0 = true;     ///< false: the file numbers ports from 1 on, port 0 is the switch's management
  bool names_hosts = true;    ///< the file does; otherwise every switch has as many
  std::vector<Speed> speeds;  ///< the fastest first; none: the file knows of none
  std::vector<PortMap> port_maps;
  std::vector<std::string> notes;  ///< what of the file was left out

  CyclesPerFlit slowest() const;  ///< LinkTimes::slower of the slowest link
};

/// The cycles that a flit takes on a link of a file, from those on the fastest; not legal above 1000.
inline CyclesPerFlit times(CyclesPerFlit fastest, CyclesPerFlit slower) {
  return nearest_cycles_per_flit(std::uint64_t{fastest.cycles} * slower.cycles,
                                 std::uint64_t{fastest.flits} * slower.flits);
}

struct FromFile {
  std::shared_ptr<const GivenNetwork> given;  ///< nullptr: nothing was read; then there is nothing

  std::uint64_t switches() const { return given ? given->switches.size() : 0; }
  std::uint64_t hosts() const { return given ? given->hosts.size() : 0; }
  std::uint64_t ports() const { return given ? given->ports : 0; }
  static std::optional<std::uint64_t> diameter() { return std::nullopt; }
  static std::optional<std::uint64_t> bisection() { return std::nullopt; }
  std::string text() const;
  Violations violations() const;
};

Structure build(const FromFile& shape, network::Netlist& netlist);

/// Gives the channels of a network that build made the times of the file, where they differ from those they have.
void set_link_times(const GivenNetwork& given, network::Netlist& netlist);

}  // namespace slackline::topology
