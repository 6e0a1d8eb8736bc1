// generator as a SystemC module: pins around the core, and the delays of the links that end here.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/generator/generator.hpp"
#include "rtl_models/port/port_module.hpp"

namespace slackline::generator {

class Module : public port::PortModule {
 public:
  SC_HAS_PROCESS(Module);
  /// All hosts of a network share their workloads, one packet table and one tally of latencies, which must outlive them.
  /// Throws std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const port::Params& params, const Workloads& workloads, const port::Place& place,
         PacketTable& packets, port::Latencies& latencies);

  /// The state behind the port.
  State& generator_state() { return generator_; }
  const State& generator_state() const { return generator_; }

 private:
  void on_edge();
  void reset(Cycle first_edge);

  const Workloads& workloads_;
  State generator_;
  std::vector<std::uint64_t> storage_;
  const bool one_plain_vc_;
};

}  // namespace slackline::generator
