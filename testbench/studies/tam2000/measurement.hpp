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

/// Buffers of all edge switches in the place of those that the paper has bought, with as many frames in all.
enum class Buffers : std::uint8_t { of_paper, input, output, shared };

/// A link of an edge switch to the backbone with more than five streams.
enum class Streams : std::uint8_t {
  any,   ///< it carries them
  rate,  ///< it has 500 Mb/s
  loss,  ///< it drops packets of further ones
};

/// "uplinks of 500 Mb/s"
const char* to_string(Streams streams);

/// The parts of switches and hosts that the paper leaves open.
struct Reading {
  unsigned held = 0;      ///< Q: frames that an output holds besides the one that it sends
  double pauses = 0.3;    ///< of a host, a second
  double pause_ms = 3;    ///< their length
  unsigned transfer = 0;  ///< cycles for a flit from an input to an output; 0: it takes no time, 1: 1 Gb/s

  std::string name() const;  ///< "Q = 0, 0.3 pauses of 3 ms a second"
};

/// Without pauses: nothing is drawn, so one run is all.
inline constexpr Reading on_schedule{0, 0, 0, 0};

/// An exchange.
struct Setup {
  Shape shape = four_by_four;
  Scheme scheme = Scheme::sync;
  unsigned packets = 16;  ///< k, of each host to each other one
  Reading reading = {};
  Streams streams = Streams::any;
  Buffers buffers = Buffers::of_paper;
  bool is_selective = false;  ///< what is known to have come is not sent again
  bool is_lossless = false;   ///< buffers hold all that may come
  unsigned window = 0;        ///< instead of that of the shape; 0: that
  unsigned flit_bytes = 32;
  unsigned windows_of_run = 0;  ///< parts of the run of which occupancies are kept

  std::string name() const;
};

/// The window of a shape, W_g: of the smallest buffer that the packets of several hosts share, 45 frames. On one switch it is the
/// buffer of a port.
unsigned window_of(const Shape& shape);
inline constexpr unsigned buffer_frames = 45;  ///< table 1: IBM 8275-326, and its uplink
inline constexpr unsigned payload_bytes = 1492;
inline constexpr double available = 12.5;   ///< MB/s: 100 Mb/s
inline constexpr double frame_us = 123.04;  ///< g: 1538 bytes at 100 Mb/s
inline constexpr double overhead_us = 5;    ///< each of O_s, O_r and U_r, which the paper does not print

/// Packets that a host can have given to its interface, and that have not left.
inline constexpr unsigned host_queue = 8, firmware_queue = 1, fetched = 2, exchange_queue = 2;
inline constexpr unsigned ahead_of_link = host_queue + firmware_queue + fetched + exchange_queue;

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

/// One point of the study.
struct Run : reproduction::Run {
  std::optional<Setup> exchange;
  std::optional<Stall> stall;
  std::optional<Saturated> saturated;
};

struct Measurement {
  double time = 0;        ///< us until the last host had all
  double efficiency = 0;  ///< payload that each host has sent, per time, as a share of the available bandwidth
  double dropped = 0;     ///< packets, of all switches
  double kept = 1;        ///< share of packets that switches have taken in, of those that came to them
  double repeated = 0;    ///< packets that were sent again
  double pauses = 0;      ///< of all hosts
  double most_held = 0;   ///< packets in a buffer, the most
  double window = 0;      ///< W_g of the run; 0: none
  double accepted = 0;    ///< uniform traffic: flits that an output sends, a flit time
  double first_drop =
      0;  ///< stall: steps from its beginning to the end of the step in which the first packet is dropped; 0: none is
  std::vector<double> dropped_from;     ///< stall: packets from each edge switch that are dropped
  double kept_of_0 = 1, kept_of_1 = 1;  ///< stall: as `kept`, of packets from switch 0, and 1, at the backbone
  std::vector<double> from_uplink, to_uplink, drops;  ///< over time, in windows
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("time", m.time);
  v("efficiency", m.efficiency);
  v("dropped", m.dropped);
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
  v("from_uplink", m.from_uplink);
  v("to_uplink", m.to_uplink);
  v("drops", m.drops);
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
