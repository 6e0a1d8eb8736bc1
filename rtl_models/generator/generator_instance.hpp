// One host without a network interface, with its own registers and those of its port: for a test, or whoever has a
// single one.
#pragma once

#include <vector>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/generator/generator.hpp"

namespace slackline::generator {

class Instance {
 public:
  /// The state that hosts of a network share must outlive it.
  Instance(const port::Params& p, const Workloads& of_network, const port::Place& at, PacketTable& packets,
           port::Latencies& latencies)
      : params(checked(p, "port")),
        workloads(of_network),
        place(at),
        packets_(packets),
        latencies_(latencies),
        storage_((port::storage_bytes(params) + storage_bytes(workloads)) / sizeof(std::uint64_t)) {
    Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
    port::bind(params, place, port, arena);
    bind(workloads, place.node, Cycle(0), port, state, arena);
  }

  port::Result step(Cycle now, const port::Inputs& in) {
    return generator::step(workloads, state, {params, place, port, packets_, latencies_}, now, in);
  }

  const port::Params params;
  const Workloads& workloads;
  const port::Place place;
  port::State port;
  State state;

 private:
  PacketTable& packets_;
  port::Latencies& latencies_;
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::generator
