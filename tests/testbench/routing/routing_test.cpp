#include "testbench/routing/routing.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>
#include <string>

#include "rtl_models/network/route_table.hpp"
#include "testbench/topology/shape.hpp"

using namespace slackline;
using routing::Algorithm;
using routing::Settings;

namespace {

struct Built {
  network::Netlist netlist;
  topology::Structure structure;
};

Built built(const topology::Shape& shape) {
  Built b;
  b.structure = topology::build(shape, b.netlist);
  return b;
}

Settings by_table(Algorithm algorithm) {
  Settings settings;
  settings.algorithm = algorithm;
  settings.at_switch = route_unit::Kind::table;
  return settings;
}

}  // namespace

TEST_CASE("routes of every algorithm lead everywhere on every topology") {
  const std::vector<topology::Shape> shapes{topology::SingleSwitch{4},       topology::Ring{5, 1},
                                            topology::Hypercube{3, 1},       topology::FatTree{2, 3},
                                            topology::FullTree{4, 4},        topology::StarOfStars{3, 2},
                                            topology::Dragonfly{3, 1, 4, 1}, topology::RandomGraph{9, 3, 1, 1}};
  for (const topology::Shape& shape : shapes)
    for (const Algorithm algorithm :
         {Algorithm::up_down, Algorithm::shortest_path, Algorithm::minimal, Algorithm::valiant, Algorithm::adaptive}) {
      Built b = built(shape);
      INFO(topology::text(shape) << ", algorithm " << static_cast<int>(algorithm));
      REQUIRE(to_string(routing::fill(by_table(algorithm), b.structure, b.netlist)).empty());
      REQUIRE(to_string(network::check_route_table(b.netlist)).empty());
    }
}

TEST_CASE("the computation of routes reports its progress, and ends when asked to") {
  for (const Algorithm algorithm : {Algorithm::dimension_order, Algorithm::up_down, Algorithm::shortest_path,
                                    Algorithm::minimal, Algorithm::valiant, Algorithm::adaptive}) {
    INFO("algorithm " << static_cast<int>(algorithm));
    Built b = built(topology::Mesh());
    std::map<std::string, std::uint64_t> calls;
    const auto count = [&](const char* work, std::uint64_t done, std::uint64_t all) {
      CHECK(done < all);
      ++calls[work];
    };
    REQUIRE(routing::fill(by_table(algorithm), b.structure, b.netlist, count).empty());
    CHECK(calls["routes"] == (algorithm == Algorithm::adaptive ? 128 : 64));
    CHECK(calls["best root"] == (algorithm == Algorithm::up_down ? 64 : 0));
    const auto end = [](const char*, std::uint64_t, std::uint64_t) { throw std::runtime_error("enough"); };
    CHECK_THROWS_WITH(routing::fill(by_table(algorithm), b.structure, b.netlist, end), "enough");
  }
}

TEST_CASE("the form of an algorithm's tables is known before they are filled", "[quick]") {
  const topology::Shape shapes[] = {topology::Ring{5, 1}, topology::Hypercube{3, 1}, topology::Dragonfly{2, 1, 3, 1},
                                    topology::FatTree{2, 2}};
  for (const topology::Shape& shape : shapes)
    for (const bool links_down : {false, true})
      for (const Algorithm algorithm :
           {Algorithm::dimension_order, Algorithm::dateline, Algorithm::up_down, Algorithm::shortest_path,
            Algorithm::minimal, Algorithm::valiant, Algorithm::adaptive}) {
        Built b = built(shape);
        Settings settings = by_table(algorithm);
        settings.links_down = links_down;
        if (!routing::fill(settings, b.structure, b.netlist).empty()) continue;
        INFO(topology::text(shape) << ", algorithm " << static_cast<int>(algorithm) << ", links down " << links_down);
        const routing::TableForm form = routing::form_of(algorithm, b.structure, links_down);
        const network::RouteTables& tables = b.netlist.route_tables;
        CHECK(form.rows == tables.rows);
        CHECK(form.classes == b.netlist.routing.classes);
        unsigned highest = 0;  // class that an entry names
        for (const std::uint16_t entry : tables.entries)
          if (const route_unit::TableEntry e(entry); e.leads_on()) highest = std::max(highest, e.vc_class());
        CHECK(form.classes == (highest + 1) * (algorithm == Algorithm::valiant ? 2 : 1));
      }
}

TEST_CASE("the usual algorithm is the topology's own, and up_down where links are down", "[quick]") {
  const auto usual = [](const topology::Shape& shape) { return routing::usual(built(shape).structure, false); };
  CHECK(usual(topology::SingleSwitch{4}) == Algorithm::dimension_order);
  CHECK(usual(topology::Mesh()) == Algorithm::dimension_order);
  CHECK(usual(topology::Hypercube{3, 1}) == Algorithm::dimension_order);
  CHECK(usual(topology::Ring{5, 1}) == Algorithm::dateline);
  CHECK(usual(topology::Dragonfly{3, 1, 4, 1}) == Algorithm::minimal);
  CHECK(usual(topology::FatTree{2, 2}) == Algorithm::up_down);
  CHECK(usual(topology::RandomGraph{9, 3, 1, 1}) == Algorithm::up_down);
  CHECK(routing::usual(built(topology::Mesh()).structure, true) == Algorithm::up_down);
}

TEST_CASE("where links of a dragonfly are down, adaptive routes may lead through a third group") {
  // Groups {0,1}, {2,3}, {4,5}: port 0 within a group, port 1 from 0 to 3, 1 to 4, 2 to 5, host i at port 2 of switch i.
  Built b = built(topology::Dragonfly{2, 1, 3, 1});
  std::vector<network::Channel>& channels = b.netlist.channels;
  const auto joins_0_and_3 = [](const network::Channel& c) {
    return c.from.port.value == 1 && (c.from.instance == 0 || c.from.instance == 3) &&
           c.from.kind == network::InstanceKind::any_switch;
  };
  channels.erase(std::remove_if(channels.begin(), channels.end(), joins_0_and_3), channels.end());
  REQUIRE(channels.size() == 6 + 4 + 12);  // within groups, between them, and to and from hosts
  Settings settings = by_table(Algorithm::adaptive);
  settings.links_down = true;
  REQUIRE(to_string(routing::fill(settings, b.structure, b.netlist)).empty());
  const network::RouteTables& tables = b.netlist.route_tables;
  const auto ports_to_host_3 = [&](unsigned s) {
    return tables.port_sets[tables.first_set[s] + tables.choices[s * 6 + 3]];
  };
  CHECK(ports_to_host_3(0) == bit(0));  // 0, 1, 4, 5, 2, 3 is the only way
  CHECK(ports_to_host_3(1) == bit(1));
  CHECK(ports_to_host_3(4) == bit(0));
  CHECK(ports_to_host_3(5) == bit(1));
  CHECK(ports_to_host_3(2) == bit(0));
  CHECK(ports_to_host_3(3) == bit(2));
}

TEST_CASE("an algorithm that does not apply is reported, and no table is filled") {
  Built tree = built(topology::FatTree{2, 2}), mesh = built(topology::Mesh());
  CHECK(routing::fill(by_table(Algorithm::dimension_order), tree.structure, tree.netlist).size() == 1);
  CHECK(routing::fill(by_table(Algorithm::dateline), mesh.structure, mesh.netlist).size() == 1);
  Settings adaptive = by_table(Algorithm::adaptive);
  adaptive.at_switch = route_unit::Kind::source_shifted;
  CHECK(routing::fill(adaptive, mesh.structure, mesh.netlist).size() == 1);
  Settings computed = by_table(Algorithm::up_down);
  computed.at_switch = route_unit::Kind::dimension_order;
  CHECK(routing::fill(computed, mesh.structure, mesh.netlist).size() == 1);
  Settings round = by_table(Algorithm::dimension_order);
  round.links_down = true;
  CHECK(routing::fill(round, mesh.structure, mesh.netlist).size() == 1);
  CHECK(mesh.netlist.route_tables.entries.empty());
}

TEST_CASE("hosts without a way between them are named", "[quick]") {
  Built b = built(topology::Dragonfly{3, 1, 4, 1});
  // The only link between groups 0 and 1, in both directions.
  const auto joins = [&](const network::Channel& c, unsigned from, unsigned to) {
    return c.from.kind == network::InstanceKind::any_switch && c.to.kind == c.from.kind &&
           b.structure.group[c.from.instance] == from && b.structure.group[c.to.instance] == to;
  };
  auto& channels = b.netlist.channels;
  channels.erase(
      std::remove_if(channels.begin(), channels.end(), [&](const auto& c) { return joins(c, 0, 1) || joins(c, 1, 0); }),
      channels.end());
  Settings settings = by_table(Algorithm::minimal);
  settings.links_down = true;
  const Violations found = routing::fill(settings, b.structure, b.netlist);
  REQUIRE(found.size() == 1);
  CHECK(found[0].value == "no way from switch_g0_0 to host3");
  settings.algorithm = Algorithm::adaptive;  // escapes up and down, and may go by a third group
  CHECK(routing::fill(settings, b.structure, b.netlist).empty());
  settings.algorithm = Algorithm::valiant;
  CHECK(routing::fill(settings, b.structure, b.netlist).empty());
}
