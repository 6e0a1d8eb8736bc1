// Routes in a file of their own, in CSV: a line for each switch and host gives the output port there, and maybe the
// class of virtual channels. The first line names the columns, in any order. '#' begins a comment, empty lines do not
// count. Switches, hosts and ports are named as reports name them, or numbered.
//
//   switch,host,port,class
//   switch0,host1,p0,0
//   0,2,1,1
#pragma once

#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/routing/settings.hpp"

namespace slackline::features {

constexpr std::size_t most_route_bytes = std::size_t{256} << 20;  ///< of such a file

/// Reads the file that routing.table_file names, if it is given, and adds its errors, those of single lines only. The
/// name is relative to the file that gives it, or to the working folder when an option does.
void read_route_file(Reading& reading);

/// The same with the file's contents.
void read_routes(Reading& reading, const SourcePtr& file);

/// Errors of lines on a network: unknown names, ports without a link, two lines for one switch and host.
/// Each as an error at its line; at most some ten. `file` is shown with them.
InputErrors check_lines(const std::vector<RouteLine>& lines, const network::Netlist& netlist, const SourcePtr& file);

/// Errors that network::check_route_table() finds in tables made of such lines, each at its line; where there is none,
/// at the file.
InputErrors check_ways(const std::vector<RouteLine>& lines, const network::Netlist& netlist, const SourcePtr& file);

/// Classes of virtual channels that lines name.
std::uint8_t classes_of(const std::vector<RouteLine>& lines);

/// Fills in the tables of a network, one row, as many classes as lines name. Lines with errors are left out.
void fill_from_lines(const std::vector<RouteLine>& lines, network::Netlist& netlist);

}  // namespace slackline::features
