#include "testbench/studies/sweep_plan.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/studies/sample_network.hpp"

using namespace slackline;
using namespace slackline::studies;
using Catch::Matchers::Contains;

namespace {

SweepPlan plan(const std::vector<std::string>& vary, settings::InputErrors& errors,
               std::vector<settings::Override> settings = {}) {
  return plan_sweep(test::sample_file(), std::move(settings), vary, Decimal{10'000'000}, errors);
}

std::vector<std::string> errors_of(const std::vector<std::string>& vary,
                                   std::vector<settings::Override> settings = {}) {
  settings::InputErrors errors;
  plan(vary, errors, std::move(settings));
  std::vector<std::string> texts;
  for (const settings::InputError& error : errors) texts.push_back(settings::to_string(error));
  return texts;
}

}  // namespace

TEST_CASE("combinations are the product of all values except loads, with the first key slowest") {
  settings::InputErrors errors;
  const SweepPlan p = plan({"switch.virtual_channels=1,2", "traffic.load=0.3,0.1,0.2", "run.seed=7,8,9"}, errors,
                           {{"--set", "switch.arbiter", "matrix"}});
  REQUIRE(errors.empty());
  CHECK(p.combinations() == 6);
  CHECK(point_name(p.combination(0)) == "switch.virtual_channels=1 run.seed=7");
  CHECK(point_name(p.combination(1)) == "switch.virtual_channels=1 run.seed=8");
  CHECK(point_name(p.combination(5)) == "switch.virtual_channels=2 run.seed=9");
  REQUIRE(p.loads.size() == 3);
  CHECK(to_string(p.loads.front()) == "0.1");

  const Point point = p.point(4, p.loads[2]);
  CHECK(point.name == "switch.virtual_channels=2 run.seed=8 traffic.load=0.3");
  CHECK(point.experiment.switches.virtual_channels == 2);
  CHECK(point.experiment.run.seed == 8);
  CHECK(point.experiment.traffic.load == 0.3);
  CHECK(point.experiment.switches.arbiter == router_arbiter::Policy::matrix);
}

TEST_CASE("the load of a workload of a list makes a curve; of several the first that is varied") {
  const auto file = std::make_shared<const settings::Source>(
      "list.yaml",
      "schema_version: 1\ntopology: { size: [2, 2] }\nworkloads: [{ kind: traffic }, { kind: traffic }]\n");
  settings::InputErrors errors;
  const SweepPlan p =
      plan_sweep(file, {}, {"workloads[1].load=0.3,0.2", "workloads[0].load=0.05,0.1"}, Decimal{1}, errors);
  REQUIRE(errors.empty());
  CHECK(p.load_key == "workloads[1].load");
  REQUIRE(p.loads.size() == 2);
  CHECK(p.combinations() == 2);
  const Point point = p.point(1, p.loads[0]);
  CHECK(point.name == "workloads[0].load=0.1 workloads[1].load=0.2");
  const std::vector<features::Workload> workloads = features::listed_workloads(point.experiment);
  CHECK(workloads.at(0).experiment->get<features::TrafficSettings>().load == 0.1);
  CHECK(workloads.at(1).experiment->get<features::TrafficSettings>().load == 0.2);
}

TEST_CASE("a load of a workload of a list that is no number is refused", "[quick]") {
  const auto file = std::make_shared<const settings::Source>(
      "list.yaml", "schema_version: 1\ntopology: { size: [2, 2] }\nworkloads: [{ kind: traffic }]\n");
  settings::InputErrors errors;
  plan_sweep(file, {}, {"workloads[0].load=abc,0.2,nan"}, Decimal{1}, errors);
  REQUIRE(errors.size() == 2);
  CHECK_THAT(settings::to_string(errors[0]),
             Contains("--vary: workloads[0].load: expected a decimal number of at most nine decimals, found abc"));
  CHECK_THAT(settings::to_string(errors[1]),
             Contains("--vary: workloads[0].load: expected a decimal number of at most nine decimals, found nan"));
}

TEST_CASE("without loads every combination is one point") {
  settings::InputErrors errors;
  const SweepPlan p = plan({"run.seed=1:4:1"}, errors);
  CHECK(p.combinations() == 4);
  CHECK(p.loads.empty());
  CHECK(p.point(3, std::nullopt).name == "run.seed=4");
}

TEST_CASE("values that their key refuses are all named") {
  const auto errors = errors_of({"switch.virtual_channels=1,99,x", "traffic.load=0.1,1.5", "switch.arbitre=matrix"});
  REQUIRE(errors.size() == 4);
  CHECK_THAT(errors[0], Contains("switch.arbitre: unknown key") && Contains("did you mean switch.arbiter?"));
  CHECK_THAT(errors[1], Contains("--vary: switch.virtual_channels: expected integer from 1 to 16, found 99"));
  CHECK_THAT(
      errors[2],
      Contains("--vary: switch.virtual_channels: expected integer from 1 to 16, found x (not a decimal integer)"));
  CHECK_THAT(errors[3],
             Contains("--vary: traffic.load: expected number from 0 to 1 (flits per cycle and host), found 1.5"));
}

TEST_CASE("errors of the file and the settings are reported in addition to those of the options") {
  settings::InputErrors errors;
  const auto file =
      std::make_shared<const settings::Source>("x.yaml", "schema_version: 1\ntopology: { kind: ringg }\n");
  plan_sweep(file, {{"--set", "run.sed", "1"}}, {"run.seed=-1"}, Decimal{1}, errors);
  CHECK(errors.size() == 3);
}

TEST_CASE("values that conflict are refused once, at the first point that combines them", "[quick]") {
  const auto errors = errors_of({"topology.kind=mesh,torus", "switch.virtual_channels=2,3", "traffic.load=0.1,0.2"});
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Contains("(first at topology.kind=torus switch.virtual_channels=3 traffic.load=0.1)"));
}

TEST_CASE("a value that conflicts only with the file is refused", "[quick]") {
  CHECK(errors_of({"switch.buffer.flits=64,1"}).size() == 1);
}

TEST_CASE("different spellings of a load are the same load") {
  const auto twice = errors_of({"traffic.load=0.1,0.10"});
  REQUIRE(twice.size() == 1);
  CHECK_THAT(twice[0], Contains("0.1 is given twice"));
  const auto fine = errors_of({"traffic.load=0.1,0.0000000001"});
  REQUIRE(fine.size() == 1);
  CHECK_THAT(fine[0], Contains("expected a decimal number of at most nine decimals, found 0.0000000001"));
}

TEST_CASE("too many points are refused before any is made") {
  CHECK(errors_of({"run.seed=1:100:1", "traffic.load=0.001:0.1:0.001"}).empty());
  const auto errors = errors_of({"run.seed=1:101:1", "traffic.load=0.001:0.1:0.001"});
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Contains("more than 10000 points"));
  CHECK(errors_of({"run.seed=1:10000:1", "traffic.load=0.001:0.1:0.001", "link.delay=1:1000:1"}).size() == 1);
}
