#include "tests/testbench/tracing/dump.hpp"

#include <fstream>
#include <sstream>

#include "testbench/run/workload_kinds.hpp"

namespace slackline::test {

std::string TemporaryFile::text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<observe::WaveScope> workload_scopes() {
  std::vector<observe::WaveScope> scopes;
  for (const features::WorkloadKind& kind : features::workload_kinds())
    if (kind.waves != nullptr) scopes.push_back(kind.waves({kind.word, true, 0, nullptr, &kind}));
  return scopes;
}

}  // namespace slackline::test
