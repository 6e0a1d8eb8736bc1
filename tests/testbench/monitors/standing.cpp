#include "tests/testbench/monitors/standing.hpp"

#include <algorithm>

namespace slackline::test {

Pointers pointers(const network::Fabric& fabric) {
  Pointers all;
  for (std::size_t sw = 0; sw < fabric.netlist().switches.size(); ++sw)
    for (unsigned lane = 0; lane < fabric.netlist().switch_kinds[0].lanes(); ++lane) {
      const slack_buffer::State& buffer = fabric.switch_state(sw).in[lane].buffer;
      all.push_back({buffer.count, buffer.read, buffer.write});
    }
  return all;
}

std::vector<std::size_t> standing_buffers(network::Fabric& fabric, std::uint64_t cycles) {
  const Pointers before = pointers(fabric);
  std::vector<std::size_t> standing;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i][0] != 0) standing.push_back(i);
  for (const Cycle end = fabric.now() + cycles; fabric.now() < end;) {
    fabric.run_until(std::min(end, fabric.now() + 1000));
    const Pointers now = pointers(fabric);
    const auto has_moved = [&](std::size_t i) { return now[i] != before[i]; };
    standing.erase(std::remove_if(standing.begin(), standing.end(), has_moved), standing.end());
  }
  return standing;
}

}  // namespace slackline::test
