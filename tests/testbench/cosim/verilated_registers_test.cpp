// The registers of a Verilog twin by the names of the core's list: slack_buffer.sv with five slots.
#include "testbench/cosim/verilated_registers.hpp"

#include <Vslack_buffer_flits5.h>  // Verilator's

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using namespace slackline;
using namespace slackline::cosim;
using Catch::Matchers::Message;

namespace {

struct Buffer {
  Buffer() {
    clock();
    model.rst_n = 1;
  }
  ~Buffer() { model.final(); }

  void clock() {
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
  }
  void push(std::uint32_t data) {
    model.flit_i = Flit(FlitKind::body, VcId(), data, 0).word();
    clock();
    model.flit_i = 0;
  }

  VerilatedContext context;
  Vslack_buffer_flits5 model{&context};
};

std::vector<Field> core_list(unsigned slots) {
  std::vector<Field> fields{{"count", false}, {"read", false}, {"write", false}};
  for (unsigned i = 0; i < slots; ++i) {
    const std::string slot = "slot[" + std::to_string(i) + "].";
    fields.push_back({slot + "flit", true});
    fields.push_back({slot + "age", false});
  }
  fields.push_back({"overflow", false});
  return fields;
}

std::vector<std::string> names_of(const VerilatedRegisters& registers) {
  FieldNames fields;
  registers.visit(fields);
  std::vector<std::string> names;
  for (const Field& field : fields.fields) names.push_back(field.name);
  return names;
}

std::vector<std::uint64_t> values_of(const VerilatedRegisters& registers) {
  std::vector<std::uint64_t> values;
  FieldValues collected(values);
  registers.visit(collected);
  return values;
}

using Names = std::vector<std::string>;
using Values = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE(
    "the registers of a twin have the names and the order of the core's list; what only the core has is left out") {
  Buffer buffer;
  const VerilatedRegisters registers(buffer.context, core_list(5), {{"slot.flit", "slots"}});
  CHECK(names_of(registers) == Names{"count", "read", "write", "slot[0].flit", "slot[1].flit", "slot[2].flit",
                                     "slot[3].flit", "slot[4].flit", "overflow"});
  FieldNames fields;
  registers.visit(fields);
  CHECK(fields.fields[3].flit);
  CHECK_FALSE(fields.fields[2].flit);
}

TEST_CASE("the registers of a twin have their values of the moment") {
  Buffer buffer;
  const VerilatedRegisters registers(buffer.context, core_list(5), {{"slot.flit", "slots"}});
  CHECK(values_of(registers) == Values{0, 0, 0, 0, 0, 0, 0, 0, 0});
  buffer.push(7);
  buffer.push(9);
  const auto word = [](std::uint32_t data) { return rtl_value(Flit(FlitKind::body, VcId(), data, 0)); };
  CHECK(values_of(registers) == Values{2, 0, 2, word(7), word(9), 0, 0, 0, 0});
}

TEST_CASE("a register is a part of a Verilog register where a label says so, and 0 where it is left open") {
  Buffer buffer;
  const std::vector<Field> halves{{"slot[0].low", false},  {"slot[1].low", false},  {"slot[2].low", false},
                                  {"slot[3].low", false},  {"slot[4].low", false},  {"slot[0].high", false},
                                  {"slot[1].high", false}, {"slot[2].high", false}, {"slot[3].high", false},
                                  {"slot[4].high", false}};
  const VerilatedRegisters registers(buffer.context, halves,
                                     {{"slot.low", "slots", 0, 2}, {"slot.high", "slots", 1, 2}});
  buffer.push(0x54321);
  const Values values = values_of(registers);
  const std::uint64_t word = rtl_value(Flit(FlitKind::body, VcId(), 0x54321, 0));
  CHECK(values[0] == (word & 0xfffff));
  CHECK(values[5] == word >> 20);
  CHECK(values[1] == 0);

  const VerilatedRegisters open(buffer.context, {{"read", false}, {"write", false}},
                                {{"read", "write", 0, 1, "overflow"}, {"write", "write", 0, 1, "count"}});
  CHECK(values_of(open)[0] == 0);
  CHECK(values_of(open)[1] == 1);
}

TEST_CASE("a Verilog register that the core's list lacks has its own name, so that the comparison refuses it") {
  Buffer buffer;
  std::vector<Field> without_overflow = core_list(5);
  without_overflow.pop_back();
  const Names names = names_of(VerilatedRegisters(buffer.context, without_overflow, {}));
  CHECK(names == Names{"count", "read", "write", "overflow_q", "slots_q"});
}

TEST_CASE("a Verilog register with another number of elements than the core's is refused") {
  Buffer buffer;
  const std::vector<RegisterLabel> labels{{"slot.flit", "slots"}};
  CHECK_THROWS_MATCHES(VerilatedRegisters(buffer.context, core_list(4), labels), std::logic_error,
                       Message("the Verilog register slots_q is not one of 4 elements"));
  CHECK_THROWS_MATCHES(VerilatedRegisters(buffer.context, {{"a[0].count", false}, {"a[1].count", false}}, {}),
                       std::logic_error, Message("the Verilog register count_q is not one of 2 elements"));
}
