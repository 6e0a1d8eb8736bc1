#include "testbench/deadlock/objection.hpp"

#include "testbench/deadlock/deadlock.hpp"

namespace slackline::deadlock {

std::string objection(const network::Netlist& netlist, std::uint64_t most_steps) {
  if (routing::steps(netlist) > most_steps) return "";
  const Verdict verdict = judge(routing::Routes(netlist));
  if (verdict.deadlock_free()) return "";
  std::string text = "not proved to be free of deadlock: packets may wait for one another in a cycle of " +
                     std::to_string(verdict.cycle.size()) + " virtual channels\n";
  for (const std::string& line : lines(netlist, verdict.cycle)) text += "  " + line + '\n';
  return text;
}

}  // namespace slackline::deadlock
