#include "tests/support/test_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace slackline::test {

namespace fs = std::filesystem;

TestFolder::TestFolder() {
  path_ = (fs::temp_directory_path() / "slackline_test_XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void TestFolder::write(const std::string& file, const std::string& text) const {
  std::ofstream(*this / file, std::ios::binary) << text;
}

std::string TestFolder::read(const std::string& file) const {
  std::ostringstream text;
  text << std::ifstream(*this / file, std::ios::binary).rdbuf();
  return text.str();
}

bool TestFolder::has(const std::string& file) const { return fs::exists(*this / file); }

std::size_t TestFolder::entries(const std::string& folder, const std::string& beginning) const {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(*this / folder))
    count += entry.path().filename().string().compare(0, beginning.size(), beginning) == 0;
  return count;
}

}  // namespace slackline::test
