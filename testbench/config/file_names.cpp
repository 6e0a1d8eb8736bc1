#include "testbench/config/file_names.hpp"

#include <filesystem>

namespace slackline::config {

std::string path_of(const Reading& reading, const Key& key) {
  std::string name = to_string(value_of(key, reading.experiment));
  const auto given = reading.given.find(key.path);
  if (name.empty() || given == reading.given.end() || given->second.source != reading.file) return name;
  return (std::filesystem::path(reading.file->name()).parent_path() / name).string();
}

}  // namespace slackline::config
