#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::route_unit {

namespace {

void check_mesh(const Params& p, Violations& found) {
  check_range(found, "dimensions", p.dimensions, 1, max_dimensions);
  for (unsigned i = 0; i < p.dimensions && i < max_dimensions; ++i) check_range(found, "size", p.size[i], 1, 1024);
  check_range(found, "hosts_per_switch", p.hosts_per_switch, 1, 254);
  if (p.ports() > max_ports)
    found.push_back({"hosts_per_switch", std::to_string(p.hosts_per_switch), "at most 256 ports a switch"});
}

/// The virtual channels are too few for the classes, or no multiple of them.
Violation wrong_virtual_channels(const Params& p) {
  const std::string even = "an even number on a " + std::string(p.dimensions == 1 ? "ring" : "torus");
  return {"virtual_channels", std::to_string(p.virtual_channels),
          p.has_datelines() ? even + " (half of them in each of two dateline classes)"
                            : "a multiple of the classes (" + std::to_string(p.classes) + ")"};
}

/// What only tables and routes from the source have.
void check_classes(const Params& p, Violations& found) {
  if (p.kind == Kind::dimension_order) {
    if (p.classes != 1)
      found.push_back({"classes", std::to_string(p.classes), "1 with dimension order, which has its own on a torus"});
    if (p.choice != Choice::none) found.push_back({"choice", "some", "none with dimension order"});
    if (p.valiant) found.push_back({"valiant", "true", "false, or a table, or routes from the source"});
    return;
  }
  check_range(found, "classes", p.classes, 1, max_classes);
  if (p.valiant && p.classes % 2 != 0)
    found.push_back({"classes", std::to_string(p.classes), "an even number with valiant (half of them each way)"});
  if (p.valiant && p.choice != Choice::none) found.push_back({"choice", "some", "none with valiant"});
  if (p.valiant && p.nodes > most_valiant_nodes && p.kind == Kind::table)
    found.push_back({"nodes", std::to_string(p.nodes), "at most 65535 with valiant (two of them in a header)"});
  if (p.choice != Choice::adaptive) {
    if (p.virtual_channels < p.classes) found.push_back(wrong_virtual_channels(p));
    return;
  }
  if (p.kind != Kind::table)
    found.push_back(
        {"choice", "adaptive", "another choice, or a table (a source does not see which channels are free)"});
  if (p.virtual_channels <= p.classes)
    found.push_back({"virtual_channels", std::to_string(p.virtual_channels),
                     "more than the escape channels (" + std::to_string(p.classes) + ") with adaptive routing"});
  if (p.vc_assignment != VcAssignment::any)
    found.push_back({"vc_assignment", "keep", "any with adaptive routing, which goes from channel to channel"});
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
  if (has_datelines() && virtual_channels < 2) found.push_back(wrong_virtual_channels(*this));
  if (kind == Kind::table) check_range(found, "nodes", nodes, 1, 1u << 24);
  check_classes(*this, found);
  return found;
}

Violations Params::left_over() const {
  if (choice == Choice::adaptive || vc_classes() == 0 || virtual_channels % vc_classes() == 0) return {};
  return {wrong_virtual_channels(*this)};
}

}  // namespace slackline::route_unit
