// flow_controller.sv alone against its core: the count of a slack buffer moves by one flit, here it also jumps.
#include "testbench/cosim/flow_controller/flow_controller_stimulus.hpp"
#include "testbench/cosim/flow_controller/verilated_flow_controller.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;

namespace {

using Bench = TwinBench<FlowControllerCore>;

constexpr unsigned cycles = 20000;

bool stop(const Bench& b) { return b.core().state.stop != 0; }
unsigned fc(const Bench& b) { return b.model.params.flow.fc_cycles; }

void edges(Bench& b, unsigned n, unsigned count, bool stop_in) {
  for (unsigned i = 0; i < n; ++i) b.edge({true, static_cast<std::uint16_t>(count), stop_in});
}

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(flow_controller_models(), body);
}

}  // namespace

TEST_CASE("lockstep: STOP leaves 1 + fc_cycles edges after stop_at, GO as many after go_at, neither a flit earlier") {
  for_each([](Bench& b) {
    const flow_controller::Params& p = b.model.params.flow;
    edges(b, fc(b) + 3, p.stop_at - 1u, false);
    REQUIRE_FALSE(b.core().stop_out());
    edges(b, fc(b), p.stop_at, false);
    REQUIRE_FALSE(b.core().stop_out());
    edges(b, 1, p.stop_at, false);
    REQUIRE(b.core().stop_out());
    edges(b, fc(b) + 3, p.go_at + 1u, false);
    REQUIRE(b.core().stop_out());
    edges(b, fc(b), p.go_at, false);
    REQUIRE(b.core().stop_out());
    edges(b, 1, p.go_at, false);
    REQUIRE_FALSE(b.core().stop_out());
  });
}

TEST_CASE("lockstep: the count jumps between 0 and the maximum that its pin can carry", "[quick]") {
  for_each([](Bench& b) {
    for (unsigned run = 1; run <= fc(b) + 2; ++run) {
      edges(b, run, b.model.params.largest_count(), false);
      REQUIRE(stop(b));
      edges(b, run, 0, false);
      REQUIRE_FALSE(stop(b));
    }
  });
}

TEST_CASE("lockstep: every pattern of 8 edges on the STOP wire reaches `stopped` in order", "[quick]") {
  for_each([](Bench& b) {
    for (unsigned pattern = 0; pattern < 256; ++pattern) {
      for (unsigned i = 0; i < 8 + fc(b); ++i) {
        edges(b, 1, 0, i < 8 && (pattern >> i & 1));
        if (i >= fc(b)) REQUIRE(b.core().stopped() == (pattern >> (i - fc(b)) & 1));
      }
    }
  });
}

TEST_CASE("lockstep: reset with STOP on and in flight in both directions clears everything") {
  for_each([](Bench& b) {
    const std::uint16_t most = b.model.params.largest_count();
    for (unsigned under_way = 1; under_way <= fc(b) + 2; ++under_way) {
      edges(b, under_way, most, true);
      b.edge({false, most, true});
      for (unsigned i = 0; i < fc(b) + 3; ++i) {
        REQUIRE_FALSE(b.core().stop_out());
        REQUIRE_FALSE(b.core().stopped());
        edges(b, 1, 0, false);
      }
    }
  });
}

TEST_CASE("lockstep: a random count walks and jumps over both watermarks, STOP comes in runs, resets", "[quick]") {
  for_each([](Bench& first) {
    const FlowControllerCore::Params& p = first.model.params;
    unsigned stops = 0, gos = 0, held_on = 0, held_off = 0, stop_jumps = 0, go_jumps = 0, stopped = 0, resets = 0;
    for (const FlowControllerProfile& profile : flow_controller_profiles())
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        INFO(profile.name << ", seed " << seed);
        Bench b(first.model);
        FlowControllerStimulus stimulus(profile, p, seed);
        unsigned count_before = p.flow.go_at;
        for (unsigned cycle = 0; cycle < cycles; ++cycle) {
          const bool stop_before = stop(b), stopped_before = b.core().stopped();
          const FlowControllerInputs in = stimulus.next();
          b.edge(in);
          stops += stop(b) && !stop_before;
          gos += in.rst_n && !stop(b) && stop_before;
          const bool between = in.count > p.flow.go_at && in.count < p.flow.stop_at;
          held_on += between && stop(b);
          held_off += in.rst_n && between && !stop(b);
          stop_jumps += stop(b) && !stop_before && in.count > count_before + 1;
          go_jumps += in.rst_n && !stop(b) && stop_before && in.count + 1u < count_before;
          stopped += b.core().stopped() != stopped_before;
          resets += !in.rst_n && (stop_before || stopped_before);
          count_before = in.count;
        }
      }
    CHECK(stops > 1000);  // a comparison that covers nothing proves nothing
    CHECK(gos > 1000);
    CHECK(stopped > 1000);
    CHECK(resets > 100);
    if (p.flow.stop_at - p.flow.go_at > 1) {
      CHECK(held_on > 1000);
      CHECK(held_off > 1000);
    }
    if (p.count_bits > 1) {
      CHECK(stop_jumps > 1000);
      CHECK(go_jumps > 1000);
    }
  });
}

TEST_CASE("lockstep: both pins and every register of a flow controller are compared") {
  for_each([](Bench& b) {
    CHECK(b.comparison().pins() == 2);
    CHECK(b.comparison().registers() == 2 + 2 * fc(b));  // stop, stopped; stages
  });
}

TEST_CASE("lockstep: every fault planted into flow_controller.sv is found by random inputs") {
  find_every_fault("flow_controller", flow_controller_models(), flow_controller_profiles(),
                   [](const FlowControllerProfile& profile, const FlowControllerCore::Params& params) {
                     return FlowControllerStimulus(profile, params, 1);
                   });
}

TEST_CASE("lockstep: a fault's report names cycle, pin or register of the flow controller, and both values") {
  const auto report = [](const char* fault, const std::vector<FlowControllerInputs>& inputs) {
    return report_of(flow_controller_models(), fault, inputs);
  };
  CHECK_THAT(report("stop_jumped", {{true, 3, false}, {true, 5, false}}),
             Catch::StartsWith("flow_controller, stop_at 4, go_at 1, fc_cycles 3: core and RTL differ in cycle 1\n"
                               "  register  stop            core 1       rtl 0\n"));
  CHECK_THAT(report("in_short", {{true, 0, true}, {true, 0, false}, {true, 0, false}}),
             Catch::StartsWith("flow_controller, stop_at 4, go_at 1, fc_cycles 3: core and RTL differ in cycle 2\n"
                               "  pin       stopped         core 0       rtl 1\n"
                               "  register  stopped         core 0       rtl 1\n"));
  // The registers agree: only inputs that change after the edge show the fault.
  CHECK_THAT(report("stop_unregistered", {{true, 0, false}}),
             Catch::StartsWith("flow_controller, stop_at 1, go_at 0, fc_cycles 0: core and RTL differ in cycle 0\n"
                               "  pin       stop_out        core 0       rtl 1\nThe last 1 cycles"));
}
