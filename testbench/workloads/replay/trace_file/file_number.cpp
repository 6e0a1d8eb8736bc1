#include "testbench/workloads/replay/trace_file/file_number.hpp"

#include <algorithm>
#include <filesystem>

namespace slackline::trace_file {

std::string last_number(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const std::size_t end = name.find_last_of("0123456789");
  if (end == std::string::npos) return "";
  const std::size_t before = name.find_last_not_of("0123456789", end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  std::string digits = name.substr(begin, end + 1 - begin);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

}  // namespace slackline::trace_file
