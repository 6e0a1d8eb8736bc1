#include "testbench/cosim/barrier_unit/verilated_barrier_unit.hpp"

#include <type_traits>

#include "barrier_unit_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_BARRIER_UNIT_MODELS
#include "testbench/cosim/verilated_bits.hpp"
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

using barrier_unit::Address;

/// A delay of one cycle has no stages.
template <class Root, class = void>
struct HasStages : std::false_type {};
template <class Root>
struct HasStages<Root, std::void_t<decltype(Root::barrier_unit__DOT__outputs__DOT__g_stages__DOT__stage_valid_q)>>
    : std::true_type {};

/// Bits of a register that counts up to `most`.
unsigned bits_for(unsigned most) {
  unsigned bits = 0;
  while (most >> bits != 0) ++bits;
  return bits;
}

template <class Vector, class Visitor>
void message(const Vector& vector, unsigned index, Visitor& v) {
  v.reg("flit0", bits_of(vector, index * 64, 32));
  v.reg("flit1", bits_of(vector, index * 64 + 32, 32));
}

struct Pins {
  template <class Model>
  static void drive(Model& model, const BarrierUnitCore::Params& params, const BarrierUnitInputs& in) {
    const PortMask ports = first_ports(params.unit.ports);
    model.rst_n = in.rst_n;
    model.arrivals_i = in.arrivals & ports;
    model.taken_i = in.taken & ports;
    for (unsigned i = 0; i < params.unit.ports; ++i) set_word(model.words_i, i, 32, in.words[i]);

    const BarrierUnitPlace surroundings = params.surroundings();
    const barrier_unit::Place place = surroundings.place();
    model.self_i = place.self.bits();
    for (unsigned n = 0; n < params.switches; ++n)
      set_word(model.switch_port_i, n, 8, place.port_towards(Address::of_switch(n)));
    for (unsigned n = 0; n < params.hosts; ++n) {
      set_word(model.host_port_i, n, 8, place.port_towards(Address::of_host(n)));
      set_word(model.host_here_i, n, 1, place.has_host(Address::of_host(n)));
    }
    for (unsigned n = 0; n < params.planned; ++n) drive_plan(model, params.unit.ports, place, n);
  }

  template <class Model>
  static void drive_plan(Model& model, unsigned ports, const barrier_unit::Place& place, unsigned n) {
    const barrier_unit::Planned& plan = place.planned[n];
    set_word(model.plan_group_i, n, 8, plan.entry.group);
    set_word(model.plan_node_i, n, 1, plan.entry.node);
    set_word(model.plan_root_i, n, 1, plan.entry.root);
    set_word(model.plan_acknowledges_i, n, 1, plan.entry.acknowledges);
    set_word(model.plan_parent_i, n, 16, plan.entry.parent.bits());
    set_word(model.plan_parent_port_i, n, 8, place.port_towards(plan.entry.parent));
    for (const auto& [port, child] : plan.children) {
      set_word(model.plan_children_i, n * ports + port, 1, 1);
      set_word(model.plan_child_i, n * ports + port, 16, child.bits());
      set_word(model.plan_child_port_i, n * ports + port, 8, place.port_towards(child));
    }
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    v.reg("offers", model.offers_o);
    v.reg("freed", model.freed_o);
    constexpr unsigned ports = sizeof(model.words_o) / 4;
    for (unsigned o = 0; o < ports; ++o) {
      v.open("port", o);
      v.reg("word_out", bits_of(model.words_o, o * 32, 32));
      v.close();
    }
  }

  template <class Root, class Visitor>
  static void registers(const Root& r, const BarrierUnitCore::Params& params, Visitor& v) {
    v.reg("has_half", r.barrier_unit__DOT__inputs__DOT__has_half_q);
    v.reg("freed", r.barrier_unit__DOT__freed_q);
    v.reg("last_port", r.barrier_unit__DOT__last_port_q);
    v.reg("last_entry", r.barrier_unit__DOT__last_entry_q);
    v.reg("second", r.barrier_unit__DOT__outputs__DOT__second_q);
    v.reg("completed", r.barrier_unit__DOT__completed_q);
    v.reg("acknowledged", r.barrier_unit__DOT__acknowledged_q);
    v.reg("refused", r.barrier_unit__DOT__refused_q);
    v.reg("used", r.barrier_unit__DOT__used_q);
    v.reg("most_used", r.barrier_unit__DOT__most_used_q);
    v.reg("overflows", r.barrier_unit__DOT__overflows_q);
    v.reg("strays", r.barrier_unit__DOT__strays_q);
    v.reg("unroutable", r.barrier_unit__DOT__unroutable_q);
    for (unsigned i = 0; i < params.unit.ports; ++i) {
      v.open("port", i);
      port(r, params.unit, i, v);
      v.close();
    }
    for (unsigned n = 0; n < params.unit.entries; ++n) {
      v.open("entry", n);
      entry(r, params.unit.ports, n, v);
      v.close();
    }
    if constexpr (HasStages<Root>::value)
      for (unsigned n = 0; n < params.unit.stages(); ++n) {
        v.open("stage", n);
        v.reg("valid", bits_of(r.barrier_unit__DOT__outputs__DOT__g_stages__DOT__stage_valid_q, n, 1));
        v.reg("port", bits_of(r.barrier_unit__DOT__outputs__DOT__g_stages__DOT__stage_port_q, n * 8, 8));
        message(r.barrier_unit__DOT__outputs__DOT__g_stages__DOT__stage_message_q, n, v);
        v.close();
      }
  }

  template <class Root, class Visitor>
  static void port(const Root& r, const barrier_unit::Params& params, unsigned i, Visitor& v) {
    const unsigned in = bits_for(params.buffer), out = bits_for(params.queue);
    v.reg("half", bits_of(r.barrier_unit__DOT__inputs__DOT__half_q, i * 32, 32));
    v.reg("in_read", bits_of(r.barrier_unit__DOT__inputs__DOT__in_read_q, i * in, in));
    v.reg("in_count", bits_of(r.barrier_unit__DOT__inputs__DOT__in_count_q, i * in, in));
    v.reg("out_read", bits_of(r.barrier_unit__DOT__outputs__DOT__out_read_q, i * out, out));
    v.reg("out_count", bits_of(r.barrier_unit__DOT__outputs__DOT__out_count_q, i * out, out));
    v.reg("promised", bits_of(r.barrier_unit__DOT__outputs__DOT__promised_q, i * out, out));
    for (unsigned n = 0; n < params.buffer; ++n) {
      v.open("in", n);
      message(r.barrier_unit__DOT__inputs__DOT__in_q, i * params.buffer + n, v);
      v.close();
    }
    for (unsigned n = 0; n < params.queue; ++n) {
      v.open("out", n);
      message(r.barrier_unit__DOT__outputs__DOT__out_q, i * params.queue + n, v);
      v.close();
    }
  }

  template <class Root, class Visitor>
  static void entry(const Root& r, unsigned ports, unsigned n, Visitor& v) {
    const bool valid = bits_of(r.barrier_unit__DOT__valid_q, n, 1) != 0;
    const PortMask children = bits_of(r.barrier_unit__DOT__children_q, n * ports, ports);
    v.reg("valid", valid);
    v.reg("group", bits_of(r.barrier_unit__DOT__group_q, n * 8, 8));
    v.reg("node", bits_of(r.barrier_unit__DOT__node_q, n, 1));
    v.reg("root", bits_of(r.barrier_unit__DOT__root_q, n, 1));
    v.reg("phase", bits_of(r.barrier_unit__DOT__phase_q, n, 1));
    v.reg("released", bits_of(r.barrier_unit__DOT__released_q, n, 1));
    v.reg("owes_parent", bits_of(r.barrier_unit__DOT__owes_parent_q, n, 1));
    v.reg("acknowledges", bits_of(r.barrier_unit__DOT__acknowledges_q, n, 1));
    v.reg("owes_acknowledgement", bits_of(r.barrier_unit__DOT__owes_acknowledgement_q, n, 1));
    v.reg("children", children);
    v.reg("arrived", bits_of(r.barrier_unit__DOT__arrived_q, n * ports, ports));
    v.reg("owed", bits_of(r.barrier_unit__DOT__owed_q, n * ports, ports));
    v.reg("unacknowledged", bits_of(r.barrier_unit__DOT__unacknowledged_q, n * ports, ports));
    v.reg("parent", bits_of(r.barrier_unit__DOT__parent_q, n * 16, 16));
    v.reg("parent_port", valid ? bits_of(r.barrier_unit__DOT__parent_port_q, n * 8, 8) : 0);
    v.reg("members", bits_of(r.barrier_unit__DOT__members_q, n * 16, 16));
    v.reg("counted", bits_of(r.barrier_unit__DOT__counted_q, n * 16, 16));
    for (unsigned i = 0; i < ports; ++i) {
      v.open("port", i);
      v.reg("child", bits_of(r.barrier_unit__DOT__child_q, (n * ports + i) * 16, 16));
      v.reg("child_port", has(children, i) ? bits_of(r.barrier_unit__DOT__child_port_q, (n * ports + i) * 8, 8) : 0);
      v.close();
    }
  }
};

}  // namespace

const TwinModels<BarrierUnitCore>& barrier_unit_models() {
#define SLACKLINE_MODEL(name, model, fault, ports, entries, buffer, queue, delay, switches, hosts, planned) \
  {name,                                                                                                    \
   fault,                                                                                                   \
   {{ports, entries, buffer, queue, (delay) > 16 ? 16 : (delay), (delay) > 16 ? (delay)-16 : 0},            \
    switches,                                                                                               \
    hosts,                                                                                                  \
    planned},                                                                                               \
   VerilatedTwin<BarrierUnitCore, Pins, model>::make},
  static const TwinModels<BarrierUnitCore> models = {SLACKLINE_BARRIER_UNIT_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
