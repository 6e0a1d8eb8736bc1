// engine: either engine as whatever watches a run sees it between two cycles, so that a meter is compiled once for both.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rtl_models/network/netlist.hpp"
#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace slackline::observe {

class Engine {
 public:
  virtual ~Engine() = default;

  virtual Cycle now() const = 0;
  virtual const network::ElaboratedNetlist& netlist() const = 0;
  virtual const wormhole_switch::State& switch_state(std::size_t i) const = 0;
  virtual const packet_switch::Instance& packet_switch(std::size_t i) const = 0;
  virtual const port::State& port_state(std::size_t i) const = 0;
  virtual const generator::State& generator_state(std::size_t i) const = 0;
  virtual network::HostInterface interface_state(std::size_t i) const = 0;
  virtual const network::Hosts& hosts() const = 0;
  virtual const PacketTable& packets() const = 0;
  virtual const port::LatencyTally& latencies() const = 0;
  virtual const port::LatencyTally& latencies(unsigned workload) const = 0;
  virtual const LinkFaultState& fault_state(std::size_t n) const = 0;
  virtual Flit channel_flit(std::size_t channel, unsigned stage) const = 0;
  virtual VcMask channel_stop(std::size_t channel, unsigned stage) const = 0;
  virtual std::uint64_t flits_on_links() const = 0;

  /// The least and the greatest latency are those from here on.
  virtual void restart_extremes() = 0;
};

/// `Of` is network::Fabric or network::SignalNetwork, which must outlive this.
template <class Of>
class EngineOf final : public Engine {
 public:
  explicit EngineOf(Of& engine) : engine_(engine) {}

  Cycle now() const override { return engine_.now(); }
  const network::ElaboratedNetlist& netlist() const override { return engine_.netlist(); }
  const wormhole_switch::State& switch_state(std::size_t i) const override { return seen().switch_state(i); }
  const packet_switch::Instance& packet_switch(std::size_t i) const override { return seen().packet_switch(i); }
  const port::State& port_state(std::size_t i) const override { return seen().port_state(i); }
  const generator::State& generator_state(std::size_t i) const override { return seen().generator_state(i); }
  network::HostInterface interface_state(std::size_t i) const override { return seen().interface_state(i); }
  const network::Hosts& hosts() const override { return seen().hosts(); }
  const PacketTable& packets() const override { return seen().packets(); }
  const port::LatencyTally& latencies() const override { return seen().latencies(); }
  const port::LatencyTally& latencies(unsigned workload) const override { return seen().latencies(workload); }
  const LinkFaultState& fault_state(std::size_t n) const override { return seen().fault_state(n); }
  Flit channel_flit(std::size_t channel, unsigned stage) const override { return seen().channel_flit(channel, stage); }
  VcMask channel_stop(std::size_t channel, unsigned stage) const override {
    return seen().channel_stop(channel, stage);
  }
  std::uint64_t flits_on_links() const override { return seen().flits_on_links(); }

  void restart_extremes() override {
    restart(engine_.latencies());
    const bool any_nics = engine_.netlist().interfaces != nullptr;
    if (any_nics) restart(engine_.hosts().latencies.all);
    for (unsigned w = 0; w < engine_.workloads().count(); ++w) {
      restart(engine_.latencies(w));
      if (any_nics) restart(engine_.hosts().latencies.of(w));
    }
  }

 private:
  const Of& seen() const { return engine_; }
  static void restart(port::LatencyTally& latencies) {
    latencies.total.restart_extremes();
    latencies.network.restart_extremes();
  }

  Of& engine_;
};

}  // namespace slackline::observe
