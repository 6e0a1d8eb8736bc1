// measurement: a complete exchange of the study of Tam and Wang, and what is measured of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/reproduction/measurement.hpp"
#include "testbench/studies/reproduction/study.hpp"

namespace slackline::tam2000 {

/// Hosts at each edge switch, and edge switches: d1 x d2.
struct Shape {
  unsigned hosts_of_switch = 4, switches = 4;

  unsigned hosts() const { return hosts_of_switch * switches; }
  bool is_one_switch() const { return switches == 1; }
  std::string name() const;  ///< "4x4"
  friend bool operator==(const Shape& a, const Shape& b) {
    return a.hosts_of_switch == b.hosts_of_switch && a.switches == b.switches;
  }
};
inline constexpr Shape one_switch{16, 1}, four_by_four{4, 4}, eight_by_two{8, 2}, six_by_two{6, 2}, four_by_two{4, 2};
/// Beyond the paper.
inline constexpr Shape sixteen_by_eight{16, 8};

/// The algorithms, as the paper names them.
enum class Scheme : std::uint8_t {
  pairwise,
  sync,       ///< synchronous shuffle exchange
  sync_gw,    ///< with the global window
  sync_rs,    ///< with the reorder scheme; the paper has not run it
  sync_gwrs,  ///< with both
};
const char* to_string(Scheme scheme);
bool has_window(Scheme scheme);
bool is_reordered(Scheme scheme);

/// Buffers in the place of those that the paper has bought: of edge switches, with as many frames in all; or of all switches.
enum class Buffers : std::uint8_t {
  of_paper,
  input,
  output,
  shared,
  input_everywhere,
  pause,  ///< the same, and an input pauses its sender instead of dropping packets: 802.3x
};

/// A link of an edge switch to the backbone with more than five streams.
enum class Streams : std::uint8_t {
  any,   ///< it carries them
  rate,  ///< its module moves 500 Mb/s in each direction
  loss,  ///< it drops packets of further ones
};

/// "uplink modules of 500 Mb/s"
const char* to_string(Streams streams);

/// An assumption set: what the paper leaves open of switches and hosts.
struct Assumptions {
  unsigned held = 0;    ///< Q: frames that an output holds besides the one that it sends
  double pauses = 0.3;  ///< of a host, a second
  double pause_ms = 3;  ///< their length
  Streams streams = Streams::any;

  std::string name() const;                     ///< "Q = 0, 0.3 pauses of 3 ms a second"
  bool is_drawn() const { return pauses > 0; }  ///< without pauses one run is all
};

/// Without pauses, and with uplinks that carry what comes.
inline constexpr Assumptions on_schedule{0, 0, 0};

/// Mb/s; of links of hosts a whole part of that of uplinks.
struct Speeds {
  unsigned host = 100, uplink = 1000;

  std::string name() const;  ///< ", uplinks of 10 Gb/s": what differs from the usual ones
};

/// What else of hosts the paper leaves open.
struct Choices {
  unsigned host_queue = 8;       ///< packets that an interface takes from its host
  unsigned window = 8;           ///< of Go-Back-N, packets of a pair of hosts
  double timeout = 1;            ///< of Go-Back-N, as a multiple of the usual one
  bool is_by_shift = false;      ///< the permutation is shift, not xor
  double acknowledgement = 1.1;  ///< in rounds: how long one waits for a packet that takes it along

  std::string name() const;  ///< ", a window of 4 packets": what differs from the usual ones
};

inline constexpr double usual_overhead_us = 5;  ///< the paper does not print it

/// An exchange.
struct Setup {
  Shape shape = four_by_four;
  Scheme scheme = Scheme::sync;
  unsigned packets = 16;  ///< k, of each host to each other one
  Assumptions assumptions = {};
  Buffers buffers = Buffers::of_paper;
  bool is_selective = false;  ///< what is known to have come is not sent again
  bool is_lossless = false;   ///< buffers hold all that may come
  unsigned window = 0;        ///< instead of that of the shape; 0: that
  Choices choices = {};
  Speeds speeds = {};
  double overhead_us = usual_overhead_us;  ///< each of O_s, O_r and U_r
  unsigned stopped = 0;  ///< frame times for which the link to the last host stops, after two packets to each host
  unsigned flit_bytes = 32;
  unsigned windows_of_run = 0;  ///< parts of the run of which occupancies are kept

  std::string name() const;
};

/// When the link to the last host stops, us from the beginning.
double stop_begins_us(const Setup& setup);

/// The window of a shape, W_g: of the smallest buffer that the packets of several hosts share, 45 frames. On one switch it is the
/// buffer of a port.
unsigned window_of(const Shape& shape);
/// The hosts that share such a buffer: those of a switch, or, of a port, all other ones.
unsigned sharing(const Shape& shape);
/// The largest window with which all of them fill it and no more.
unsigned shared_window_of(const Shape& shape);
inline constexpr unsigned buffer_frames = 45;  ///< table 1: IBM 8275-326, and its uplink
inline constexpr unsigned payload_bytes = 1492;
inline constexpr double available = 12.5;   ///< MB/s: 100 Mb/s
inline constexpr double frame_us = 123.04;  ///< g: 1538 bytes at 100 Mb/s

/// Packets that a host can have given to its interface, and that have not left.
inline constexpr unsigned firmware_queue = 1, fetched = 2, exchange_queue = 2;
inline constexpr unsigned ahead_of_link = Choices().host_queue + firmware_queue + fetched + exchange_queue;

/// A link from the backbone to an edge switch that stops for some time: figure 3.
struct Stall {
  unsigned step = 4;     ///< i: the link stops before the packets of this step of the third round come to it
  unsigned steps = 20;   ///< its length
  unsigned outside = 0;  ///< frames that are held besides B_L
  bool is_reordered = false, has_window = true;

  std::string name() const;
};

/// The cycle in which it begins.
std::uint64_t begin_of(const Stall& stall);

/// A switch of so many ports with buffers at inputs, and uniform traffic that saturates it: claim (18).
struct Saturated {
  unsigned ports = 32;
  bool takes_no_time = false;  ///< a transfer; otherwise it takes as long as the link does

  std::string name() const;
};

/// So many hosts at each of two edge switches send continuously, each to the host of the same number at the other one: streams of
/// 100 Mb/s in both directions of the uplinks: claim (13).
struct Streaming {
  unsigned hosts_of_switch = 6;
  Streams streams = Streams::rate;
  unsigned held = 0;  ///< Q

  std::string name() const;
};

/// One point of the study.
struct Run : reproduction::Run {
  std::optional<Setup> exchange;
  std::optional<Stall> stall;
  std::optional<Saturated> saturated;
  std::optional<Streaming> streaming;
};

struct Measurement {
  double time = 0;           ///< us until the last host had all
  double efficiency = 0;     ///< payload that each host has sent, per time, as a share of the bandwidth of its link
  double dropped = 0;        ///< packets, of all switches, acknowledgements included
  double dropped_below = 0;  ///< of these, from the backbone, by edge switches
  double kept = 1;           ///< share of packets that switches have taken in, of those that came to them
  double repeated = 0;       ///< packets that were sent again
  double pauses = 0;         ///< of all hosts
  double most_held = 0;      ///< packets in a buffer, the most
  double window = 0;         ///< W_g of the run; 0: none
  double accepted = 0;       ///< uniform traffic: flits that an output sends, a flit time
  double first_drop =
      0;  ///< stall: steps from its beginning to the end of the step in which the first packet is dropped; 0: none is
  std::vector<double> dropped_from;     ///< stall: packets from each edge switch that are dropped
  double kept_of_0 = 1, kept_of_1 = 1;  ///< stall: as `kept`, of packets from switch 0, and 1, at the backbone
  double window_us = 0;                 ///< length of a window of those over time
  /// Over time: packets of one uplink that switches hold, the most of any, on their way to the backbone and from it: at edge switches and
  /// at the backbone.
  std::vector<double> up_at_edge, up_at_backbone, down_at_backbone, down_at_edge;
  std::vector<double> drops;          ///< over time, of all switches
  std::vector<double> hosts_stopped;  ///< over time: the share of links of hosts that may not send, and have something
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("time", m.time);
  v("efficiency", m.efficiency);
  v("dropped", m.dropped);
  v("dropped_below", m.dropped_below);
  v("kept", m.kept);
  v("repeated", m.repeated);
  v("pauses", m.pauses);
  v("most_held", m.most_held);
  v("window", m.window);
  v("accepted", m.accepted);
  v("first_drop", m.first_drop);
  v("dropped_from", m.dropped_from);
  v("kept_of_0", m.kept_of_0);
  v("kept_of_1", m.kept_of_1);
  v("window_us", m.window_us);
  v("up_at_edge", m.up_at_edge);
  v("up_at_backbone", m.up_at_backbone);
  v("down_at_backbone", m.down_at_backbone);
  v("down_at_edge", m.down_at_edge);
  v("drops", m.drops);
  v("hosts_stopped", m.hosts_stopped);
}

using Measurements = reproduction::Measurements<Measurement>;
using Value = double Measurement::*;

/// A value of each draw.
inline std::vector<double> samples(const Measurements& measurements, const std::string& experiment, Value value) {
  return measurements.samples(experiment, [value](const Measurement& m) { return m.*value; });
}
inline std::vector<double> samples(const Measurements& measurements, const Setup& setup, Value value) {
  return samples(measurements, setup.name(), value);
}
/// Nothing where it was not simulated.
inline std::optional<reproduction::Mean> mean_of(const Measurements& measurements, const Setup& setup, Value value) {
  return reproduction::mean_of(samples(measurements, setup, value));
}

/// The experiment that `slackline run` would run.
features::Experiment experiment_of(const Run& run);

/// Throws std::runtime_error with the reason when the run fails.
Measurement measure(const Run& run, const reproduction::Simulate& simulate);

}  // namespace slackline::tam2000
