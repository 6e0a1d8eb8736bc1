#include "testbench/routing/table_writer.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "rtl_models/route_unit/route_unit.hpp"

namespace slackline::routing {

EntryWriter::EntryWriter(network::RouteTables& tables, const SwitchGraph& graph, unsigned rows)
    : tables_(tables), height_(std::size_t{graph.switches()} * rows), nodes_(graph.nodes()), columns_(height_) {
  tables_.rows = static_cast<std::uint8_t>(rows);
  tables_.entries.assign(height_ * nodes_, route_unit::no_port);
}

std::uint16_t* EntryWriter::column(std::uint32_t node) {
  if (columns_.full()) finish();
  std::uint16_t* column = columns_.add(node);
  std::fill(column, column + height_, route_unit::no_port);
  return column;
}

void EntryWriter::finish() {
  for (std::size_t i = 0; i < height_; ++i) {
    std::uint16_t* row = tables_.entries.data() + i * nodes_;
    columns_.each(i, [row](std::uint32_t node, std::uint16_t entry) { row[node] = entry; });
  }
  columns_.clear();
}

SetWriter::SetWriter(const SwitchGraph& graph)
    : nodes_(graph.nodes()),
      known_(graph.switches()),
      choices_(nodes_ * graph.switches(), 0),
      columns_(graph.switches()) {}

PortSet* SetWriter::column(std::uint32_t node) {
  if (columns_.full()) write();
  return columns_.add(node);
}

void SetWriter::write() {
  for (std::size_t s = 0; s < known_.size(); ++s) {
    std::uint16_t* row = choices_.data() + s * nodes_;
    std::uint32_t before = 0;
    std::optional<PortSet> last;
    columns_.each(s, [&](std::uint32_t node, const PortSet& ports) {
      row[node] = ports == last ? row[before] : index_of(known_[s], ports);
      last = ports;
      before = node;
    });
  }
  columns_.clear();
}

std::uint16_t SetWriter::index_of(Known& known, const PortSet& ports) {
  const auto [found, is_new] = known.index.insert({ports, static_cast<std::uint16_t>(known.sets.size())});
  if (!is_new) return found->second;
  too_many_ = too_many_ || known.sets.size() == 65536;
  known.sets.push_back(ports);
  return found->second;
}

bool SetWriter::finish(network::RouteTables& tables) {
  write();
  tables.choices = std::move(choices_);
  tables.port_sets.clear();
  tables.first_set.assign(1, 0);
  for (const Known& known : known_) {
    tables.port_sets.insert(tables.port_sets.end(), known.sets.begin(), known.sets.end());
    tables.first_set.push_back(static_cast<std::uint32_t>(tables.port_sets.size()));
  }
  return !too_many_;
}

}  // namespace slackline::routing
