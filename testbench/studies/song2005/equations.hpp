// equations: the analytic model of Song 2005: the equations of testbench/synchronization/bounds with the paper's
// parameters, and those that only the study needs. Times in nanoseconds.
#pragma once

#include <cstdint>

#include "testbench/studies/song2005/parameters.hpp"
#include "testbench/synchronization/bounds.hpp"

namespace slackline::song2005 {

using synchronization::Drain;

struct Model {
  Parameters p;
  Drain drain = Drain::at_switch;

  synchronization::Delays delays() const {
    return {p.ld, p.cp, p.sd, p.rd, p.fc, 1.0 * p.bl, 1.0 * p.ks, 1.0 * p.kg, p.rest};
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

using synchronization::chain_skew;
using synchronization::schedule_skew;

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
