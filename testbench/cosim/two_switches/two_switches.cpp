#include "testbench/cosim/two_switches/two_switches.hpp"

#include <string>

namespace slackline::cosim {

namespace {

constexpr unsigned up = 0, down = 1, first_host = 2;  // ports of a switch on a line: see route_unit.hpp

wormhole_switch::Params switch_params() {
  wormhole_switch::Params p;
  p.ports = 4;
  p.buffer.flits = 16;
  p.flow = {8, 3, 1};
  p.route.dimensions = 1;
  p.route.size = {2, 1, 1, 1};
  p.route.hosts_per_switch = 2;
  return p;
}

port::Params port_params() {
  port::Params p;
  p.nodes = 4;
  p.fc_cycles = 1;
  return p;
}

generator::Workload random_traffic(std::uint64_t seed) {
  generator::Workload workload;
  workload.traffic.nodes = 4;
  workload.traffic.packets_per_cycle = 0.1;  // more than the link can take: it saturates
  workload.traffic.packet_flits = 9;
  workload.traffic.seed = seed;
  return workload;
}

}  // namespace

TwoSwitches::TwoSwitches(sc_core::sc_module_name name, sc_core::sc_signal<bool>& rst_n, sc_core::sc_clock& clk,
                         std::uint64_t seed)
    : sc_module(name),
      clk_(clk),
      rst_n_(rst_n),
      to_relay_(channel("switch0_to_relay")),
      from_relay_(channel("relay_to_switch1")),
      workloads_({random_traffic(seed)}),
      packets_(4, seed) {
  for (unsigned i = 0; i < 2; ++i) {
    wormhole_switch::Place place;
    place.route.at[0] = static_cast<std::uint16_t>(i);
    switches_[i] =
        std::make_unique<wormhole_switch::Module>(("switch" + std::to_string(i)).c_str(), switch_params(), place);
    switches_[i]->clk(clk);
    switches_[i]->rst_n(rst_n);
  }
  switches_[0]->flit_out[up](*to_relay_.flit);
  switches_[0]->stop_in[up](*to_relay_.stop);
  switches_[1]->flit_in[down](*from_relay_.flit);
  switches_[1]->stop_out[down](*from_relay_.stop);

  const Channel back = channel("switch1_to_switch0");
  switches_[1]->flit_out[down](*back.flit);
  switches_[1]->stop_in[down](*back.stop);
  switches_[0]->flit_in[up](*back.flit);
  switches_[0]->stop_out[up](*back.stop);

  for (unsigned host = 0; host < 4; ++host) {
    const std::string host_name = "host" + std::to_string(host);
    hosts_[host] = std::make_unique<generator::Module>(host_name.c_str(), port_params(), workloads_,
                                                       port::Place{NodeId(host)}, packets_, latencies_);
    hosts_[host]->clk(clk);
    hosts_[host]->rst_n(rst_n);
    join_host(host);
  }
}

TwoSwitches::Channel TwoSwitches::channel(const char* name) {
  flit_wires_.push_back(std::make_unique<sc_core::sc_signal<std::uint64_t>>(name));
  stop_wires_.push_back(std::make_unique<sc_core::sc_signal<std::uint32_t>>((std::string(name) + "_stop").c_str()));
  return {flit_wires_.back().get(), stop_wires_.back().get()};
}

void TwoSwitches::join_host(unsigned host) {
  const std::string name = "host" + std::to_string(host);
  const unsigned port = first_host + host % 2;
  wormhole_switch::Module& nearest = *switches_[host / 2];
  const Channel out = channel((name + "_out").c_str());
  hosts_[host]->flit_out(*out.flit);
  hosts_[host]->stop_in(*out.stop);
  nearest.flit_in[port](*out.flit);
  nearest.stop_out[port](*out.stop);
  const Channel in = channel((name + "_in").c_str());
  nearest.flit_out[port](*in.flit);
  nearest.stop_in[port](*in.stop);
  hosts_[host]->flit_in(*in.flit);
  hosts_[host]->stop_out(*in.stop);
}

std::uint64_t TwoSwitches::packets_received() const {
  std::uint64_t packets = 0;
  for (const auto& host : hosts_) packets += host->state().packets_received;
  return packets;
}

bool TwoSwitches::has_errors() const {
  for (const auto& s : switches_)
    if (s->state().errors.any()) return true;
  for (const auto& host : hosts_)
    if (host->state().errors.any()) return true;
  return overflow_;
}

}  // namespace slackline::cosim
