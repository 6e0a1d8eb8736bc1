// Refused values of nic.synchronization.* alone; for those that depend on the network: slot_tables_test.cpp.
#include <catch2/catch.hpp>

#include "tests/support/reading.hpp"

using namespace slackline;
using Catch::Matchers::Contains;
using test::all_errors;

namespace {

std::string with_nic(const std::string& nic, const std::string& rest = "") {
  return "schema_version: 1\nendpoint: nic\nnic: { " + nic + " }\n" + rest;
}

}  // namespace

TEST_CASE("settings of the firmware fbs have an effect only with that firmware") {
  CHECK_THAT(all_errors(with_nic("synchronization: { rounds: 3 }")), Contains("only with firmware: fbs or isotach"));
  CHECK_THAT(all_errors(with_nic("synchronization: { interval: 30 }")),
             Contains("only with firmware: fbs") && !Contains("isotach"));
  CHECK(all_errors(with_nic("firmware: fbs, synchronization: { rounds: 3 }")).empty());
}

TEST_CASE("hosts whose interfaces synchronize have no messages") {
  CHECK_THAT(all_errors(with_nic("firmware: fbs", "traffic: { load: 0.2 }\n")),
             Contains("traffic.load: has no effect with firmware: fbs, whose hosts have no messages"));
  CHECK(all_errors(with_nic("firmware: fbs", "traffic: { packet: { format: compact } }\n")).empty());
}

TEST_CASE("a schedule or stream from a file needs a file, and others do not use one") {
  const std::string errors = all_errors(with_nic("firmware: fbs, synchronization: { schedule: file, stream: file }"));
  CHECK_THAT(errors, Contains("nic.synchronization.schedule_file: missing"));
  CHECK_THAT(errors, Contains("nic.synchronization.stream_file: missing"));
  CHECK_THAT(all_errors(with_nic("firmware: fbs, synchronization: { schedule_file: x.csv }")),
             Contains("use it only with schedule: file"));
  CHECK_THAT(all_errors(with_nic("firmware: fbs, synchronization: { stream_words: 7 }")),
             Contains("use it only with stream: shift, schedule or file"));
}

TEST_CASE("fbs needs a queue of completions for its reports, and packets without route flits") {
  CHECK_THAT(all_errors(with_nic("firmware: fbs, host_queue: 11")),
             Contains("nic.host_queue: expected at least 12 with fbs, found 11"));
  CHECK(all_errors(with_nic("firmware: fbs, host_queue: 12")).empty());
  CHECK_THAT(all_errors(with_nic("firmware: fbs", "routing: { switch: source_stripped }\n")),
             Contains("routing.switch: expected table or source_shifted, without route flits (packets are as long as a "
                      "slot), found "
                      "source_stripped"));
}

TEST_CASE("a run that synchronizes ends on its own", "[quick]") {
  CHECK(test::accepted(with_nic("firmware: fbs")).experiment.run.max_cycles == 1'000'000'000'000'000);
  CHECK(test::accepted(with_nic("firmware: fbs", "run: { max_cycles: 500 }\n")).experiment.run.max_cycles == 500);
}
