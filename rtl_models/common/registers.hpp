// Visitors over registers. Every core has one list, `visit`, that names each of its registers once: for the comparison of
// the engines, for lockstep, and to restore a state. Counts for statistics decide nothing, and have a list of their
// own: a core that counts keeps them in a struct `Counters`.
//
//   visit(params, state, [now,] visitor)           the registers before edge `now`, which a core with times in registers
//                                                  takes
//   visit_counters(params, state, [now,] visitor)  the counters
//   derive(params, state, visitor)                 the values that follow from registers, and are stored to save time
//
// A visitor has these members:
//   void reg(const char* name, const T& value);             one register or counter (integers, Flit, bool)
//   void reg(const char* name, const T& time, Cycle now);   the same of a Timer or an Age (register_times.hpp)
//   void open(const char* name, unsigned index);            what follows belongs to name[index]
//   void close();                                           ... up to here
//   void derived(const char* name, const T& stored, T recomputed);   for `derive`
//
// Visitors only read, and lists write nothing. The exception is RegisterLoader: `restore` of a core passes it to all
// lists, with a state that is not const, to write the registers, the counters, and then what follows from them.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/common/bits.hpp"
#include "rtl_models/common/flit.hpp"
#include "rtl_models/common/register_times.hpp"

namespace slackline {

/// Registers as plain numbers: a flit is its word.
constexpr std::uint64_t register_value(Flit flit) { return flit.word(); }
template <class T>
constexpr std::uint64_t register_value(T value) {
  return static_cast<std::uint64_t>(value);
}

/// In lists: `S` is a State to be restored, or a constant one.
template <class S, class State>
using IfState = std::enable_if_t<std::is_same_v<std::remove_const_t<S>, State>, int>;

/// Collects the values of all registers, in visiting order: two states are equal when their snapshots are.
class RegisterSnapshot {
 public:
  template <class T>
  void reg(const char*, const T& value) {
    values.push_back(register_value(value));
  }
  template <class T>
  void reg(const char*, const T& time, Cycle now) {
    values.push_back(time.offset(now));
  }
  void open(const char*, unsigned) {}
  void close() {}

  std::vector<std::uint64_t> values;
};

/// Gives each register its value of a RegisterSnapshot, in visiting order.
class RegisterLoader {
 public:
  explicit RegisterLoader(const RegisterSnapshot& saved) : values_(saved.values) {}

  template <class T>
  void reg(const char*, T& value) {
    value = static_cast<T>(values_[next_++]);
  }
  template <class T>
  void reg(const char*, T& time, Cycle now) {
    time = T::at_offset(values_[next_++], now);
  }
  void open(const char*, unsigned) {}
  void close() {}
  template <class T>
  void derived(const char*, T& stored, T recomputed) {
    stored = recomputed;
  }

 private:
  const std::vector<std::uint64_t>& values_;
  std::size_t next_ = 0;
};

/// In lists: `Visitor` writes. A register that is stored in another form is copied out, visited, and stored if so.
template <class Visitor>
inline constexpr bool is_loader = std::is_same_v<std::remove_const_t<Visitor>, RegisterLoader>;

/// The registers of a core, then its counters: `what` are the arguments of both lists.
template <class... What>
void visit_all(What&&... what) {
  visit(what...);
  visit_counters(what...);
}

/// An edge that may be ahead, as a Timer, or past, as an Age: two registers, one of which is 0.
template <class Visitor, class Edge>
void visit_edge(const char* name_left, const char* name_since, Edge& edge, Cycle now, Visitor& v) {
  const bool is_ahead = edge > now;
  Timer<> left = is_ahead ? Timer<>(edge) : Timer<>(now);
  Age<> since = is_ahead ? Age<>(now) : Age<>(edge);
  v.reg(name_left, left, now);
  v.reg(name_since, since, now);
  if constexpr (is_loader<Visitor>) edge = left > now ? Cycle(left) : Cycle(since);
}

/// For each bank of a switch with so many ports: with several, what `body(bank)` visits belongs to bank[n].
template <class Visitor, class Body>
void visit_banks(unsigned ports, Visitor& v, Body&& body) {
  const unsigned banks = banks_of(ports);
  for (unsigned i = 0; i < banks; ++i) {
    if (banks > 1) v.open("bank", i);
    body(i);
    if (banks > 1) v.close();
  }
}
/// A register of a bit a port: with several banks a word each.
template <class Visitor, class Set>
void visit_ports(const char* name, Set& set, unsigned ports, Visitor& v) {
  visit_banks(ports, v, [&](unsigned i) { v.reg(name, set.bank[i]); });
}
template <class Visitor, class Set>
void derive_ports(const char* name, Set& stored, const PortSet& recomputed, unsigned ports, Visitor& v) {
  visit_banks(ports, v, [&](unsigned i) { v.derived(name, stored.bank[i], recomputed.bank[i]); });
}

/// Where a visitor is: "input[2].buffer[0].".
class RegisterPath {
 public:
  void open(const char* name, unsigned index) {
    lengths_.push_back(path_.size());
    path_ += std::string(name) + "[" + std::to_string(index) + "].";
  }
  void close() {
    path_.resize(lengths_.back());
    lengths_.pop_back();
  }

 protected:
  std::string named(const char* name) const { return path_ + name; }

 private:
  std::string path_;
  std::vector<std::size_t> lengths_;
};

/// Collects name and value: "input[2].buffer.count" -> 5. Slower; for reports.
class RegisterList : public RegisterPath {
 public:
  template <class T>
  void reg(const char* name, const T& value) {
    entries.emplace_back(named(name), register_value(value));
  }
  template <class T>
  void reg(const char* name, const T& time, Cycle now) {
    entries.emplace_back(named(name), time.offset(now));
  }

  std::vector<std::pair<std::string, std::uint64_t>> entries;
};

/// A derived value that does not follow from the registers.
struct StaleValue {
  std::string name;
  std::uint64_t stored = 0, recomputed = 0;
};

/// Collects the derived values that are stale.
class StaleValues : public RegisterPath {
 public:
  template <class T>
  void derived(const char* name, const T& stored, T recomputed) {
    if (!(stored == recomputed)) found.push_back({named(name), register_value(stored), register_value(recomputed)});
  }

  std::vector<StaleValue> found;
};

/// Whether there are any: without their names, which take time.
class IsAnyStale {
 public:
  template <class T>
  void derived(const char*, const T& stored, T recomputed) {
    found = found || !(stored == recomputed);
  }
  void open(const char*, unsigned) {}
  void close() {}

  bool found = false;
};

}  // namespace slackline
