#include "rtl_models/relay_station/relay_station.hpp"

namespace slackline::relay_station {

Violations Params::violations() const {
  Violations found = buffer.violations();
  const Violations of_flow = flow.violations();
  found.insert(found.end(), of_flow.begin(), of_flow.end());
  if (flow.kind == flow_controller::Kind::credit)
    found.push_back({"kind", "credit", "stop_go or busy_ready: a relay station returns no credits"});
  if (flow.stop_at > buffer.flits)
    found.push_back({"stop_at", std::to_string(flow.stop_at), "1 to flits (" + std::to_string(buffer.flits) + ")"});
  return found;
}

}  // namespace slackline::relay_station
