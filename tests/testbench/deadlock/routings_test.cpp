// The proof for all contents of tables: rows, classes, sets of ports, phases.
#include <catch2/catch.hpp>

#include "testbench/deadlock/deadlock.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/mesh.hpp"
#include "tests/testbench/deadlock/verdicts.hpp"
#include "tests/testbench/routing/networks.hpp"

using namespace slackline;
using deadlock::Verdict;
using network::Netlist;
using route_unit::Choice;
using route_unit::VcAssignment;
using routing::Algorithm;
using test::judge;
using test::require_right;
using topology::Structure;
using Size = std::vector<std::uint16_t>;

namespace {

Netlist bare_grid(const Size& size, bool wraps) {
  Netlist netlist;
  topology::build({size, 1, 1, 1, wraps}, netlist);
  return netlist;
}

Structure structure(const Size& size, bool wraps) {
  return {wraps ? topology::Kind::torus : topology::Kind::mesh, size, wraps, {}, {}};
}

Structure any_shape() {
  Structure random;
  random.kind = topology::Kind::random;
  return random;
}

/// With a table and credits, and `more` times the minimum number of virtual channels.
Netlist routed(Netlist netlist, const Structure& structure, Algorithm algorithm, unsigned more = 1,
               VcAssignment vc_assignment = VcAssignment::any, std::uint64_t seed = 1) {
  const Violations found =
      routing::fill({algorithm, route_unit::Kind::table, std::nullopt, seed, false}, structure, netlist);
  REQUIRE(to_string(found).empty());
  route_unit::Params& route = netlist.routing;
  const unsigned fewest = route.classes + (route.choice == Choice::adaptive ? 1 : 0);
  netlist.switch_kinds[0].virtual_channels = static_cast<std::uint8_t>(fewest * more);
  route.vc_assignment = vc_assignment;
  netlist.switch_kinds[0].flow.kind = flow_controller::Kind::credit;
  return netlist;
}

/// The verdict, checked against all routes.
Verdict right(const Netlist& netlist) {
  Verdict verdict = judge(netlist);
  require_right(netlist, verdict);
  return verdict;
}

}  // namespace

TEST_CASE("up*/down* is proved on any network, with one virtual channel or several", "[quick]") {
  RandomStream random(41, 0, RandomPurpose::test);
  for (unsigned i = 0; i < 20; ++i) {
    const Netlist netlist = test::random_network(random, 3 + random.below(6), random.below(8));
    for (const VcAssignment vc_assignment : {VcAssignment::any, VcAssignment::keep})
      REQUIRE(right(routed(netlist, any_shape(), Algorithm::up_down, 1 + i % 2, vc_assignment, i)).deadlock_free());
  }
}

TEST_CASE("a second row that lets packets go up again is a cycle", "[quick]") {
  Netlist ring =
      routed(test::joined(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {1, 1, 1, 1}), any_shape(), Algorithm::shortest_path);
  // All routes one way round: a cycle of four. Port 1 leads on from 1, 2 and 3, port 0 from 0.
  for (unsigned s = 0; s < 4; ++s)
    for (unsigned node = 0; node < 4; ++node)
      ring.route_tables.entries[s * 4 + node] = static_cast<std::uint16_t>(s == node ? 2 : s == 0 ? 0 : 1);
  ring.route_tables.entries[3 * 4 + 0] = 1;
  REQUIRE(right(ring).cycle.size() == 4);
  // The same routes for packets from hosts, and a second row at each switch with the same ports.
  network::RouteTables& tables = ring.route_tables;
  std::vector<std::uint16_t> two_rows;
  for (unsigned s = 0; s < 4; ++s)
    for (unsigned row = 0; row < 2; ++row)
      two_rows.insert(two_rows.end(), tables.entries.begin() + s * 4, tables.entries.begin() + s * 4 + 4);
  tables.entries = two_rows;
  tables.rows = 2;
  tables.second_row = {bit(1), bit(0), bit(0), bit(0)};
  REQUIRE(right(ring).cycle.size() == 4);
  // Packets that have come to switch 2 end there: the cycle is cut.
  for (unsigned node = 0; node < 4; ++node) tables.entries[(2 * 2 + 1) * 4 + node] = route_unit::no_port;
  REQUIRE(right(ring).deadlock_free());
}

TEST_CASE("dimension order without dateline classes is a cycle on rings and tori, with them it is proved") {
  for (const Size& size : {Size{5}, {5, 5}, {6}}) {  // in rows of 4, no route goes on after half a row
    const Netlist netlist = bare_grid(size, true);
    for (const VcAssignment vc_assignment : {VcAssignment::any, VcAssignment::keep})
      for (const unsigned more : {1, 2}) {
        if (size.size() == 2 && more == 2) continue;  // takes long to walk
        const Structure torus = structure(size, true);
        CHECK(right(routed(netlist, torus, Algorithm::dimension_order, more, vc_assignment)).cycle.size() == size[0]);
        CHECK(right(routed(netlist, torus, Algorithm::dateline, more, vc_assignment)).deadlock_free());
      }
  }
}

TEST_CASE("routes that switches compute are judged like the same routes from a table") {
  for (const bool dateline : {false, true}) {
    const Algorithm algorithm = dateline ? Algorithm::dateline : Algorithm::dimension_order;
    const Netlist by_table = routed(bare_grid({5, 4}, true), structure({5, 4}, true), algorithm, dateline ? 1 : 2);
    Netlist computed = by_table;
    computed.routing.kind = route_unit::Kind::dimension_order;
    computed.routing.dateline = dateline;
    CHECK(judge(computed).dependencies == judge(by_table).dependencies);
    CHECK(judge(computed).deadlock_free() == dateline);
    CHECK(judge(by_table).deadlock_free() == dateline);
  }
}

TEST_CASE("all shortest ways make a cycle on a mesh, and are proved on a tree") {
  CHECK(right(routed(bare_grid({3, 3}, false), structure({3, 3}, false), Algorithm::minimal)).cycle.size() == 4);
  const Netlist tree =
      test::joined(6, {{0, 4}, {1, 4}, {2, 4}, {3, 4}, {0, 5}, {1, 5}, {2, 5}, {3, 5}}, {1, 1, 1, 1, 0, 0});
  const Verdict verdict = right(routed(tree, any_shape(), Algorithm::minimal));
  CHECK(verdict.deadlock_free());
  CHECK(verdict.dependencies == 2 * 4 * 3);  // at each root from each leaf to each other
}

TEST_CASE("adaptive routing is judged by its escape channels alone") {
  const Verdict mesh = right(routed(bare_grid({4, 4}, false), structure({4, 4}, false), Algorithm::adaptive));
  CHECK(mesh.deadlock_free());
  CHECK(mesh.virtual_channels == 48);  // one of two of each channel
  const Verdict torus = right(routed(bare_grid({4, 4}, true), structure({4, 4}, true), Algorithm::adaptive));
  CHECK(torus.deadlock_free());
  CHECK(torus.virtual_channels == 2 * 64);
  RandomStream random(42, 0, RandomPurpose::test);
  for (unsigned i = 0; i < 10; ++i)
    CHECK(
        right(routed(test::random_network(random, 3 + random.below(6), 8), any_shape(), Algorithm::adaptive, 1 + i % 2))
            .deadlock_free());
  // Escape channels without datelines are not enough.
  Netlist ring = routed(bare_grid({5}, true), structure({5}, true), Algorithm::adaptive);
  const Netlist plain = routed(bare_grid({5}, true), structure({5}, true), Algorithm::dimension_order);
  ring.route_tables.entries = plain.route_tables.entries;
  CHECK(right(ring).cycle.size() == 5);
}

TEST_CASE("escape channels prove nothing where headers may not come to the front of their buffers") {
  using wormhole_switch::Switching;
  for (const Algorithm algorithm : {Algorithm::adaptive, Algorithm::up_down}) {
    Netlist mesh = routed(bare_grid({3, 3}, false), structure({3, 3}, false), algorithm);
    for (const auto& [kind, word, summary, go_at_rule] : flow_controller::all_kinds)
      for (const Switching switching : {Switching::wormhole, Switching::virtual_cut_through}) {
        mesh.switch_kinds[0].flow.kind = kind;
        mesh.switch_kinds[0].switching = switching;
        const Verdict verdict = judge(mesh);
        CHECK(verdict.cycle.empty());
        const bool holds_worms_back = returns_credits(kind) || switching == Switching::virtual_cut_through;
        CHECK(verdict.deadlock_free() == (holds_worms_back || algorithm == Algorithm::up_down));
      }
  }
}

TEST_CASE("an escape way that only packets from another channel take counts") {
  // A ring of four with hosts at switches 0 and 1 only. From 3 to 1 the escape way leads by 0; no host is at 3, but
  // packets can begin to wait for escape channels there.
  const Netlist ring =
      routed(test::joined(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {1, 1, 0, 0}), any_shape(), Algorithm::adaptive);
  Netlist plain = ring;
  plain.routing.choice = Choice::none;
  CHECK(right(ring).dependencies > right(plain).dependencies);
}

TEST_CASE("Valiant's routing is proved in twice as many classes, with all turns from the first to the second") {
  for (const VcAssignment vc_assignment : {VcAssignment::any, VcAssignment::keep}) {
    CHECK(right(routed(bare_grid({3, 3}, false), structure({3, 3}, false), Algorithm::valiant, 1, vc_assignment))
              .deadlock_free());
    CHECK(right(routed(bare_grid({4}, true), structure({4}, true), Algorithm::valiant, 1, vc_assignment))
              .deadlock_free());
    RandomStream random(43, 0, RandomPurpose::test);
    for (unsigned i = 0; i < 4; ++i)
      CHECK(right(routed(test::random_network(random, 4, 3), any_shape(), Algorithm::valiant, 1 + i % 2, vc_assignment))
                .deadlock_free());
  }
}

TEST_CASE("a cycle of Valiant's routing names where packets go first", "[quick]") {
  Netlist ring = routed(bare_grid({5}, true), structure({5}, true), Algorithm::valiant);
  const Netlist plain = routed(bare_grid({5}, true), structure({5}, true), Algorithm::dimension_order);
  ring.route_tables.entries = plain.route_tables.entries;
  ring.routing.classes = 2;
  const Verdict verdict = right(ring);
  REQUIRE(verdict.cycle.size() == 5);
  REQUIRE(deadlock::lines(ring, verdict.cycle)[0] ==
          "link_switch0_p0_to_switch1_p1 vc 0 -> link_switch1_p0_to_switch2_p1 vc 0 for packets by way of host2");
}

TEST_CASE("random shortest paths are judged right, cyclic or not") {
  RandomStream random(44, 0, RandomPurpose::test);
  unsigned cyclic = 0, of = 0;
  for (unsigned i = 0; i < 40; ++i, ++of) {
    const Netlist netlist = test::random_network(random, 5 + random.below(5), 3 + random.below(8));
    cyclic += !right(routed(netlist, any_shape(), i % 2 == 0 ? Algorithm::shortest_path : Algorithm::minimal, 1,
                            VcAssignment::any, i))
                   .deadlock_free();
  }
  REQUIRE(cyclic >= 5);
  REQUIRE(of - cyclic >= 5);
}
