#include "testbench/monitors/header_options.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <utility>
#include <vector>

using namespace slackline;
using monitors::credits_wanted;
using monitors::header_options;
using monitors::holds_header_back;
using wormhole_switch::Params;
using wormhole_switch::State;
using Options = std::vector<std::pair<unsigned, unsigned>>;  // port, virtual channels

namespace {

constexpr unsigned ports = 6, vcs = 4;

Params params(route_unit::Choice choice, flow_controller::Kind flow = flow_controller::Kind::credit) {
  Params p;
  p.ports = ports;
  p.virtual_channels = vcs;
  p.buffer.flits = 8;
  p.flow.kind = flow;
  p.longest_packet = 5;
  p.route.kind = route_unit::Kind::table;
  p.route.choice = choice;
  p.route.classes = 1;
  return p.completed();
}

struct Switch {
  explicit Switch(const Params& params) : p(params), storage((wormhole_switch::storage_bytes(p) + 7) / 8) {
    Arena arena(reinterpret_cast<std::byte*>(storage.data()));
    wormhole_switch::bind(p, s, arena);
  }
  const Params p;
  std::vector<std::uint64_t> storage;
  State s;
};

Options of(const Switch& of_one, unsigned lane) {
  Options all;
  for (const monitors::HeaderOption& option : header_options(of_one.p, of_one.s, lane))
    all.emplace_back(option.port, option.vcs);
  return all;
}

}  // namespace

TEST_CASE("a header that has been routed waits for any lane of its port, and without a route for none") {
  Switch one(params(route_unit::Choice::none));
  CHECK(of(one, 3).empty());
  one.s.in[3].route = {4, true, 0b0110};
  CHECK(of(one, 3) == Options{{4, 0b0110}});
  CHECK(of(one, 2).empty());
}

TEST_CASE("with a choice it waits for every port of its set, and for the escape channel", "[quick]") {
  Switch one(params(route_unit::Choice::adaptive));
  const unsigned lane = 5;
  one.s.options[lane] = {bit(0) | bit(2) | bit(5), 0b1110, {}};
  CHECK(of(one, lane).empty());  // not routed yet
  one.s.in[lane].route = {2, true, 0b1110};
  CHECK(of(one, lane) == Options{{0, 0b1110}, {2, 0b1110}, {5, 0b1110}});
  one.s.options[lane].otherwise = {5, 0b0001};
  CHECK(of(one, lane) == Options{{0, 0b1110}, {2, 0b1110}, {5, 0b1110}, {5, 0b0001}});
  one.s.options[lane].ports = 0;
  CHECK(of(one, lane) == Options{{5, 0b0001}});
}

TEST_CASE("a header wants a credit, with virtual cut-through one for each flit, in an adaptive lane all of them") {
  const auto wanted = [](const Params& p, unsigned vc) {
    const Switch one(p);
    return credits_wanted(one.p, one.s, crossbar::lane_of(3, vc));
  };
  CHECK(wanted(params(route_unit::Choice::adaptive, flow_controller::Kind::stop_go), 1) == 0);
  Params p = params(route_unit::Choice::adaptive);
  CHECK(wanted(p, 0) == 1);  // the escape channel
  CHECK(wanted(p, 1) == 8);
  CHECK(wanted(params(route_unit::Choice::minimal), 1) == 1);
  p.switching = wormhole_switch::Switching::virtual_cut_through;
  CHECK(wanted(p, 0) == 5);
  CHECK(wanted(p, 1) == 5);
}

TEST_CASE("a header is held back by a credit less than it wants") {
  const crossbar::Lane escape = crossbar::lane_of(3, 0), adaptive = crossbar::lane_of(3, 1);
  const auto held = [](const Params& p, crossbar::Lane output, unsigned sent) {
    Switch one(p);
    for (unsigned i = 0; i < sent; ++i) flow_controller::spend(one.s.vc[output.vc].flow, output.port);
    return holds_header_back(one.p, one.s, output);
  };
  Params p = params(route_unit::Choice::adaptive);
  CHECK_FALSE(held(p, adaptive, 0));
  CHECK(held(p, adaptive, 1));
  CHECK_FALSE(held(p, escape, 7));
  CHECK(held(p, escape, 8));
  p.switching = wormhole_switch::Switching::virtual_cut_through;
  CHECK_FALSE(held(p, adaptive, 3));
  CHECK(held(p, adaptive, 4));
}
