#include "testbench/commands/firmware_log.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "rtl_models/firmware/log_text.hpp"

namespace slackline::commands {

struct FirmwareLog::Record {
  struct Line {
    Cycle cycle;
    NodeId node;
    std::string text;
  };

  std::ostream* out = nullptr;
  bool open = true;
  std::uint64_t count = 0;
  std::vector<std::string> hosts;  ///< by number
  std::vector<Line> lines;

  void add(NodeId node, Cycle cycle, std::string text) {
    if (!open) return;
    ++count;
    // Those of one cycle come in the order of the engine: all of the last cycle are kept, and sorted in the end.
    constexpr std::size_t most_kept = std::size_t{1} << 16;
    const bool kept = lines.size() < most_lines || (cycle == lines.back().cycle && lines.size() < most_kept);
    if (out != nullptr && count <= most_lines) *out << "slackline: " + shown(node, cycle, text) + "\n";
    if (out != nullptr && count == most_lines + 1)
      *out << "slackline: firmware has written more than " + std::to_string(most_lines) +
                  " lines; the rest is counted in the results\n";
    if (kept) lines.push_back({cycle, node, std::move(text)});
  }
  std::string shown(NodeId node, Cycle cycle, const std::string& text) const {
    return hosts[node.value] + ", cycle " + std::to_string(cycle.value) + ": " + text;
  }
};

FirmwareLog::FirmwareLog(std::ostream* out) : record_(std::make_shared<Record>()) { record_->out = out; }

std::shared_ptr<const network::HostInterfaces> FirmwareLog::listen_to(const network::Netlist& netlist) const {
  if (netlist.interfaces == nullptr) return nullptr;
  auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
  record_->hosts.resize(netlist.endpoints.size());
  for (const network::EndpointInstance& host : netlist.endpoints) record_->hosts.at(host.place.node.value) = host.name;
  interfaces->set_log([record = record_](NodeId node, Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) {
    record->add(node, cycle, firmware::log_text(text, a, b));
  });
  return interfaces;
}

void FirmwareLog::close() { record_->open = false; }

report::FirmwareLines FirmwareLog::lines() const {
  std::vector<Record::Line> sorted = record_->lines;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Record::Line& a, const Record::Line& b) {
    return std::pair(a.cycle.value, a.node.value) < std::pair(b.cycle.value, b.node.value);
  });
  report::FirmwareLines lines;
  lines.count = record_->count;
  for (std::size_t i = 0; i < std::min(sorted.size(), most_lines); ++i)
    lines.first.push_back(record_->shown(sorted[i].node, sorted[i].cycle, sorted[i].text));
  return lines;
}

std::string firmware_log_text(const report::FirmwareLines& lines) {
  std::string text;
  for (const std::string& line : lines.first) text += line + '\n';
  if (lines.count > lines.first.size())
    text += "and " + std::to_string(lines.count - lines.first.size()) + " lines more\n";
  return text;
}

}  // namespace slackline::commands
