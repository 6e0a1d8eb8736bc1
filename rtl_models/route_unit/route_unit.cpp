#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::route_unit {

Violations Params::violations() const {
  Violations found;
  check_range(found, "dimensions", dimensions, 1, max_dimensions);
  for (unsigned i = 0; i < dimensions && i < max_dimensions; ++i) check_range(found, "size", size[i], 1, 1024);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 60);
  if (ports() > 64)
    found.push_back({"hosts_per_switch", std::to_string(hosts_per_switch), "at most 64 ports a switch"});
  return found;
}

}  // namespace slackline::route_unit
