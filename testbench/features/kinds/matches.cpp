#include "testbench/features/kinds/matches.hpp"

#include <unordered_map>

#include "testbench/text/glob.hpp"

namespace slackline::features {

Matches match(const std::vector<std::vector<std::string>>& patterns, const std::vector<std::string_view>& names,
              const std::vector<std::string>& aliases) {
  Matches found;
  found.records.resize(names.size());
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t i = 0; i < names.size(); ++i) by_name.emplace(names[i], i);
  for (std::uint32_t i = 0; i < aliases.size(); ++i) by_name.emplace(aliases[i], i);
  const auto note = [&](std::uint32_t name, std::uint32_t record) {
    std::vector<std::uint32_t>& records = found.records[name];
    if (records.empty() || records.back() != record) records.push_back(record);
  };
  for (std::uint32_t record = 0; record < patterns.size(); ++record)
    for (const std::string& pattern : patterns[record]) {
      bool any = false;
      if (const auto name = by_name.find(pattern); name != by_name.end()) {
        any = true;
        note(name->second, record);
      } else if (text::is_glob(pattern)) {
        for (std::uint32_t i = 0; i < names.size(); ++i)
          if (text::matches(pattern, names[i])) {
            any = true;
            note(i, record);
          }
      }
      if (!any) found.misses.push_back({record, pattern});
    }
  return found;
}

std::vector<std::string_view> host_names(const network::Netlist& netlist) {
  std::vector<std::string_view> names(netlist.endpoints.size());
  for (const network::EndpointInstance& host : netlist.endpoints) names[host.place.node.value] = host.name;
  return names;
}

std::vector<std::string> host_numbers(const network::Netlist& netlist) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

}  // namespace slackline::features
