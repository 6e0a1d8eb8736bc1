// Two hosts of our own at the host pins of network interfaces, and two wormhole switches between these.
//
//   [host0] <--> [nic0] <==> port 2 [switch0] port 0 <====> port 1 [switch1] port 2 <==> [nic1] <--> [host1]
//           commands,                                                     <==> is one link, both directions
//           completions
#include <iostream>
#include <systemc>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/nic/nic_module.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_module.hpp"

using namespace slackline;

/// Posts messages of some lengths to its peer as long as there is room, and counts the completions.
struct Host : sc_core::sc_module {
  SC_HAS_PROCESS(Host);
  Host(sc_core::sc_module_name name, std::uint32_t peer) : sc_module(name), peer_(peer) {
    SC_METHOD(on_edge);
    sensitive << clk.pos();
    dont_initialize();
  }

  void bind(nic::Module& nic) {
    nic.doorbell(doorbell_);
    nic.command_kind(kind_), nic.command_peer(to_), nic.command_message(message_), nic.command_words(words_);
    nic.room(room_);
    nic.completion_valid(told_);
    nic.completion_kind(told_kind_), nic.completion_peer(told_peer_);
    nic.completion_message(told_message_), nic.completion_words(told_words_);
  }

  sc_core::sc_in<bool> clk{"clk"};
  std::uint32_t sent = 0, received = 0, words_received = 0;

 private:
  void on_edge() {
    if (told_.read() && told_kind_.read() == NIC_DONE_SENT) ++sent;
    if (told_.read() && told_kind_.read() == NIC_DONE_RECEIVED) {
      ++received;
      words_received += told_words_.read();
    }
    // A command that is on the pins now has not taken its place in the queue yet.
    const bool post = room_.read() > (doorbell_.read() ? 1u : 0u);
    doorbell_ = post;
    if (!post) return;
    kind_ = NIC_COMMAND_SEND;
    to_ = peer_;
    message_ = next_;
    words_ = 1 + 37 * next_ % 200;
    ++next_;
  }

  const std::uint32_t peer_;
  std::uint32_t next_ = 0;
  sc_core::sc_signal<bool> doorbell_{"doorbell"}, told_{"told"};
  sc_core::sc_signal<std::uint32_t> kind_{"kind"}, to_{"to"}, message_{"message"}, words_{"words"}, room_{"room"};
  sc_core::sc_signal<std::uint32_t> told_kind_{"told_kind"}, told_peer_{"told_peer"}, told_message_{"told_message"},
      told_words_{"told_words"};
};

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
  port::Params port;
  port.nodes = 2;
  nic::Params nic_params;
  nic_params.firmware = &firmware_unicast;
  nic_params.parameters[NIC_PARAMETER_PACKET_WORDS] = 64;
  nic_params.parameters[NIC_PARAMETER_WINDOW] = 4;

  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n");
  rst_n = true;
  wormhole_switch::Module switch0("switch0", switch_params, {{{0, 0, 0, 0}}, 0});
  wormhole_switch::Module switch1("switch1", switch_params, {{{1, 0, 0, 0}}, 0});
  PacketTable packets(2, 1);
  port::Latencies latencies;
  nic::HashedMemory memory(1);  // of both hosts
  nic::Module nic0("nic0", nic_params, {NodeId(0), {}}, port, {NodeId(0)}, packets, latencies, memory);
  nic::Module nic1("nic1", nic_params, {NodeId(1), {}}, port, {NodeId(1)}, packets, latencies, memory);
  Host host0("host0", 1), host1("host1", 0);
  for (auto* s : {&switch0, &switch1}) s->clk(clk), s->rst_n(rst_n);
  for (auto* n : {&nic0, &nic1}) n->clk(clk), n->rst_n(rst_n);
  for (auto* h : {&host0, &host1}) h->clk(clk);
  host0.bind(nic0);
  host1.bind(nic1);

  Channel channels[6];
  const auto join = [&](Channel& channel, auto& flit_out, auto& stop_in, auto& flit_in, auto& stop_out) {
    flit_out(channel.flit), flit_in(channel.flit);
    stop_out(channel.stop), stop_in(channel.stop);
  };
  join(channels[0], nic0.flit_out, nic0.stop_in, switch0.flit_in[2], switch0.stop_out[2]);
  join(channels[1], switch0.flit_out[2], switch0.stop_in[2], nic0.flit_in, nic0.stop_out);
  join(channels[2], switch0.flit_out[0], switch0.stop_in[0], switch1.flit_in[1], switch1.stop_out[1]);
  join(channels[3], switch1.flit_out[1], switch1.stop_in[1], switch0.flit_in[0], switch0.stop_out[0]);
  join(channels[4], nic1.flit_out, nic1.stop_in, switch1.flit_in[2], switch1.stop_out[2]);
  join(channels[5], switch1.flit_out[2], switch1.stop_in[2], nic1.flit_in, nic1.stop_out);

  sc_core::sc_start(1, sc_core::SC_MS);
  for (const Host* h : {&host0, &host1})
    std::cout << h->name() << ": " << h->sent << " messages sent, " << h->received << " received with "
              << h->words_received << " words\n";
  for (nic::Module* n : {&nic0, &nic1}) {
    const nic::State& state = n->nic_state();
    if (state.processor.halted || state.dma.host_corrupt != 0 || n->refused() != 0) return 3;
  }
  return 0;
}
