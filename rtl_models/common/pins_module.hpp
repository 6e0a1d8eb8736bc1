// Pins of the SystemC modules at the ends of links. A link is one 64-bit word forward, the packed flit, and one word
// backward, whose bit v is the STOP of virtual channel v. A port that has no link stays unbound.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <systemc>
#include <typeinfo>

namespace slackline {

/// Registers of a delay line at the end of a wire of `delay` cycles, the wire's own output register being the first.
/// Throws std::invalid_argument unless `delay` is 1 to 65536.
inline std::uint32_t stages_of_delay(std::uint32_t delay) {
  if (delay < 1 || delay > 65536)
    throw std::invalid_argument("link delay = " + std::to_string(delay) + " cycles: expected 1 to 65536");
  return delay - 1;
}

template <class Word>
using OptionalIn = sc_core::sc_port<sc_core::sc_signal_in_if<Word>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
template <class Word>
using OptionalOut = sc_core::sc_port<sc_core::sc_signal_inout_if<Word>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

using FlitIn = OptionalIn<std::uint64_t>;
using FlitOut = OptionalOut<std::uint64_t>;
using StopIn = OptionalIn<std::uint32_t>;
using StopOut = OptionalOut<std::uint32_t>;

/// The channel a port is bound to, nullptr for none: asked once, because a port's operator-> costs a call a cycle.
template <class Port>
auto* channel_of(Port& port) {
  return port.get_interface() == nullptr ? nullptr : port.operator->();
}

/// The value of an optional pin; the type's zero when it is unbound.
template <class Word>
Word value_of(const OptionalIn<Word>& port) {
  return port.get_interface() == nullptr ? Word() : port->read();
}

/// A wire as its reader sees it, looked up once when the simulation starts. An sc_signal's read() returns a reference
/// to its current value, which never moves: there a sample is one load instead of a virtual call that touches a second
/// cache line. Any other channel is read through its interface.
template <class Word>
class SampledWire {
 public:
  SampledWire() = default;
  explicit SampledWire(const sc_core::sc_signal_in_if<Word>* channel) : channel_(channel) {
    if (channel == nullptr) return;
    const std::type_info& type = typeid(*channel);
    if (type == typeid(sc_core::sc_signal<Word, sc_core::SC_ONE_WRITER>) ||
        type == typeid(sc_core::sc_signal<Word, sc_core::SC_MANY_WRITERS>) ||
        type == typeid(sc_core::sc_signal<Word, sc_core::SC_UNCHECKED_WRITERS>))
      value_ = &channel->read();
  }
  bool bound() const { return channel_ != nullptr; }
  Word read() const { return value_ != nullptr ? *value_ : channel_->read(); }

 private:
  const sc_core::sc_signal_in_if<Word>* channel_ = nullptr;
  const Word* value_ = nullptr;
};

}  // namespace slackline
