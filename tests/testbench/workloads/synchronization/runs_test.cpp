// Runs of small networks whose clocks are synchronized: skews against the estimates, and the stream between.
#include <catch2/catch.hpp>

#include "testbench/run/network.hpp"
#include "testbench/simulation/simulation.hpp"
#include "testbench/workloads/synchronization/section.hpp"
#include "testbench/workloads/synchronization/slot_tables/slot_tables.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;

namespace {

/// Myrinet's delays at a quarter of a character period a cycle; slots of 2000 flits.
std::string myrinet(const std::string& topology, const std::string& nic, const std::string& keys) {
  return "schema_version: 1\nendpoint: nic\nrouting: { switch: table }\nclock: { period: 1.5625 ns }\n"
         "link: { delay: 17 ns, cycles_per_flit: 4 }\n"
         "switch: { buffer: { flits: 64, stop_at: 53, go_at: 17 },"
         " delay: { header: 100 ns, data: 2 ns, flow_control: 3.26 ns } }\n"
         "topology: { " +
         topology +
         " }\n"
         "nic: { firmware: fbs, costs: free, slot_ticks: 8000, " +
         nic + ", synchronization: { " + keys + " } }\n";
}

/// Clocks of two hosts 1000 ppm apart.
const std::string apart =
    "hosts: [{ match: host0, nic: { drift: 500 ppm } }, { match: host1, nic: { drift: -500 ppm } }]\n";

network::Netlist completed(const features::Experiment& e) {
  network::Netlist netlist = features::network_of(e);
  REQUIRE(slot_tables::complete(e, netlist).refused.empty());
  return netlist;
}

report::Result run(const std::string& text) {
  const features::Experiment e = test::accepted(text).experiment;
  const network::Netlist netlist = completed(e);
  return simulation::result_of(e, netlist, simulation::simulate(e, netlist));
}

const synchronization::Answers& answers_of(const report::Result& result) {
  return result.section<synchronization::Section>()->answers;
}

/// Packets of the stream in the tables of all hosts, by rtl_models/firmware/fbs.h.
std::uint64_t stream_packets(const std::string& text) {
  const network::Netlist netlist = completed(test::accepted(text).experiment);
  std::uint64_t packets = 0;
  for (const std::vector<std::uint32_t>& table : netlist.interfaces->tables)
    for (std::uint32_t round = 0; round < table[FBS_ROUNDS]; ++round)
      for (std::uint32_t position = table[FBS_SLOTS]; position < table[FBS_INTERVAL]; ++position) {
        const std::uint32_t slot = table[FBS_FIRST_SLOT] + round * table[FBS_INTERVAL] + position;
        packets += table.at(FBS_DESTINATIONS + 2 * table[FBS_SLOTS] + slot % table[FBS_STREAM_SLOTS]) != FBS_NOBODY;
      }
  return packets;
}

/// No skew after a synchronization exceeds the drained estimate, and none before one exceeds half a slot.
void check_synchronized(const report::Result& r, std::size_t rounds) {
  REQUIRE(r.section<synchronization::Section>() != nullptr);
  for (const statistics::InstanceError& f : r.totals.errors) UNSCOPED_INFO(f.instance << ": " << f.error);
  CHECK(r.status == report::Status::complete);
  CHECK(answers_of(r).rounds.size() == rounds);
  for (const synchronization::Round& round : answers_of(r).rounds) {
    CHECK(round.hosts == r.totals.hosts);
    CHECK(static_cast<double>(round.behind.cycles) <= r.section<synchronization::Section>()->estimates->drained_cycles);
  }
  CHECK(answers_of(r).worst_grown() <= answers_of(r).slot_ticks / 2);
}

}  // namespace

TEST_CASE("on one switch these skews after a synchronization are within the estimate, whatever the initial offsets") {
  for (const char* seed : {"1", "2", "3"}) {
    const report::Result r = run(myrinet("kind: single_switch, hosts_per_switch: 4",
                                         std::string("drift_spread: 150 ppm, offset_spread: 0.5, clock_seed: ") + seed,
                                         "interval: 8, rounds: 2"));
    check_synchronized(r, 2);
    CHECK(answers_of(r).rounds[0].before.cycles > r.section<synchronization::Section>()->estimates->drained_cycles);
  }
}

TEST_CASE(
    "on a tree these skews after a synchronization are within the estimate, with a stream between synchronizations") {
  const std::string text = myrinet("kind: full_tree, arity: 4, levels: 3", "drift_spread: 150 ppm, offset_spread: 0.5",
                                   "interval: 24, rounds: 2, stream: schedule");
  const report::Result r = run(text);
  check_synchronized(r, 2);
  CHECK(answers_of(r).rounds[0].before.cycles > r.section<synchronization::Section>()->estimates->drained_cycles);
  CHECK(answers_of(r).counters[FBS_SENT] == stream_packets(text));
  CHECK(answers_of(r).counters[FBS_SENT] == answers_of(r).counters[FBS_RECEIVED]);
  CHECK(answers_of(r).counters[FBS_BLOCKED] == 0);
}

TEST_CASE("clocks 1000 ppm apart stay within half a slot while they are synchronized, and packets collide otherwise") {
  const std::string keys = "rounds: 4, stream: shift, stream_words: 100";
  const report::Result with = run(myrinet("kind: single_switch, hosts_per_switch: 3", "offset: 0", keys) + apart);
  check_synchronized(with, 4);
  // In each slot host1 lags by so many more cycles, counted in ticks of host0.
  const double in_a_slot = 8000 * ((1 + 500e-6) / (1 - 500e-6) - 1);
  const std::uint32_t interval = answers_of(with).interval;
  CHECK(answers_of(with).counters[FBS_SENT] == 3 * 4 * (interval - 3));  // 3 hosts, 4 rounds
  // The skew left after a synchronization of 3 slots is within the estimate, and grows.
  CHECK(static_cast<double>(answers_of(with).worst_grown()) ==
        Approx((interval - 3) * in_a_slot).margin(with.section<synchronization::Section>()->estimates->drained_cycles));
  CHECK(answers_of(with).counters[FBS_BLOCKED] == 0);
  REQUIRE(answers_of(with).waits);
  CHECK(answers_of(with).waits->packets == 0);  // packets that synchronize do wait

  const report::Result without =
      run(myrinet("kind: single_switch, hosts_per_switch: 3", "offset: 0", keys + ", packets: false") + apart);
  REQUIRE(without.section<synchronization::Section>() != nullptr);
  // From reset to the end, with two slots before the first round; plus or minus the cycle of a tick.
  CHECK(static_cast<double>(answers_of(without).worst_grown()) == Approx((2 + 4 * interval) * in_a_slot).margin(1));
  CHECK(answers_of(without).counters[FBS_BLOCKED] > 0);
  REQUIRE(answers_of(without).first_blocked);
  CHECK(answers_of(without).counters[FBS_LOST] == 0);
}

TEST_CASE("collisions of packets are seen in the network before any source is stopped") {
  const report::Result r = run(myrinet("kind: single_switch, hosts_per_switch: 3", "offset: 0",
                                       "rounds: 4, stream: shift, stream_words: 100, packets: false") +
                               apart);
  REQUIRE(answers_of(r).waits);
  const synchronization::Waits& waits = *answers_of(r).waits;
  CHECK(waits.packets > answers_of(r).counters[FBS_BLOCKED]);
  CHECK(waits.cycles > waits.packets);
  REQUIRE(waits.first);
  REQUIRE(answers_of(r).first_blocked);
  CHECK(waits.first->slot < answers_of(r).first_blocked->slot);
  CHECK(waits.first->cycles < 4 * 53);  // a buffer below stop_at absorbs the wait
  // host0 runs ahead, and reaches an output that host1 or host2 still holds from the previous slot.
  CHECK(waits.first->host != 1);
  CHECK(waits.first->link == "link_switch0_p" + std::to_string(waits.first->destination) + "_to_host" +
                                 std::to_string(waits.first->destination));
}

TEST_CASE("clocks that still drift more than a slot apart are an error of the run") {
  const report::Result r = run(myrinet("kind: single_switch, hosts_per_switch: 3", "offset: 0",
                                       "rounds: 2, interval: 1500, allow_conflicts: true") +
                               apart);
  CHECK(r.status == report::Status::failed);
  CHECK(answers_of(r).beyond_half_slot() == 2);
  REQUIRE_FALSE(r.totals.errors.empty());
  CHECK(r.totals.errors.back().error ==
        "synchronization lost: more than a slot later than host0 before synchronization 1; cycles");
  CHECK(r.totals.errors.back().instance == "host1");
}

TEST_CASE("a run that max_cycles cuts short is partial, and names no host") {
  const std::string text = myrinet("kind: single_switch, hosts_per_switch: 3", "drift_spread: 150 ppm",
                                   "rounds: 2, interval: 20, stream: shift");
  const report::Result cut = run(text + "run: { max_cycles: 30000 }\n");
  CHECK(cut.totals.errors.empty());
  REQUIRE(cut.section<synchronization::Section>() != nullptr);
  CHECK(answers_of(cut).partial);
  CHECK(answers_of(cut).silent.size() == 3);
  CHECK(answers_of(cut).counted == 0);
  CHECK(cut.verdict.converged == false);
  CHECK_FALSE(answers_of(run(text)).partial);
}

TEST_CASE("hosts wait for tokens that are slower than slots", "[quick]") {
  const report::Result r =
      run("schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: single_switch, "
          "hosts_per_switch: 8 }\n"
          "nic: { firmware: isotach, slot_ticks: 300, costs: lanai4, synchronization: { rounds: 20 } }\n");
  CHECK(r.status == report::Status::complete);
  CHECK(r.totals.cycles > 2 * 23 * 300);
  CHECK(answers_of(r).silent.empty());
  CHECK(answers_of(r).rounds.size() == 20);
  CHECK(answers_of(r).counters[FBS_SENT] == 7 * 20);  // one with each token, except for the manager
}

TEST_CASE("both engines give the same results of a synchronization") {
  const std::string text = myrinet("kind: full_tree, arity: 3, levels: 3", "drift_spread: 150 ppm, offset_spread: 0.5",
                                   "interval: 10, rounds: 1, stream: schedule");
  const report::Result fabric = run(text), signal = run(text + "run: { engine: signal }\n");
  REQUIRE(fabric.section<synchronization::Section>() != nullptr);
  REQUIRE(signal.section<synchronization::Section>() != nullptr);
  CHECK(fabric.totals.cycles == signal.totals.cycles);
  CHECK(answers_of(fabric).counters == answers_of(signal).counters);
  CHECK(answers_of(fabric).waits->cycles == answers_of(signal).waits->cycles);
  REQUIRE(answers_of(fabric).stamps.size() == answers_of(signal).stamps.size());
  for (std::size_t i = 0; i < answers_of(fabric).stamps.size(); ++i)
    CHECK(answers_of(fabric).stamps[i].cycle == answers_of(signal).stamps[i].cycle);
}

TEST_CASE("a token manager sends no packet, and the others one with each token", "[quick]") {
  const report::Result r =
      run("schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: single_switch, "
          "hosts_per_switch: 8 }\n"
          "nic: { firmware: isotach, slot_ticks: 2000, drift_spread: 150 ppm, synchronization: { rounds: 20 } }\n");
  for (const statistics::InstanceError& f : r.totals.errors) UNSCOPED_INFO(f.instance << ": " << f.error);
  CHECK(r.status == report::Status::complete);
  REQUIRE(r.section<synchronization::Section>() != nullptr);
  CHECK(answers_of(r).rounds.size() == 20);
  CHECK(answers_of(r).counters[FBS_SENT] == 7 * 20);
  CHECK(answers_of(r).counters[FBS_RECEIVED] == 7 * 20);
  // All of the time except the manager's share is used, less the time of a token between two packets.
  const double used = 7 * 20 * 2000.0, time = 8.0 * static_cast<double>(r.totals.cycles);
  CHECK(used / time > 0.7);
  CHECK(used / time < 0.875);
}

namespace {

/// Four hosts, three synchronizations of 4 slots in every 20; a slot of 2000 cycles. The link of host3, or host3, dies.
report::Result run_with_dead_link(const char* from, const char* kind = "dead") {
  return run(
      "schema_version: 1\nendpoint: nic\nclock: { period: 25 ns }\ntopology: { kind: single_switch, hosts_per_switch: "
      "4 }\nrouting: { switch: "
      "table }\n"
      "switch: { buffer: { flits: 64, stop_at: 53, go_at: 17 }, delay: { header: 16, flow_control: 1 } }\nlink: { "
      "delay: 3 }\n"
      "nic: { firmware: fbs, slot_ticks: 2000, drift_spread: 150 ppm, synchronization: { rounds: 3, interval: 20 } }\n"
      "faults: [{ kind: " +
      std::string(kind) + ", link: link_host3_to_switch0_p3, from: " + from + " }]\n");
}

}  // namespace

TEST_CASE("when a host is cut off between synchronizations, the hosts that miss its packets are named, and go on",
          "[quick]") {
  const report::Result r = run_with_dead_link("40000");
  CHECK(r.status == report::Status::failed);
  CHECK_FALSE(r.standstill);
  REQUIRE(r.section<synchronization::Section>() != nullptr);
  CHECK(answers_of(r).rounds.size() == 3);
  CHECK(answers_of(r).silent.empty());
  // In each of two synchronizations: 3 packets of host3 that others miss, 3 of theirs, and its own to itself.
  REQUIRE(answers_of(r).missing.size() == 14);
  for (const synchronization::MissingPacket& m : answers_of(r).missing) {
    CHECK(m.round >= 1);
    CHECK((m.source == 3 || m.host == 3));
  }
  CHECK(answers_of(r).missing[1].host == 0);
  CHECK(answers_of(r).missing[1].slot == 1);
}

TEST_CASE("a link that dies within a packet ends the run, and the buffer that waits for the rest is named", "[quick]") {
  const report::Result r = run_with_dead_link("53500");
  CHECK(r.status == report::Status::failed);
  REQUIRE(r.standstill);
  REQUIRE_FALSE(r.totals.errors.empty());
  CHECK(r.totals.errors[0].instance == "switch0_p3_vc0");
  REQUIRE(r.section<synchronization::Section>() != nullptr);
  CHECK_FALSE(answers_of(r).missing.empty());
  CHECK(r.totals.cycles < 100'000);
}

TEST_CASE("a host that dies between synchronizations sends no more reports, and the others stay synchronized",
          "[quick]") {
  const report::Result r = run_with_dead_link("40000", "host_dead");
  CHECK(r.status == report::Status::failed);
  CHECK_FALSE(r.standstill);
  REQUIRE(r.section<synchronization::Section>() != nullptr);
  CHECK(answers_of(r).silent == std::vector<std::uint32_t>{3});
  REQUIRE(answers_of(r).rounds.size() == 3);
  CHECK(answers_of(r).rounds[0].hosts == 4);
  CHECK(answers_of(r).rounds[1].hosts == 3);
  CHECK(answers_of(r).rounds[2].hosts == 3);
  REQUIRE(answers_of(r).missing.size() == 6);  // in each of two synchronizations a packet to each of the others
  for (const synchronization::MissingPacket& m : answers_of(r).missing) CHECK(m.source == 3);
}

TEST_CASE("a host that dies within a packet ends the run, and the buffer that waits for the rest is named") {
  const report::Result r = run_with_dead_link("53500", "host_dead");
  CHECK(r.status == report::Status::failed);
  REQUIRE(r.standstill);
  REQUIRE(r.section<synchronization::Section>() != nullptr);
  CHECK_FALSE(answers_of(r).silent.empty());
  CHECK(r.totals.cycles < 100'000);
}

TEST_CASE(
    "a pause by firmware takes the time of its handlers: with none the skews are those of hardware, and else larger") {
  const auto skew = [](const std::string& pause, const std::string& cost) {
    const report::Result r =
        run(myrinet("kind: single_switch, hosts_per_switch: 4",
                    "drift_spread: 150 ppm, offset_spread: 0.5, clock_seed: 5, cost: { event: " + cost + " }",
                    "interval: 8, rounds: 1, pause: " + pause));
    CHECK(r.status == report::Status::complete);
    return static_cast<double>(answers_of(r).rounds.at(0).behind.cycles);
  };
  const double hardware = skew("hardware", "0");
  CHECK(skew("hardware", "1000") == hardware);
  CHECK(skew("firmware", "0") == Approx(hardware).margin(4));  // a cycle for a handler, and one between two
  CHECK(skew("firmware", "1000") > hardware + 100);
}
