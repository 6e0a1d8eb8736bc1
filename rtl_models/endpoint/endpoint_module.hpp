// endpoint as a SystemC module: pins around the core, and the delays of the links that end here.
#pragma once

#include <vector>

#include "rtl_models/endpoint/port_module.hpp"

namespace slackline::endpoint {

class Module : public PortModule {
 public:
  SC_HAS_PROCESS(Module);
  /// All endpoints of a network share one packet table and one tally of latencies, which must outlive them. Throws
  /// std::invalid_argument when `params` are illegal.
  Module(sc_core::sc_module_name name, const Params& params, const Place& place, PacketTable& packets,
         LatencyTally& latencies);

 private:
  void on_edge();
  void reset(Cycle first_edge);

  const TrafficSource source_;
  std::vector<std::uint64_t> storage_;
  const bool one_plain_vc_;
};

}  // namespace slackline::endpoint
