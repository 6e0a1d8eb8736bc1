#include "testbench/cosim/verilated_registers.hpp"

#include <verilated.h>
#include <verilated_syms.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "testbench/cosim/verilated_bits.hpp"

namespace slackline::cosim {

namespace {

/// "slot[3].flit" -> "slot.flit"
std::string without_indices(const std::string& name) {
  std::string text;
  bool is_index = false;
  for (const char letter : name) {
    is_index = letter == '[' || (is_index && letter != ']');
    if (!is_index && letter != ']') text += letter;
  }
  return text;
}

unsigned bytes_of(VerilatedVarType type) {
  switch (type) {
    case VLVT_UINT8: return 1;
    case VLVT_UINT16: return 2;
    case VLVT_UINT32: return 4;
    case VLVT_UINT64: return 8;
    default: return 0;
  }
}

}  // namespace

/// The public registers of a model, by their names.
class VerilatedRegisters::Variables {
 public:
  explicit Variables(VerilatedContext& context) {
    for (const auto& scope : *context.scopeNameMap()) {
      if (scope.second->varsp() == nullptr) continue;
      for (auto& named : *scope.second->varsp()) {
        const std::string name = named.first;
        if (name.size() < 2 || name.compare(name.size() - 2, 2, "_q") != 0) continue;
        if (!found_.emplace(name, Variable{&named.second, false}).second)
          throw std::logic_error("two Verilog registers are named " + name);
      }
    }
  }

  /// Element `index` of `count`, or a part of it; without data when there is no such register.
  Bits element(const std::string& name, unsigned index, unsigned count, unsigned part = 0, unsigned parts = 1) {
    const auto at = found_.find(name + "_q");
    if (at == found_.end()) return {};
    at->second.is_used = true;
    const VerilatedVar& var = *at->second.var;
    const auto packed = static_cast<unsigned>(var.elements(0));
    const unsigned elements = var.udims() == 0 ? count : static_cast<unsigned>(var.elements(1));
    const unsigned in_a_word = var.udims() == 0 ? count : 1;
    const unsigned width = packed / in_a_word / parts;
    if (elements != count || width * in_a_word * parts != packed)
      throw std::logic_error("the Verilog register " + at->first + " is not one of " + std::to_string(count) +
                             " elements");
    Bits bits{var.datap(), bytes_of(var.vltype()), part * width, width};
    if (var.udims() == 0)
      bits.low += index * width * parts;
    else
      bits.data = var.datapAdjustIndex(var.datap(), 1, var.low(1) + static_cast<int>(index));
    return bits;
  }

  /// Those that were not asked for, by name and first bit.
  std::vector<Register> others() const {
    std::vector<Register> others;
    for (const auto& [name, variable] : found_)
      if (!variable.is_used)
        others.push_back({{name, false}, {variable.var->datap(), bytes_of(variable.var->vltype()), 0, 1}, {}});
    return others;
  }

 private:
  struct Variable {
    VerilatedVar* var;
    bool is_used;
  };
  std::map<std::string, Variable> found_;
};

VerilatedRegisters::VerilatedRegisters(VerilatedContext& context, const std::vector<Field>& core,
                                       const std::vector<RegisterLabel>& labels) {
  Variables variables(context);
  std::map<std::string, unsigned> counts, indices;
  for (const Field& field : core) ++counts[without_indices(field.name)];
  for (const Field& field : core) {
    const std::string name = without_indices(field.name);
    const auto label =
        std::find_if(labels.begin(), labels.end(), [&](const RegisterLabel& one) { return one.name == name; });
    const unsigned index = indices[name]++, count = counts[name];
    Register r{field, {}, {}};
    if (label == labels.end()) {
      r.bits = variables.element(name.substr(name.rfind('.') + 1), index, count);
    } else {
      r.bits = variables.element(label->rtl, index, count, label->part, label->parts);
      if (label->used_when != nullptr) r.used = variables.element(label->used_when, index, count);
    }
    if (r.bits.data != nullptr) registers_.push_back(std::move(r));
  }
  for (Register& r : variables.others()) registers_.push_back(std::move(r));
}

std::uint64_t VerilatedRegisters::read(const Bits& bits) {
  switch (bits.bytes) {
    case 1: return bits_of(*static_cast<const CData*>(bits.data), bits.low, bits.width);
    case 2: return bits_of(*static_cast<const SData*>(bits.data), bits.low, bits.width);
    case 4: return bits_of(*static_cast<const IData*>(bits.data), bits.low, bits.width);
    case 8: return bits_of(*static_cast<const QData*>(bits.data), bits.low, bits.width);
    default: return bits_of(static_cast<const EData*>(bits.data), bits.low, bits.width);
  }
}

}  // namespace slackline::cosim
