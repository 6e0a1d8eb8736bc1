// measurement: a simulation of the study as an experiment, and what is measured on it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "testbench/multicast/order.hpp"
#include "testbench/multicast/path_settings.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/studies/reproduction/study.hpp"

namespace slackline::anglano {

using multicast::Algorithm;
using multicast::HostOrder;
using reproduction::Effort;

/// The paper's simulated networks, and their hosts without them.
enum class Network : std::uint8_t {
  torus,  ///< 8x8, a switch and a host a node
  star,   ///< 32 hosts: four switches of eight hosts below one
  mesh,   ///< 3x3 switches with two hosts each: figure 2
};
const char* to_string(Network network);
unsigned hosts_of(Network network);
inline constexpr unsigned hosts_of_star_switch = 8;

/// The flow control between interfaces: the paper's two, those of others that it compares with, or none. The values of
/// firmware.multicast.scheme.
enum class Scheme : std::uint8_t {
  none,     ///< a host does not keep what it has sent on
  plain,    ///< ACK/NACK
  fifo,     ///< FIFO ACK/NACK
  manager,  ///< Verstoep et al.: a central manager grants buffers
  credits,  ///< Bhoedjang et al.: credits of pairs of hosts
};
const char* to_string(Scheme scheme);
inline bool has_two_classes(Scheme scheme) { return scheme == Scheme::plain || scheme == Scheme::fifo; }

/// An experiment: multicasts to drawn groups, with all that the study varies. A name has the values that are not the default.
struct Setup {
  Network network = Network::torus;
  Algorithm algorithm = Algorithm::wrap_around;
  unsigned groups = 4, members = 8;  ///< drawn; each member sends to the others
  unsigned words = 16;               ///< of 4 bytes, of a message and a worm: 64 B; 512: 2 KiB
  /// Messages per 1000 cycles of as many sources as a group has members: those of a group whose members are in no other one. A
  /// source in several groups divides its messages among them.
  double rate = 0.125;
  double background = 0;  ///< words of unicast traffic per cycle and host, in messages of background_words
  Scheme scheme = Scheme::fifo;
  unsigned buffers = 2;  ///< of a class, K; with one class, all of an interface: has_two_classes()
  bool cut_through = true;
  bool early_ack = false, early_ready = false;  ///< ablations of FIFO
  unsigned link_delay = 1;                      ///< cycles
  unsigned link_cycles = 1;                     ///< of all links for a flit
  unsigned branching = 0;                       ///< copies of a host at most; 0: any number
  HostOrder order = HostOrder::shortest;        ///< IDs of hosts
  bool one_class = false;                       ///< of buffers: it may deadlock, as with IDs of each group
  bool first_source = false;  ///< of one group of members with numbers at equal distances, the first alone sends
  bool neighbours = false;    ///< ... or with successive numbers
  bool far_apart = false;     ///< ... or, on the torus, as far from one another as they can be
  /// The link to this member takes 4 cycles for a flit, counted from the source, which is 0; 0: none does.
  unsigned slow_member = 0;
  bool up_down_routing = false;  ///< of the network below; the torus otherwise has datelines
  bool by_hosts = false;         ///< hosts send copies on, and not interfaces
  bool paper_copies = false;     ///< trees are built with the paper's CT, the time of a worm on its link
  bool free_handlers = false;    ///< the processor takes a cycle for each, whatever it does
  unsigned detection = 20;       ///< credits: us until a circle is looked for, and opened; 0: none is
  unsigned hosts = 0;            ///< of a single switch, in the place of the network; 0: it is not
  unsigned channels = 1;         ///< virtual channels of a single switch; the torus has two, other networks one
  bool holds_links = false;      ///< a worm that finds no buffer stays on its link; otherwise it is dropped
  bool has_unicasts = true;      ///< on the mesh: worm Y
  bool compares_ids = false;     ///< the load of the lowest ID with that of others. Not in its name

  /// A claim is about whether it deadlocks: then that is measured. A deadlock of any other run ends the study. Not in its name.
  bool measures_deadlock = false;

  unsigned worm_flits() const;  ///< of a worm on its link
  std::string name() const;     ///< "torus, wrap_around, 4 groups of 8, 16 words, rate 0.125"
};
inline constexpr unsigned worms_on_mesh = 16;  ///< of a message
/// Shorter ones take the processors more time than the links: they would be the limit.
inline constexpr unsigned background_words = 512;
/// The members of the group of one source, the source first.
std::vector<std::uint32_t> first_members(const Setup& setup, std::uint64_t seed);
/// Between two of them on average, links between switches.
double mean_hops(const Setup& setup);

/// The costs of the processors, unless handlers are free: 20 cycles for an event, and one for each access.
nic::Costs costs_of_processor();

struct Run : reproduction::Run {
  Setup setup;
  std::uint64_t warmup = 0, cycles = 0;  ///< the second after the first
};

/// Times in cycles, of messages that all members have got in the measured window.
struct Measurement {
  double to_last = 0, p99 = 0;  ///< latency to the last member
  double accepted = 0;          ///< words per cycle and member
  double refused = 0;           ///< share of worms that found no buffer
  double repeated = 0;          ///< share of copies that were sent again
  double whole = 0;             ///< share of refused copies that had left whole when NACK came, and were not aborted
  double flits_sent = 0;   ///< on the links of all hosts, of which one carries a word, over the words that members got
  double wait = 0;         ///< from a refusal until the worm is taken
  double buffers = 0;      ///< in use, both classes of an interface together
  double source_time = 0;  ///< cycles in which the link of the one source carries a flit, for a message
  // Of the lowest ID of a group over the most of another member that is the lowest of no group, the mean of all groups:
  double lowest_copies = 0;                   ///< copies that it sends, of whatever group
  double lowest_buffers = 0;                  ///< buffers in use, of both classes
  double depth = 0, branching = 0, cost = 0;  ///< of trees: the most, and the mean by equation (1)
  double agreeing = 0;                        ///< share of groups whose members saw one sequence of messages
  /// Share of cycles in which links between switches are in use, the mean: of those at the switch that up*/down* has as its root, and
  /// of all others.
  double root_links = 0, other_links = 0;
  /// With one source, by member: share of worms that found no buffer; 0 for the source.
  std::vector<double> refused_at;
  double went_on = 0;     ///< 1: the run ended; 0: it deadlocked
  double background = 0;  ///< words of unicast traffic that are accepted, over those that are offered
  double circle = 0;      ///< interfaces that wait for one another, where it deadlocked
  /// Share of the words to be delivered that members have got when the run ends, both of the measured window; on the mesh, of the
  /// messages that all members have got.
  double delivered = 0;
  double permit_wait = 0;  ///< for a grant, or a credit
  double spilled = 0;      ///< share of worms that were moved to host memory
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("to_last", m.to_last);
  v("p99", m.p99);
  v("accepted", m.accepted);
  v("refused", m.refused);
  v("repeated", m.repeated);
  v("whole", m.whole);
  v("wait", m.wait);
  v("buffers", m.buffers);
  v("source_time", m.source_time);
  v("flits_sent", m.flits_sent);
  v("lowest_copies", m.lowest_copies);
  v("lowest_buffers", m.lowest_buffers);
  v("depth", m.depth);
  v("branching", m.branching);
  v("cost", m.cost);
  v("agreeing", m.agreeing);
  v("root_links", m.root_links);
  v("other_links", m.other_links);
  v("refused_at", m.refused_at);
  v("went_on", m.went_on);
  v("background", m.background);
  v("circle", m.circle);
  v("delivered", m.delivered);
  v("permit_wait", m.permit_wait);
  v("spilled", m.spilled);
}

using Measurements = reproduction::Measurements<Measurement>;
using Value = double Measurement::*;

/// Its interval is without bounds where that of the smaller value holds 0.
inline std::optional<reproduction::Ratio> with_bounds(std::optional<reproduction::Ratio> ratio) {
  if (ratio && !ratio->is_bounded) ratio->half_width = std::numeric_limits<double>::infinity();
  return ratio;
}

/// A value of each draw.
inline std::vector<double> samples(const Measurements& measurements, const Setup& setup, Value value) {
  return measurements.samples(setup.name(), [value](const Measurement& m) { return m.*value; });
}
/// Nothing where it was not simulated.
inline std::optional<reproduction::Mean> mean_of(const Measurements& measurements, const Setup& setup, Value value) {
  return reproduction::mean_of(samples(measurements, setup, value));
}
inline std::optional<reproduction::Ratio> ratio_of(const Measurements& measurements, const Setup& of, const Setup& to,
                                                   Value value) {
  return with_bounds(reproduction::ratio(samples(measurements, of, value), samples(measurements, to, value)));
}

/// The values of keys with which a run differs from the defaults, and the experiment that `slackline run` would run.
reproduction::Assignments assignments_of(const Run& run);
features::Experiment experiment_of(const Run& run);

/// By hosts, some load: that of the member with the lowest ID of a group over the most of another member, the mean of all groups. Members
/// that are the lowest of another group do not count as others; a group without others, or whose others have none, does not count.
double load_of_lowest(const host::Groups& groups, const multicast::Order& order,
                      const std::function<double(std::uint32_t host)>& load);
/// The switch that up*/down* has as its root.
inline constexpr const char* root_switch = "switch0";
/// The mean use of links between switches: those that begin or end at the root, and all others.
std::pair<double, double> use_at_root(const std::vector<statistics::LinkUse>& links);

/// Throws std::runtime_error with the reason when the run fails; a deadlock is none where it is measured.
Measurement measure(const Run& run, const reproduction::Simulate& simulate);

}  // namespace slackline::anglano
