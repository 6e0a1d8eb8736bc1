#include "testbench/workloads/exchange/permutation_file.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "testbench/workloads/exchange/settings.hpp"

using namespace slackline;
using namespace slackline::exchange;

namespace {

using Lines = std::vector<std::string>;

/// The settings of an exchange alone.
class Record final : public settings::Values {
 public:
  const settings::KeyTable& keys() const override { throw std::logic_error("a record without keys"); }
  std::unique_ptr<settings::Values> copy() const override { return std::make_unique<Record>(*this); }

  features::ExchangeSettings exchange;

 private:
  void* find(settings::SectionId section) override { return settings::find_section(section, exchange); }
};

struct Read {
  std::shared_ptr<const StepTable> steps;
  Lines errors;
};

Read read(const std::string& text) {
  Record record;
  const auto open = [&](const std::string& field, const std::string&, std::size_t) {
    CHECK(field == "permutation_file");
    return std::make_shared<const settings::Source>("steps.csv", text);
  };
  Read read;
  for (const settings::InputError& error : read_permutation(record, open)) read.errors.push_back(to_string(error));
  read.steps = record.exchange.steps;
  return read;
}

/// All but the key.
std::string error_of(const std::string& text) {
  const Read result = read(text);
  CHECK(result.steps == nullptr);
  REQUIRE(result.errors.size() == 1);
  std::string error = result.errors.front();
  const std::string key = "exchange.permutation_file: ";
  const std::size_t at = error.find(key);
  REQUIRE(at != std::string::npos);
  return error.erase(at, key.size());
}

}  // namespace

TEST_CASE("a file of steps has a permutation in each line", "[quick]") {
  const Read result = read("# four ranks\n1, 0, 3, 2\n\n2,3,0,1 # the second step\n3,2,1,0\n");
  CHECK(result.errors.empty());
  REQUIRE(result.steps != nullptr);
  CHECK(result.steps->hosts() == 4);
  CHECK(result.steps->destination(1, 1) == 0);
  CHECK(result.steps->destination(0, 2) == 2);
  CHECK(result.steps->source(0, 3) == 3);
  CHECK(read("1,0\n").steps != nullptr);
}

TEST_CASE("a file that is no exchange is refused at its line", "[quick]") {
  CHECK(error_of("1,2,0\n2,0,0\n") ==
        "steps.csv:2:5: expected a permutation: each rank once in a line, found 0 for rank 2 (as for rank 1)");
  CHECK(error_of("0,2,1\n") == "steps.csv:1:1: expected another rank, found 0 for rank 0");
  CHECK(error_of("1,2,0\n2,0,3\n") == "steps.csv:2:5: expected rank from 0 to 2, found 3");
  CHECK(error_of("1,2,0\n2,x,1\n") == "steps.csv:2:3: expected rank from 0 to 2, found x");
  CHECK(error_of("1,2,0\n2,0\n") == "steps.csv:2:1: expected 3, as many as in the first line, found 2 destinations");
  CHECK(error_of("1,2,0\n") == "steps.csv: expected 2 lines for 3 ranks, found 1 line");
  CHECK(error_of("1,2,0\n2,0,1\n\n1,2,0\n") == "steps.csv:4:1: a line more; expected 2 lines for 3 ranks");
  CHECK(error_of("# nothing\n") ==
        "steps.csv: expected a line for each step: the destinations of ranks 0, 1, ..., found 0 lines");
  CHECK(error_of("0\n") == "steps.csv:1:1: expected 2 to 4096 in a line, found 1 destination");
}

TEST_CASE("all faults of a file of steps are reported, up to ten", "[quick]") {
  const Lines errors = read("1,2,0\n1,2,0\n").errors;
  REQUIRE(errors.size() == 3);
  CHECK(errors[0] ==
        "steps.csv:2:1: exchange.permutation_file: expected each other rank once in all lines, found 1 for rank 0 (as "
        "in line 1)");
  CHECK(read("x,x,x,x,x,x,x,x,x,x,x,x\n").errors.size() == 10);
}
