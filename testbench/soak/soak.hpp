// soak: many random networks, each in both engines, every channel and register compared in every cycle or every few.
//
//   seeds S .. S+N-1 -> batches -> a process each, some at a time -> results -> summary
//                                    `- crashed: its networks again, one a process, to find the one
//
// SystemC elaborates once a process: that is why a batch is a process, and why it holds many networks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "testbench/soak/coverage.hpp"
#include "testbench/soak/network_result.hpp"

namespace slackline::soak {

enum class Networks : std::uint8_t {
  all,       ///< soak_network(): a bit of everything
  barriers,  ///< heavy_barrier_network(): until their barriers are over
  firmware,  ///< firmware_network(): each firmware in turn; each third one firmware_packet_network()
  packets,   ///< packet_network(): with packet switches
};

struct Plan {
  Networks kind = Networks::all;
  std::uint64_t first_seed = 1;
  std::uint64_t networks = 1;
  std::uint64_t cycles = 1000;       ///< of each network, at most
  std::uint64_t cycles_between = 1;  ///< comparisons
  unsigned at_once = 1;              ///< processes
  std::uint64_t batch = 20;          ///< networks a process, at most: many more leave the caches, many fewer cost forks
};

struct Seeds {
  std::uint64_t first = 0, count = 0;
};

/// Runs the networks of some seeds, in the order of the seeds, in the process it is called in.
using CompareBatch = std::function<std::vector<NetworkResult>(Seeds seeds, const Plan& plan)>;

/// A process that brought no results.
struct Crash {
  Seeds seeds;      ///< one, or several when none of them crashes alone
  std::string how;  ///< "ended by signal: Segmentation fault"
};

struct Summary {
  Plan plan;
  bool finished = true;        ///< false: interrupted
  std::uint64_t networks = 0;  ///< with results; the sums below are theirs
  std::uint64_t cycles = 0, registers = 0, channels = 0,
                flits_delivered = 0;  ///< registers and channels: counted in each comparison
  std::uint64_t permuted = 0;         ///< with components in another order
  BarrierCounts barriers;
  Coverage coverage;
  std::vector<NetworkResult> bad;  ///< with differences or errors, in the order of the seeds
  std::vector<Crash> crashes;

  std::uint64_t different() const;
  std::uint64_t failed() const;
  bool good() const { return bad.empty() && crashes.empty(); }
};

/// The network of a seed.
network::Netlist network_of(Networks kind, std::uint64_t seed);

/// Callbacks of the caller.
struct Watch {
  std::function<void(std::uint64_t networks_done)> progress;
  std::function<bool()> go_on;  ///< asked several times a second
};

/// Forks: no threads and no SystemC objects before it.
Summary run(const Plan& plan, const CompareBatch& compare, const Watch& watch = {});

}  // namespace slackline::soak
