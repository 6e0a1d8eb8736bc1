#include "tests/validation/case_check.hpp"

#include <catch2/catch.hpp>

#include "testbench/studies/validation/validation.hpp"

namespace slackline::test {

void check_group(const std::string& group) {
  const auto cases = validation::cases_named(group);
  REQUIRE_FALSE(cases.empty());
  for (const validation::Case* c : cases) {
    const validation::Verdict verdict = validation::judge(*c, validation::Effort::quick);
    INFO(c->name << ": " << verdict.value.mean << " +- " << verdict.value.half_width << ", expected " << c->expected
                 << ", tolerance " << verdict.tolerance << ": " << verdict.why);
    CHECK(verdict.pass);
  }
}

void check_case(const std::string& name) {
  REQUIRE(validation::cases_named(name).size() == 1);
  check_group(name);
}

}  // namespace slackline::test
