#include "testbench/schedule/schedule_csv.hpp"

#include <array>
#include <map>
#include <utility>

#include "testbench/config/nearest.hpp"
#include "testbench/config/number.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::schedule {

namespace {

using config::Faults;
using config::SourcePtr;

constexpr unsigned most_reported = 10;
constexpr const char* header = "slot,from,to";
constexpr std::array<const char*, 3> columns = {"slot", "from", "to"};

struct Field {
  std::string_view text;
  std::size_t begin = 0;  ///< in its line
};

/// Without blanks around it.
Field trimmed(std::string_view line, std::size_t begin, std::size_t end) {
  constexpr const char* blanks = " \t\r";
  while (begin < end && std::string_view(blanks).find(line[begin]) != std::string_view::npos) ++begin;
  while (end > begin && std::string_view(blanks).find(line[end - 1]) != std::string_view::npos) --end;
  return {line.substr(begin, end - begin), begin};
}

std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> fields;
  std::size_t begin = 0;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',', begin)) {
    fields.push_back(trimmed(line, begin, comma));
    begin = comma + 1;
  }
  fields.push_back(trimmed(line, begin, line.size()));
  return fields;
}

class Reader {
 public:
  Reader(const SourcePtr& file, const network::Netlist& netlist, Faults& faults)
      : file_(file), names_(host_names(netlist)), faults_(faults) {
    for (std::uint32_t host = 0; host < names_.size(); ++host) hosts_.emplace(names_[host], host);
  }

  std::optional<Schedule> read() {
    bool headed = false;
    for (line_ = 0; file_->offset(line_, 0) < file_->text().size() && wrong_ < most_reported; ++line_) {
      const std::string_view all = file_->line(line_ + 1), line = all.substr(0, all.find('#'));
      const Field whole = trimmed(line, 0, line.size());
      if (whole.text.empty()) continue;
      if (headed) {
        read_message(fields_of(line), whole);
        continue;
      }
      headed = true;
      if (!is_header(fields_of(line))) refuse("", whole, std::string("the heading `") + header + "`");
    }
    if (!headed)
      faults_.push_back(
          {file_, {}, "", "no schedule", std::string("the heading `") + header + "`, then a message a line", ""});
    if (wrong_ != 0 || !headed) return std::nullopt;
    schedule_.hosts = first_hosts(static_cast<std::uint32_t>(names_.size()));
    sort(schedule_);
    return std::move(schedule_);
  }

 private:
  static bool is_header(const std::vector<Field>& fields) {
    if (fields.size() != columns.size()) return false;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (fields[i].text != columns[i]) return false;
    return true;
  }

  void read_message(const std::vector<Field>& fields, const Field& whole) {
    if (fields.size() != columns.size()) return refuse("", whole, "three fields: slot,from,to");
    const unsigned wrong_before = wrong_;
    const std::uint32_t slot = slot_of(fields[0]), from = host_of("from", fields[1]), to = host_of("to", fields[2]);
    if (wrong_ != wrong_before) return;
    const auto [other, is_new] = lines_.emplace(std::pair(slot, from), line_ + 1);
    if (!is_new)
      return refuse("from", fields[1],
                    "one packet a slot from each host; line " + std::to_string(other->second) +
                        " has one from it in slot " + std::to_string(slot));
    schedule_.messages.push_back({slot, from, to});
  }

  std::uint32_t slot_of(const Field& field) {
    const config::Parsed<std::uint64_t> slot = config::parse_integer(field.text);
    if (slot && slot.value < most_slots) return static_cast<std::uint32_t>(slot.value);
    refuse("slot", field, "integer from 0 to " + std::to_string(most_slots - 1), slot.why);
    return 0;
  }

  std::uint32_t host_of(const char* column, const Field& field) {
    if (const auto named = hosts_.find(field.text); named != hosts_.end()) return named->second;
    const config::Parsed<std::uint64_t> number = config::parse_integer(field.text);
    if (number && number.value < names_.size()) return static_cast<std::uint32_t>(number.value);
    refuse(column, field, "a host: a name, or a number from 0 to " + std::to_string(names_.size() - 1), "",
           config::nearest(std::string(field.text), {names_.begin(), names_.end()}));
    return 0;
  }

  void refuse(const std::string& column, const Field& field, std::string allowed, const std::string& why = "",
              std::string hint = "") {
    ++wrong_;
    const std::string read = field.text.empty() ? "nothing" : config::printable(field.text, 40);
    faults_.push_back({file_, file_->position(line_, field.begin, field.text.size()), column,
                       read + (why.empty() ? "" : " (" + why + ")"), std::move(allowed), std::move(hint)});
  }

  SourcePtr file_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> hosts_;
  Faults& faults_;
  Schedule schedule_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> lines_;  ///< of each slot and sender
  std::size_t line_ = 0;
  unsigned wrong_ = 0;
};

}  // namespace

std::optional<Schedule> read_csv(const SourcePtr& file, const network::Netlist& netlist, Faults& faults) {
  return Reader(file, netlist, faults).read();
}

std::string to_csv(const Schedule& schedule, const network::Netlist& netlist) {
  const std::vector<std::string> names = host_names(netlist);
  std::string csv = std::string(header) + "\n";
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
