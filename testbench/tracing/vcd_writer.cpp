#include "testbench/tracing/vcd_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace slackline::tracing {

const detail::Digits detail::digits = [] {
  Digits table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned i = 0; i < 8; ++i) table.all[byte][i] = static_cast<char>('0' + ((byte >> (7 - i)) & 1));
    std::uint8_t& length = table.length[byte];
    length = 1;
    while (length < 8 && byte >> length != 0) ++length;
    std::copy_n(table.all[byte] + 8 - length, length, table.significant[byte]);
  }
  return table;
}();

namespace {

constexpr unsigned code_letters = 94;  // ! .. ~

// Numbers are written without leading zeros, which a reader adds; some letters are written past their end.

char* write_binary(char* at, std::uint64_t value) {
  if (value < 256) return detail::write_byte(at, static_cast<unsigned>(value));
  const auto length = static_cast<unsigned>(64 - __builtin_clzll(value));
  value <<= 64 - length;
  const auto write_half = [](char* to, std::uint64_t bits) {  // the upper one
    std::memcpy(to, detail::digits.all[bits >> 56], 8);
    std::memcpy(to + 8, detail::digits.all[bits >> 48 & 0xff], 8);
    std::memcpy(to + 16, detail::digits.all[bits >> 40 & 0xff], 8);
    std::memcpy(to + 24, detail::digits.all[bits >> 32 & 0xff], 8);
  };
  write_half(at, value);
  if (length > 32) write_half(at + 32, value << 32);
  return at + length;
}

}  // namespace

void VcdWriter::begin(const Timescale& timescale, const std::string& comment) {
  if (!comment.empty()) file_.write("$comment " + comment + " $end\n");
  file_.write("$timescale " + timescale.unit + " $end\n");
}

void VcdWriter::open_scope(const std::string& name) { waiting_scopes_.push_back(name); }

void VcdWriter::close_scope() {
  if (!waiting_scopes_.empty()) {
    waiting_scopes_.pop_back();
    return;
  }
  --open_scopes_;
  file_.write("$upscope $end\n");
}

Signal VcdWriter::declare(const std::string& name, unsigned width) {
  for (const std::string& scope : waiting_scopes_) file_.write("$scope module " + scope + " $end\n");
  open_scopes_ += static_cast<unsigned>(waiting_scopes_.size());
  waiting_scopes_.clear();

  Entry entry{nothing_yet, {}, 0, static_cast<std::uint8_t>(width)};
  std::size_t number = entries_.size();
  do {
    entry.code[entry.code_length++] = static_cast<char>('!' + number % code_letters);
    number /= code_letters;
  } while (number != 0);
  entries_.push_back(entry);
  const std::string range = width == 1 ? "" : " [" + std::to_string(width - 1) + ":0]";
  file_.write("$var wire " + std::to_string(width) + " " + std::string(entry.code, entry.code_length) + " " + name +
              range + " $end\n");
  return declared() - 1;
}

void VcdWriter::end_header() { file_.write("$enddefinitions $end\n"); }

void VcdWriter::first_values(std::uint64_t units) {
  if (ring_ != nullptr) return ring_->begin_cycle(units);
  has_values_ = true;
  file_.write("#" + std::to_string(units) + "\n$dumpvars\n");
  in_first_values_ = true;
}

void VcdWriter::end_first_values() {
  for (Signal signal = 0; signal < declared(); ++signal)
    if (entries_[signal].shown == nothing_yet) set_unknown(signal);
  file_.write("$end\n");
  in_first_values_ = false;
}

void VcdWriter::time(std::uint64_t units) {
  if (ring_ != nullptr) return ring_->begin_cycle(units);
  if (in_first_values_) end_first_values();
  write_time(units);
}

void VcdWriter::write_time(std::uint64_t units) {
  char* at = file_.room(most_bytes_a_change);
  *at++ = '#';
  at = std::to_chars(at, at + 20, units).ptr;
  *at++ = '\n';
  file_.advance(at);
}

void VcdWriter::write_value(Entry entry) {
  if (entry.width == 1) return write_bit(entry);
  char* at = file_.room(most_bytes_a_change);
  *at = 'b';
  end_change(write_binary(at + 1, entry.shown), entry);
}

void VcdWriter::write_letter(Entry entry, char letter) {
  char* at = file_.room(most_bytes_a_change);
  if (entry.width == 1) {
    *at++ = letter;
    return end_code(at, entry);
  }
  *at++ = 'b';
  *at++ = letter;
  end_change(at, entry);
}

void VcdWriter::hold(std::uint64_t cycles, std::size_t bytes, std::uint64_t units) {
  if (in_first_values_) end_first_values();
  held_from_ = units;
  std::vector<std::uint64_t> values;
  values.reserve(entries_.size());
  for (const Entry& entry : entries_) values.push_back(entry.shown);
  ring_ = std::make_unique<ChangeRing>(cycles, bytes, std::move(values));
}

std::uint64_t VcdWriter::release(std::uint64_t cycles) {
  const std::unique_ptr<ChangeRing> ring = std::move(ring_);
  ring->keep(cycles + 1);
  const std::uint64_t oldest = ring->oldest_time();
  ring->keep(ring->cycles() - 1);  // the values hold it
  const char* keyword = "$dumpvars\n";
  if (has_values_ && oldest > held_from_) {  // between them, nothing is known
    write_time(held_from_);
    file_.write("$dumpoff\n");
    for (const Entry& entry : entries_) write_letter(entry, 'x');
    file_.write("$end\n");
    keyword = "$dumpon\n";
  } else if (has_values_) {
    keyword = "$dumpall\n";
  }
  has_values_ = true;
  const auto write = [this](Signal signal, std::uint64_t value) {
    Entry entry = entries_[signal];
    entry.shown = value;
    write_shown(entry);
  };
  write_time(oldest);
  file_.write(keyword);
  for (Signal signal = 0; signal < declared(); ++signal) write(signal, ring->values()[signal]);
  file_.write("$end\n");
  ring->for_each([this](std::uint64_t units) { write_time(units); },
                 [&](const Change& change) { write(change.signal, change.value); });
  return oldest;
}

/// A value of any kind; one that is not set yet is unknown.
void VcdWriter::write_shown(const Entry& entry) {
  if (entry.shown == none)
    write_letter(entry, 'z');
  else if (entry.shown == unknown || entry.shown == nothing_yet)
    write_letter(entry, 'x');
  else
    write_value(entry);
}

void VcdWriter::finish(std::uint64_t units) {
  if (ring_ == nullptr)
    time(units);
  else if (has_values_)
    write_time(held_from_);
}

}  // namespace slackline::tracing
