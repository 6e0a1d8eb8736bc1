#include "testbench/cosim/packet_switch/verilated_packet_switch.hpp"

#include "packet_switch_models.inc"  // made by CMake: Verilator's headers, SLACKLINE_PACKET_SWITCH_MODELS
#include "testbench/cosim/verilated_bits.hpp"
#include "testbench/cosim/verilated_twin.hpp"

namespace slackline::cosim {

namespace {

/// The 40 bits of a port of a vector of flits.
template <class Vector>
void set_flit(Vector& flits, unsigned port, std::uint64_t value) {
  for (unsigned byte = 0; byte < Flit::rtl_bits / 8; ++byte)
    set_word(flits, port * (Flit::rtl_bits / 8) + byte, 8, static_cast<std::uint8_t>(value >> 8 * byte));
}

struct Pins {
  template <class Model>
  static void drive(Model& model, const PacketSwitchParams& params, const PacketSwitchInputs& in) {
    const std::vector<std::uint16_t> port_to = params.port_to();
    model.rst_n = in.rst_n;
    model.stop_i = 0;
    model.stops_flits_i = PacketSwitchParams::stops_flits().bank[0] & first_ports(params.ports);
    for (unsigned i = 0; i < params.ports; ++i) {
      set_word(model.cycles_i, i, 32, PacketSwitchParams::cycles_of_flit(i));
      set_flit(model.flit_i, i, rtl_value(in.flit_in[i]));
      model.stop_i = static_cast<std::uint8_t>(model.stop_i | unsigned{in.stop[i]} << i);
    }
    for (unsigned d = 0; d < params.destinations; ++d) set_word(model.port_to_i, d, 16, port_to[d]);
  }

  template <class Model, class Visitor>
  static void outputs(const Model& model, Visitor& v) {
    constexpr unsigned bits = Flit::rtl_bits;
    for (unsigned o = 0; o < model_ports(model); ++o) {
      v.open("port", o);
      v.reg("flit_out", Flit(bits_of(model.flit_o, o * bits, bits)));
      v.reg("pause", (model.pause_o >> o & 1) != 0);
      v.close();
    }
  }
  /// cycles_i has a word for each.
  template <class Model>
  static unsigned model_ports(const Model& model) {
    return sizeof model.cycles_i / 4;
  }

  static std::vector<RegisterLabel> labels() { return {}; }
};

}  // namespace

const TwinModels<PacketSwitchCore>& packet_switch_models() {
#define SLACKLINE_MODEL(name, model, fault, ...) \
  {name, fault, {__VA_ARGS__}, VerilatedTwin<PacketSwitchCore, Pins, model>::make},
  static const TwinModels<PacketSwitchCore> models = {SLACKLINE_PACKET_SWITCH_MODELS(SLACKLINE_MODEL)};
#undef SLACKLINE_MODEL
  return models;
}

}  // namespace slackline::cosim
