#include "testbench/topology/shape.hpp"

namespace slackline::topology {

Violations violations(const Shape& shape) {
  return std::visit([](const auto& s) { return s.violations(); }, shape);
}

std::uint64_t switches(const Shape& shape) {
  return std::visit([](const auto& s) { return s.switches(); }, shape);
}

std::uint64_t hosts(const Shape& shape) {
  return std::visit([](const auto& s) { return s.hosts(); }, shape);
}

std::uint64_t ports(const Shape& shape) {
  return std::visit([](const auto& s) { return s.ports(); }, shape);
}

std::optional<std::uint64_t> diameter(const Shape& shape) {
  return std::visit([](const auto& s) { return s.diameter(); }, shape);
}

std::optional<std::uint64_t> bisection(const Shape& shape) {
  return std::visit([](const auto& s) { return s.bisection(); }, shape);
}

generator::Grid grid(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return grid(*mesh);
  if (const auto* ring = std::get_if<Ring>(&shape)) return grid(as_torus(*ring));
  return generator::Grid();
}

void set_coordinates(const Shape& shape, route_unit::Params& route) {
  const auto* mesh = std::get_if<Mesh>(&shape);
  const auto* ring = std::get_if<Ring>(&shape);
  if (ring != nullptr) set_coordinates(as_torus(*ring), route);
  if (mesh != nullptr && mesh->size.size() <= route_unit::max_dimensions) set_coordinates(*mesh, route);
}

std::string text(const Shape& shape) {
  return std::visit([](const auto& s) { return s.text(); }, shape);
}

Structure build(const Shape& shape, network::Netlist& netlist) {
  return std::visit([&](const auto& s) { return build(s, netlist); }, shape);
}

}  // namespace slackline::topology
