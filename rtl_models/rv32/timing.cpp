#include "rtl_models/rv32/timing.hpp"

namespace slackline::rv32 {

Violations Timing::violations() const {
  Violations found;
  const auto check = [&found](const char* parameter, std::uint32_t cycles) {
    check_range(found, parameter, cycles, 1, most_cycles_of_instruction);
  };
  check("alu", alu);
  check("load", load);
  check("store", store);
  check("nic_load", nic_load);
  check("nic_store", nic_store);
  check("register_access", register_access);
  check("branch_taken", branch_taken);
  check("branch_not_taken", branch_not_taken);
  check("jal", jal);
  check("jalr", jalr);
  check("mul", mul);
  check("div", div);
  return found;
}

}  // namespace slackline::rv32
