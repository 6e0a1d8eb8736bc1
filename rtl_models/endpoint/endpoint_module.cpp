#include "rtl_models/endpoint/endpoint_module.hpp"

#include <algorithm>

#include "rtl_models/common/checked.hpp"

namespace slackline::endpoint {

Module::Module(sc_core::sc_module_name name, const Params& params, const Place& place, PacketTable& packets,
               LatencyTally& latencies)
    : sc_module(name),
      params_(checked(params, "endpoint")),
      source_(params.traffic),
      place_(place),
      packets_(packets),
      latencies_(latencies),
      storage_(storage_bytes(params) / sizeof(std::uint64_t)),
      one_plain_vc_(params.links.one_plain_vc()),
      has_credits_(params.links.has_credits()) {
  reset(now_);
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::start_of_simulation() {
  flit_wire_in_ = SampledWire<std::uint64_t>(channel_of(flit_in));
  flit_wire_out_ = channel_of(flit_out);
  stop_wire_in_ = SampledWire<std::uint32_t>(channel_of(stop_in));
}

void Module::reset(Cycle first_edge) {
  std::fill(storage_.begin(), storage_.end(), 0);
  Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
  bind(params_, source_, place_, state_, arena);
  // Traffic begins anew behind the reset, and with it the numbers of its packets.
  if (state_.next.created != never) state_.next.created = state_.next.created + first_edge.value;
  state_.demand_from = state_.next.created;
  packets_.forget(place_.node);
  link_.reset();
  stop_link_.reset();
  stop_sampled_ = 0;
  wake_ = first_edge;
}

void Module::on_edge() {
  Flit out;
  if (!rst_n.read()) {
    reset(now_ + 1);
  } else {
    Inputs in;
    if (flit_wire_in_.bound()) in.flit_in = Flit(link_.step(flit_wire_in_.read(), now_));
    if (stop_wire_in_.bound()) in.stop_in = static_cast<VcMask>(stop_link_.step(stop_wire_in_.read(), now_));
    if (faults_ != nullptr) {
      in.flit_in = faults_->flit(0, now_, in.flit_in);
      in.stop_in = faults_->stop(0, now_, in.stop_in);
    }
    const bool credits = has_credits_ && in.stop_in != 0;
    if (wake_ <= now_ || in.flit_in.valid() || in.stop_in != stop_sampled_ || credits) {
      const Result result = one_plain_vc_
                                ? step<1, true>(params_, source_, place_, state_, packets_, latencies_, now_, in)
                                : step<0, false>(params_, source_, place_, state_, packets_, latencies_, now_, in);
      stop_sampled_ = in.stop_in;
      wake_ = result.wake;
      out = result.flit_out;
    }
  }
  now_ = now_ + 1;
  if (flit_wire_out_ != nullptr && (driven_ || out.valid())) flit_wire_out_->write(out.word());
  driven_ = out.valid();
}

}  // namespace slackline::endpoint
