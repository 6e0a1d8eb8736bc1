#include "testbench/schedule/schedule_table.hpp"

#include <algorithm>

#include "testbench/present/text_table.hpp"
#include "testbench/schedule/schedule_csv.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::schedule {

namespace {

std::string text(const Message& message) { return std::to_string(message.from) + " => " + std::to_string(message.to); }

std::string text(const Message& message, const std::vector<std::string>& names) {
  return names[message.from] + " => " + names[message.to];
}

/// Cells of a slot after its number.
std::vector<std::string> cells(const Schedule& schedule, std::size_t first, std::size_t last) {
  if (schedule.hosts.size() > most_columns) {
    std::vector<std::string> messages;
    for (std::size_t i = first; i < last; ++i) messages.push_back(text(schedule.messages[i]));
    return {text::counted(last - first, "message"), text::some_of(messages)};
  }
  std::vector<std::string> row(schedule.hosts.size());
  for (std::size_t i = first; i < last; ++i) {
    const auto host = std::lower_bound(schedule.hosts.begin(), schedule.hosts.end(), schedule.messages[i].from);
    row[static_cast<std::size_t>(host - schedule.hosts.begin())] = text(schedule.messages[i]);
  }
  return row;
}

}  // namespace

std::string slot_table(const Schedule& schedule) {
  const std::size_t columns = schedule.hosts.size() > most_columns ? 2 : schedule.hosts.size();
  std::vector<std::vector<std::string>> rows{{"slot"}};
  rows.front().resize(columns + 1);
  const std::vector<std::size_t> begins = slot_begins(schedule);
  for (std::size_t slot = 0; slot + 1 < begins.size(); ++slot) {
    rows.push_back({std::to_string(slot)});
    for (std::string& cell : cells(schedule, begins[slot], begins[slot + 1])) rows.back().push_back(std::move(cell));
  }
  std::vector<present::Align> align(columns + 1, present::Align::left);
  align.front() = present::Align::right;
  return present::text_table(align, rows);
}

std::string verdict_text(const DependencyCheck& check, const network::Netlist& netlist) {
  if (check.holds())
    return "holds: each of " + std::to_string(check.pairs) + " ordered pairs of hosts, " +
           std::to_string(check.direct) + " of them directly";
  const std::vector<std::string> names = host_names(netlist);
  return "does not hold: " + std::to_string(check.missing) + " of " + std::to_string(check.pairs) +
         " ordered pairs are not ordered; the first: " + names[check.example->slow] + " does not precede " +
         names[check.example->fast];
}

std::string verdict_text(const ConflictCheck& check, const network::Netlist& netlist) {
  if (check.holds()) return "holds";
  const std::vector<std::string> names = host_names(netlist);
  std::string why = "does not hold: ";
  if (check.lost)
    why += "no route takes " + text(*check.lost, names) + " of slot " + std::to_string(check.lost->slot) +
           (check.conflicts == 0 ? "" : "; ");
  if (check.example)
    why += text::counted(check.conflicts, "conflict") + "; the first: in slot " +
           std::to_string(check.example->first.slot) + " " + text(check.example->first, names) + " and " +
           text(check.example->second, names) + " share " +
           network::channel_name(netlist, netlist.channels[check.example->channel]);
  return why;
}

}  // namespace slackline::schedule
