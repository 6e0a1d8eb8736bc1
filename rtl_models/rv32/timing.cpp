#include "rtl_models/rv32/timing.hpp"

namespace slackline::rv32 {

namespace {

Timing pipe() {
  Timing t;
  t.load = t.nic_load = t.register_access = 2;
  t.branch_taken = t.jalr = 3;
  t.jal = 2;
  t.mul = 3;
  t.div = 34;
  return t;
}

Timing picorv32() {
  Timing t;
  t.alu = t.branch_not_taken = t.jal = 3;
  t.load = t.store = t.nic_load = t.nic_store = t.register_access = 5;
  t.branch_taken = 5;
  t.jalr = t.mul = 6;
  t.div = 40;
  return t;
}

}  // namespace

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

const std::vector<TimingPreset>& timing_presets() {
  static const std::vector<TimingPreset> presets = {
      {"single_cycle", "one cycle an instruction", Timing()},
      {"pipe", "assumed: a pipeline of five stages", pipe()},
      {"picorv32", "measured: PicoRV32 with fast multiplication, division and a barrel shifter", picorv32()}};
  return presets;
}

const TimingPreset* find_timing_preset(std::string_view name) {
  for (const TimingPreset& preset : timing_presets())
    if (preset.name == name) return &preset;
  return nullptr;
}

}  // namespace slackline::rv32
