#include "rtl_models/rv32/timing.hpp"

namespace slackline::rv32 {

Violations Timing::violations() const {
  Violations found;
  for (const InstructionClass& one : instruction_classes)
    check_range(found, one.name, this->*one.cycles, 1, most_cycles_of_instruction);
  return found;
}

}  // namespace slackline::rv32
