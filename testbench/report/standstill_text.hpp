// Worms that will never move again, in words: for the terminal and summary.txt.
#pragma once

#include <string>

#include "testbench/monitors/standstill.hpp"

namespace slackline::report {

/// "link_switch0_p0_to_switch1_p1 vc 0"
std::string channel_text(const monitors::ChannelName& channel);

/// "for link_switch0_p0_to_switch1_p1 vc 0, held by host3:17"; what a packet waits for.
std::string wait_text(const monitors::NamedWait& wait);

/// "host1 lower: message 3 of host0 (stopped) waits for host2 lower"
std::string wait_text(const monitors::KeptWorm& worm);

/// Some lines, each with its end: the worms that wait for one another first, 50 of them at most, then the number of
/// those that wait for them.
std::string standstill_text(const monitors::Standstill& standstill);

}  // namespace slackline::report
