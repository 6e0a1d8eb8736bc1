// vcd_reader: reads a value change dump as strictly as any viewer might: what IEEE 1364 does not allow is an error. Knows
// nothing of how dumps are written here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slackline::test {

/// A value: a number, or the letter that stands for none ('x', 'z').
struct VcdValue {
  std::uint64_t number = 0;
  char letter = 0;
  friend bool operator==(const VcdValue& a, const VcdValue& b) { return a.number == b.number && a.letter == b.letter; }
};
std::string to_string(const VcdValue& value);

class VcdReader {
 public:
  /// Reads the header. Throws std::runtime_error, with the line, on anything illegal: here or in next().
  explicit VcdReader(const std::string& text);

  const std::string& timescale() const { return timescale_; }
  /// "switch3.port2.vc0.in_kind" -> width
  const std::map<std::string, unsigned>& variables() const { return widths_; }

  /// Goes on to the next time, and reads what changes then. False at the end.
  bool next();
  std::uint64_t time() const { return time_; }
  /// The present value of a variable.
  const VcdValue& value(const std::string& path) const;
  bool has(const std::string& path) const { return codes_.count(path) != 0; }
  /// Changes at the time read last.
  std::size_t changes() const { return changes_; }

 private:
  struct Variable {
    unsigned width = 0;
    VcdValue value{0, 'x'};
  };

  [[noreturn]] void fail(const std::string& why) const;
  std::optional<std::string> word();
  std::string need_word();
  void read_header();
  void declare(const std::vector<std::string>& scopes);
  void change(const std::string& token);
  Variable& variable(const std::string& code);

  std::string text_;
  std::size_t at_ = 0;
  std::string timescale_;
  std::map<std::string, unsigned> widths_;
  std::map<std::string, std::string> codes_;  // path -> identifier code
  std::map<std::string, Variable> values_;    // by code
  std::uint64_t time_ = 0;
  std::optional<std::uint64_t> next_time_;
  std::size_t changes_ = 0;
};

}  // namespace slackline::test
