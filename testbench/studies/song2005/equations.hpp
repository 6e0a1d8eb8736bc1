// equations: the analytic model of Song 2005, equations (1) to (12), under the paper's symbols. Times in nanoseconds.
//
//   s ---p1 routers---> d <---p2 routers--- f     the packet of f waits at d's link until that of s is over
//
//   GAP1   f starts its slot .. it hears STOP            f runs ahead
//   GAP2   s injects its tail .. the link to d is free   f falls back
//   GAP3   the link is free .. f hears GO                f falls back
//   skew = |GAP2 + GAP3 - GAP1|
#pragma once

#include <vector>

#include "testbench/studies/song2005/parameters.hpp"

namespace slackline::song2005 {

/// How fast a slack buffer is emptied. Equations (2) and (3) let a flit go every sd; but the link behind the switch
/// takes one every cp, and the slower of both counts: c = max(sd, cp).
enum class Drain { as_printed, corrected };

struct Model {
  Parameters p;
  Drain drain = Drain::as_printed;

  double c() const;  ///< between two flits that leave a buffer
};

double gap1(const Model& model, int p2);      ///< (1)
double gap2_min(const Model& model, int p1);  ///< (2)
double gap2_max(const Model& model, int p1);  ///< (2)
double gap3(const Model& model, int p2);      ///< (3)

double skew(double gap1, double gap2, double gap3);  ///< (4)

double gap_min(const Model& model, int p1, int p2);       ///< (5)
double gap_max(const Model& model, int p1, int p2);       ///< (5)
double direct_bound(const Model& model, int p1, int p2);  ///< (5): of the skew of s ->d f

/// (6): of a chain of relations that a direct one makes longer.
double chain_skew(double chain, double direct);
/// (7): of a schedule, from those of all pairs.
double schedule_skew(const std::vector<double>& pairs);

double sss_bound(const Model& model);           ///< (8)
double level_bound(const Model& model, int i);  ///< (9): of a direct relation at a switch of level i >= 1
double hss_bound(const Model& model, int m);    ///< (10): of a tree of m >= 2 levels; of two it is that of SSS

/// (11): time slots after which clocks that differ by `drift_rate` must be synchronized again, so that no skew passes
/// half a slot. 0: the skew alone does.
long long synchronization_interval(double skew, double slot_length, double drift_rate);
/// (12): the share of time slots that a schedule of `slots` takes; `si` > 0.
double time_overhead(int slots, long long si);

/// Slots of HSS on a full tree of m levels with k-port switches (section 5.2), and its hosts.
int hss_slots(int k, int m);
int full_tree_hosts(int k, int m);

/// Of an Isotach network (section 6): one of n interfaces hands out tokens, and does nothing for applications.
double isotach_overhead(int n);

/// Flits that a buffer needs above ks for those on their way when STOP is sent: (2 ld + 2 fc) / cp, rounded up. What
/// registers on the way add is the model's to say.
int smallest_slack(const Parameters& p);

}  // namespace slackline::song2005
