// Output pins of SystemC modules.
#pragma once

#include <systemc>

namespace slackline {

/// Writes a pin only when its value changes, so that an idle block wakes nobody.
template <class T>
void drive(sc_core::sc_out<T>& pin, T value) {
  if (pin.read() != value) pin.write(value);
}

}  // namespace slackline
