// Two wormhole switches and two hosts, wired by hand.
//
//   host0 <==> port 2 [switch0] port 0 <====> port 1 [switch1] port 2 <==> host1        <==> is one link, both directions
#include <iostream>
#include <systemc>

#include "rtl_models/generator/generator_module.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_module.hpp"

using namespace slackline;

/// One direction of a link: flits forward, STOP backward.
struct Channel {
  sc_core::sc_signal<std::uint64_t> flit;
  sc_core::sc_signal<std::uint32_t> stop;
};

int sc_main(int, char**) {
  wormhole_switch::Params switch_params;
  switch_params.ports = 3;             // 0: to the right, 1: to the left, 2: host
  switch_params.route.dimensions = 1;  // a row of two switches
  switch_params.route.size = {2, 1, 1, 1};
  switch_params.header_delay = 3;
  port::Params port_params;
  generator::Workload random;
  random.traffic.nodes = 2;
  random.traffic.packets_per_cycle = 0.05;

  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n");
  rst_n = true;
  wormhole_switch::Module switch0("switch0", switch_params, {{{0, 0, 0, 0}}, 0});
  wormhole_switch::Module switch1("switch1", switch_params, {{{1, 0, 0, 0}}, 0});
  PacketTable packets(2, 1);
  port::Latencies latencies;
  const generator::Workloads workloads({random});
  generator::Module host0("host0", port_params, workloads, {NodeId(0)}, packets, latencies);
  generator::Module host1("host1", port_params, workloads, {NodeId(1)}, packets, latencies);
  for (auto* s : {&switch0, &switch1}) s->clk(clk), s->rst_n(rst_n);
  for (auto* h : {&host0, &host1}) h->clk(clk), h->rst_n(rst_n);

  Channel channels[6];
  const auto join = [&](Channel& channel, auto& flit_out, auto& stop_in, auto& flit_in, auto& stop_out) {
    flit_out(channel.flit), flit_in(channel.flit);
    stop_out(channel.stop), stop_in(channel.stop);
  };
  join(channels[0], host0.flit_out, host0.stop_in, switch0.flit_in[2], switch0.stop_out[2]);
  join(channels[1], switch0.flit_out[2], switch0.stop_in[2], host0.flit_in, host0.stop_out);
  join(channels[2], switch0.flit_out[0], switch0.stop_in[0], switch1.flit_in[1], switch1.stop_out[1]);
  join(channels[3], switch1.flit_out[1], switch1.stop_in[1], switch0.flit_in[0], switch0.stop_out[0]);
  join(channels[4], host1.flit_out, host1.stop_in, switch1.flit_in[2], switch1.stop_out[2]);
  join(channels[5], switch1.flit_out[2], switch1.stop_in[2], host1.flit_in, host1.stop_out);

  sc_core::sc_start(100, sc_core::SC_US);
  for (const auto* h : {&host0, &host1}) {
    const port::State& state = h->state();
    std::cout << h->name() << ": " << state.packets_received << " packets received, mean latency "
              << double(state.latency.total) / double(state.latency.packets) << " cycles\n";
    if (state.errors.any()) return 3;
  }
  return 0;
}
