#include "rtl_models/barrier/preemption_unit/preemption_unit.hpp"

namespace slackline::preemption_unit {

Violations Params::violations() const {
  Violations found;
  check_range(found, "virtual_channels", virtual_channels, 1, 15);
  check_range(found, "preempt", preempt, 4, 64);
  return found;
}

}  // namespace slackline::preemption_unit
