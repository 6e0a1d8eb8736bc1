// The sources of this program's build, and the machine that it runs on.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace slackline::report {

/// The version of this build: "0.1.0".
std::string version();
/// The commit that it was built from, followed by "-dirty" when the sources had been changed since; "unknown" outside a
/// repository.
std::string commit();
/// Name and version of each.
std::vector<std::pair<std::string, std::string>> libraries();

struct HostFacts {
  std::string system;     ///< "Linux 6.1.0 x86_64"
  std::string processor;  ///< as the system calls it; empty when it gives none
  unsigned processors = 0;
  std::uint64_t memory_bytes = 0;
};
HostFacts host_facts();

}  // namespace slackline::report
