#include "tests/testbench/tracing/dump.hpp"

#include <fstream>
#include <sstream>

namespace slackline::test {

std::string TemporaryFile::text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace slackline::test
