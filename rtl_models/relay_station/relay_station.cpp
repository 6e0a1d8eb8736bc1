#include "rtl_models/relay_station/relay_station.hpp"

namespace slackline::relay_station {

Violations Params::violations() const {
  Violations found = buffer.violations();
  const Violations of_flow = flow.violations();
  found.insert(found.end(), of_flow.begin(), of_flow.end());
  if (flow.has_credits())
    found.push_back(
        {"kind", std::string(flow_controller::named(flow.kind).word),
         flow_controller::words_of(flow_controller::has_watermarks) + ": a relay station returns no credits"});
  if (flow.stop_at > buffer.flits)
    found.push_back({"stop_at", std::to_string(flow.stop_at), "1 to flits (" + std::to_string(buffer.flits) + ")"});
  return found;
}

}  // namespace slackline::relay_station
