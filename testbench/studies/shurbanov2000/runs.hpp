// runs: the simulations of the study, and the names of their experiments.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/shurbanov2000/measurement.hpp"

namespace slackline::shurbanov2000 {

using reproduction::Effort;

/// The paper's topology of 24 CPUs, Fig. 1-a, is missing.
enum class Topology : std::uint8_t {
  cube,  ///< eight routers with three hosts and three links each
  tree,  ///< six routers with four hosts each, below one: SW's printed throughput is near what it lets through
};
const char* to_string(Topology topology);
/// Those on which claims are tried.
std::vector<Topology> topologies(Effort effort);

/// Parts of SPP that the paper leaves open. Those named first are the defaults.
struct Reading {
  bool absolute = false;        ///< differences of round trips are signed, or absolute
  bool of_destination = false;  ///< delay and history are of the source, or of each destination
  bool disjoint = false;        ///< comparisons overlap, or not
  bool every_history = false;   ///< the delay changes at each comparison, or at every h-th
  std::string name() const;     ///< "signed, a source, overlapping, each"
};
/// All of them; of a quick study the two of the differences. A delay for each destination moves 23 times as slowly, and is tried
/// on the cube alone, in longer runs of fewer draws.
std::vector<Reading> readings(Effort effort, Topology topology);

/// A flow control with its parameters, and what else an experiment of it sets.
struct Control {
  std::string name;      ///< "SW(4)"
  std::string firmware;  ///< "static_window"
  reproduction::Assignments values;
  unsigned packets = 1;  ///< of a message
};
Control sw(unsigned window);
Control asw(unsigned high, unsigned low);
/// `window` 0: SPP alone.
Control spp(double delta_us, const Reading& reading, unsigned window = 4, double step_us = 1);
Control pp(unsigned window);
/// Cut, to so many per cent, at marks of switches whose buffers hold so many flits.
Control aimd_by_marks(unsigned watermark = 32, unsigned cut_to = 50);
/// Cut at longer round trips.
Control aimd_by_round_trips(double target_us = 10);

std::vector<double> deltas();                  ///< of table 2, in us
std::vector<unsigned> windows(Effort effort);  ///< of SW
std::vector<unsigned> low_marks();             ///< of ASW(4, low)
std::vector<double> steps();                   ///< q of SPP, in us
std::vector<double> loads(Effort effort);      ///< words per cycle and host, up to twice what SW(4) accepts
unsigned draws(Effort effort);
unsigned draws_of(const Reading& reading, Effort effort);

/// The controls of figures 2 and 4.
std::vector<Control> controls_over_load();

std::string experiment_of(Topology topology, const Control& control);
std::string experiment_without_start_up(Topology topology, const Control& control);
/// Without a start-up, and with buffers in routers that hold more than a request.
std::string experiment_without_waits(Topology topology, const Control& control);
std::string experiment_of_load(const Control& control, double load);
/// From a cold start, in windows of so many ticks.
inline constexpr std::uint64_t window_of_start = 50;
std::string experiment_of_start(Topology topology, const Control& control);

/// Connections that one window may suit, or not: claim (10).
struct Connections {
  std::string name;
  Topology topology;
  reproduction::Assignments values;
};
std::vector<Connections> connections();
std::string experiment_of(const Connections& connections, unsigned window);

/// Beyond the paper, on the cube: other controls, and traffic that is not uniform.
struct Extension {
  std::string name;
  reproduction::Assignments values;
  bool is_uniform = false;
};
std::vector<Extension> extensions(Effort effort);
/// PP alone is not run where a host is hot: with up to 64 requests of each source its buffers fill, and requests and responses
/// wait for one another.
std::vector<Control> controls_of(const Extension& extension);
std::string experiment_of(const Extension& extension, const Control& control);

/// Other networks, beyond the paper: a fat tree, and the fabric that the user gives.
struct OtherNetwork {
  std::string name;
  reproduction::Assignments values;
  std::optional<features::TopologySettings> fabric;
  unsigned packet_words;
  std::string start_up;  ///< "1 us"
  double us_of_tick;
  std::vector<unsigned> watermarks;  ///< flits, up to the buffers of its switches
};
std::vector<OtherNetwork> other_networks(Effort effort, const reproduction::Given& given);
/// The settings of a control of which the best is sought on other networks.
struct Settings {
  std::string control;  ///< "SW"
  std::vector<Control> tried;
};
std::vector<Settings> settings_tried(const OtherNetwork& network);
std::string experiment_of(const OtherNetwork& network, const Control& control);

std::vector<Run> runs(Effort effort, const reproduction::Given& given = {});

}  // namespace slackline::shurbanov2000
