#include "testbench/studies/point_store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

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
  write_aside(path_of(hash), result_json);
}

void write_aside(const std::string& path, const std::string& contents) {
  const auto fail = [&] { throw std::runtime_error(path + " cannot be written: " + std::strerror(errno)); };
  const fs::path target(path);
  std::string aside = (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
  const int file = mkstemp(aside.data());
  if (file < 0) fail();
  bool good = true;
  for (std::size_t at = 0; good && at < contents.size();) {
    const ssize_t written = write(file, contents.data() + at, contents.size() - at);
    good = written > 0 || (written < 0 && errno == EINTR);
    if (written > 0) at += static_cast<std::size_t>(written);
  }
  const mode_t mask = umask(0);
  umask(mask);
  good = good && fchmod(file, 0666 & ~mask) == 0;  // mkstemp makes a private file
  good = close(file) == 0 && good;
  good = good && std::rename(aside.c_str(), path.c_str()) == 0;
  if (good) return;
  const int why = errno;
  unlink(aside.c_str());
  errno = why;
  fail();
}

}  // namespace slackline::studies
