#include "testbench/tracing/scopes.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <sstream>

#include "rtl_models/network/fabric.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/vcd_reader.hpp"

using namespace slackline;

namespace {

network::Netlist two_by_two() {
  test::Settings settings;
  settings.size = {2, 2};
  settings.virtual_channels = 2;
  settings.packets_per_cycle = 0.1;
  network::Netlist netlist = test::mesh_network(settings);
  netlist.workloads[0].traffic.pattern = generator::Pattern::uniform;
  return netlist;
}

test::Dump dump(const std::vector<std::string>& globs, std::uint64_t end = 100) {
  network::Fabric fabric(network::elaborate(two_by_two()));
  tracing::Plan plan = test::whole_plan();
  plan.selection = tracing::Selection(globs);
  return test::dump_of(fabric, Cycle(end), plan);
}

/// Paths without the name of the value.
std::set<std::string> scopes_in(const std::vector<std::string>& globs) {
  std::set<std::string> scopes;
  const test::VcdReader vcd(dump(globs).text);
  for (const auto& [path, width] : vcd.variables()) scopes.insert(path.substr(0, path.rfind('.')));
  return scopes;
}

}  // namespace

TEST_CASE("a glob that matches a scope chooses all that is in it") {
  using Names = std::set<std::string>;
  CHECK(scopes_in({"host2"}) == Names{"clock", "host2", "host2.vc0", "host2.vc1"});
  CHECK(scopes_in({"host2.vc1"}) == Names{"clock", "host2.vc1"});
  CHECK(scopes_in({"switch0.port2"}) == Names{"clock", "switch0.port2", "switch0.port2.vc0", "switch0.port2.vc1"});
  CHECK(scopes_in({"switch0"}) == scopes_in({"switch0.*"}));
  CHECK(scopes_in({"switch0"}).size() == 1 + 3 * 3);  // two links to switches, one to its host
  CHECK(scopes_in({"link_*_to_host1", "switch0.port2.vc0"}) ==
        Names{"clock", "link_switch1_p4_to_host1", "switch0.port2.vc0"});
  CHECK(scopes_in({}) == scopes_in({"*"}));
}

TEST_CASE("values of a partial dump are those of the whole dump") {
  test::VcdReader whole(dump({}).text), part(dump({"switch1.port?.vc1", "host0", "link_host*"}).text);
  while (part.next()) {
    REQUIRE(whole.next());
    REQUIRE(whole.time() == part.time());
    for (const auto& [path, width] : part.variables()) REQUIRE(part.value(path) == whole.value(path));
  }
  CHECK_FALSE(whole.next());
}

TEST_CASE("every trace of a save file is in the dump, and every value of a small dump in the save file") {
  for (const std::vector<std::string>& globs : {std::vector<std::string>{}, {"switch1.port?.vc1", "host0"}}) {
    const test::Dump written = dump(globs, 400);
    const test::VcdReader vcd(written.text);
    std::set<std::string> shown;
    std::istringstream lines(written.save_file);
    for (std::string line; std::getline(lines, line);) {
      if (line.find('.') == std::string::npos || std::string("[@^-*").find(line[0]) != std::string::npos) continue;
      INFO(line);
      REQUIRE(line.rfind("+{", 0) == 0);
      const std::string name = line.substr(2, line.find('}') - 2);
      line = line.substr(line.find('}') + 2);  // the part after the displayed name
      const std::string path = line.substr(0, line.find('['));
      CHECK(name == path.substr(path.rfind('.') + 1));
      REQUIRE(vcd.has(path));
      const unsigned width = vcd.variables().at(path);
      CHECK(line == path + (width == 1 ? "" : "[" + std::to_string(width - 1) + ":0]"));
      shown.insert(path);
    }
    CHECK(shown.size() == vcd.variables().size());
  }
}

TEST_CASE("the names of a save file have room for the longest of them and a value") {
  const std::string text = dump({}, 400).save_file;
  std::size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '-') longest = std::max(longest, line.size() - 1);
    if (line[0] == '+') longest = std::max(longest, line.find('}') - 2);
  }
  REQUIRE(longest > 30);  // "it comes by link_..."
  const auto number_behind = [&](const std::string& keyword) {
    return std::stoul(text.substr(text.find(keyword) + keyword.size()));
  };
  const std::size_t names = number_behind("[signals_width] ");
  CHECK(names >= (longest + 12) * 8 + 20);  // for a font of 8 pixels a letter, and with the value at the marker
  CHECK(names <= (longest + 12) * 8 + 40);
  CHECK(number_behind("[size] ") == names + 1160);  // the waves keep their width
}
