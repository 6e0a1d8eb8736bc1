#include "testbench/workloads/traffic/permutation_file.hpp"

#include <utility>

#include "testbench/features/files/file_use.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/topology/settings.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/csv_fields.hpp"
#include "testbench/workloads/traffic/settings.hpp"

namespace slackline::features {

namespace {

/// The destinations, and their places; nothing for a line that holds none. All such lines are errors, as far as
/// they are not too many: the rest of the file is not read then.
PartlyRead read_lines(const SourcePtr& file, unsigned& wrong, InputErrors& errors) {
  PartlyRead read{Origin{{file}}, {}};
  for (std::size_t line = 0; file->offset(line, 0) < file->text().size() && wrong < most_reported; ++line) {
    const auto [written, begin] = text::content(file->line(line + 1));
    if (written.empty()) continue;
    const Position at = file->position(line, begin, written.size());
    const Parsed<std::uint64_t> destination = parse_integer(written);
    read.origin.items.push_back(at);
    if (destination && destination.value < most_hosts && read.items.size() < most_hosts) {
      read.items.emplace_back(destination.value);
      continue;
    }
    read.items.emplace_back();
    ++wrong;
    errors.push_back(
        {file, at, permutation_key, value_found(escaped(written, 40), destination.why),
         "one destination in each line, a host from 0 to " + std::to_string(most_hosts - 1) + " (# begins a comment)",
         ""});
  }
  return read;
}

}  // namespace

void read_permutation_file(Reading& reading) {
  const auto named = reading.given.find("traffic.permutation_file");
  if (named == reading.given.end()) return;
  const Origin by = named->second;
  if (reading.given.count(permutation_key) != 0) {
    reading.errors.push_back({by.source, by.at, named->first,
                              problem("given together with " + Wording::key(permutation_key)),
                              advice("give one of the two"), ""});
    return;
  }
  if (const SourcePtr file = read_file_of(reading, named->first, most_permutation_bytes, FileUse::table))
    read_permutation(reading, file);
  else
    reading.doubtful.insert(permutation_key);
}

void read_permutation(Reading& reading, const SourcePtr& file) {
  unsigned wrong = 0;
  PartlyRead read = read_lines(file, wrong, reading.errors);
  if (wrong == 0) {
    for (const auto& destination : read.items)
      reading.values().get<TrafficSettings>().permutation.push_back(*destination);
    reading.given.insert_or_assign(permutation_key, std::move(read.origin));
    return;
  }
  reading.doubtful.insert(permutation_key);
  if (wrong < most_reported) reading.partly.insert_or_assign(permutation_key, std::move(read));
}

}  // namespace slackline::features
