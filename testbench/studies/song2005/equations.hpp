// equations: the network of Song 2005, section 2, under the paper's symbols, and the equations: those of
// testbench/workloads/synchronization/bounds with these parameters, and those that only the study needs. Times in nanoseconds.
#pragma once

#include <cstdint>

#include "testbench/workloads/synchronization/bounds.hpp"

namespace slackline::song2005 {

/// The defaults are those of section 5.1, of Myrinet-1280/SAN.
struct Parameters {
  double ld = 17;    ///< link delay
  double cp = 6.25;  ///< character period: the time in which a flit is injected
  double sd = 2.0;   ///< switching delay, of a data flit
  double rd = 100;   ///< routing delay, of a header
  double fc = 3.26;  ///< flow controller delay, at each end of a link
  int bl = 64;       ///< flits of a slack buffer
  int ks = 53;       ///< occupancy at which STOP is sent
  int kg = 17;       ///< occupancy at which GO is sent
  double rest = 0;   ///< in cycles of a model: from the first to the last cycle in which a link takes a flit
  double pause = 0;  ///< where firmware pauses the clock, the longest time until it does; the paper has none
};

/// The text has kg = 17, but its printed skews follow from kg = 53: the study shows both.
constexpr int kg_of_text = 17, kg_of_print = 53;

using synchronization::Drain;

struct Model {
  Parameters p;
  Drain drain = Drain::at_switch;

  synchronization::Delays delays() const {
    return {p.ld, p.cp, p.sd, p.rd, p.fc, 1.0 * p.bl, 1.0 * p.ks, 1.0 * p.kg, p.rest, p.pause};
  }
};

/// (5): of the skew of s ->d f.
inline double direct_bound(const Model& model, int p1, int p2) {
  return synchronization::direct_bound(model.delays(), p1, p2, model.drain);
}
/// (8).
inline double sss_bound(const Model& model) { return synchronization::simple_bound(model.delays(), model.drain); }
/// (10): of a tree of m >= 2 levels; with two it is the bound of SSS.
inline double hss_bound(const Model& model, int m) {
  return synchronization::hierarchical_bound(model.delays(), static_cast<std::uint32_t>(m), model.drain);
}

/// (8) or (10): of a tree of m >= 2 levels, where two are one switch.
inline double bound(const Model& model, int m) { return m == 2 ? sss_bound(model) : hss_bound(model, m); }

/// (12): the share of time slots that a schedule of `slots` takes; `interval` > 0 is that of equation (11).
double time_overhead(int slots, std::uint64_t interval);

/// Slots of HSS on a full tree of m levels with k-port switches (section 5.2), and its hosts.
int hss_slots(int k, int m);
int full_tree_hosts(int k, int m);

/// The overhead of an Isotach network (section 6): one of n interfaces hands out tokens, and serves no application.
double isotach_overhead(int n);

/// The flits above ks that a buffer needs for those on their way when STOP is sent: (2 ld + 2 fc) / cp, rounded up.
/// Registers on the way add more in the model.
int smallest_slack(const Parameters& p);

}  // namespace slackline::song2005
