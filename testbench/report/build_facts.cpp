#include "testbench/report/build_facts.hpp"

#include <openssl/crypto.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <boost/version.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "slackline_commit.hpp"

namespace slackline::report {

std::string version() { return SLACKLINE_VERSION; }

std::string commit() { return SLACKLINE_COMMIT; }

std::vector<std::pair<std::string, std::string>> libraries() {
  const auto n = [](int number) { return std::to_string(number); };
  return {{"SystemC", SLACKLINE_SYSTEMC_VERSION},
          {"yaml-cpp", SLACKLINE_YAML_CPP_VERSION},
          {"nlohmann-json", n(NLOHMANN_JSON_VERSION_MAJOR) + "." + n(NLOHMANN_JSON_VERSION_MINOR) + "." +
                                n(NLOHMANN_JSON_VERSION_PATCH)},
          {"Boost", n(BOOST_VERSION / 100000) + "." + n(BOOST_VERSION / 100 % 1000) + "." + n(BOOST_VERSION % 100)},
          {"OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING)}};
}

HostFacts host_facts() {
  HostFacts facts;
  if (utsname names; uname(&names) == 0)
    facts.system = std::string(names.sysname) + " " + names.release + " " + names.machine;
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; facts.processor.empty() && std::getline(processors, line);)
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      facts.processor = line.substr(line.find(": ") + 2);
  facts.processors = static_cast<unsigned>(std::max(0L, sysconf(_SC_NPROCESSORS_ONLN)));
  facts.memory_bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return facts;
}

}  // namespace slackline::report
