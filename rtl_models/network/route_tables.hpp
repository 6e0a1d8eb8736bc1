// route_tables: where the switches of a network that route by table send packets, as plain data. Hosts with routes from
// the source walk through the same tables.
//
//   switch, row, node --> entry: output port, class of virtual channels         (route_unit::TableEntry)
//   switch, node      --> a set of output ports that a packet may choose from   (where routing leaves a choice)
//
// A second row is for routing in which the way on depends on where a packet came from: up*/down* does not let one that
// has come down go up again.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.hpp"

namespace slackline::network {

struct RouteTables {
  std::uint8_t rows = 1;                 ///< of each switch: 1 or 2
  std::vector<std::uint16_t> entries;    ///< switches x rows x nodes; route_unit::no_port: no route
  std::vector<PortSet> second_row;       ///< with 2 rows: of each switch, input ports whose packets use row 1
  std::vector<std::uint16_t> choices;    ///< empty: no choice; switches x nodes: which of the switch's port sets
  std::vector<PortSet> port_sets;        ///< of all switches, one after another
  std::vector<std::uint32_t> first_set;  ///< switches + 1: where those of a switch begin
};

}  // namespace slackline::network
