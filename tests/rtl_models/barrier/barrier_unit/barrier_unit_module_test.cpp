#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "rtl_models/barrier/barrier_unit/barrier_unit_module.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;
using namespace slackline::barrier_unit;

namespace {

/// Switch 0 with host 0 at port 0; port 1 leads to switch 1, and from edge 7 on nowhere.
struct TwoPortUnit {
  TwoPortUnit() : unit("unit", params(), place()), clock(unit) {
    unit.arrivals(arrivals);
    unit.offers(offers);
    unit.taken(taken);
    unit.open(open);
    unit.dead(dead);
    unit.word_in(in);
    unit.word_out(out);
    Message message;
    message.type = Type::reduce;
    message.group = 7;
    message.to = Address::of_switch(1);
    message.from = Address::of_host(0);
    flits = message.flits();
  }

  static Params params() {
    Params params;
    params.ports = 2;
    return params;
  }
  Place place() const {
    Place place;
    place.ports_to_switch = to_switch;
    place.port_of_host = port_of_host;
    place.switch_of_host = switch_of_host;
    place.ways = ways;
    place.ways_count = 2;
    place.switches = 2;
    place.hosts = 1;
    return place;
  }

  /// Its message comes in at port 0, in two edges.
  void send_message() {
    arrivals = bit(0);
    in[0] = flits[0];
    clock.edge();
    in[0] = flits[1];
    clock.edge();
    arrivals = 0;
  }

  const Ways ways[2] = {{Cycle(0), Cycle(0), {0, bit(1), 0, 0}, {}}, {Cycle(7), Cycle(7), {0, 0, 0, 0}, {}}};
  const std::uint16_t to_switch[2] = {Place::no_way, 1}, port_of_host[1] = {0};
  const std::uint16_t switch_of_host[1] = {0};
  Module unit;
  test::EdgeClock clock;
  sc_core::sc_signal<PortMask> arrivals, offers, taken, open, dead;
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> in{"in", 2}, out{"out", 2};
  std::array<std::uint32_t, 2> flits{};
};

}  // namespace

TEST_CASE_METHOD(TwoPortUnit,
                 "the pins of barrier_unit take a message in two edges and offer it in two cycles, after its delay",
                 "[quick]") {
  send_message();
  clock.edge();
  CHECK(offers.read() == 0);
  clock.edge();
  CHECK(offers.read() == bit(1));
  CHECK(out[1].read() == flits[0]);
  CHECK(out[0].read() == 0);
  taken = bit(1);
  clock.edge();
  CHECK(offers.read() == bit(1));
  CHECK(out[1].read() == flits[1]);
  clock.edge();
  CHECK(offers.read() == 0);
  CHECK(out[1].read() == 0);

  taken = 0;
  send_message();
  CHECK(unit.state().cut_off == 0);
  clock.edge();
  CHECK(unit.state().cut_off == 1);
}

TEST_CASE_METHOD(TwoPortUnit, "a reset of barrier_unit restarts its cycle count, on which its ways depend", "[quick]") {
  for (int edge = 0; edge < 10; ++edge) clock.edge();  // port 1 leads nowhere any more
  clock.rst_n = false;
  clock.edge();
  clock.rst_n = true;
  send_message();  // at edges 0 and 1: offered after edge 3, as without the reset
  clock.edge();
  CHECK(offers.read() == 0);
  clock.edge();
  CHECK(offers.read() == bit(1));
  CHECK(unit.state().cut_off == 0);
}
