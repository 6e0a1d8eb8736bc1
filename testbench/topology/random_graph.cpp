#include "testbench/topology/random_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "rtl_models/common/random_stream.hpp"

namespace slackline::topology {

namespace {

using Switch = std::uint32_t;

class Graph {
 public:
  /// A circulant: every switch is joined to the d / 2 next on either side, and where d is odd to the one opposite,
  /// which the last of an odd number does not have.
  Graph(Switch switches, unsigned degree) : neighbours_(switches) {
    for (Switch s = 0; s < switches; ++s)
      for (unsigned i = 1; i <= degree / 2; ++i) add(s, (s + i) % switches);
    if (degree % 2 != 0)
      for (Switch s = 0; s < switches / 2; ++s) add(s, s + switches / 2);
  }

  /// The neighbours of each switch, by number.
  std::vector<std::vector<Switch>> sorted() const {
    std::vector<std::vector<Switch>> sorted = neighbours_;
    for (std::vector<Switch>& of_one : sorted) std::sort(of_one.begin(), of_one.end());
    return sorted;
  }

  void shuffle(RandomStream& random) {
    if (links_.size() < 2) return;
    const auto count = static_cast<std::uint32_t>(links_.size());
    for (std::uint64_t i = 0; i < 10 * std::uint64_t{count}; ++i) {
      const std::uint32_t one = random.below(count), other = random.below(count);
      if (random.below(2) != 0) std::swap(links_[one].first, links_[one].second);
      if (may_exchange(links_[one], links_[other])) exchange(one, other);
    }
  }

  /// In each part some link closes a circle, and does not part it by being taken away: by exchanging their ends two
  /// parts become one, in which the two lie on a circle again.
  void connect() {
    std::vector<Switch> part(neighbours_.size());
    std::iota(part.begin(), part.end(), Switch{0});
    const auto root = [&part](Switch s) {
      while (part[s] != s) s = part[s] = part[part[s]];
      return s;
    };
    std::vector<std::uint32_t> circles;  // links that close one
    for (std::uint32_t i = 0; i < links_.size(); ++i) {
      const auto [kept, joined] = std::minmax({root(links_[i].first), root(links_[i].second)});
      if (kept == joined)
        circles.push_back(i);
      else
        part[joined] = kept;
    }
    std::vector<std::uint32_t> closing(neighbours_.size());  // one of them, by the root of its part
    for (const std::uint32_t link : circles) closing[root(links_[link].first)] = link;
    for (Switch s = 1; s < neighbours_.size(); ++s)
      if (part[s] == s) exchange(closing[0], closing[s]);
  }

 private:
  using Link = std::pair<Switch, Switch>;

  bool joined(Switch a, Switch b) const {
    return std::find(neighbours_[a].begin(), neighbours_[a].end(), b) != neighbours_[a].end();
  }
  void add(Switch a, Switch b) {
    links_.push_back({a, b});
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  bool may_exchange(const Link& x, const Link& y) const {
    return x.first != y.first && x.second != y.second && x.first != y.second && x.second != y.first &&
           !joined(x.first, y.second) && !joined(y.first, x.second);
  }
  void exchange(std::uint32_t one, std::uint32_t other) {
    Link &x = links_[one], &y = links_[other];
    replace(x.first, x.second, y.second);
    replace(x.second, x.first, y.first);
    replace(y.first, y.second, x.second);
    replace(y.second, y.first, x.first);
    std::swap(x.second, y.second);
  }
  void replace(Switch at, Switch before, Switch after) {
    *std::find(neighbours_[at].begin(), neighbours_[at].end(), before) = after;
  }

  std::vector<std::vector<Switch>> neighbours_;
  std::vector<Link> links_;
};

}  // namespace

std::string RandomGraph::text() const {
  return "random with " + std::to_string(switch_links) + (switch_links == 1 ? " link" : " links") + " a switch, seed " +
         std::to_string(seed);
}

Violations RandomGraph::violations() const {
  Violations found;
  check_range(found, "switches", switch_count, 2, 65536);
  check_range(found, "switch_links", switch_links, 1, 255);
  check_range(found, "hosts_per_switch", hosts_per_switch, 1, 255);
  if (!found.empty()) return found;
  if (switch_links >= switch_count || (switch_links == 1 && switch_count > 2))
    found.push_back({"switch_links", std::to_string(switch_links),
                     switch_count == 2 ? "1 between 2 switches"
                                       : "2 to " + std::to_string(std::min<std::uint64_t>(switch_count - 1, 255)) +
                                             " between " + std::to_string(switch_count) + " switches"});
  if (ports() > 256)
    found.push_back({"hosts_per_switch", std::to_string(hosts_per_switch),
                     "1 to " + std::to_string(256 - switch_links) +
                         " (at most 256 ports a switch, switch_links + hosts_per_switch)"});
  return found;
}

Structure build(const RandomGraph& shape, network::Netlist& netlist) {
  RandomStream random(shape.seed, 0, RandomPurpose::topology);
  Graph graph(static_cast<Switch>(shape.switch_count), static_cast<unsigned>(shape.switch_links));
  graph.shuffle(random);
  graph.connect();
  const std::vector<std::vector<Switch>> neighbours = graph.sorted();

  Wiring wiring(netlist, shape.ports(), shape.hosts());
  for (std::uint32_t s = 0; s < neighbours.size(); ++s) {
    wiring.add_switch("switch" + std::to_string(s));
    for (std::size_t port = 0; port < neighbours[s].size(); ++port) {
      const Switch other = neighbours[s][port];
      const auto& back = neighbours[other];
      if (s < other) wiring.link(s, port, other, std::lower_bound(back.begin(), back.end(), s) - back.begin());
    }
    for (std::uint64_t h = 0; h < shape.hosts_per_switch; ++h) wiring.add_host(s, shape.switch_links + h);
  }
  Structure structure;
  structure.kind = Kind::random;
  return structure;
}

}  // namespace slackline::topology
