#include "rtl_models/port/source_routes.hpp"

#include "rtl_models/route_unit/table_entry.hpp"

namespace slackline::port {

namespace {

using route_unit::TableEntry;

/// A route in the making.
class Walk {
 public:
  Walk(const SourceRoutes& routes, NodeId from, std::uint16_t* route, unsigned most)
      : routes_(routes),
        route_(route),
        most_(most),
        at_(routes.first[from.value]),
        row_(routes.rows == 2 ? routes.first_row[from.value] : 0) {}

  /// Goes on to the switch of `node`. False: no way.
  bool to_switch_of(NodeId node) { return to(node, 0, nullptr, false); }
  /// Goes on to `node` itself. `random`: where there is a choice.
  bool to_host(NodeId node, unsigned more_classes, RandomStream* random) {
    return to(node, more_classes, random, true);
  }
  void forget_where_it_came_from() { row_ = 0; }
  unsigned hops() const { return hops_; }

 private:
  bool to(NodeId node, unsigned more_classes, RandomStream* random, bool deliver) {
    while (at_ < routes_.switches()) {
      const std::size_t row = std::size_t{at_} * routes_.rows + row_;
      const TableEntry entry(routes_.table[row * routes_.nodes + node.value]);
      if (!entry.leads_on() || entry.port() >= routes_.ports) return false;
      const unsigned port = random == nullptr ? entry.port() : any_of(routes_.set(at_, node.value), *random);
      const std::size_t way = std::size_t{at_} * routes_.ports + port;
      const bool arrives = routes_.next[way] == (SourceRoutes::host | node.value);
      if (arrives && !deliver) return true;
      if (hops_ == most_) return false;
      route_[hops_++] = TableEntry(port, entry.vc_class() + more_classes).word();
      if (arrives) return true;
      at_ = routes_.next[way];
      if (routes_.rows == 2) row_ = routes_.row_behind[way];
    }
    return false;
  }

  static unsigned any_of(const PortSet& set, RandomStream& random) { return nth_set(set, random.below(count_of(set))); }

  const SourceRoutes& routes_;
  std::uint16_t* route_;
  const unsigned most_;
  std::uint32_t at_;
  unsigned row_, hops_ = 0;
};

}  // namespace

unsigned SourceRoutes::draw(NodeId from, NodeId to, std::uint16_t* route, unsigned most, RandomStream& random) const {
  if (from.value >= nodes || to.value >= nodes) return 0;
  Walk walk(*this, from, route, most);
  if (valiant) {
    if (!walk.to_switch_of(NodeId(random.below(nodes)))) return 0;
    walk.forget_where_it_came_from();
  }
  const bool arrives = walk.to_host(to, valiant ? classes / 2u : 0, choices.empty() ? nullptr : &random);
  return arrives ? walk.hops() : 0;
}

unsigned SourceRoutes::find(NodeId from, NodeId to, std::uint16_t* route, unsigned most) const {
  if (from.value >= nodes || to.value >= nodes) return 0;
  Walk walk(*this, from, route, most);
  return walk.to_host(to, 0, nullptr) ? walk.hops() : 0;
}

bool SourceRoutes::find(NodeId from, NodeId to, std::vector<std::uint16_t>& route) const {
  route.resize(std::size_t{switches()} * rows);
  route.resize(find(from, to, route.data(), static_cast<unsigned>(route.size())));
  return !route.empty();
}

std::uint32_t shifted_header(const std::uint16_t* route, std::size_t hops, unsigned port_bits, unsigned class_bits) {
  std::uint32_t header = 0;
  for (std::size_t i = hops; i-- > 0;) {
    const TableEntry hop(route[i]);
    header = header << (port_bits + class_bits) | hop.vc_class() << port_bits | hop.port();
  }
  return header;
}

}  // namespace slackline::port
