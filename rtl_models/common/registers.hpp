// Visitors over registers. Every core has one `visit(state, visitor)` that names each of its registers once; waves,
// checkpoints, lockstep and the comparison of the engines are all visitors, so no second list of registers exists.
//
// A visitor has three members:
//   template <class T> void reg(const char* name, T& value);      one register (integers, Flit, bool)
//   void open(const char* name, unsigned index);                  what follows belongs to name[index]
//   void close();                                                 ... up to here
// `visit` passes references, so that a visitor may write (a checkpoint being loaded) as well as read.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/flit.hpp"

namespace slackline {

/// Registers as plain numbers: a flit is its word.
constexpr std::uint64_t register_value(Flit flit) { return flit.word(); }
template <class T>
constexpr std::uint64_t register_value(T value) {
  return static_cast<std::uint64_t>(value);
}

/// Collects the values of all registers, in visiting order: two states are equal when their snapshots are.
class RegisterSnapshot {
 public:
  template <class T>
  void reg(const char*, T& value) {
    values.push_back(register_value(value));
  }
  void open(const char*, unsigned) {}
  void close() {}

  std::vector<std::uint64_t> values;
};

/// Collects name and value: "input[2].buffer.count" -> 5. Slower; for reports.
class RegisterList {
 public:
  template <class T>
  void reg(const char* name, T& value) {
    entries.emplace_back(prefix_ + name, register_value(value));
  }
  void open(const char* name, unsigned index) {
    lengths_.push_back(prefix_.size());
    prefix_ += std::string(name) + "[" + std::to_string(index) + "].";
  }
  void close() {
    prefix_.resize(lengths_.back());
    lengths_.pop_back();
  }

  std::vector<std::pair<std::string, std::uint64_t>> entries;

 private:
  std::string prefix_;
  std::vector<std::size_t> lengths_;
};

}  // namespace slackline
