// cray: reader of the listing of every port of a Cray XC's routers, as that of Theta: a line a port.
//
//   c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)
//   c0-0c0s0a0l04(0:0:0) blue -> unused
//   c0-0c0s0a0l50(0:0:0) ptile -> processor
//
// cabinet 0-0, chassis 0, slot 0, Aries router 0, port 00 in octal. Hosts are not named: a router has as many as the
// configuration says, an Aries 4.
#pragma once

#include <string_view>

#include "testbench/fabric_file/fabric_file.hpp"

namespace slackline::fabric_file {

bool is_cray_line(std::string_view line);
void read_cray(std::string_view text, FabricFile& file, Complaints& complaints);

}  // namespace slackline::fabric_file
