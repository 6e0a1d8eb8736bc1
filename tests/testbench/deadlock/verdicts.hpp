// Verdicts on networks, checked against all routes.
#pragma once

#include "testbench/deadlock/deadlock.hpp"

namespace slackline::test {

deadlock::Verdict judge(const network::Netlist& netlist);

/// Holds a verdict against all routes, walked one by one.
void require_right(const network::Netlist& netlist, const deadlock::Verdict& verdict);

}  // namespace slackline::test
