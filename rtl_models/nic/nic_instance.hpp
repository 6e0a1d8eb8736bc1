// One network interface with its own registers and a port: for a test, or whoever has a single one.
#pragma once

#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/nic/nic.hpp"

namespace slackline::nic {

class Instance {
 public:
  /// `packets` and `latencies` are those of its network, and must outlive it.
  Instance(const Params& p, const Place& at, const port::Params& port_of, PacketTable& packets,
           port::Latencies& latencies)
      : params(checked(p, "nic")),
        place(at),
        port_params(port_of),
        port_place{at.node, 1},
        packets_(packets),
        latencies_(latencies),
        storage_((storage_bytes(params) + port::storage_bytes(port_params)) / sizeof(std::uint64_t)) {
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    bind(params, place, state, arena);
    port::bind(port_params, port_place, port, arena);
  }

  Result step(Cycle now, const Inputs& in) {
    return nic::step(params, place, state, {port_params, port_place, port, packets_, latencies_}, host_memory, now, in);
  }
  std::optional<Result> step_words(Cycle now, const Inputs& in) {
    if (in.command != nullptr) return std::nullopt;
    return nic::step_words(params, place, state, {port_params, port_place, port, packets_, latencies_}, host_memory,
                           now, in);
  }
  void catch_up(Cycle now) { nic::catch_up(params, place, state, now); }
  template <class Visitor>
  void visit(Cycle now, Visitor& v) const {
    nic::visit(params, place, state, now, v);
    visit_counters(params, place, state, now, v);
  }

  const Params params;
  const Place place;
  const port::Params port_params;
  port::Place port_place;
  State state;
  port::State port;
  HashedMemory host_memory{1};  ///< of the same seed in all interfaces of a network

 private:
  PacketTable& packets_;
  port::Latencies& latencies_;
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::nic
