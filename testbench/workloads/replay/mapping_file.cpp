#include "testbench/workloads/replay/mapping_file.hpp"

#include "testbench/features/files/file_use.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::features {

namespace {

constexpr std::size_t most_shown = 100;
constexpr const char* mapping_key = "traffic.mapping_file";

}  // namespace

void read_mapping_file(Reading& reading) {
  if (reading.given.count(mapping_key) == 0 || reading.values().get<ReplaySettings>().mapping_file.empty()) return;
  if (const SourcePtr file = read_file_of(reading, mapping_key, most_mapping_bytes, FileUse::table))
    read_mapping(reading, file);
}

void read_mapping(Reading& reading, const SourcePtr& file) {
  std::vector<MappingLine>& hosts = reading.values().get<ReplaySettings>().hosts;
  hosts.clear();
  unsigned wrong = 0;
  for (std::size_t line = 0; file->offset(line, 0) < file->text().size() && wrong < most_reported; ++line) {
    std::string_view text = file->line(line + 1);
    text = text.substr(0, text.find('#'));
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) continue;
    text = text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
    if (text.size() <= most_shown && text.find_first_of(" \t") == std::string_view::npos) {
      hosts.push_back({std::string(text), static_cast<std::uint32_t>(line + 1)});
      continue;
    }
    ++wrong;
    reading.errors.push_back({file, file->position(line, begin, text.size()), mapping_key,
                              value_found(escaped(text, 40)),
                              "one host in each line, its name or number (# begins a comment)", ""});
  }
  if (wrong != 0) reading.doubtful.insert(mapping_key);
  reading.values().get<ReplaySettings>().mapping_source = file;
}

}  // namespace slackline::features
