#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::route_unit {

namespace {

void check_mesh(const Params& p, Violations& found) {
  check_range(found, "dimensions", p.dimensions, 1, max_dimensions);
  for (unsigned i = 0; i < p.dimensions && i < max_dimensions; ++i) check_range(found, "size", p.size[i], 1, 1024);
  check_range(found, "hosts_per_switch", p.hosts_per_switch, 1, 60);
  if (p.ports() > max_ports)
    found.push_back({"hosts_per_switch", std::to_string(p.hosts_per_switch), "at most 64 ports a switch"});
}

}  // namespace

Violations Params::violations() const {
  Violations found;
  const bool by_coordinates = kind == Kind::dimension_order;
  if (by_coordinates || port_count == 0) check_mesh(*this, found);
  if (by_coordinates && port_count != 0 && port_count != ports())
    found.push_back({"port_count", std::to_string(port_count),
                     "2 x dimensions + hosts_per_switch (" + std::to_string(ports()) + ") with dimension order"});
  if (!by_coordinates && port_count != 0) check_range(found, "port_count", port_count, 2, max_ports);
  check_range(found, "virtual_channels", virtual_channels, 1, 16);
  if (by_coordinates && wraps && (virtual_channels == 0 || virtual_channels % 2 != 0))
    found.push_back({"virtual_channels", std::to_string(virtual_channels),
                     "an even number on a torus: two dateline classes of as many"});
  if (kind == Kind::table) check_range(found, "nodes", nodes, 1, 1u << 24);
  return found;
}

}  // namespace slackline::route_unit
