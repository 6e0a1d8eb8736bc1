// equations: the analytic model of Sun, Cheung, Lin 2001, section 4.1, equations (1) to (4), under the paper's symbols, and
// the bounds of theorem 2. Times in cycles.
//
//   T = Ts + 2 (L - 1) Tb + 2 (L - 1) (Tb + what a hop waits for on average)
//
// As printed, equations (1) to (4) count Tb twice a hop, 4 (L - 1) Tb in all, where theorem 2 has 2 (L - 1) Tb.
#pragma once

#include <optional>

namespace slackline::sun2001 {

/// The values of Fig. 11, except L, Tp and the duration of congestion.
struct Model {
  double Ts = 100;     ///< software's overhead of sending and receiving
  double Tb = 16;      ///< of a barrier message, a hop
  double Tp = 6;       ///< of preempting a virtual channel (the paper: 6 to 10)
  double p = 0.8;      ///< that a virtual channel carries a data message, 0..1
  double pf = 0.2;     ///< that its flits are blocked, 0..1
  unsigned k = 16;     ///< ports of a switch, 1 or more
  double levels = 10;  ///< L of the tree, 1 or more; of several trees a mean
};

double latency_1(const Model& m);  ///< (1): architecture I, any virtual channel may be preempted
double latency_2(const Model& m);  ///< (2): architecture II, one of them
double latency_3(const Model& m,
                 double congestion);  ///< (3): architecture III, while one of them moves; `congestion`: Delta
double latency_4(const Model& m,
                 double congestion);  ///< (4): the tree of Sivaram, Stunkel and Panda, without preemption

/// The duration of congestion below which equation (3) is less than (2), though its hardware is simpler: III waits for
/// a whole congestion, but only when all k channels are taken and none moves. Nothing where pf is 0 and it is so always.
std::optional<double> congestion_where_3_meets_2(const Model& m);

/// Theorem 2: of a barrier whose farthest member is `hops` from the centre in the tree, if every preemption succeeds.
double theorem_2(const Model& m, double hops);
/// The same with what the theorem leaves out: the software's overhead, preemption at every hop, and `serialized` cycles in
/// which messages to several children leave a switch one after another.
double corrected_bound(const Model& m, double hops, double serialized);

}  // namespace slackline::sun2001
