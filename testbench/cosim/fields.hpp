// Visitors through which lockstep sees a block: its names once, its values every cycle. They follow the `reg`, `open`,
// `close` of rtl_models/common/registers.hpp, so a core's own `visit` serves as it is. A time is the count that the twin
// holds.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/common/registers.hpp"

namespace slackline::cosim {

/// One pin or register.
struct Field {
  std::string name;
  bool flit = false;  ///< shown as kind/vc/data
};

/// The part of a value that RTL has. A flit's tag is for monitors only and has no wire in RTL: the low 40 bits are
/// compared.
template <class T>
constexpr std::uint64_t rtl_value(const T& value) {
  if constexpr (std::is_same_v<T, Flit>)
    return value.word() & ((std::uint64_t{1} << Flit::rtl_bits) - 1);
  else
    return register_value(value);
}

/// Collects names.
class FieldNames {
 public:
  template <class T>
  void reg(const char* name, const T& value) {
    list_.reg(name, value);
    fields.push_back({list_.entries.back().first, std::is_same_v<T, Flit>});
  }
  template <class T>
  void reg(const char* name, const T& time, Cycle now) {
    reg(name, time.count(now));
  }
  void open(const char* name, unsigned index) { list_.open(name, index); }
  void close() { list_.close(); }

  std::vector<Field> fields;

 private:
  RegisterList list_;
};

/// Collects values into a vector that it empties first.
class FieldValues {
 public:
  explicit FieldValues(std::vector<std::uint64_t>& values) : values_(values) { values_.clear(); }

  template <class T>
  void reg(const char*, const T& value) {
    values_.push_back(rtl_value(value));
  }
  template <class T>
  void reg(const char* name, const T& time, Cycle now) {
    reg(name, time.count(now));
  }
  void open(const char*, unsigned) {}
  void close() {}

 private:
  std::vector<std::uint64_t>& values_;
};

}  // namespace slackline::cosim
