#include "tests/testbench/tracing/dump.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace slackline::test {

TemporaryFile::TemporaryFile() {
  std::string folder = (std::filesystem::temp_directory_path() / "slackline_waves.XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = folder;
  path_ = folder_ + "/dump.vcd";
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFile::text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace slackline::test
