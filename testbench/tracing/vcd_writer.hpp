// vcd_writer: a value change dump (IEEE 1364, clause 18): scopes and variables, then what changes at each time.
//
//   $scope module switch3 $end            #625
//   $var wire 3 ! in_kind [2:0] $end      b101 !
//   $upscope $end                         1"
//
// A change is one comparison when there is none, and a few dozen instructions when there is.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "testbench/tracing/change_ring.hpp"
#include "testbench/tracing/timescale.hpp"
#include "testbench/tracing/wave_file.hpp"

namespace slackline::tracing {

/// No such variable: it was not chosen.
inline constexpr Signal no_signal = ~Signal{0};

namespace detail {

/// The binary digits of a byte: all eight; and without leading zeros, with how many those are.
struct Digits {
  char all[256][8];
  char significant[256][8];
  std::uint8_t length[256];
};
extern const Digits digits;

inline char* write_byte(char* at, unsigned byte) {
  std::memcpy(at, digits.significant[byte], 8);
  return at + digits.length[byte];
}

}  // namespace detail

class VcdWriter {
 public:
  explicit VcdWriter(WaveFile& file) : file_(file) {}

  void begin(const Timescale& timescale, const std::string& comment);
  /// A scope is written when something in it is declared. Names: letters, digits and _.
  void open_scope(const std::string& name);
  void close_scope();
  /// `width` 1..64. Variables are numbered in the order of their declaration.
  Signal declare(const std::string& name, unsigned width);
  void end_header();

  Signal declared() const { return static_cast<Signal>(entries_.size()); }

  /// The time of the first values: all that follow, up to the next time. What gets none is unknown.
  void first_values(std::uint64_t units);
  /// The following changes happen at this time, which must be later than the one before.
  void time(std::uint64_t units);

  /// A value below 2^63. For one bit, and for less than 8 bits: the same, but quicker.
  void set(Signal signal, std::uint64_t value) {
    if (becomes(signal, value)) write_value(entries_[signal]);
  }
  void set_bit(Signal signal, bool value) {
    if (becomes(signal, value)) write_bit(entries_[signal]);
  }
  void set_small(Signal signal, unsigned value) {
    if (becomes(signal, value)) write_small(entries_[signal]);
  }
  /// There is no value: z.
  void set_none(Signal signal) {
    if (becomes(signal, none)) write_letter(entries_[signal], 'z');
  }
  /// The value is unknown: x.
  void set_unknown(Signal signal) {
    if (becomes(signal, unknown)) write_letter(entries_[signal], 'x');
  }

  /// From `units` on, the time that comes next, nothing is written until release(). What changes is kept, of the time
  /// that goes on and up to `cycles` before it, as far as it finds room in `bytes`.
  void hold(std::uint64_t cycles, std::size_t bytes, std::uint64_t units);
  bool holds() const { return ring_ != nullptr; }
  /// Writes what has been kept, of the time that goes on and up to `cycles` before it, and goes on as before hold().
  /// Between the times that are written, all is unknown. Returns the oldest that has been kept.
  std::uint64_t release(std::uint64_t cycles);
  /// Times were dropped before their time, for lack of room, since hold().
  bool ran_out_of_room() const { return ring_ != nullptr && ring_->ran_out_of_room(); }

  /// The dump ends at this time.
  void finish(std::uint64_t units);

 private:
  static constexpr std::size_t most_bytes_a_change = 128;
  // An entry's contents where it has no value.
  static constexpr std::uint64_t nothing_yet = ~std::uint64_t{0}, none = nothing_yet - 1, unknown = nothing_yet - 2;
  struct Entry {
    std::uint64_t shown;
    char code[4];  // its identifier in the dump
    std::uint8_t code_length, width;
  };

  bool becomes(Signal signal, std::uint64_t shown) {
    Entry& entry = entries_[signal];
    if (entry.shown == shown) return false;
    entry.shown = shown;
    if (ring_ == nullptr) return true;
    ring_->add(signal, shown);
    return false;
  }
  void end_first_values();
  void write_time(std::uint64_t units);
  void write_shown(const Entry& entry);
  // By value: what is written might be the entry itself, as far as the compiler knows.
  void write_value(Entry entry);
  void write_small(Entry entry) {
    char* at = file_.room(most_bytes_a_change);
    *at = 'b';
    end_change(detail::write_byte(at + 1, static_cast<unsigned>(entry.shown)), entry);
  }
  void write_bit(Entry entry) {
    char* at = file_.room(most_bytes_a_change);
    *at++ = static_cast<char>('0' + (entry.shown & 1));
    end_code(at, entry);
  }
  void write_letter(Entry entry, char letter);
  void end_change(char* at, const Entry& entry) {
    *at++ = ' ';
    end_code(at, entry);
  }
  void end_code(char* at, const Entry& entry) {
    std::memcpy(at, entry.code, sizeof entry.code);
    at[entry.code_length] = '\n';
    file_.advance(at + entry.code_length + 1);
  }

  WaveFile& file_;
  std::vector<Entry> entries_;
  std::vector<std::string> waiting_scopes_;  // opened, and not written yet
  unsigned open_scopes_ = 0;                 // written
  bool in_first_values_ = false, has_values_ = false;
  std::unique_ptr<ChangeRing> ring_;  // while nothing is written ...
  std::uint64_t held_from_ = 0;       // ... from this time on
};

}  // namespace slackline::tracing
