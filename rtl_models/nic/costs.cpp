#include "rtl_models/nic/costs.hpp"

namespace slackline::nic {

Violations Costs::violations() const {
  Violations found;
  for (const std::uint32_t cycles : event) check_range(found, "costs.event", cycles, 0, most_cost);
  check_range(found, "costs.start", start, 0, most_cost);
  check_range(found, "costs.register_read", register_read, 0, most_cost);
  check_range(found, "costs.register_write", register_write, 0, most_cost);
  check_range(found, "costs.load", load, 0, most_cost);
  check_range(found, "costs.store", store, 0, most_cost);
  return found;
}

}  // namespace slackline::nic
