// nic_waves: the values of network interfaces in a dump: the processor, the queues, the clock and the engines. All are
// registers, as they are in a cycle; an engine's state shows what it does at the next edge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/vcd_writer.hpp"
#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

/// The send engine's action at the next edge; `port`: of the interface.
EngineState send_state(const nic::State& s, const port::State& port, const nic::Params& p);
EngineState receive_state(const nic::ReceiveLane& lane);
EngineState dma_state(const nic::DmaEngine& s);
HandlerWord handler_word(const nic::Processor& s);
/// Of an RV32 processor.
CoreState core_state(const nic::Processor& s);

class NicWaves {
 public:
  /// `host_bits`: of a host's number in a value.
  NicWaves(const network::ElaboratedNetlist& netlist, VcdWriter& writer, unsigned host_bits)
      : netlist_(netlist), writer_(writer), host_bits_(host_bits) {}

  void choose(const Scope& scope, Signal first);

  /// After each edge.
  template <class Engine>
  void look(Engine& engine) {
    for (std::size_t n = 0; n < nics_.size(); ++n) {
      const std::uint32_t i = nics_[n].instance;
      look_at(n, engine.interface_state(i).nic, engine.port_state(i));
    }
  }

  /// A chosen interface whose firmware failed: the first that was seen.
  struct Halted {
    std::uint32_t instance;
    nic::FirmwareErrorKind why;
  };
  const std::optional<Halted>& halted() const { return halted_; }

 private:
  struct Nic {
    std::uint32_t instance;
    const nic::Params* params;
    std::size_t first_vc;  // in vcs_first_
    Signal first = no_signal;
  };
  void look_at(std::size_t n, const nic::State& s, const port::State& port);
  void look_at_processor(const nic::State& s, Signal first);
  void look_at_queues(const nic::State& s, Signal first);
  void look_at_clock(const nic::State& s, const local_clock::Params& clock, Signal first);
  void look_at_exports(const nic::Processor& s, const nic_firmware& firmware, Signal first);
  void look_at_core(const nic::Processor& s, Signal first);
  void look_at_lane(const nic::ReceiveLane& lane, Signal first);

  const network::ElaboratedNetlist& netlist_;
  VcdWriter& writer_;
  unsigned host_bits_;
  std::vector<Nic> nics_;
  std::vector<Signal> vcs_first_;  // of each of nics_: its virtual channels
  std::optional<Halted> halted_;
};

}  // namespace slackline::tracing
