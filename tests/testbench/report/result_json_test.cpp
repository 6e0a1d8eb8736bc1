#include "testbench/report/result_json.hpp"
#include "testbench/report/manifest.hpp"
#include "testbench/report/result_table.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/report/sample_result.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

TEST_CASE("result.json holds configuration, network and totals") {
  const std::string json = report::result_json(test::sample_result());
  CHECK_THAT(json, Contains("\"name\": \"sample\""));
  CHECK_THAT(json, Contains("\"status\": \"complete\""));
  CHECK_THAT(json, Contains("\"period\": \"6.25 ns\""));
  CHECK_THAT(json, Contains("\"delay\": \"17 ns\""));
  CHECK_THAT(json, Contains("\"stop_at\": \"auto\""));
  CHECK_THAT(json, Contains("\"link_delay_cycles\": 3"));
  CHECK_THAT(json, Contains("\"offered\": 0.2"));
  CHECK_THAT(json, Contains("\"accepted\": 0.15"));
  CHECK_THAT(json, Contains("\"convergence\": {\n    \"relative_error\": 0.0,\n    \"converged\": null,\n    "
                            "\"saturated\": false,\n    \"saturated_by\": null,\n    \"steady\": true,\n    "
                            "\"doubt\": null,\n    \"warmup\": {\n      \"method\": \"given\",\n      "
                            "\"cycles\": 1000,\n      \"found\": true\n    },\n    \"batches\": 40,\n    "
                            "\"batch_cycles\": 25,\n"));
  CHECK_THAT(json, Contains("\"accepted_half_width\": 0.01,\n    \"fairness\": 0.75\n"));
  CHECK_THAT(json,
             Contains("\"packets\": 1200,\n    \"total\": {\n      \"mean\": 25.0,\n      \"half_width\": 0.5,\n      "
                      "\"min\": 12,\n      \"max\": 99,\n      \"p50\": 24,\n      \"p90\": 24,\n      "
                      "\"p99\": 24,\n      \"p99_9\": 24\n    },\n    \"network\": {\n      \"mean\": 20.0,\n"));
  CHECK_THAT(json, Contains("\"hops\": {\n    \"mean\": 6.0\n  }"));
  CHECK_THAT(json,
             Contains("\"name\": \"link_switch1_p0_to_switch2_p1\",\n    \"flits\": 250,\n    \"utilisation\": 0.5\n"));
  CHECK_THAT(json, Contains("\"conserved\": true"));
}

TEST_CASE("result.json holds the delays of a switch in cycles, and the preset's name") {
  report::Result result = test::sample_result();
  CHECK_THAT(report::result_json(result), Contains("\"preset\": \"none\""));
  result.experiment.switches.preset = "sun2001";
  result.experiment.switches.header_delay.time = settings::Time{100, 1};
  const std::string json = report::result_json(result);
  CHECK_THAT(json, Contains("\"preset\": \"sun2001\"") && Contains("\"header\": \"100 ns\"") &&
                       Contains("\"switch_delay_cycles\": {\n      \"header\": 16,"));
}

TEST_CASE("result.json holds injected faults where there are any, with the fields that their kind has") {
  report::Result result = test::sample_result();
  CHECK_THAT(report::result_json(result), !Contains("\"faults\": [\n"));
  result.experiment.faults.all.resize(1);
  result.experiment.faults.all[0].kind = features::FaultKind::dead;
  result.experiment.faults.all[0].link = "link_a_to_b";
  CHECK_THAT(
      report::result_json(result),
      Contains("\"faults\": [\n      {\n        \"kind\": \"dead\",\n        \"link\": \"link_a_to_b\",\n        "
               "\"from\": 0,\n        \"to\": \"never\"\n      }\n    ]"));
}

TEST_CASE("result.json does not depend on the engine") {
  report::Result result = test::sample_result();
  const std::string json = report::result_json(result);
  result.experiment.run.engine = features::Engine::signal;
  CHECK(report::result_json(result) == json);
  CHECK_THAT(json, !Contains("engine") && !Contains("fabric"));
}

TEST_CASE("result.json names errors, and has no latency where nothing was measured", "[quick]") {
  report::Result result = test::sample_result();
  result.totals.errors.push_back({"switch3", "overflows", 2});
  result.totals.total_latency = {};
  result.totals.flits_accepted = result.totals.generators_accepted = 0;
  result.status = report::Status::failed;
  const std::string json = report::result_json(result);
  CHECK_THAT(json, Contains("\"status\": \"failed\""));
  CHECK_THAT(json, Contains("\"instance\": \"switch3\""));
  CHECK_THAT(json, !Contains("\"total\"") && Contains("\"hops\": {\n    \"mean\": null\n  }"));
}

TEST_CASE("result.json gives the convergence of a run; unknown values are null") {
  report::Result result = test::sample_result();
  statistics::Verdict& v = result.verdict;
  v = {};
  v.relative_error = 0.03;
  v.converged = false;
  v.saturated = true;
  v.saturated_by = "host3 offers more load than the network accepts from it";
  v.total_latency.doubt = statistics::Doubt::saturated;
  result.totals.fairness.reset();
  const std::string json = report::result_json(result);
  CHECK_THAT(json, Contains("\"relative_error\": 0.03,\n    \"converged\": false,\n    \"saturated\": true,\n    "
                            "\"saturated_by\": \"host3 offers more load than the network accepts from it\",\n    "
                            "\"steady\": false,\n    \"doubt\": \"latency grows without bound: saturated\",\n"));
  CHECK_THAT(json, Contains("\"method\": \"mser\",\n      \"cycles\": 0,\n      \"found\": false\n"));
  CHECK_THAT(json, Contains("\"accepted_half_width\": null,\n    \"fairness\": null\n"));
  CHECK_THAT(json, Contains("\"half_width\": null"));
}

TEST_CASE("result.json gives no verdict without evidence: values not measured in batches are null", "[quick]") {
  report::Result result = test::sample_result();
  result.verdict = {};
  const std::string json = report::result_json(result);
  CHECK_THAT(json, Contains("\"saturated\": null,\n    \"saturated_by\": null,\n    \"steady\": null,\n    "
                            "\"doubt\": \"latency is not measured in batches\",\n"));
  CHECK_THAT(json, Contains("\"latency\": null,\n      \"accepted\": null\n    },\n    \"trend\": null\n"));
}

TEST_CASE("a network at a standstill has no load, no latency and no hops", "[quick]") {
  for (const bool stuck : {true, false}) {
    report::Result result = test::sample_result();
    if (stuck)
      result.standstill.emplace();
    else
      result.nothing_since = Cycle(1234);
    const std::string json = report::result_json(result);
    CHECK_THAT(json, Contains("\"measured\": 0\n") && Contains("\"load\": null,\n") &&
                         Contains("\"latency\": {\n    \"packets\": 0\n  }") && Contains("\"mean\": null\n"));
    if (!stuck) CHECK_THAT(json, Contains("\"nothing_completed_since\": 1234"));
    const std::string table = report::result_table(result);
    CHECK_THAT(table, Contains("none measured: a network at a standstill has no load and no latency\n") &&
                          !Contains("accepted load") && !Contains("latency, mean") && !Contains("hops") &&
                          !Contains("fairness"));
  }
}

TEST_CASE("a run that came to stand has no verdict and no batches, whatever its dead time looked like", "[quick]") {
  report::Result result = test::sample_result();
  statistics::Verdict& v = result.verdict;
  v.saturated = v.trend = true;
  v.saturation.emplace();
  v.saturated_by = "offered load exceeds accepted load";
  v.converged = false;
  v.withdraw();
  result.standstill.emplace();
  const std::string json = report::result_json(result);
  CHECK_THAT(json, Contains("\"converged\": null,\n    \"saturated\": null,\n    \"saturated_by\": null,\n    "
                            "\"steady\": null,\n    \"doubt\": \"latency has no mean: the run came to stand\",\n"));
  CHECK_THAT(json, Contains("\"batches\": null,\n    \"batch_cycles\": null,\n    \"correlation\": {\n      "
                            "\"latency\": null,\n      \"accepted\": null\n    },\n    \"trend\": null\n"));
}

TEST_CASE("manifest.json names its files, and nothing else does", "[quick]") {
  report::Manifest manifest;
  manifest.inputs = {{"bytes \xff that are no UTF-8.yaml", std::string(64, '0')}};
  manifest.files = {"result.json", "manifest.json"};
  const auto files = report::files_of_manifest(report::manifest_json(manifest));
  REQUIRE(files);
  CHECK(*files == manifest.files);
  for (const char* other : {"", "{", "[]", "{}", "{\"slackline\": \"1\"}", "{\"slackline\": \"1\", \"files\": [1]}"})
    CHECK_FALSE(report::files_of_manifest(other));
}

TEST_CASE("result.json always lists the destinies of flits, and the effects of injected faults if there are some") {
  report::Result result = test::sample_result();
  result.totals.flits_delivered -= 60;
  result.totals.flits_stripped = 60;
  result.totals.packets_overtaken = 5;
  CHECK_THAT(report::result_json(result),
             Contains("\"stripped\": 60,\n    \"discarded\": 0,\n    \"lost\": 0,\n    \"changed\": 0,\n    "
                      "\"aborts_made\": 0\n") &&
                 Contains("\"overtaken\": 5\n") && !Contains("injected_faults"));
  result.totals.injected = {{LinkFaultKind::corrupt, "link_a_to_b", {0, 2, 0}},
                            {LinkFaultKind::stop_stuck, "link_c_to_d", {0, 0, 0}}};
  CHECK_THAT(report::result_json(result),
             Contains("\"injected_faults\": {\n    \"hits\": 2,\n    \"detected\": false,") &&
                 Contains("\"kind\": \"corrupt\",\n        \"link\": \"link_a_to_b\",\n        \"hits\": 2,\n        "
                          "\"flits_lost\": 0,\n        \"flits_changed\": 2,\n        \"credits_lost\": 0\n") &&
                 Contains("\"kind\": \"stop_stuck\",\n        \"link\": \"link_c_to_d\"\n"));
  result.totals.errors.push_back({"host1", "crc", 1});
  CHECK_THAT(report::result_json(result), Contains("\"detected\": true"));
}

TEST_CASE("result.json has watermarks, or credits", "[quick]") {
  report::Result result = test::sample_result();
  CHECK_THAT(report::result_json(result), Contains("\"slack_needed_flits\": ") && !Contains("full_speed_credits"));
  result.experiment.switches.flow_control = flow_controller::Kind::credit;
  result.derived.full_speed_credits = 9;
  CHECK_THAT(report::result_json(result),
             Contains("\"credits\": 64,\n    \"full_speed_credits\": 9\n") && !Contains("slack_needed_flits"));
}

TEST_CASE("result.json has what each kind of switches is in words, and the names of a few switches", "[quick]") {
  report::Result result = test::sample_result();
  report::KindResult kind;
  kind.switches = 2;
  kind.first = "switch0";
  kind.names = {"switch0", "switch3"};
  kind.params.switching = wormhole_switch::Switching::virtual_cut_through;
  kind.params.flow.kind = flow_controller::Kind::credit;
  kind.params.arbiter = router_arbiter::Policy::matrix;
  result.kinds.push_back(kind);
  result.kinds.push_back({62, "switch1", {}, network::SwitchKind(packet_switch::Params()), {}});
  CHECK_THAT(report::result_json(result),
             Contains("\"switches\": 2,\n        \"first\": \"switch0\",\n        \"names\": [\n          "
                      "\"switch0\",\n          \"switch3\"\n        ],\n        \"kind\": \"wormhole\",\n        "
                      "\"switching\": \"virtual_cut_through\",\n        \"flow_control\": \"credit\",\n        "
                      "\"arbiter\": \"matrix\",\n        \"virtual_channels\": 1,\n") &&
                 Contains("\"switches\": 62,\n        \"first\": \"switch1\",\n        \"kind\": \"packet\",\n        "
                          "\"virtual_channels\": 1,\n"));
}
