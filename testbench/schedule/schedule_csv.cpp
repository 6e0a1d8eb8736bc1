#include "testbench/schedule/schedule_csv.hpp"

#include <map>
#include <utility>

#include "testbench/schedule/csv_table.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/number.hpp"

namespace slackline::schedule {

namespace {

constexpr const char* heading = "slot,from,to";

class ScheduleReader {
 public:
  ScheduleReader(const settings::SourcePtr& file, const network::Netlist& netlist, settings::InputErrors& errors)
      : table_(file, heading, "schedule", errors), names_(host_names(netlist)) {
    for (std::uint32_t host = 0; host < names_.size(); ++host) hosts_.emplace(names_[host], host);
  }

  std::optional<Schedule> read() {
    if (!table_.read([this](const CsvTable::Record& record) { read_message(record); })) return std::nullopt;
    schedule_.hosts = first_hosts(static_cast<std::uint32_t>(names_.size()));
    sort(schedule_);
    return std::move(schedule_);
  }

 private:
  void read_message(const CsvTable::Record& fields) {
    const unsigned wrong_before = table_.wrong();
    const std::uint32_t slot = slot_of(fields[0]), from = host_of("from", fields[1]), to = host_of("to", fields[2]);
    if (table_.wrong() != wrong_before) return;
    const auto [other, is_new] = lines_.emplace(std::pair(slot, from), table_.line());
    if (!is_new)
      return table_.refuse("from", fields[1],
                           "one packet in each slot from each host (line " + std::to_string(other->second) +
                               " has one from it in slot " + std::to_string(slot) + ")");
    schedule_.messages.push_back({slot, from, to});
  }

  std::uint32_t slot_of(const CsvTable::Field& field) {
    const settings::Parsed<std::uint64_t> slot = settings::parse_integer(field.text);
    if (slot && slot.value < most_slots) return static_cast<std::uint32_t>(slot.value);
    table_.refuse("slot", field, "integer from 0 to " + std::to_string(most_slots - 1), slot.why);
    return 0;
  }

  std::uint32_t host_of(const char* column, const CsvTable::Field& field) {
    if (const auto named = hosts_.find(field.text); named != hosts_.end()) return named->second;
    const settings::Parsed<std::uint64_t> number = settings::parse_integer(field.text);
    if (number && number.value < names_.size()) return static_cast<std::uint32_t>(number.value);
    table_.refuse(column, field, "a host: a name, or a number from 0 to " + std::to_string(names_.size() - 1), "",
                  settings::nearest(std::string(field.text), {names_.begin(), names_.end()}));
    return 0;
  }

  CsvTable table_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> hosts_;
  Schedule schedule_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> lines_;  ///< of each slot and sender
};

}  // namespace

std::optional<Schedule> read_csv(const settings::SourcePtr& file, const network::Netlist& netlist,
                                 settings::InputErrors& errors) {
  return ScheduleReader(file, netlist, errors).read();
}

std::string to_csv(const Schedule& schedule, const network::Netlist& netlist) {
  const std::vector<std::string> names = host_names(netlist);
  std::string csv = std::string(heading) + "\n";
  for (const Message& message : schedule.messages)
    csv += std::to_string(message.slot) + "," + names[message.from] + "," + names[message.to] + "\n";
  return csv;
}

std::vector<std::string> host_names(const network::Netlist& netlist) {
  std::vector<std::string> names(netlist.endpoints.size());
  for (const network::EndpointInstance& host : netlist.endpoints) names[host.place.node.value] = host.name;
  return names;
}

}  // namespace slackline::schedule
