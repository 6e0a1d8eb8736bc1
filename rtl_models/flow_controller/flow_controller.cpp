#include "rtl_models/flow_controller/flow_controller.hpp"

namespace slackline::flow_controller {

Violations Params::violations() const {
  Violations found;
  check_range(found, "stop_at", stop_at, 1, 32768);
  if (stop_at >= 1) check_range(found, "go_at", go_at, 0, stop_at - 1u);
  check_range(found, "fc_cycles", fc_cycles, 0, 63);
  return found;
}

}  // namespace slackline::flow_controller
