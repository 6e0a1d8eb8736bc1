#include "testbench/deadlock/objection.hpp"

#include "testbench/deadlock/deadlock.hpp"

namespace slackline::deadlock {

std::string objection(const network::Netlist& netlist, std::uint64_t steps, const routing::OnProgress& on_progress) {
  const std::string not_proved = "not proved to be free of deadlock: ";
  std::string text;
  if (!network::headers_reach_escapes(netlist)) text = not_proved + unreached_escapes() + '\n';
  if (routing::steps(netlist) > steps)
    return text + not_proved + std::to_string(netlist.switches.size()) + " switches and " +
           std::to_string(netlist.endpoints.size()) + " hosts: to find out would take minutes\n";
  const std::vector<Wait> cycle = judge(routing::Routes(netlist), on_progress).cycle;
  if (cycle.empty()) return text;
  text += not_proved + "packets may wait for one another in a cycle of " + std::to_string(cycle.size()) +
          " virtual channels\n";
  for (const std::string& line : lines(netlist, cycle)) text += "  " + line + '\n';
  return text;
}

}  // namespace slackline::deadlock
