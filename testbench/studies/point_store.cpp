#include "testbench/studies/point_store.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "testbench/files/aside.hpp"
#include "testbench/studies/point_result.hpp"

namespace slackline::studies {

namespace fs = std::filesystem;

namespace {

/// A point that was being written: files/aside.hpp.
bool is_aside(const std::string& name) {
  return name.size() > 12 && name[0] == '.' && name.compare(name.size() - 12, 6, ".json.") == 0;
}

}  // namespace

PointStore::PointStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error || !fs::is_directory(folder_, error))
    throw std::runtime_error(folder_ + " cannot be made: " + (error ? error.message() : "there is a file"));
  lock_ = std::make_unique<files::Lock>(folder_);
  if (lock_->held_by_another()) throw std::runtime_error("another sweep is going on there; give another folder");
  if (!lock_->held()) return;
  for (fs::directory_iterator i(folder_, error), end; !error && i != end; i.increment(error))
    if (is_aside(i->path().filename().string()) && fs::is_regular_file(i->path(), error))
      removed_.push_back(i->path().string());
  std::sort(removed_.begin(), removed_.end());
  for (const std::string& leftover : removed_) fs::remove(leftover, error);
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
