#include "testbench/report/result_table.hpp"
#include "testbench/report/result_csv.hpp"
#include "testbench/report/result_json.hpp"

#include <catch2/catch.hpp>

#include "tests/testbench/report/sample_result.hpp"

using namespace slackline;
using Catch::Matchers::Contains;

TEST_CASE("the table aligns numbers at their decimal point") {
  CHECK(report::result_table(test::sample_result()) ==
        R"(sample: mesh 8x8, 64 hosts, 352 channels
  cycles              2000       1000 measured, after a warm-up of 1000
  offered load           0.2000  flits per cycle and host
  accepted load          0.1500  flits per cycle and host, +- 0.0100
  latency, mean         25.00    cycles, from creation to the tail's arrival, of 1200 packets, +- 0.50
  latency, least        12
  latency, median       24       90 % 24, 99 % 24, 99.9 % 24
  latency, most         99
  network latency       20.00    cycles, mean, from the head's injection, +- 0.25
  hops                   6.000   switches that a flit passed, mean
  fairness               0.7500  of what sources could send; 1: all alike
  packets created     1700
  packets delivered   1590       100 wait at hosts, 10 are in flight
  busiest link           0.5000  of the cycles it carries a flit, link_switch1_p0_to_switch2_p1
  flits injected     12790       = 12740 delivered + 40 in switches + 10 on links
)");
}

TEST_CASE("the table shows errors") {
  report::Result result = test::sample_result();
  result.totals.errors.push_back({"switch3", "overflows", 2});
  --result.totals.flits_delivered;
  result.status = report::Status::failed;
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("(failed)"));
  CHECK_THAT(table, Contains("switch3: overflows"));
  CHECK_THAT(table, Contains("IS NOT 12739 delivered"));
}

TEST_CASE("a run that measured nothing has no latency", "[quick]") {
  report::Result result = test::sample_result();
  result.totals.total_latency = {};
  CHECK_THAT(report::result_table(result), Contains("no packet has arrived in the measured window"));
}

TEST_CASE("a run that ended in its warm-up has measured nothing: it has no load, no latency and no busiest link",
          "[quick]") {
  report::Result result = test::sample_result();
  result.totals.cycles = result.totals.warmup = 800;
  result.totals.total_latency = {};
  for (statistics::LinkUse& link : result.totals.links) link.cycles = link.busy = link.stalled = 0;
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("cycles               800  none measured: the run ended before its warm-up did\n"));
  for (const char* what : {"offered load", "accepted load", "latency", "busiest link"}) {
    const std::size_t at = table.find(std::string("\n  ") + what) + 1;
    CHECK_THAT(table.substr(at, table.find('\n', at) - at), Contains(" -  none measured"));
  }
  CHECK_THAT(report::result_json(result),
             Contains("\"busiest_link\": null") && Contains("\"load\": null") && Contains("\"measured\": 0\n"));
  CHECK_THAT(report::links_csv(result), Contains("link_switch1_p0_to_switch2_p1,0,250,0,0,0,,,9,77,7,32,12\n"));
}

TEST_CASE("where the network came to stand no mean over the dead time is left", "[quick]") {
  for (const bool stuck : {true, false}) {
    report::Result result = test::sample_result();
    if (stuck)
      result.standstill.emplace();
    else
      result.nothing_since = Cycle(1234);
    CHECK_THAT(report::result_table(result), Contains("busiest link") && !Contains("carries a flit") &&
                                                 Contains("-  not measured: the network came to stand\n"));
    CHECK_THAT(report::result_json(result), Contains("\"busiest_link\": null"));
    CHECK_THAT(report::links_csv(result), Contains("link_switch0_p0_to_switch1_p1,1000,20,40,10,950,,,,,,0,0\n") &&
                                              Contains("link_switch1_p0_to_switch2_p1,1000,250,500,300,200,,,9,77,"));
    CHECK(report::latency_csv(result) == "latency,least,most,packets\n");
  }
}

TEST_CASE("the table marks a run that has not settled, has not converged, or is saturated") {
  report::Result result = test::sample_result();
  CHECK_THAT(report::result_table(result), !Contains("converged") && !Contains("saturated") && !Contains("found"));
  result.verdict.warmup_given = false;
  CHECK_THAT(report::result_table(result), Contains("after a warm-up of 1000 (found)\n"));
  result.verdict.warmup_found = false;
  CHECK_THAT(report::result_table(result), Contains("after a warm-up of 1000 (no steady state found)\n"));
  result.verdict.converged = true;
  CHECK_THAT(report::result_table(result), !Contains("not converged"));
  result.verdict.relative_error = 0.03;
  result.verdict.converged = false;
  result.verdict.saturated = true;
  result.verdict.saturated_by = "offered load exceeds accepted load";
  CHECK_THAT(report::result_table(result), Contains("saturated") && Contains("offered load exceeds accepted load\n") &&
                                               Contains("not converged") && Contains("to a relative error of 0.03\n"));
}

TEST_CASE("the table has an interval only where the batches allow one, otherwise the reason", "[quick]") {
  using statistics::Doubt;
  report::Result result = test::sample_result();
  CHECK_THAT(report::result_table(result), Contains(", +- 0.50\n") && !Contains("steady") && !Contains("interval"));
  statistics::Verdict& v = result.verdict;
  v.total_latency = {{}, Doubt::rises, 0.9};
  CHECK_THAT(report::result_table(result), !Contains("+- 0.50") && Contains("not steady") &&
                                               Contains("latency still grows\n") && Contains("+- 0.0100"));
  v.total_latency.doubt = Doubt::falls;
  CHECK_THAT(report::result_table(result), Contains("latency still falls\n"));
  v.total_latency.doubt = Doubt::alike;
  CHECK_THAT(report::result_table(result),
             Contains("no intervals") && Contains("latency changes too slowly for a run of this length\n"));
  v.total_latency.doubt = Doubt::none;
  v.accepted = {{}, Doubt::rises, 0.9};
  CHECK_THAT(report::result_table(result), Contains("the accepted load still grows\n") && !Contains("+- 0.0100"));
}

TEST_CASE("links.csv and latency.csv have a line a channel, and a line a bucket") {
  const report::Result result = test::sample_result();
  CHECK(report::links_csv(result) ==
        "link,cycles,flits,busy,stalled,idle,utilisation,buffer_mean,buffer_peak,header_wait,hol_blocked,"
        "barrier_flits,padding_flits\n"
        "link_switch0_p0_to_switch1_p1,1000,20,40,10,950,0.040000,,,,,0,0\n"
        "link_switch1_p0_to_switch2_p1,1000,250,500,300,200,0.500000,2.500000,9,77,7,32,12\n");
  CHECK(report::latency_csv(result) ==
        "latency,least,most,packets\ntotal,12,12,1\ntotal,24,24,1198\ntotal,99,99,1\nnetwork,20,20,1200\n");
}

TEST_CASE("windows.csv has a line a window: a class without links, and a latency without packets, are empty",
          "[quick]") {
  const report::Result result = test::sample_with_windows();
  CHECK(report::windows_csv(result) ==
        "first,cycles,accepted,packets,total_latency,network_latency,host_to_switch_busy,host_to_switch_stalled,"
        "host_to_switch_idle,switch_to_switch_busy,switch_to_switch_stalled,switch_to_switch_idle,switch_to_host_busy,"
        "switch_to_host_stalled,switch_to_host_idle\n"
        "0,200,0.000000,0,,,0.250000,0.125000,0.625000,,,,0.000000,0.000000,1.000000\n"
        "200,200,0.400000,20,25.000000,20.000000,0.000000,0.000000,1.000000,,,,0.400000,0.000000,0.600000\n");
}

TEST_CASE("windows.csv has columns of transactions and of packet switches where there are any", "[quick]") {
  report::Result result = test::sample_with_windows();
  statistics::WindowCounts counts;
  counts.transactions.emplace();
  counts.transactions->outstanding.cycles = 100;
  counts.transactions->outstanding.sum = 250;
  counts.transactions->round_trips.count = 4;
  counts.transactions->round_trips.sum = 50;
  counts.transactions->cycles_in = {40, 30, 20, 10};
  counts.packets = statistics::PacketSwitchWindow{7, {1, 2}, {3, 4}};
  result.totals.transactions.emplace();
  result.totals.windows.emplace(network::Netlist(), 100);
  result.totals.windows->mark(counts);
  CHECK_THAT(report::windows_csv(result),
             Contains(",switch_to_host_idle,outstanding,round_trip,sending,start_up,held,packets_dropped,"
                      "edge_held_from_uplink,edge_held_to_uplink,core_held_from_uplink,core_held_to_uplink\n"
                      "0,100,0.000000,0" +
                      std::string(12, ',') + "2.500000,12.500000,0.300000,0.200000,0.100000,7,1,2,3,4\n"));
}

TEST_CASE("the table and result.json have the windows, and of those in the measured window the throughput") {
  report::Result result = test::sample_with_windows();
  CHECK_THAT(report::result_table(result), Contains("  windows                2       of 200 cycles\n"));
  CHECK_THAT(report::result_json(result),
             Contains("\"windows\": {\n    \"number\": 2,\n    \"cycles\": 200,\n    \"accepted\": null\n  }"));
  result.totals.windows->finish(Cycle(0), Cycle(400));
  CHECK_THAT(report::result_table(result),
             Contains("  windows                2       of 200 cycles, 2 of them measured: accepted 0.2000 flits per "
                      "cycle, standard deviation 0.2828\n"));
  CHECK_THAT(report::result_json(result),
             Contains("\"windows\": 2,\n      \"mean\": 0.2,\n      \"standard_deviation\": 0.28284271247461") &&
                 Contains("\"coefficient_of_variation\": 1.414213562373095") && Contains("\"significant\": 1.38590") &&
                 Contains("\"peak\": null\n"));
  statistics::WindowCounts counts = result.totals.windows->at(0);
  result.totals.windows.emplace(network::Netlist(), 200);
  for (std::uint64_t i = 0; i < 16; ++i) {
    counts.hosts.flits_accepted += i % 4 == 3 ? 80 : 0;
    result.totals.windows->mark(counts);
  }
  result.totals.windows->finish(Cycle(0), Cycle(3200));
  CHECK_THAT(report::result_table(result), Contains(", autocorrelation 0.75 after 4 windows (chance: 0.67)\n"));
  CHECK_THAT(report::result_json(result), Contains("\"peak\": {\n          \"lag\": 4,\n          \"value\": 0.75"));
}

TEST_CASE("the table lists other destinies of flits and overtakings only where they occur") {
  report::Result result = test::sample_result();
  statistics::RunTotals& t = result.totals;
  t.flits_delivered -= 100;
  t.flits_stripped = 60;
  t.flits_discarded = 30;
  t.flits_lost = 14;
  t.aborts_made = 4;
  t.packets_overtaken = 5;
  result.experiment.topology.kind = features::TopologyKind::torus;
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("sample: torus 8x8, 64 hosts"));
  CHECK_THAT(table,
             Contains("= 12640 delivered + 40 in switches + 10 on links + 60 stripped off as routes + 30 discarded "
                      "by switches + 14 lost on links - 4 made to close worms\n"));
  CHECK_THAT(table,
             Contains("  overtakings            5       packets that came before an earlier one of their source\n"));
  CHECK_THAT(table, Contains("10 are in flight or lost\n"));
}

TEST_CASE("the table gives the effect of injected faults, and marks those that no check has found", "[quick]") {
  report::Result result = test::sample_result();
  result.totals.injected = {{LinkFaultKind::drop, "link_a_to_b", {1, 0, 0}},
                            {LinkFaultKind::dead, "link_b_to_a", {0, 0, 0}},
                            {LinkFaultKind::stop_stuck, "link_c_to_d", {0, 0, 0}},
                            {LinkFaultKind::credit_lost, "link_d_to_c", {0, 0, 12}}};
  const std::string table = report::result_table(result);
  CHECK_THAT(table, Contains("  injected fault         1       drop on link_a_to_b: 1 flit lost\n"
                             "  injected fault         0       dead on link_b_to_a: hit nothing\n"
                             "  injected fault         -       stop_stuck on link_c_to_d: not counted\n"
                             "  injected fault        12       credit_lost on link_d_to_c: 12 credits lost\n"
                             "  not detected                   no check has found what the injected faults did\n"));
  result.totals.errors.push_back({"host1", "disordered", 1});
  CHECK_THAT(report::result_table(result), !Contains("not detected") && Contains("host1: disordered"));
  result.totals.errors.clear();
  result.totals.injected.erase(result.totals.injected.begin());
  result.totals.injected.pop_back();
  CHECK_THAT(report::result_table(result), !Contains("not detected"));
}
