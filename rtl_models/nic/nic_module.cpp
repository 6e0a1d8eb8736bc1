#include "rtl_models/nic/nic_module.hpp"

#include <algorithm>

#include "rtl_models/common/checked.hpp"

namespace slackline::nic {

namespace {

/// The interface as it fits its port.
Params at_port(Params p, const port::Params& port) {
  p.nodes = port.nodes;
  p.virtual_channels = port.links.virtual_channels;
  p.format = port.format;
  return p;
}

}  // namespace

Module::Module(sc_core::sc_module_name name, const Params& params, const Place& place, const port::Params& port,
               const port::Place& port_place, PacketTable& packets, port::Latencies& latencies, HostMemory& host_memory)
    : PortModule(name, checked(port, "port"), port_place, packets, latencies),
      nic_params_(checked(at_port(params, port), "nic")),
      nic_place_(place),
      host_memory_(host_memory),
      storage_((port::storage_bytes(this->params()) + storage_bytes(nic_params_)) / sizeof(std::uint64_t)) {
  checked(place.clock, "nic clock");
  reset(now());
  reset_links(now());
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
  room.initialize(nic_params_.host_queue);
}

void Module::reset(Cycle first_edge) {
  std::fill(storage_.begin(), storage_.end(), 0);
  Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
  port::bind(params_, place_, state_, arena);
  bind(nic_params_, nic_place_, nic_, arena);
  nic_.time.as_of = first_edge;
  refused_ = 0;
}

void Module::on_edge() {
  const bool posted = doorbell.read();
  edge([this](Cycle first_edge) { reset(first_edge); },
       [&](Cycle now, const port::Inputs& in) {
         firmware::Command command;
         if (posted) command = {command_kind.read(), command_peer.read(), command_message.read(), command_words.read()};
         refused_ += posted && nic::room(nic_) == 0;
         const nic::Result result = step(nic_params_, nic_place_, nic_, {params_, place_, state_, packets_, latencies_},
                                         host_memory_, now, {in, posted ? &command : nullptr});
         return port::Result{result.flit_out, result.wake};
       },
       posted);
  drive();
}

void Module::drive() {
  room.write(nic::room(nic_));
  const firmware::Completion* told = completion(nic_);
  completion_valid.write(told != nullptr);
  if (told == nullptr) return;
  completion_kind.write(told->kind);
  completion_peer.write(told->peer);
  completion_message.write(told->message);
  completion_words.write(told->words);
}

}  // namespace slackline::nic
