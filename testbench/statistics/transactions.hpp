// transactions: requests and their responses, as firmware reports them step by step (nic_transaction). For any firmware that
// does; the others cost nothing.
//
//   at its source       created ..... begun .... sent ....................................................... came
//                           wait       start-up |       there      service         back                      |
//   at its destination                          |  ........ taken ........ responded ........................|
//                                               |<------------------- round trip --------------------------->|
//
//   wait               from the creation of the message until the flow control lets its request begin
//   start-up           until the head of the request is on the link: the transfer from host memory, and the send queue
//   there, back        until the tail has come: the network
//   service            until the head of the response is on the link: the transfer, the queue, the service, the send queue
//   outstanding        requests of a source that have begun, and have neither been answered nor given up
//
// A wait is in cycles, all others in ticks of the local clocks, from hardware registers. Clocks that drift shift `there` against
// `back`, and one of them may be negative; their sum is right. Requests that were sent more than once have no parts: nobody
// knows which sending was answered.
//
// Little's law holds for every source: the requests outstanding, as its firmware counts them, summed over time, are the times
// that requests stay, from step to step, summed over requests. Where the two differ with native processors, the run has failed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/firmware_measures.hpp"
#include "testbench/statistics/instance_error.hpp"
#include "testbench/statistics/sums.hpp"

namespace slackline::statistics {

/// The use that the source of requests makes of its link, as far as it is up to it.
enum class SourceState : std::uint8_t {
  nothing,   ///< no request is wanted
  sending,   ///< requests are in the send queue: the link transmits, or is stalled
  start_up,  ///< requests have begun, and none is ready to be sent
  held,      ///< the flow control lets none begin, or leave
};
inline constexpr std::size_t source_states = 4;

enum class Part : std::uint8_t { wait, start_up, there, service, back, round_trip };
inline constexpr std::size_t parts = 6;

/// Of one source, up to a cycle.
struct SourceCounts {
  std::uint64_t begun = 0, answered = 0, given_up = 0, repeated = 0;
  std::array<SampleSums, parts> samples;
  SampleSums by_request;  ///< those outstanding when one has begun, itself included
  SampleSums stays;       ///< from begun to answered or given up, in cycles
  LevelSums outstanding;
  std::vector<std::uint64_t> cycles_with;  ///< cycles with so many outstanding; empty: all with none
  std::array<std::uint64_t, source_states> cycles_in{};
  std::map<std::uint32_t, std::uint64_t> answered_by, begun_to;  ///< by peer

  const SampleSums& of(Part part) const { return samples[static_cast<std::size_t>(part)]; }
  SampleSums& of(Part part) { return samples[static_cast<std::size_t>(part)]; }
};
SourceCounts operator-(SourceCounts later, const SourceCounts& earlier);
/// Peers aside.
SourceCounts operator+(SourceCounts a, const SourceCounts& b);

struct TransactionCounts {
  std::vector<SourceCounts> sources;  ///< by host; empty: all 0
  port::LatencyHistogram round_trips;
  std::uint64_t round_trip_sum = 0;
};

/// Of all sources together, up to a cycle.
struct TransactionSums {
  LevelSums outstanding;
  SampleSums round_trips;
  std::array<std::uint64_t, source_states> cycles_in{};
};
TransactionSums operator-(TransactionSums later, const TransactionSums& earlier);

/// All steps come from firmware; a snapshot is taken between two cycles.
class Transactions {
 public:
  explicit Transactions(std::size_t hosts) : sources_(hosts) {}

  /// The table in which the times of messages are found; without it there is no `wait`.
  void watch(const host::MessageTable& messages) { messages_ = &messages; }

  void stepped(NodeId node, Cycle now, nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value);

  /// Up to `now`; of levels, as if the run had ended at `end`, since when they are as they are.
  TransactionCounts counts(Cycle now, Cycle end);
  TransactionCounts counts(Cycle now) { return counts(now, now); }
  TransactionSums sums(Cycle now);
  /// From here on the extremes of round trips count.
  void restart_extremes() { round_trips_.restart_extremes(); }
  bool any() const { return any_; }

 private:
  struct Transaction {
    std::uint32_t id = 0, peer = 0;
    Cycle began;
    std::uint32_t begun = 0, sent = 0, taken = 0, responded = 0, came = 0;  // ticks
    bool is_ready = false, is_sent = false, is_taken = false, has_responded = false, is_closed = false;
    bool is_repeated = false, has_parts = true;
  };
  struct Source {
    SourceCounts counts;
    std::vector<Transaction> open;  // oldest first
    Cycle as_of;
    std::uint32_t outstanding = 0, fetching = 0, ready = 0, leaving = 0;
    bool held = false;

    SourceState state() const;
    void catch_up(Cycle now);
  };

  void begin(Source& source, NodeId node, Cycle now, std::uint32_t peer, std::uint32_t id, std::uint32_t message);
  void close(Source& source, Transaction& transaction, Cycle now, bool answered);
  void finish_complete(Source& source, Cycle now);
  Transaction* find(Source& source, std::uint32_t id, std::uint32_t peer, bool (*fits)(const Transaction&));

  std::vector<Source> sources_;
  const host::MessageTable* messages_ = nullptr;
  port::LatencyHistogram round_trips_;
  std::uint64_t round_trip_sum_ = 0;
  bool any_ = false;
};

/// Of the measured window.
struct TransactionTotals {
  std::uint64_t cycles = 0;
  SourceCounts all;                   ///< of all sources together
  std::vector<SourceCounts> sources;  ///< by host
  std::vector<std::string> names;     ///< of hosts
  std::uint64_t active = 0;           ///< sources with a request that has begun, in the window or before it
  Distribution round_trip;
  std::optional<double> fairness_of_sources, fairness_of_pairs;  ///< Jain's index of the requests answered

  /// Answers per cycle of an active source.
  double rate() const;
  /// Share of the time of active sources.
  double share_in(SourceState state) const;
};

TransactionTotals transaction_totals(const network::Netlist& netlist, const TransactionCounts& begin,
                                     const TransactionCounts& end, std::uint64_t cycles);

/// Sources at which requests outstanding, as firmware counts them in its level `outstanding`, differ from those that have begun
/// and have no outcome, over the run so far. `measured`: what firmware has measured, by host.
void add_little_errors(std::vector<InstanceError>& errors, const network::Netlist& netlist,
                       const nic_firmware& firmware, const TransactionCounts& counts,
                       const std::vector<MeasureCounts>& measured);

}  // namespace slackline::statistics
