// bounds: how far apart clocks may be after a feedback-based synchronization: equations (1) to (5) and (8) to (11) of
// Song, "Synchronization of Network Interfaces in System Area Networks", 2005, under its symbols.
//
//   s ---p1 routers---> d <---p2 routers--- f     the packet of f waits at d's link until that of s is over
//
//   GAP1   f starts its slot .. it hears STOP            f runs ahead
//   GAP2   s injects its tail .. the link to d is free   f falls back
//   GAP3   the link is free .. f hears GO                f falls back
//   skew = |GAP2 + GAP3 - GAP1|
//
// The paper takes no time for the pause of the clock. Where firmware pauses it, GAP1 and GAP3 may be longer by Delays::pause.
//
// The paper lets a buffer drain one flit in sd, though the link after it takes one only in cp. With Drain::at_link it
// drains at the slower of the two.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace slackline::synchronization {

/// Delays of a network, in one unit of time, cycles or nanoseconds; buffers in flits.
struct Delays {
  double ld = 0;  ///< of a link
  double cp = 0;  ///< character period: a link takes one flit in it
  double sd = 0;  ///< switching delay, of a flit of data
  double rd = 0;  ///< routing delay, of a header
  double fc = 0;  ///< of a flow controller, at each end of a link
  double bl = 0;  ///< length of a buffer
  double ks = 0;  ///< its occupancy at which STOP is sent
  double kg = 0;  ///< and GO
  /// From the first of the cycles in which a link takes a flit to the last: so much later than ld a flit is in the next
  /// buffer. Where links take a flit a cycle, and in the paper, 0.
  double rest = 0;
  /// Where firmware pauses the clock: the longest time from a packet's stop, or from its going on, until the clock follows.
  /// In the paper 0.
  double pause = 0;
};

enum class Drain : std::uint8_t { at_switch, at_link };

/// Between two flits that leave a buffer.
double drain_time(const Delays& d, Drain drain);

// s directly precedes f: there are p1 switches on the way from s to the host that both send to, and p2 on that from f.
double gap1(const Delays& d, double p2);                    ///< (1)
double gap2_least(const Delays& d, double p1);              ///< (2)
double gap2_most(const Delays& d, double p1, Drain drain);  ///< (2)
double gap3(const Delays& d, double p2, Drain drain);       ///< (3)
double skew(double gap1, double gap2, double gap3);         ///< (4)

/// Limits of the skew between s and f, which has a sign: equation (5).
double gap_least(const Delays& d, double p1, double p2, Drain drain);
double gap_most(const Delays& d, double p1, double p2, Drain drain);
/// The larger of the two without it.
double direct_bound(const Delays& d, double p1, double p2, Drain drain);

/// The bound of the simple schedule at one switch: equation (8).
double simple_bound(const Delays& d, Drain drain);
/// The bound of direct precedences at a switch of level 1 or above: equation (9).
double level_bound(const Delays& d, std::uint32_t level, Drain drain);
/// The bound of the hierarchical schedule along a tree of so many levels, 2 or more, the hosts one of them: equation
/// (10). For two levels it is the simple one.
double hierarchical_bound(const Delays& d, std::uint32_t levels, Drain drain);

/// The skew of a chain of relations that a direct one makes longer: equation (6).
double chain_skew(double chain, double direct);
/// The skew of a schedule, from those of all pairs: equation (7).
double schedule_skew(const std::vector<double>& pairs);

/// The slots from one synchronization to the next, so that no skew passes half a slot: equation (11). `bound` and
/// `slot` in one unit, `drift` the largest difference of two clocks, as a share. 0: there is no such interval.
std::uint64_t interval(double bound, double slot, double drift);

/// The values of the equations for a schedule. Skews of the model may exceed each of them: they leave out a lead that nothing
/// stops (docs/fbs.md).
struct Estimates {
  double paper_ns = 0;        ///< as printed, of the delays that were asked for
  double paper_cycles = 0;    ///< the same of the delays as they are simulated
  double drained_cycles = 0;  ///< of those, buffers drained as links take flits
  double pause_cycles = 0;    ///< Delays::pause, in the two of delays as simulated
};

}  // namespace slackline::synchronization
