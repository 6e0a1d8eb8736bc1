#include "tests/testbench/tracing/dump.hpp"

#include <fstream>
#include <sstream>

#include "testbench/workloads/barriers/waves.hpp"
#include "testbench/workloads/replay/waves.hpp"
#include "testbench/workloads/traffic/waves.hpp"

namespace slackline::test {

std::string TemporaryFile::text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<observe::WaveScope> workload_scopes() {
  static const features::Workload any{"some-name_1", true, 0, nullptr};
  return {traffic::waves_of(any), replay::waves_of(any), barriers::waves_of(any)};
}

}  // namespace slackline::test
