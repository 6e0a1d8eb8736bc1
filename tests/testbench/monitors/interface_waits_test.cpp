// Worms that network interfaces keep for one another: circles of them are found and named, and nothing else is.
#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <string>

#include "rtl_models/network/fabric.hpp"
#include "testbench/monitors/interface_waits.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "tests/support/reading.hpp"

using namespace slackline;
using monitors::KeptWorm;
using monitors::Standstill;

namespace {

constexpr std::uint64_t interval = 10'000;

/// Hosts at one switch, some of them members of the group.
network::Netlist network_of(unsigned hosts, const std::string& firmware, const std::string& multicast,
                            const std::string& more = "", const std::string& group = "all") {
  const features::ExperimentReading reading = test::accepted(
      "schema_version: 1\nclock: { period: 10 ns }\nendpoint: nic\n"
      "topology: { kind: single_switch, hosts_per_switch: " +
      std::to_string(hosts) + " }\nnic: { firmware: multicast, costs: free, packet_words: 16 }\n" +
      "firmware: { multicast: { buffer_words: 64, " + firmware + " } }\nworkloads:\n" +
      "  - { kind: multicast, groups: [" + group + "], messages: 100, load: 0.2, words: 32, " + multicast + " }\n" +
      more);
  network::Netlist netlist = features::network_of(reading.experiment);
  REQUIRE(features::complete(reading.experiment, netlist).refused.empty());
  return netlist;
}

const std::string one_class = ", classes: one, allow_deadlock: true";

std::optional<Standstill> find(network::Fabric& fabric, unsigned looks = 12) {
  monitors::InterfaceWaits waits(fabric.netlist());
  for (unsigned i = 0; i < looks; ++i) {
    fabric.run_until(fabric.now() + interval);
    waits.look(fabric);
    if (std::optional<Standstill> found = waits.standstill(false)) return found;
  }
  return std::nullopt;
}

/// Worms in transit, each with the queue of the next one.
void check_circle(const Standstill& found) {
  CHECK(found.is_deadlock());
  CHECK(found.worms.empty());
  CHECK(found.formed < found.found);
  const std::vector<KeptWorm>& kept = found.kept;
  REQUIRE(kept.size() >= 2);
  std::set<std::string> worms;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const KeptWorm& next = kept[i + 1 == kept.size() ? 0 : i + 1];
    CHECK(kept[i].queue == "lower");
    CHECK(kept[i].next_host == next.host);
    CHECK(kept[i].next_queue == next.queue);
    CHECK(kept[i].source != kept[i].host);
    // idle: a worm of the host itself was sent there before, and has no ACK
    CHECK((kept[i].state == "stopped" || kept[i].state == "sent" || kept[i].state == "idle"));
    worms.insert(kept[i].source + ':' + std::to_string(kept[i].message));
  }
  CHECK(worms.size() == kept.size());
}

std::uint64_t received(const network::Fabric& fabric) {
  std::uint64_t messages = 0;
  for (std::size_t i = 0; i < fabric.netlist().endpoints.size(); ++i)
    messages += fabric.interface_state(i).host.packets_received;
  return messages;
}

}  // namespace

TEST_CASE("with one class, interfaces that keep worms for one another are named, each with its worm and the next one") {
  struct Case {
    unsigned hosts;
    const char *firmware, *algorithm;
  };
  for (const auto& [hosts, firmware, algorithm] :
       {Case{3, "scheme: fifo, buffers: 1", "ring"}, Case{3, "scheme: fifo, buffers: 2", "ring"},
        Case{3, "scheme: plain, buffers: 1", "ring"}, Case{4, "scheme: fifo, buffers: 1", "bus"},
        Case{4, "scheme: fifo, buffers: 2", "bus"}}) {
    INFO(hosts << " hosts, " << algorithm << ", " << firmware);
    network::Fabric fabric(
        network::elaborate(network_of(hosts, firmware, std::string("algorithm: ") + algorithm + one_class)));
    const std::optional<Standstill> found = find(fabric);
    REQUIRE(found);
    check_circle(*found);
    CHECK(found->knots == 1);
    const std::uint64_t before = received(fabric);  // nothing is delivered any more
    fabric.run_until(fabric.now() + 20 * interval);
    CHECK(received(fabric) == before);
  }
}

TEST_CASE("worms without credits wait for one another, and for nobody where the firmware moves one of them elsewhere") {
  const std::string more = "algorithm: ring, allow_deadlock: true";
  network::Fabric stuck(network::elaborate(network_of(3, "scheme: credits, buffers: 2, detection: 0 ns", more)));
  const std::optional<Standstill> found = find(stuck);
  REQUIRE(found);
  check_circle(*found);
  network::Fabric recovers(network::elaborate(network_of(3, "scheme: credits, buffers: 2, detection: 500 us", more)));
  CHECK_FALSE(find(recovers));  // before the first search
}

TEST_CASE("two groups whose rings pass two hosts in opposite order wait for each other there") {
  const std::string ring = "algorithm: ring, order: given, ids: ";
  network::Fabric fabric(network::elaborate(network_of(
      3, "scheme: fifo, buffers: 1", ring + "['2', '0', '1']" + one_class,
      "  - { kind: multicast, groups: [all], load: 0.1, words: 32, " + ring + "['2', '1', '0']" + one_class + " }\n")));
  const std::optional<Standstill> found = find(fabric);
  REQUIRE(found);
  check_circle(*found);
}

TEST_CASE("a circle is found where no worm has been refused: each is queued second, and its ACK is withheld") {
  network::Fabric fabric(network::elaborate(network_of(3, "scheme: fifo, buffers: 2", "algorithm: ring" + one_class)));
  const std::optional<Standstill> found = find(fabric);
  REQUIRE(found);
  REQUIRE(found->kept.size() == 3);
  for (const KeptWorm& worm : found->kept) CHECK((worm.state == "sent" || worm.state == "idle"));
}

TEST_CASE("a circle is found while other hosts send messages to one another, and to those of the circle") {
  network::Fabric fabric(network::elaborate(
      network_of(5, "scheme: fifo, buffers: 1", "algorithm: ring" + one_class,
                 "  - { kind: traffic, hosts: ['3', '4'], load: 0.05, packet: { flits: 16 } }\n", "0-2")));
  const std::optional<Standstill> found = find(fabric);
  REQUIRE(found);
  CHECK(found->kept.size() == 3);
  const std::uint64_t before = received(fabric);
  fabric.run_until(fabric.now() + interval);
  CHECK(received(fabric) > before);
}

TEST_CASE("with two classes no circle is ever seen, and all messages arrive") {
  for (const char* algorithm : {"ring", "bus", "up_down"})
    for (const char* firmware : {"scheme: fifo, buffers: 1", "scheme: fifo, buffers: 2", "scheme: plain, buffers: 1"}) {
      INFO(algorithm << ", " << firmware);
      network::Fabric fabric(network::elaborate(network_of(4, firmware, std::string("algorithm: ") + algorithm)));
      monitors::InterfaceWaits waits(fabric.netlist());
      for (unsigned look = 0; look < 20'000; ++look) {
        fabric.run_until(fabric.now() + 5);
        waits.look(fabric);
        if (waits.standstill(true)) FAIL("a circle in cycle " << fabric.now().value);
      }
      CHECK(received(fabric) == 4 * 3 * 100);
    }
}
