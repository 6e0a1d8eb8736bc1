#include "testbench/studies/point_store.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "testbench/files/aside.hpp"
#include "testbench/studies/point_result.hpp"

namespace slackline::studies {

namespace fs = std::filesystem;

PointStore::PointStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error || !fs::is_directory(folder_, error))
    throw std::runtime_error(folder_ + " cannot be made: " + (error ? error.message() : "there is a file"));
}

std::string PointStore::path_of(const std::string& hash) const {
  return (fs::path(folder_) / (hash + ".json")).string();
}

std::optional<std::string> PointStore::find(const std::string& hash) const {
  std::ifstream file(path_of(hash), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || !read_result(text.str())) return std::nullopt;
  return text.str();
}

void PointStore::put(const std::string& hash, const std::string& result_json) const {
  files::write_aside(path_of(hash), result_json);
}

}  // namespace slackline::studies
