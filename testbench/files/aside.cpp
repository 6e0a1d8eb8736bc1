#include "testbench/files/aside.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace slackline::files {

std::string pattern_beside(const std::string& path) {
  const std::filesystem::path target(path);
  return (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
}

mode_t public_rights(mode_t all) {
  const mode_t mask = umask(0);
  umask(mask);
  return all & ~mask;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else if (written == 0 || errno != EINTR)
      return false;
  }
  return true;
}

void write_aside(const std::string& path, std::string_view contents) {
  std::string aside = pattern_beside(path);
  const int file = mkstemp(aside.data());
  bool good = file >= 0;
  if (good) {
    good = write_all(file, contents) && fchmod(file, public_rights(0666)) == 0;
    good = close(file) == 0 && good;
    good = good && std::rename(aside.c_str(), path.c_str()) == 0;
  }
  if (good) return;
  const std::string why = std::strerror(errno);
  if (file >= 0) unlink(aside.c_str());
  throw std::runtime_error(path + ": cannot be written: " + why);
}

}  // namespace slackline::files
