// schedule_csv: schedules as files, a message a line; hosts by their names or numbers. '#' begins a comment, empty lines
// do not count.
//
//   slot,from,to
//   0,host0,host1
//   0,host1,host0
#pragma once

#include <optional>
#include <string>

#include "rtl_models/network/netlist.hpp"
#include "testbench/schedule/schedule.hpp"
#include "testbench/settings/input_error.hpp"

namespace slackline::schedule {

constexpr std::size_t most_csv_bytes = std::size_t{256} << 20;
constexpr std::uint32_t most_slots = 1'000'000;

/// A schedule of all hosts of a network; nothing, and errors, when something is wrong with the file: of the first ten
/// lines that are.
std::optional<Schedule> read_csv(const settings::SourcePtr& file, const network::Netlist& netlist,
                                 settings::InputErrors& errors);

std::string to_csv(const Schedule& schedule, const network::Netlist& netlist);

/// Names of the hosts of a network, by their numbers.
std::vector<std::string> host_names(const network::Netlist& netlist);

}  // namespace slackline::schedule
