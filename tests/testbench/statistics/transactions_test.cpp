#include "testbench/statistics/firmware_instruments.hpp"

#include <catch2/catch.hpp>
#include <memory>

using namespace slackline;
using namespace slackline::statistics;

namespace {

const nic_own_measure measures[] = {
    {"outstanding", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 1, "Requests."},
    {"delay", NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 4, "A delay, in quarters of a tick."},
};
const nic_firmware firmware_of_test = {"test", nullptr, nullptr, nullptr, 0, nullptr, 0, measures, 2};

network::Netlist three_hosts() {
  network::Netlist netlist;
  auto interfaces = std::make_shared<network::HostInterfaces>();
  interfaces->nics[0].firmware = &firmware_of_test;
  netlist.interfaces = interfaces;
  netlist.endpoints.resize(3);
  for (std::size_t i = 0; i < 3; ++i) netlist.endpoints[i].name = "host" + std::to_string(i);
  return netlist;
}

/// Steps of transactions from host 0.
struct Bench {
  network::Netlist netlist = three_hosts();
  FirmwareInstruments instruments{netlist};
  std::uint32_t outstanding = 0;

  void step(std::uint64_t now, nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value = 0) {
    const bool at_destination = step == NIC_STEP_TAKEN || step == NIC_STEP_RESPONDED;
    instruments.stepped(NodeId(at_destination ? peer : 0), Cycle(now), step, at_destination ? 0 : peer, id, value);
    if (step == NIC_STEP_BEGUN) ++outstanding;
    if (step == NIC_STEP_ANSWERED || step == NIC_STEP_GIVEN_UP) --outstanding;
    instruments.measured(NodeId(0), Cycle(now), 0, outstanding);
  }
  /// A whole one: there 20, service 5, back 10.
  void whole(std::uint64_t from, std::uint32_t peer, std::uint32_t id) {
    const auto tick = static_cast<std::uint32_t>(from);
    step(from, NIC_STEP_BEGUN, peer, id);
    step(from + 3, NIC_STEP_READY, peer, id, tick);
    step(from + 3, NIC_STEP_QUEUED, peer, id);
    step(from + 9, NIC_STEP_SENT, peer, id, tick + 4);
    step(from + 30, NIC_STEP_TAKEN, peer, id, tick + 24);
    step(from + 36, NIC_STEP_ANSWERED, peer, id, tick + 39);  // its handler may run before that of the response's end
    step(from + 37, NIC_STEP_RESPONDED, peer, id, tick + 29);
  }
  TransactionTotals totals(std::uint64_t now, std::uint64_t end) {
    return transaction_totals(netlist, {}, instruments.transactions.counts(Cycle(now), Cycle(end)), end);
  }
  MeasureTotals measures(std::uint64_t now, std::uint64_t end) {
    return measure_totals(netlist, firmware_of_test, {}, instruments.measures.counts(Cycle(now), Cycle(end)));
  }
  std::vector<InstanceError> errors(std::uint64_t now) {
    std::vector<InstanceError> found;
    add_little_errors(found, netlist, firmware_of_test, instruments.transactions.counts(Cycle(now)),
                      instruments.measures.counts(Cycle(now)));
    return found;
  }
};

double mean(const TransactionTotals& totals, Part part) { return moments(totals.all.of(part)).mean; }

}  // namespace

TEST_CASE("the parts of a round trip come from its steps, in whatever order those of the two ends come", "[quick]") {
  Bench bench;
  bench.whole(100, 1, 7);
  bench.whole(200, 2, 7);
  const TransactionTotals totals = bench.totals(300, 300);
  CHECK(totals.active == 1);
  CHECK(totals.all.begun == 2);
  CHECK(totals.all.answered == 2);
  CHECK(mean(totals, Part::start_up) == 4);
  CHECK(mean(totals, Part::there) == 20);
  CHECK(mean(totals, Part::service) == 5);
  CHECK(mean(totals, Part::back) == 10);
  CHECK(mean(totals, Part::round_trip) == 35);
  CHECK(totals.round_trip.packets() == 2);
  CHECK(totals.fairness_of_sources == 1);
  CHECK(totals.fairness_of_pairs == 1);
  CHECK(totals.rate() == Approx(2 / 300.));
  CHECK(bench.errors(300).empty());
}

TEST_CASE("clocks that drift apart shift the way there against the way back, below 0 as well") {
  Bench bench;
  bench.step(0, NIC_STEP_BEGUN, 1, 1);
  bench.step(1, NIC_STEP_READY, 1, 1, 0);
  bench.step(1, NIC_STEP_QUEUED, 1, 1);
  bench.step(2, NIC_STEP_SENT, 1, 1, 100);
  bench.step(20, NIC_STEP_TAKEN, 1, 1, 60);
  bench.step(25, NIC_STEP_RESPONDED, 1, 1, 65);
  bench.step(40, NIC_STEP_ANSWERED, 1, 1, 135);
  const TransactionTotals totals = bench.totals(50, 50);
  CHECK(mean(totals, Part::there) == -40);
  CHECK(mean(totals, Part::back) == 70);
  CHECK(mean(totals, Part::round_trip) == 35);
}

TEST_CASE("outstanding requests and the states of a source are averaged over time, up to the end of the run") {
  Bench bench;
  bench.step(10, NIC_STEP_BEGUN, 1, 1);      // start-up
  bench.step(30, NIC_STEP_READY, 1, 1, 10);  // held
  bench.step(35, NIC_STEP_QUEUED, 1, 1);     // sending
  bench.step(60, NIC_STEP_SENT, 1, 1, 40);   // nothing
  bench.step(70, NIC_STEP_HELD, 1, 0);       // held
  bench.step(80, NIC_STEP_TAKEN, 1, 1, 70);
  bench.step(85, NIC_STEP_RESPONDED, 1, 1, 80);
  bench.step(90, NIC_STEP_ANSWERED, 1, 1, 88);
  for (const std::uint64_t now : {100u, 500u}) {
    const TransactionTotals totals = bench.totals(now, 100);
    const SourceCounts& source = totals.sources[0];
    CHECK(source.outstanding.cycles == 100);
    CHECK(moments(source.outstanding).mean == Approx(0.8));
    CHECK(source.cycles_with == std::vector<std::uint64_t>{20, 80});
    CHECK(source.cycles_in == std::array<std::uint64_t, source_states>{20, 25, 20, 35});
    CHECK(moments(bench.measures(now, 100).hosts[0], firmware_of_test, 0).mean == Approx(0.8));
    CHECK(moments(source.stays).mean == 80);
    CHECK(moments(totals.all.by_request).mean == 1);
  }
}

TEST_CASE("requests that are sent again have no parts, and those that are given up no answer") {
  Bench bench;
  bench.step(0, NIC_STEP_BEGUN, 1, 1);
  bench.step(1, NIC_STEP_READY, 1, 1, 0);
  bench.step(1, NIC_STEP_QUEUED, 1, 1);
  bench.step(5, NIC_STEP_SENT, 1, 1, 2);
  bench.step(50, NIC_STEP_READY, 1, 1, 0);
  bench.step(50, NIC_STEP_QUEUED, 1, 1);
  bench.step(55, NIC_STEP_SENT, 1, 1, 52);
  bench.step(60, NIC_STEP_TAKEN, 1, 1, 58);
  bench.step(70, NIC_STEP_ANSWERED, 1, 1, 69);
  bench.step(71, NIC_STEP_RESPONDED, 1, 1, 65);
  bench.step(80, NIC_STEP_BEGUN, 2, 1);
  bench.step(81, NIC_STEP_READY, 2, 1, 80);
  bench.step(81, NIC_STEP_QUEUED, 2, 1);
  bench.step(85, NIC_STEP_SENT, 2, 1, 82);
  bench.step(95, NIC_STEP_GIVEN_UP, 2, 1);
  const TransactionTotals totals = bench.totals(100, 100);
  CHECK(totals.all.answered == 1);
  CHECK(totals.all.given_up == 1);
  CHECK(totals.all.repeated == 1);
  CHECK(totals.all.of(Part::round_trip).count == 0);
  CHECK(totals.all.stays.count == 2);
  CHECK(totals.fairness_of_pairs == 0.5);  // one of two
  CHECK(bench.errors(100).empty());
}

TEST_CASE("a firmware that loses count of its requests breaks Little's law at its host", "[quick]") {
  Bench bench;
  bench.whole(100, 1, 1);
  bench.instruments.measured(NodeId(0), Cycle(150), 0, 1);  // it still counts one
  REQUIRE(bench.errors(160).size() == 1);
  CHECK(bench.errors(160)[0].instance == "host0");
  CHECK(bench.errors(160)[0].count == 10);
  bench.instruments.measured(NodeId(0), Cycle(160), 0, 0);
  CHECK(bench.errors(200)[0].count == 10);
}

TEST_CASE("samples have a mean, a deviation and a trend, in the unit of the measure", "[quick]") {
  Bench bench;
  for (std::uint32_t i = 0; i < 10; ++i) bench.instruments.measured(NodeId(2), Cycle(100 + 5 * i), 1, 40 - 4 * i);
  const MeasureTotals totals = bench.measures(200, 200);
  const Moments found = moments(totals.hosts[2], firmware_of_test, 1),
                of_all = moments(totals.all, firmware_of_test, 1);
  CHECK(found.weight == 10);
  CHECK(found.mean == Approx(5.5));
  CHECK(found.deviation == Approx(std::sqrt(8.25)));
  CHECK(of_all.mean == found.mean);
  const SampleSums& sums = totals.hosts[2].samples[1];
  CHECK(slope(sums, 4) == Approx(-0.2));
  CHECK(slope(sums - sums) == 0);
  bench.instruments.measured(NodeId(2), Cycle(300), 9, 1);  // no measure of the firmware
}

TEST_CASE("transactions whose destination never reports are forgotten once they are closed, and open ones are kept") {
  Bench bench;
  bench.step(0, NIC_STEP_BEGUN, 2, 5000);
  for (std::uint32_t i = 0; i < 2000; ++i) {
    bench.step(10 * i + 1, NIC_STEP_BEGUN, 1, i);
    bench.step(10 * i + 2, NIC_STEP_READY, 1, i, 0);
    bench.step(10 * i + 2, NIC_STEP_QUEUED, 1, i);
    bench.step(10 * i + 3, NIC_STEP_SENT, 1, i, 0);
    bench.step(10 * i + 4, NIC_STEP_ANSWERED, 1, i, 0);
  }
  bench.step(30'000, NIC_STEP_ANSWERED, 2, 5000, 0);
  const TransactionTotals totals = bench.totals(30'000, 30'000);
  CHECK(totals.all.answered == 2001);
  CHECK(bench.errors(30'000).empty());
}
