#include "rtl_models/endpoint/endpoint_module.hpp"

#include <algorithm>

#include "rtl_models/common/checked.hpp"

namespace slackline::endpoint {

Module::Module(sc_core::sc_module_name name, const Params& params, const Place& place, PacketTable& packets,
               LatencyTally& latencies)
    : PortModule(name, checked(params, "endpoint"), place, packets, latencies),
      source_(params.traffic),
      storage_(storage_bytes(params) / sizeof(std::uint64_t)),
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
  bind(params_, source_, place_, state_, arena);
  // Traffic starts again after the reset, and with it the numbers of its packets.
  if (state_.next.created != never) state_.next.created = state_.next.created + first_edge.value;
  state_.demand_from = state_.next.created;
}

void Module::on_edge() {
  edge([this](Cycle first_edge) { reset(first_edge); },
       [this](Cycle now, const Inputs& in) {
         return one_plain_vc_ ? step<1, true>(params_, source_, place_, state_, packets_, latencies_, now, in)
                              : step<0, false>(params_, source_, place_, state_, packets_, latencies_, now, in);
       });
}

}  // namespace slackline::endpoint
