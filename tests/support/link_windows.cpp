#include "tests/support/link_windows.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/network/fabric.hpp"
#include "testbench/statistics/link_counts.hpp"

namespace slackline::test {

void require_links_add_up(const network::Netlist& netlist) {
  network::Fabric fabric(network::elaborate(netlist));
  std::vector<statistics::LinkCounts> begin = statistics::count_links(fabric);
  for (std::uint64_t window = 0; window < 60; ++window) {
    const std::uint64_t cycles = 1 + 7 * window % 31;  // windows end anywhere
    fabric.run_until(fabric.now() + cycles);
    const std::vector<statistics::LinkCounts> end = statistics::count_links(fabric);
    for (const statistics::LinkUse& use : statistics::link_uses(netlist, begin, end, cycles)) {
      INFO(use.name << " in the " << cycles << " cycles before edge " << fabric.now().value << ": busy " << use.busy
                    << ", stalled " << use.stalled << ", idle " << use.idle());
      REQUIRE(use.busy <= cycles);
      REQUIRE(use.stalled <= cycles);
      REQUIRE(use.idle() <= cycles);
      REQUIRE(use.busy + use.stalled + use.idle() == cycles);
    }
    begin = end;
  }
}

}  // namespace slackline::test
