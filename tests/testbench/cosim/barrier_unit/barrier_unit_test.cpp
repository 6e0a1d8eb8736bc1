// barrier_unit.sv alone against its core.
#include "testbench/cosim/barrier_unit/barrier_unit_stimulus.hpp"
#include "testbench/cosim/barrier_unit/verilated_barrier_unit.hpp"
#include "tests/testbench/cosim/twin_bench.hpp"

using namespace slackline;
using namespace slackline::cosim;
using barrier_unit::Entry;

namespace {

using Bench = TwinBench<BarrierUnitCore>;

template <class Body>
void for_each(Body body) {
  for_each_parameter_set<Bench>(barrier_unit_models(), body);
}

/// Counts of the situations that a run has covered.
struct Coverage {
  unsigned full = 0, refused = 0, completed = 0, told = 0, parent_owed = 0, early = 0, wraps = 0, freed_late = 0,
           acknowledged = 0, acknowledges_up = 0, strays = 0, unroutable = 0, overflows = 0, waits_for_room = 0,
           resets = 0;
};

/// Counts the events between two states of an entry.
void note(const Entry& before, const Entry& now, Coverage& met) {
  met.told += before.valid && now.phase != before.phase && !now.root;
  met.wraps += before.valid && now.valid && before.phase && !now.phase;
  met.parent_owed += now.owes_parent && !before.owes_parent;
  met.early += now.valid && now.arrived != before.arrived && now.arrived != 0 && now.owed != 0;
  met.acknowledges_up += now.owes_acknowledgement && !before.owes_acknowledgement;
  met.freed_late += before.valid && !now.valid && before.released;
}

void run(Bench& b, BarrierUnitStimulus& stimulus, unsigned cycles, Coverage& met) {
  const barrier_unit::Params& p = b.model.params.unit;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    const barrier_unit::State before = b.core().state;  // its arrays are the same; entries are copied
    const std::vector<Entry> entries(before.entries, before.entries + p.entries);
    const BarrierUnitInputs in = stimulus.next();
    b.edge(in);
    const barrier_unit::State& now = b.core().state;
    if (!in.rst_n) {
      met.resets += before.used != 0;
      continue;
    }
    for (unsigned n = 0; n < p.entries; ++n) note(entries[n], now.entries[n], met);
    met.full += now.used == p.entries;
    met.refused += now.refused > before.refused;
    met.completed += now.completed > before.completed;
    met.acknowledged += now.acknowledged > before.acknowledged;
    met.strays += now.errors.strays > before.errors.strays;
    met.unroutable += now.errors.unroutable > before.errors.unroutable;
    met.overflows += now.errors.overflows > before.errors.overflows;
    met.waits_for_room += before.waiting != 0 && now.freed == 0;
  }
}

}  // namespace

TEST_CASE("lockstep: a barrier unit under random groups, trees, barriers and faults, every pin and register") {
  for_each([](Bench& first) {
    INFO(first.model.name);
    Coverage met;
    for (const BarrierUnitProfile& profile : barrier_unit_profiles())
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        INFO(profile.name << ", seed " << seed);
        Bench b(first.model);
        BarrierUnitStimulus stimulus(profile, first.model.params, seed);
        run(b, stimulus, 3000, met);
      }
    CHECK(met.full > 100);  // a comparison that covers nothing proves nothing
    CHECK(met.refused > 100);
    CHECK(met.completed > 100);
    CHECK(met.wraps > 20);
    CHECK(met.strays > 100);
    CHECK(met.unroutable > 50);
    CHECK(met.overflows > 100);
    CHECK(met.waits_for_room > 1000);
    CHECK(met.resets > 100);
    if (first.model.params.planned != 0) {
      CHECK(met.acknowledged > 20);
      CHECK(met.acknowledges_up > 20);
    }
    if (first.model.params.hosts > 1) {  // else all groups have their centre here
      CHECK(met.told > 100);
      CHECK(met.parent_owed > 20);
      CHECK(met.freed_late > 5);
      CHECK(met.early > 5);
    }
  });
}

TEST_CASE("lockstep: a node that owes its parent both sends the acknowledgement before the message of the next barrier",
          "[quick]") {
  using barrier_unit::Address;
  using barrier_unit::Message;
  using barrier_unit::Type;
  Bench b(model_named(barrier_unit_models(), "planned"));
  const barrier_unit::Params& p = b.model.params.unit;
  const barrier_unit::Place& place = b.core().place;
  const unsigned entry = 2;  // acknowledges, and is no root
  const Entry& node = b.core().state.entries[entry];
  REQUIRE((node.acknowledges && !node.root));
  const std::uint16_t up = place.port_towards(node.parent);
  std::vector<Message> sent;  // by `up`
  PortMask open = first_ports(p.ports);
  const auto edge = [&](BarrierUnitInputs in) {
    const barrier_unit::State& s = b.core().state;
    in.taken = s.offers.bank[0] & open;
    if (has(in.taken & s.second.bank[0], up)) sent.push_back(s.out_slots[up * p.queue + s.out[up].read]);
    b.edge(in);
  };
  const auto wait = [&] {
    for (unsigned n = 0; n < 60; ++n) edge({});
  };
  const auto arrive = [&](unsigned port, Type type, Address to, Address from, bool phase) {
    Message m;
    m.type = type;
    m.group = node.group;
    m.to = to;
    m.from = from;
    m.phase = phase;
    for (const std::uint32_t flit : m.flits()) {
      BarrierUnitInputs in;
      in.arrivals = bit(port);
      in.words[port] = flit;
      edge(in);
    }
    edge({});
  };
  const auto from_children = [&](Type type, bool phase) {
    for_each_bit(node.children, [&](unsigned port) {
      const Address child = barrier_unit::children_of(p, b.core().state, node)[port];
      arrive(port, type, place.self, child, phase);
    });
  };
  from_children(Type::reduce, false);
  wait();
  arrive(up, Type::distribute, place.self, node.parent, false);
  wait();
  open = ~bit(up);
  for (unsigned n = 0; n < p.queue; ++n) arrive(0, Type::reduce, node.parent, place.self, false);  // fill its queue
  from_children(Type::acknowledge, false);
  from_children(Type::reduce, true);
  wait();
  REQUIRE((node.owes_acknowledgement && node.owes_parent));
  sent.clear();
  open = first_ports(p.ports);
  wait();
  REQUIRE(sent.size() == p.queue + 2u);
  CHECK(sent[p.queue].type == Type::acknowledge);
  CHECK_FALSE(sent[p.queue].phase);
  CHECK(sent[p.queue + 1].type == Type::reduce);
  CHECK(sent[p.queue + 1].phase);
}

TEST_CASE("lockstep: the pins of a barrier unit and all its registers but three are compared") {
  for_each([](Bench& b) {
    const barrier_unit::Params& p = b.model.params.unit;
    CHECK(b.comparison().pins() == 2u + p.ports);
    const unsigned port = 6 + 2 * p.buffer + 2 * p.queue, entry = 17 + 2 * p.ports, stage = 4;
    CHECK(b.comparison().registers() == 13 + p.ports * port + p.entries * entry + p.stages() * stage);
  });
}
