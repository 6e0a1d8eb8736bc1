#include "testbench/cosim/barrier_unit/verilated_barrier_unit.hpp"

#include "barrier_unit_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_BARRIER_UNIT_MODELS
#include "testbench/cosim/verilated_bits.hpp"
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

using barrier_unit::Address;

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
      set_word(model.switch_port_i, n, 8, BarrierUnitCore::port_of_twin(place.port_towards(Address::of_switch(n))));
    for (unsigned n = 0; n < params.hosts; ++n) {
      set_word(model.host_port_i, n, 8, BarrierUnitCore::port_of_twin(place.port_towards(Address::of_host(n))));
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
    set_word(model.plan_parent_port_i, n, 8, BarrierUnitCore::port_of_twin(place.port_towards(plan.entry.parent)));
    for (const auto& [port, child] : plan.children) {
      set_word(model.plan_children_i, n * ports + port, 1, 1);
      set_word(model.plan_child_i, n * ports + port, 16, child.bits());
      set_word(model.plan_child_port_i, n * ports + port, 8, BarrierUnitCore::port_of_twin(place.port_towards(child)));
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

  static std::vector<RegisterLabel> labels() {
    return {{"port.in.flit0", "in", 0, 2},
            {"port.in.flit1", "in", 1, 2},
            {"port.out.flit0", "out", 0, 2},
            {"port.out.flit1", "out", 1, 2},
            {"stage.valid", "stage_valid"},
            {"stage.port", "stage_port"},
            {"stage.flit0", "stage_message", 0, 2},
            {"stage.flit1", "stage_message", 1, 2},
            {"entry.parent_port", "parent_port", 0, 1, "valid"},
            {"entry.port.child_port", "child_port", 0, 1, "children"}};
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
