// program: the messages that hosts send to groups, and what of them has come to each member.
//
//   [arrivals of a host] -- message to a group drawn among its own --> host -> network interface -> ...
//   ... -> delivered() at each member --> latency to this member, and at the last one that of the message
//                                     `-> sequence of the member in the group
//
// A message is known by its source and its number there, among those of this program.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rtl_models/generator/arrival_process.hpp"
#include "rtl_models/host/groups.hpp"
#include "rtl_models/port/latency_tally.hpp"
#include "rtl_models/port/program.hpp"
#include "testbench/multicast/group_program.hpp"
#include "testbench/statistics/timed_sums.hpp"
#include "testbench/workloads/multicast/host_copies.hpp"

namespace slackline::multicast {

struct ProgramParams : GroupTraffic {
  std::uint32_t first_group = 0;               ///< the number that the network has for the first of its groups
  double messages_per_cycle = 0.001;           ///< of a source
  std::uint64_t messages = ~std::uint64_t{0};  ///< of a source
  std::uint64_t seed = 1;
  TreeFacts trees;
  std::shared_ptr<const Plan> plan = {};  ///< where hosts forward messages themselves
  unsigned workload = 0;                  ///< its place in the run: makes its random numbers its own
};

/// A message as a member got it.
struct Delivery {
  std::uint32_t source = 0, message = 0;
  friend bool operator==(const Delivery& a, const Delivery& b) {
    return a.source == b.source && a.message == b.message;
  }
  friend bool operator!=(const Delivery& a, const Delivery& b) { return !(a == b); }
};

class Program final : public port::Program, public GroupProgram {
 public:
  explicit Program(ProgramParams params);

  std::shared_ptr<port::Program> fresh() const override { return std::make_shared<Program>(params_); }
  bool sends_to_groups() const override { return params_.plan == nullptr; }
  void begin(NodeId host, port::ProgramState& s) override;
  bool load(NodeId host, Cycle now, port::ProgramState& s) override;
  void sent(NodeId host, Cycle now, port::ProgramState& s) override;
  void left(NodeId, std::uint32_t, Cycle, port::ProgramState&) override {}
  void delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) override;

  /// Each source has sent all of its messages, and each member has got those that are for it.
  bool is_over() const;
  bool is_bounded() const { return params_.messages != ~std::uint64_t{0}; }
  const ProgramParams& params() const { return params_; }
  /// Before it begins: its place among the workloads of this kind.
  void set_place(unsigned place) { params_.workload = place; }
  const GroupTraffic* group_traffic() const override { return &params_; }
  void set_paths(std::uint32_t first_group, TreeFacts trees, std::shared_ptr<const Plan> plan) override;
  std::uint64_t created() const { return created_; }    ///< messages that hosts have posted
  std::uint64_t complete() const { return complete_; }  ///< messages that all members have
  /// Messages that members have got, each at each of them.
  std::uint64_t deliveries() const { return deliveries_; }
  /// From creation to the last member, of messages that are complete; a histogram, and its sum.
  const port::LatencyHistogram& to_last() const { return to_last_; }
  std::uint64_t to_last_sum() const { return to_last_sum_; }
  /// The same over time, and of latencies to each member.
  const statistics::TimedSums& to_last_over_time() const { return to_last_over_time_; }
  const statistics::TimedSums& to_member_over_time() const { return to_member_over_time_; }

  /// Messages that a member got before an earlier one of the same source and group.
  std::uint64_t disordered() const { return disordered_; }
  /// Groups of which two members saw different sequences, as far as both go; ascending.
  std::vector<std::uint32_t> groups_in_different_orders() const;
  /// The messages of a group that a member got, in their order.
  const std::vector<Delivery>& sequence(std::uint32_t group, std::size_t place) const {
    return members_[group][place].got;
  }

 private:
  /// A host that sends.
  struct Source {
    generator::ArrivalState arrivals;
    RandomStream choice;      ///< of a group
    std::uint32_t group = 0;  ///< of the next message
    std::uint64_t next = 0;   ///< number of the next message
    Cycle due{never};         ///< creation of the next message, where hosts forward
  };
  /// A message that not all members have.
  struct Open {
    std::uint32_t group = 0, missing = 0;
  };
  struct Member {
    std::vector<Delivery> got;
    std::map<std::uint32_t, std::uint32_t> last;  ///< by source: the number of its last message here, and one more
  };

  bool sends(NodeId host) const {
    return host.value < params_.groups_of.size() && !params_.groups_of[host.value].empty();
  }
  void draw_group(NodeId host, Source& source) const;
  /// Draws when the next message is created; never: it has sent all.
  Cycle draw_next(NodeId host, Source& source, Cycle created);
  /// A message leaves its source.
  void open(NodeId source, std::uint32_t message, std::uint32_t group);
  /// A message comes to a host.
  void arrived(NodeId host, NodeId source, std::uint32_t message, Cycle created, Cycle now);
  // With copies_.
  bool load_copy(NodeId host, Cycle now, port::ProgramState& s);
  void arm(NodeId host, Cycle now, port::ProgramState& s) const;

  ProgramParams params_;
  const generator::ArrivalProcess process_;
  std::vector<Source> sources_;                      // by host
  std::optional<HostCopies> copies_;                 // where hosts forward messages themselves
  std::vector<std::map<std::uint32_t, Open>> open_;  // by source and number
  std::vector<std::vector<Member>> members_;         // by group and place in it
  std::uint64_t created_ = 0, complete_ = 0, deliveries_ = 0, disordered_ = 0;
  port::LatencyHistogram to_last_;
  std::uint64_t to_last_sum_ = 0;
  statistics::TimedSums to_last_over_time_, to_member_over_time_;
};

}  // namespace slackline::multicast
