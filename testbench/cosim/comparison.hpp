// The comparison of lockstep, and its report of the first difference. Knows names and numbers only, no block.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "testbench/cosim/fields.hpp"

namespace slackline::cosim {

/// Registers of the core that the RTL does not have.
struct Absent {
  std::string ending;  ///< of the register's name: "written_at" means every slot[i].written_at
  std::string reason;
};

/// The names of both sides. Pins have the same names on both.
struct Names {
  std::vector<Field> inputs, outputs, core_registers, rtl_registers;
};

/// All values of one cycle: inputs as sampled at its edge, everything else as after it.
struct Sample {
  Cycle cycle;
  std::vector<std::uint64_t> inputs;
  std::vector<std::uint64_t> core_outputs, rtl_outputs;
  std::vector<std::uint64_t> core_registers, rtl_registers;
  std::vector<StaleValue> stale;  ///< derived values of the core that do not follow from its registers
};

class Comparison {
 public:
  /// Throws std::logic_error when a register has no counterpart and is not named as absent: nothing goes uncompared
  /// unnoticed.
  Comparison(std::string subject, Names names, const std::vector<Absent>& absent);

  /// The sample of the next cycle, to be filled. The last 16 are kept.
  Sample& next(Cycle now);
  /// True when core and RTL agree in every output pin and every mapped register of the newest sample, and no derived
  /// value is stale.
  bool equal() const;
  /// The newest sample's differences and the last 16 cycles as a table.
  std::string report() const;

  std::size_t pins() const { return names_.outputs.size(); }
  std::size_t registers() const { return map_.size(); }

 private:
  static constexpr std::size_t kept = 16;
  struct Pair {
    std::size_t core, rtl;  ///< indices into the two lists of registers
  };
  struct Column;

  const Sample& newest() const { return history_[(samples_ - 1) % kept]; }
  std::vector<Column> columns() const;
  std::string differences() const;
  std::string table() const;

  std::string subject_;
  Names names_;
  std::vector<Pair> map_;
  std::array<Sample, kept> history_;
  std::size_t samples_ = 0;
};

/// "head/0/0000002a" or "-" for a flit (kind/vc/data), a decimal number otherwise.
std::string show(const Field& field, std::uint64_t value);

}  // namespace slackline::cosim
