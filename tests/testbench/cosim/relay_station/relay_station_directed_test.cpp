// Situations in which an off-by-one shows, driven on purpose; each test checks that it was reached.
#include "testbench/cosim/relay_station/verilated_relay_station.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

/// Every edge requires that core and twin agree.
struct Bench : TwinBench<RelayStationCore> {
  using TwinBench::TwinBench;

  void edge(Flit flit, bool stop, bool rst_n = true) { TwinBench::edge({rst_n, flit, stop}); }
  void push(bool stop) {
    ++sent;
    edge(Flit(FlitKind::body, VcId(1), sent, sent), stop);
  }
  void idle(bool stop, unsigned edges = 1) {
    for (unsigned i = 0; i < edges; ++i) edge(Flit(), stop);
  }
  /// STOP long enough to have passed the pipeline.
  void block() { idle(true, fc() + 2u); }
  void drain() { idle(false, flits() + fc() + 4u); }

  unsigned flits() const { return model.params.buffer.flits; }
  unsigned fc() const { return model.params.flow.fc_cycles; }
  const relay_station::State& state() const { return core().state; }
  unsigned count() const { return state().buffer.count; }

  std::uint32_t sent = 0;
};

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(relay_station_models(), body);
}

}  // namespace

TEST_CASE("lockstep: the buffer is filled to the last slot, and one flit more is lost") {
  for_each([](Bench& b) {
    b.block();
    while (b.count() < b.flits()) b.push(true);
    REQUIRE_FALSE(b.state().buffer.overflow);
    b.push(true);
    REQUIRE(b.state().buffer.overflow);
    REQUIRE(b.count() == b.flits());
    b.drain();
    REQUIRE(b.count() == 0);
  });
}

TEST_CASE("lockstep: STOP rises at stop_at, stays down at stop_at - 1, and falls at go_at") {
  for_each([](Bench& b) {
    const flow_controller::Params& flow = b.model.params.flow;
    b.block();
    while (b.count() + 1 < flow.stop_at) b.push(true);
    b.idle(true, b.fc() + 4u);
    REQUIRE_FALSE(b.core().stop_out());
    b.push(true);
    b.idle(true, b.fc() + 1u);
    REQUIRE(b.core().stop_out());
    while (b.state().flow.stop != 0) {
      const unsigned before = b.count();
      b.idle(false);
      REQUIRE((b.state().flow.stop != 0) == (before > flow.go_at));
    }
    b.drain();
    REQUIRE_FALSE(b.core().stop_out());
  });
}

TEST_CASE("lockstep: a flit comes and one leaves at the same edge, with one flit inside and with all but one") {
  for_each([](Bench& b) {
    b.push(false);
    for (unsigned i = 0; i < 3 * b.flits(); ++i) b.push(false);  // pointers around the end of the memory
    b.drain();
    b.block();
    while (b.count() + 1 < b.flits()) b.push(true);
    b.idle(false, b.fc() + 1u);
    for (unsigned i = 0; i < 3 * b.flits(); ++i) b.push(false);
    if (b.flits() > 1) REQUIRE(b.count() == b.flits() - 1u);  // a single slot is either full or empty
    b.drain();
    REQUIRE(b.count() == 0);
  });
}

TEST_CASE("lockstep: a full buffer that loses a flit to the output takes none at the same edge", "[quick]") {
  for_each([](Bench& b) {
    b.block();
    while (b.count() < b.flits()) b.push(true);
    b.idle(false, b.fc() + 1u);
    REQUIRE(b.count() == b.flits());
    b.push(false);
    REQUIRE(b.state().buffer.overflow);
    REQUIRE(b.count() == b.flits() - 1u);
    b.push(false);
    b.drain();
  });
}

TEST_CASE("lockstep: a single-flit packet right after a tail, and equal words in a row") {
  for_each([](Bench& b) {
    for (const bool stop : {false, true}) {
      b.edge(Flit(FlitKind::head, VcId(0), 1, 1), stop);
      b.edge(Flit(FlitKind::tail, VcId(0), 2, 1), stop);
      b.edge(Flit(FlitKind::single, VcId(0), 2, 2), stop);
      b.edge(Flit(FlitKind::single, VcId(0), 2, 3), stop);
      b.edge(Flit(FlitKind::head, VcId(15), 0xffffffff, 4), stop);
      b.drain();
    }
  });
}

TEST_CASE("lockstep: every kind of flit passes, with all data bits 0 too") {
  for_each([](Bench& b) {
    for (const FlitKind kind : {FlitKind::padding, FlitKind::abort, FlitKind::body, FlitKind::head, FlitKind::tail}) {
      b.edge(Flit(kind, VcId(0), 0, 0), false);
      b.idle(false, 2);
    }
    REQUIRE(b.count() == 0);
  });
}

TEST_CASE("lockstep: a STOP of one cycle holds one flit back for one cycle") {
  for_each([](Bench& b) {
    for (unsigned i = 0; i < 8; ++i) b.push(i == 3);
    b.drain();
  });
}

TEST_CASE("lockstep: reset in the middle, with flits inside, STOP on and in flight", "[quick]") {
  for_each([](Bench& b) {
    b.block();
    for (unsigned i = 0; i < b.flits() + 1u; ++i) b.push(true);
    b.edge(Flit(FlitKind::body, VcId(0), 5, 5), true, false);
    REQUIRE(b.count() == 0);
    REQUIRE_FALSE(b.state().buffer.overflow);
    b.idle(false, 2 * b.fc() + 4u);
    REQUIRE_FALSE(b.core().stop_out());
    for (unsigned i = 0; i < b.flits(); ++i) b.push(false);
    b.edge(Flit(), false, false);
    b.edge(Flit(), false, false);
    b.push(false);
    b.drain();
  });
}
