#include "testbench/studies/anglano/setups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace slackline::anglano {

std::vector<Network> networks(Effort effort) {
  if (is_quick(effort)) return {Network::star};
  return {Network::torus, Network::star};
}

std::vector<unsigned> sizes(Network network, Effort effort) {
  if (is_quick(effort)) return {4, 32};
  if (network == Network::torus) return {4, 8, 16, 32, 64};
  return {4, 8, 16, 32};
}

std::vector<unsigned> sizes_apart(Network network, Effort effort) {
  if (is_quick(effort)) return {4, 16};
  std::vector<unsigned> all = sizes(network, effort);
  all.erase(std::remove(all.begin(), all.end(), hosts_of(network)), all.end());
  return all;
}

std::vector<unsigned> lengths(Effort effort) {
  if (is_quick(effort)) return {16};
  return {16, 512};
}

std::vector<unsigned> sizes_of_slope(Network network, unsigned words, Effort effort) {
  const std::vector<unsigned> all = sizes(network, effort);
  return {all.front(), is_long(words) ? 16 : all.back()};
}

unsigned draws(Effort effort) { return is_quick(effort) ? 3 : 4; }
unsigned many_draws(Effort effort) { return is_quick(effort) ? 3 : 10; }

bool is_long(unsigned words) { return words > 100; }

double share_of(Load load) {
  switch (load) {
    case Load::light: return 0.05;
    case Load::eighth: return 0.125;
    case Load::quarter: return 0.25;
    case Load::heavy: break;
  }
  return 0.5;
}

namespace {

/// Messages of a group per 1000 cycles. An interface takes about 400 cycles for a short worm that it forwards, and 1200 for a long one.
double rate_of(Load load, bool are_long) { return share_of(load) * (are_long ? 0.8 : 2.4); }

}  // namespace

Setup Point::with(Algorithm algorithm) const {
  Setup setup;
  setup.network = network;
  setup.algorithm = algorithm;
  setup.members = members;
  setup.words = words;
  setup.rate = rate_of(load, is_long(words));
  setup.cut_through = cut_through;
  setup.groups = groups;
  setup.paper_copies = paper_copies && multicast::is_tree(algorithm);
  if (has_one_switch) {
    setup.hosts = hosts_of(network);
    if (network == Network::torus) setup.channels = 2;  // as there
  }
  setup.buffers = buffers;
  setup.early_ack = early_ack;
  return setup;
}

Point with_paper_copies(Point point) {
  point.paper_copies = true;
  return point;
}

Point without_links_between_switches(Point point) {
  point.has_one_switch = true;
  return point;
}

std::vector<WithoutCause> causes_at_heavy_load(const Point& at) {
  Point with_memory = at;
  with_memory.buffers = large_memory;
  const std::string memory =
      fmt::format("little memory: a class has {} buffers instead of {}", large_memory, at.buffers);
  std::vector<WithoutCause> all{{memory, with_memory}};
  if (!is_long(at.words)) return all;
  Point acknowledged = with_memory, stored = with_memory;
  acknowledged.early_ack = true;
  stored.cut_through = false;
  const std::string links = "links between switches, which the copies of a tree share: all hosts are at one";
  const std::string and_links = "; and without " + links;
  all.push_back({links, without_links_between_switches(at)});
  all.push_back({memory + and_links, without_links_between_switches(with_memory)});
  all.push_back({memory + "; and without an ACK that waits until a worm is the first of its class" + and_links,
                 without_links_between_switches(acknowledged)});
  all.push_back({memory + "; and without cut-through: each host stores a worm before it sends it on" + and_links,
                 without_links_between_switches(stored), true});
  return all;
}

Point light(Network network, unsigned members, unsigned words) { return {network, members, words, Load::light, true}; }

Point at_one_switch(unsigned members, unsigned words) {
  Point point = without_links_between_switches(light(Network::star, members, words));
  point.groups = 1;
  return point;
}

Setup far_apart(Setup setup) {
  setup.far_apart = setup.network == Network::torus;
  return setup;
}

Setup of_neighbours(Setup setup) {
  setup.neighbours = true;
  return setup;
}

std::vector<Point> points(Effort effort) {
  std::vector<Point> all;
  for (const Network network : networks(effort))
    for (const unsigned members : sizes(network, effort))
      for (const unsigned words : lengths(effort))
        for (const Load load : {Load::light, Load::heavy})
          for (const bool cut_through : {true, false}) all.push_back({network, members, words, load, cut_through});
  return all;
}

Setup one_source(Network network, unsigned members, Algorithm algorithm, unsigned words) {
  Setup setup;
  setup.network = network;
  setup.algorithm = algorithm;
  setup.groups = 1;
  setup.members = members;
  setup.words = words;
  setup.rate = is_long(words) ? 0.02 : 0.05;
  setup.first_source = true;
  return setup;
}

Setup contended(Scheme scheme, unsigned buffers) {
  Setup setup;
  setup.members = 16;
  setup.rate = 0.6;
  setup.scheme = scheme;
  setup.buffers = buffers;
  return setup;
}

Setup of_one_buffer(Scheme scheme) {
  Setup setup = saturated(contended(scheme, 1));
  setup.free_handlers = true;
  return setup;
}

Setup early_ack() {
  Setup setup = contended(Scheme::fifo, 4);
  setup.early_ack = true;
  return setup;
}
Setup early_ready() {
  Setup setup = contended(Scheme::fifo, 4);
  setup.early_ready = true;
  return setup;
}
Setup over_links(unsigned cycles) {
  Setup setup = contended(Scheme::fifo, 1);
  setup.words = 512;
  setup.rate = 0.3;
  setup.link_delay = cycles;
  return setup;
}

std::vector<unsigned> buffers(Effort effort) {
  if (is_quick(effort)) return {1, 4};
  return {1, 2, 4, 8};
}

Setup saturated(Setup setup) {
  setup.rate = 8;
  return setup;
}

Setup circular(bool one_class, Scheme scheme, unsigned buffers) {
  Setup setup = saturated(contended(scheme, buffers));
  setup.algorithm = Algorithm::ring;
  setup.one_class = one_class;
  setup.measures_deadlock = true;
  return setup;
}

Setup of_figure_4(bool one_class, Scheme scheme, unsigned buffers) {
  Setup setup = circular(one_class, scheme, buffers);
  setup.algorithm = Algorithm::bus;
  setup.hosts = setup.members = 4;
  setup.groups = 1;
  return setup;
}

Setup at_rate(Algorithm algorithm, double rate) {
  Setup setup;
  setup.algorithm = algorithm;
  setup.members = 16;
  setup.rate = rate;
  return setup;
}
Setup of_groups(Algorithm algorithm, unsigned groups) {
  Setup setup = at_rate(algorithm, 0.25);
  setup.groups = groups;
  return setup;
}
Setup at_link_cycles(Algorithm algorithm, unsigned cycles) {
  Setup setup = at_rate(algorithm, 0.05);
  setup.words = 512;
  setup.link_cycles = cycles;
  return setup;
}
std::vector<double> swept_rates(Effort effort) {
  if (is_quick(effort)) return {0.25, 1};
  return {0.0625, 0.125, 0.25, 0.5, 1, 2};
}
std::vector<unsigned> swept_groups(Effort effort) {
  if (is_quick(effort)) return {1, 4};
  return {1, 2, 4, 8, 16};
}
std::vector<unsigned> swept_link_cycles(Effort effort) {
  if (is_quick(effort)) return {1, 2};
  return {1, 2, 4};
}

Setup on_mesh(Scheme scheme, bool holds_links, unsigned buffers, bool has_unicasts) {
  Setup setup;
  setup.network = Network::mesh;
  setup.algorithm = Algorithm::bus;
  setup.groups = 1;
  setup.members = 4;
  setup.words = 64;
  setup.scheme = scheme;
  setup.buffers = buffers;
  setup.holds_links = holds_links;
  setup.has_unicasts = has_unicasts;
  setup.measures_deadlock = true;
  return setup;
}

Setup path_with_slow_hop(unsigned slow) {
  Setup setup = one_source(Network::torus, path_members, Algorithm::ring, 512);
  setup.order = HostOrder::numbers;
  setup.scheme = Scheme::plain;
  setup.buffers = 1;
  setup.rate = 1;
  setup.slow_member = slow;
  return setup;
}
std::vector<unsigned> slow_members(Effort effort) {
  if (is_quick(effort)) return {0, 1, 4, 7};
  return {0, 1, 2, 3, 4, 5, 6, 7};
}

Setup of_two_copies(Point point, Algorithm algorithm) {
  Setup setup = point.with(algorithm);
  setup.branching = 2;
  return setup;
}

Setup own_orders(Scheme scheme, unsigned buffers) {
  Setup setup = circular(false, scheme, buffers);
  setup.order = HostOrder::group;
  return setup;
}

Setup one_ring(HostOrder order) {
  Setup setup = ring(order);
  setup.groups = 1;
  return setup;
}

Setup forwarding(unsigned words, bool by_hosts) {
  Setup setup = light(Network::torus, 16, words).with(Algorithm::wrap_around);
  setup.by_hosts = by_hosts;
  return setup;
}

Setup ring(HostOrder order) {
  Setup setup;
  setup.algorithm = Algorithm::ring;
  setup.members = 16;
  setup.words = 512;
  setup.rate = 0.05;
  setup.order = order;
  return setup;
}

Setup ordered(Algorithm algorithm) {
  Setup setup;
  setup.algorithm = algorithm;
  setup.rate = 0.2;
  setup.compares_ids = true;
  return setup;
}

Setup ordered_at_heavy_load(Algorithm algorithm) {
  Setup setup = ordered(algorithm);
  setup.rate = rate_of(Load::heavy, false);
  return setup;
}
Setup one_ordered(Algorithm algorithm) {
  Setup setup = ordered(algorithm);
  setup.groups = 1;
  return setup;
}
Setup one_ordered_at_heavy_load(Algorithm algorithm) {
  Setup setup = ordered_at_heavy_load(algorithm);
  setup.groups = 1;
  return setup;
}

Setup returning(Algorithm algorithm) {
  Setup setup = saturated(contended(Scheme::fifo, 4));
  setup.algorithm = algorithm;
  setup.members = 8;
  return setup;
}

Setup over(bool up_down_routing, double background) {
  Setup setup;
  setup.members = 16;
  setup.rate = 0.3;
  setup.up_down_routing = up_down_routing;
  setup.background = background;
  return setup;
}

namespace {

/// `buffers`: all of an interface.
void use_scheme(Setup& setup, Scheme scheme, unsigned buffers) {
  setup.scheme = scheme;
  setup.buffers = has_two_classes(scheme) ? buffers / 2 : buffers;
}

}  // namespace

Setup concurrent(Scheme scheme, unsigned hosts, double rate) {
  Setup setup;
  setup.algorithm = Algorithm::binomial;
  setup.hosts = setup.members = hosts;
  setup.groups = 1;
  setup.rate = rate;
  use_scheme(setup, scheme, 4);
  return setup;
}

unsigned most_hosts(Effort effort) { return is_quick(effort) ? 16 : 32; }

Setup all_to_all(Algorithm algorithm, unsigned members, bool recovers, bool is_saturated) {
  Setup setup;
  setup.algorithm = algorithm;
  setup.hosts = 16;
  setup.members = members;
  use_scheme(setup, Scheme::credits, setup.hosts - 1);
  if (!recovers) setup.detection = 0;
  setup.measures_deadlock = true;
  setup.rate = rate_of(Load::quarter, false);
  return is_saturated ? saturated(setup) : setup;
}

Setup rings_of_all(Scheme scheme, unsigned credits, unsigned detection) {
  Setup setup;
  setup.algorithm = Algorithm::ring;
  setup.hosts = setup.members = 16;
  use_scheme(setup, scheme, credits * (setup.hosts - 1));
  setup.detection = detection;
  return saturated(setup);
}

std::vector<unsigned> all_to_all_sizes(Effort effort) {
  if (is_quick(effort)) return {4, 16};
  return {4, 8, 16};
}

Setup compared(Scheme scheme) {
  Setup setup;
  setup.algorithm = Algorithm::wrap_around;
  setup.hosts = 16;
  use_scheme(setup, scheme, 16);
  setup.rate = 0.5;
  return setup;
}

std::vector<double> backgrounds(Effort effort) {
  if (is_quick(effort)) return {0, judged_background, most_background};
  return {0, 0.1, 0.2, 0.3};
}

}  // namespace slackline::anglano
