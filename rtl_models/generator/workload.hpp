// workload: something that hosts of a network send: random packets, or those of a program. Several run side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/barrier/members.hpp"
#include "rtl_models/generator/random_traffic.hpp"
#include "rtl_models/port/port.hpp"
#include "rtl_models/port/program.hpp"

namespace slackline::generator {

using port::most_workloads;

struct Workload {
  TrafficParams traffic;  ///< of random packets
  /// If not nullptr, hosts send its packets instead. Every engine runs one of its own.
  std::shared_ptr<port::Program> program;
  /// Nodes that send random packets; none: all do. The others take packets in, and answer requests.
  std::vector<std::uint32_t> hosts;

  Violations violations() const;
};

/// The workloads of a network while it runs, and the barriers of its hosts: the same for all hosts.
class Workloads {
 public:
  /// Up to most_workloads. `barriers`: nullptr, or of hosts without network interfaces.
  explicit Workloads(const std::vector<Workload>& list, std::shared_ptr<const barrier::Traffic> barriers = nullptr);

  unsigned count() const { return count_; }
  const RandomTraffic& traffic(unsigned workload) const { return of_[workload].traffic; }
  /// nullptr: it is random traffic.
  port::Program* program(unsigned workload) const { return of_[workload].program.get(); }
  /// The host creates random packets.
  bool creates(unsigned workload, NodeId host) const;
  const barrier::Traffic* barriers() const { return barriers_.get(); }

 private:
  struct One {
    RandomTraffic traffic;
    std::shared_ptr<port::Program> program;
    std::vector<std::uint32_t> hosts;  // sorted
  };
  std::vector<One> of_;
  unsigned count_ = 0;
  std::shared_ptr<const barrier::Traffic> barriers_;
};

}  // namespace slackline::generator
