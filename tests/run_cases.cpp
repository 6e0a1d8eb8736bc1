// Catch2's own code is compiled here, once for all test executables.
#include "tests/run_cases.hpp"

#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>
#include <string>

namespace slackline::test {
namespace {

/// Marks where a case begins and ends: a control character that no test prints, then the event.
class EventLines : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    TestEventListenerBase::testCaseStarting(info);
    mark("started " + info.name);
  }
  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    mark(stats.totals.assertions.allOk() ? "passed" : "failed");
    TestEventListenerBase::testCaseEnded(stats);
  }

 private:
  void mark(const std::string& event) const {
    if (on_) std::cout << '\x1d' << event << std::endl;
  }

  const bool on_ = std::getenv("SLACKLINE_TEST_EVENTS") != nullptr;
};

int list_cases() {
  for (const auto& test : Catch::getRegistryHub().getTestCaseRegistry().getAllTests()) {
    std::string line = test.name + '\t';
    for (const auto& tag : test.tags) line += (line.back() == '\t' ? "" : ",") + tag;
    std::cout << line << '\n';
  }
  return 0;
}

}  // namespace

int run_cases(int argc, char* argv[]) {
  if (argc == 2 && argv[1] == std::string("--cases")) return list_cases();
  return Catch::Session().run(argc, argv);
}

CATCH_REGISTER_LISTENER(EventLines)

}  // namespace slackline::test
