#include "rtl_models/generator/generator_module.hpp"

#include <algorithm>

#include "rtl_models/common/checked.hpp"

namespace slackline::generator {

Module::Module(sc_core::sc_module_name name, const port::Params& params, const Workloads& workloads,
               const port::Place& place, PacketTable& packets, port::Latencies& latencies)
    : PortModule(name, checked(params, "port"), place, packets, latencies),
      workloads_(workloads),
      storage_((port::storage_bytes(params) + storage_bytes(workloads)) / sizeof(std::uint64_t)),
      one_plain_vc_(params.links.one_plain_vc()) {
  reset(now());
  reset_links(now());
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::reset(Cycle first_edge) {
  std::fill(storage_.begin(), storage_.end(), 0);
  Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
  port::bind(params_, place_, state_, arena);
  // Traffic starts again after the reset, and with it the numbers of its packets.
  bind(workloads_, place_.node, first_edge, state_, generator_, arena);
}

void Module::on_edge() {
  edge([this](Cycle first_edge) { reset(first_edge); },
       [this](Cycle now, const port::Inputs& in) {
         const port::Wires wires{params_, place_, state_, packets_, latencies_};
         return one_plain_vc_ ? step<1, true>(workloads_, generator_, wires, now, in)
                              : step<0, false>(workloads_, generator_, wires, now, in);
       });
}

}  // namespace slackline::generator
