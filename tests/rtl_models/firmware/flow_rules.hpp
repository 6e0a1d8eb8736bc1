// The definitions of flow controls, followed on what firmware has reported: in a network without timing, and in a real one.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/firmware/flow_control.h"
#include "tests/rtl_models/firmware/reported.hpp"

namespace slackline::firmware::test {

/// The own parameters of simplified_packet_pair in ticks, by default with a delay and a history of the source.
struct Spp {
  std::uint32_t delta = 20, history = 8, step = 10, window = 4;
  bool absolute = false, of_destination = false, disjoint = false, every_history = false, from_tail = false,
       from_start = false;
};
/// One of the 64 readings of the paper, with a small delta.
Spp spp_in_reading(unsigned reading);
enum { SPP_INTERVAL = FLOW_MEASURES, SPP_WINS };

/// A round trip, as steps of the transaction tell it.
struct RoundTrip {
  std::size_t at = 0;  ///< place of the answer in what was reported
  std::uint32_t peer = 0, id = 0, sent = 0, came = 0, begun = 0;
  bool is_complete = true;
};

/// Requests that a window lets out at most, in the runs that are followed.
constexpr std::size_t most_outstanding = 8;
/// In a run that was cut off, up to the first whose request has not been reported as sent: one of the last few. In others there is
/// none.
std::vector<RoundTrip> round_trips(const std::vector<Reported>& reported, bool is_cut_off = false);

/// Checks that SPP's I moves as its wins dictate, by a model of its own that sees the recorded round trips, and holds requests
/// apart. The largest I of a source.
std::uint32_t follow(const Spp& spp, const std::vector<Reported>& reported, bool is_cut_off = false);

/// Checks that no comparison is won and that I never falls. The last I.
std::uint32_t never_shortened(const std::vector<Reported>& reported);

/// Requests outstanding, as they have changed.
std::vector<std::uint32_t> outstanding_of(const std::vector<Reported>& reported);

/// Checks that requests stop at the high mark until there are no more than the low one. How often they stopped.
unsigned keeps_marks(const std::vector<std::uint32_t>& outstanding, std::uint32_t high, std::uint32_t low);

/// Checks that each request is sent so many times at most, and given up after just so many; that it has one outcome, is
/// answered once at most, and comes to its destination no more often than it was sent. `reported`: of each interface, in the
/// order of their numbers. How many were given up.
unsigned bounds_tries(const std::vector<std::vector<Reported>>& reported, unsigned tries);

}  // namespace slackline::firmware::test
